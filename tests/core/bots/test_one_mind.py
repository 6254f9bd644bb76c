"""What a bot believes, thinks, says and votes is one: its errors are in its belief and stay there
for the day."""

from __future__ import annotations

from itertools import combinations
from math import exp, isclose

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES, answered, choices, view_with
from tests.core.bots.play.test_pack import hard
from tests.core.bots.playing import play
from wolfcore.bots import LEVELS, HouseBot
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.posterior import Knowledge, reading_errors
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.bots.mind import Mind
from wolfcore.bots.profiles import DEFAULT_STYLE
from wolfcore.bots.talk.changes import VoteChange, unexplained_vote_change
from wolfcore.game import Answer, Ask, Entry, Fact, Game, View, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Accuses, CallsVote, ClaimsRole, ReportsCheck, read

_LIKELIEST = "the likeliest wolf"
OTHERS = (1, 2, 3, 5, 6, 7)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("board", ["sla7", "classic9", "arena8", "helmsman7"])
def test_who_votes_for_the_likeliest_wolf_believes_it(board: str, level: str) -> None:
    """Every thought of a ballot is compared with the beliefs that came with it; another choice
    gives another reason."""
    said = 0

    def ballot(view: View, ask: Ask) -> Answer | None:
        nonlocal said
        if ask.kind not in ("vote", "lean") or view.team != "village":
            return None
        answer = HouseBot((level,)).answer_now(view, ask, Desk.of_seed(ask, 3))
        chances = {
            belief.seat: belief.p_wolf or 0.0
            for belief in answer.beliefs
            if belief.seat in ask.options
        }
        likeliest = answer.thought.endswith(f"Voting {view.name(answer.choice)}: {_LIKELIEST}.")
        assert not likeliest or chances[answer.choice] == max(chances.values())
        assert (
            likeliest
            or ": as I have said." in answer.thought
            or ": to keep the village's votes together." in answer.thought
        )
        said += likeliest
        return answer

    for seed in range(6):
        play(board, seed, level=level, takeover=ballot)
    assert said > 20


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_believes_the_same_at_every_ask_of_a_day_that_brings_no_news(level: str) -> None:
    view = view_with("sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "Bram is a wolf."))

    def beliefs(kind: str, seed: int) -> object:
        ask = Ask(
            f"d1.{kind}.4",
            4,
            "vote" if kind == "vote" else "speak",
            1,
            "discussion",
            (1, 2, 3, 5, 6, 7),
        )
        return HouseBot((level,)).answer_now(view, ask, Desk.of_seed(ask, seed)).beliefs

    assert len({beliefs(kind, seed) for kind in ("vote", "speak") for seed in range(5)}) == 1


def test_errors_differ_by_who_errs_about_whom_and_when_and_stay_within_bounds() -> None:
    names = NAMES[:7]
    drawn = {
        (me, day): reading_errors(names, me, day, 0.5) for me in range(1, 8) for day in (1, 2, 3)
    }
    assert len(set(drawn.values())) == len(drawn)
    errors = [error for each in drawn.values() for error in each[1:]]
    assert len(set(errors)) > 0.99 * len(errors)
    assert all(-0.5 <= error <= 0.5 for error in errors)
    assert abs(sum(errors) / len(errors)) < 0.1
    assert min(errors) < -0.4
    assert max(errors) > 0.4


def test_an_error_weighs_like_any_other_evidence() -> None:
    """By the plain sum over all packs, each as many times likelier as its seats are misread."""
    table = SharedBelief(
        get_board("sla7"), NAMES[:7], FITTED, heeds_behaviour=True, max_reading_error=2.0
    )
    table.extend(0, list(DAY_1))
    found = table.posterior(4, Knowledge(known_village=1 << 4, own_role="Villager")).p_wolf
    errors = reading_errors(NAMES[:7], 4, 1, 2.0)
    packs = {
        pack: exp(errors[pack[0]] + errors[pack[1]]) for pack in combinations((1, 2, 3, 5, 6, 7), 2)
    }
    for seat in (1, 2, 3, 5, 6, 7):
        plain = sum(weight for pack, weight in packs.items() if seat in pack) / sum(packs.values())
        assert isclose(found[seat], plain, abs_tol=1e-9)
    assert len(set(table.posterior(0, Knowledge()).p_wolf[1:])) == 1, (
        "what all can see has no errors"
    )


# -- announced and kept


def _kept(game: Game) -> tuple[int, int]:
    """Ballots of the village for whom their seat spoke against last, of seats that heard no claim
    since; and all of these."""
    announced: dict[int, int] = {}
    fresh: set[int] = set()
    kept = cast = 0
    village = {
        seat: game.view(seat).team == "village" for seat in range(1, game.spec.board.size + 1)
    }
    for fact in (entry.fact for entry in game.log):
        if isinstance(fact, f.Began) and fact.phase == "night":
            announced.clear()
            fresh.clear()
        elif isinstance(fact, f.Said):
            for act in read(fact.text, fact.seat, game.spec.names, game.spec.board.size):
                if isinstance(act, ReportsCheck) or (
                    isinstance(act, ClaimsRole) and act.role != "Villager"
                ):
                    fresh.clear()
                against = isinstance(act, Accuses | CallsVote) or (
                    isinstance(act, ReportsCheck) and act.result == "wolves"
                )
                if fact.kind == "speak" and against:
                    announced[fact.seat] = getattr(act, "seat", 0)
                    fresh.add(fact.seat)
        elif (
            isinstance(fact, f.Voted)
            and fact.ballot == "vote"
            and fact.voter in fresh
            and village[fact.voter]
        ):
            kept += announced[fact.voter] == fact.target
            cast += 1
    return kept, cast


@pytest.mark.slow(only=("classic9-easy", "classic9-hard", "classic9-normal"))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("board", ["sla7", "classic9"])
def test_ballots_are_cast_as_announced_where_nothing_was_claimed_since(
    board: str, level: str
) -> None:
    counted = [_kept(play(board, seed, level=level)) for seed in range(24)]
    kept, cast = (sum(column) for column in zip(*counted, strict=True))
    assert cast > 60
    assert kept >= 0.93 * cast


def test_a_find_that_is_heard_after_the_own_words_changes_the_ballot() -> None:
    own = f.Said(4, "speak", "I suspect Cleo. Let us vote for Cleo.")
    before = view_with("sla7", 4, "Villager", *DAY_1, own)
    assert set(hard(before, "vote", (1, 2, 3, 5, 6, 7), seeds=5)) == {3}
    after = view_with(
        "sla7",
        4,
        "Villager",
        *DAY_1,
        own,
        f.Said(1, "speak", "I am the Seer. I checked Bram last night: a wolf."),
    )
    assert set(hard(after, "vote", (1, 2, 3, 5, 6, 7), seeds=5)) == {2}


def test_a_claim_of_a_seat_that_is_neither_announced_nor_likelier_changes_no_ballot_and_a_switch_says_why() -> (
    None
):
    others = (1, 2, 3, 5, 6, 7)
    words = (
        f.Said(1, "speak", "I am the Seer. I checked Bram last night: a wolf."),
        f.Said(4, "speak", "Cleo should go."),
    )
    doctor = f.Said(7, "speak", "I am the Doctor.")
    for role in ("Villager", "Werewolf"):
        assert set(
            hard(view_with("sla7", 4, role, *DAY_1, *words, doctor), "vote", others, seeds=5)
        ) == {3}
    switched = view_with(
        "sla7", 4, "Villager", *DAY_1, *words, f.Said(3, "speak", "I am the Doctor.")
    )
    answer = answered(switched, "vote", others, day=1, phase="vote")
    assert answer.choice != 3
    assert "I spoke against Cleo, but have heard since what is told of Cleo." in answer.thought


def test_a_doubtful_tale_of_another_seat_changes_no_ballot_and_a_liar_found_out_does() -> None:
    """Two seers accuse each other; in the one case one of them is all but found out, in the other
    both may be the true one."""
    own = (
        f.Said(1, "speak", "Cleo is a wolf."),
        f.Said(4, "speak", "I suspect Cleo. Let us vote for Cleo."),
    )
    find, rival = (
        f.Said(1, "speak", "I am the Seer. I checked Bram last night: a wolf."),
        "I am the Seer, and Ada is lying.",
    )
    torn = answered(
        view_with("sla7", 4, "Villager", *DAY_1, *own, find, f.Said(2, "speak", rival)),
        "vote",
        OTHERS,
        day=1,
    )
    chances = {belief.seat: belief.p_wolf or 0.0 for belief in torn.beliefs}
    assert chances[1] > chances[3] + 0.15
    assert torn.choice == 3
    assert torn.thought.endswith("Voting Cleo: as I have said.")
    exposed = answered(
        view_with("sla7", 4, "Villager", *DAY_1, *own, find, f.Said(6, "speak", rival)),
        "vote",
        OTHERS,
        day=1,
    )
    assert exposed.choice == 1


def test_what_the_seat_announced_says_for_itself_changes_the_ballot_sooner() -> None:
    own = f.Said(4, "speak", "I suspect Cleo. Let us vote for Cleo.")
    claim = answered(
        view_with("sla7", 4, "Villager", *DAY_1, own, f.Said(3, "speak", "I am the Doctor.")),
        "vote",
        OTHERS,
        day=1,
    )
    chances = {belief.seat: belief.p_wolf or 0.0 for belief in claim.beliefs}
    assert claim.choice != 3
    assert chances[claim.choice] < 0.65, (
        "a find that is no likelier takes no ballot from a seat that says nothing"
    )
    doubtful = (
        f.Said(1, "speak", "I am the Seer. I checked Bram last night: a wolf."),
        f.Said(2, "speak", "I am the Seer."),
    )
    rival = answered(
        view_with("sla7", 4, "Villager", *DAY_1, own, *doubtful), "vote", OTHERS, day=1
    )
    assert rival.choice == 3


def test_words_after_the_ballots_announce_nothing() -> None:
    after = (f.Began(1, "vote"), f.Began(1, "runoff"), f.Said(4, "plead", "Elif is a wolf."))
    table = SharedBelief(get_board("sla7"), NAMES[:7], FITTED, heeds_behaviour=True)
    table.extend(0, [*DAY_1, f.Said(4, "speak", "I suspect Cleo."), *after])
    assert table.public.announced_targets == {(1, 4): 3}


# -- no deed without evidence


@pytest.mark.parametrize("level", LEVELS)
def test_no_witch_poisons_in_a_night_before_a_word_was_said(level: str) -> None:
    poisoned: list[Entry] = []
    for seed in range(25):
        game = play(
            "duel6",
            seed,
            level=level,
            until=lambda game: game.state.phase == "discussion" or game.over,
        )
        poisoned += [
            entry for entry in game.log if isinstance(entry.fact, f.Poisoned) and entry.fact.target
        ]
    assert not poisoned


def test_few_seats_are_no_evidence_but_what_one_of_them_did_is() -> None:
    rest = (f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))
    view = view_with(
        "duel6",
        5,
        "Witch",
        f.Began(1, "night"),
        f.Victim(5, 3),
        f.Saved(5, 3),
        *rest,
        f.Began(2, "night"),
    )
    assert set(choices(view, "poison", (0, 1, 2, 4, 6))) == {0}


# -- a change of mind is told


SWITCHED = (
    *DAY_1,
    f.Said(4, "speak", "I suspect Cleo. Let us vote for Cleo."),
    f.Said(1, "speak", "I am the Seer. I checked Bram last night: a wolf."),
    f.Began(1, "vote"),
    f.Voted(4, 2, "vote"),
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
)


def switch_of(*facts: Fact) -> VoteChange | None:
    """What seat 4 has to tell at its next turn."""
    view = view_with("sla7", 4, "Villager", *facts)
    record, level = SeatRecord(4, view.board, view.names), LEVELS["hard"]
    observe(record, view.facts)
    ask = Ask("d2.speak.4", 4, "speak", 2, "discussion", (0,))
    table = SharedBelief(view.board, view.names, FITTED, heeds_behaviour=True)
    return unexplained_vote_change(
        Mind(record, ask, Desk.of_seed(ask, 1).dice, level, DEFAULT_STYLE, table)
    )


def test_a_switch_names_whom_it_left_for_whom_and_why() -> None:
    assert switch_of(*SWITCHED) == VoteChange(1, 3, 2, "report")
    claim = f.Said(3, "speak", "I am the Doctor.")
    assert switch_of(
        *(claim if isinstance(fact, f.Said) and fact.seat == 1 else fact for fact in SWITCHED)
    ) == VoteChange(1, 3, 2, "claim")
    words = f.Said(1, "speak", "I suspect Bram.")
    assert switch_of(
        *(words if isinstance(fact, f.Said) and fact.seat == 1 else fact for fact in SWITCHED)
    ) == VoteChange(1, 3, 2, "others")
    # Without a word against Bram nothing is known that changed this.
    assert switch_of(*(fact for fact in SWITCHED if fact != SWITCHED[len(DAY_1) + 1])) is None


def test_a_ballot_as_announced_is_no_switch_and_a_switch_is_told_once() -> None:
    assert (
        switch_of(
            *(f.Voted(4, 3, "vote") if isinstance(fact, f.Voted) else fact for fact in SWITCHED)
        )
        is None
    )
    assert switch_of(*SWITCHED, f.Said(4, "speak", "Good morning.")) is None


def test_a_bot_tells_its_switch_in_its_next_speech() -> None:
    view = view_with("sla7", 4, "Villager", *SWITCHED)
    texts = [
        answered(view, "speak", (0,), phase="discussion", seed=seed).text for seed in range(10)
    ]
    assert all("Cleo" in text and "Bram" in text for text in texts)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_proof_and_a_confession_change_an_announced_ballot(level: str) -> None:
    """A check of one's own counts more than what one has said since; a confession is news."""
    options = (1, 2, 3, 5, 6)
    own = f.Said(4, "speak", "Cleo is a wolf. Vote for Cleo.")
    find = f.Said(4, "speak", "I am the Seer. I checked Fay last night, and Fay is a wolf.")
    rival = f.Said(3, "speak", "I am the Seer, and Dov is lying.")
    seer = (f.Began(1, "night"), f.Checked(4, 6, "wolves"), *DAY_1[1:], find, rival, own)
    confessed = (*DAY_1, own, f.Said(2, "speak", "I am a werewolf."))
    for role, facts, target in (("Seer", seer, 6), ("Villager", confessed, 2)):
        view = view_with("sla7", 4, role, *facts)
        ask = Ask("d1.vote.4", 4, "vote", 1, "vote", options)
        assert HouseBot((level,)).answer_now(view, ask, Desk.of_seed(ask, 1)).choice == target
