"""What bots say of ballots, words and their own deeds is so, but for the lies of wolves about
themselves: whole games, checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.core.bots.playing import play
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk import speeches
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats, acts_of, stances_of
from wolfcore.bots.talk.sentences import MAX_SENTENCES, compose_speech
from wolfcore.game import HOLDERS, Answer, Ask, Fact, RoleName, View, team_of
from wolfcore.game import facts as f
from wolfcore.speech import (
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    Vouches,
    read,
)

BOARDS = ("sla7", "classic9", "arena8", "plus10+sheriff")
SEEDS = range(40)
Spoken = tuple[View, tuple[Fact, ...], list[Move]]
"""A speech, or the line with a ballot, before it is heard: whose view, what the seat knew, and what
it meant."""


@pytest.fixture(scope="module")
def spoken() -> list[Spoken]:
    """Every speech and every line with a ballot of some games of house bots."""
    found: list[Spoken] = []
    now: list[View] = []

    def note(view: View, _ask: Ask) -> Answer | None:
        now[:] = [view]
        return None

    def listening(
        moves: Sequence[Move],
        record: SeatRecord,
        draws: Draws,
        manner: str,
        *,
        most: int = MAX_SENTENCES,
    ) -> str:
        found.append((now[0], tuple(now[0].facts), list(moves)))
        return compose_speech(moves, record, draws, manner, most=most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speeches, "compose_speech", listening)
        for board in BOARDS:
            for seed in SEEDS:
                play(board, seed, takeover=note)
    return found


def moves_of(spoken: list[Spoken], *intents: str) -> Iterator[tuple[View, tuple[Fact, ...], Move]]:
    """The moves of some intentions."""
    for view, facts, moves in spoken:
        yield from ((view, facts, move) for move in moves if move.kind in intents)


def ballots(facts: Sequence[Fact]) -> set[tuple[int, int, int]]:
    """(day, voter, target) of the official ballots of which these facts tell."""
    day, cast = 0, set[tuple[int, int, int]]()
    for fact in facts:
        if isinstance(fact, f.Began):
            day = fact.day
        elif isinstance(fact, f.Voted) and fact.ballot in ("vote", "runoff"):
            cast.add((day, fact.voter, fact.target))
    return cast


def against(view: View, facts: Sequence[Fact]) -> set[tuple[int, int]]:
    """(speaker, target) of all that was said against somebody."""
    found = set[tuple[int, int]]()
    for fact in facts:
        speaker, text = f.public_words(fact)
        if text:
            for act in read(text, speaker, view.names, view.board.size):
                bad = isinstance(act, Accuses) or (isinstance(act, CallsVote) and act.seat)
                bad = bad or (
                    isinstance(act, ReportsCheck) and act.result in ("wolves", "Werewolf")
                )
                if bad:
                    found.add((speaker, getattr(act, "seat", 0)))
    return found


TELLING: dict[str, Callable[[View, Move], tuple[int, int, int]]] = {
    "answer_vote": lambda view, move: (move.day, view.seat, move.target),
    "answer_vote_you": lambda view, move: (move.day, view.seat, move.other),
    "deny_voted": lambda view, move: (move.day, view.seat, move.target),
    "ask_vote": lambda _, move: (move.day, move.target, move.other),
    "suspect_voted": lambda _, move: (move.day, move.target, move.other),
    "suspect_turned": lambda _, move: (move.day, move.target, move.other),
    "suspect_flipped": lambda _, move: (move.day, move.target, move.other),
    "suspect_abstained": lambda _, move: (move.day, move.target, 0),
}


@pytest.mark.slow
def test_every_ballot_that_is_told_was_cast(spoken: list[Spoken]) -> None:
    told = list(moves_of(spoken, *TELLING))
    assert len(told) > 60
    for view, facts, move in told:
        assert TELLING[move.kind](view, move) in ballots(facts), move


@pytest.mark.slow
def test_who_says_that_it_never_voted_so_did_not(spoken: list[Spoken]) -> None:
    for view, facts, move in moves_of(spoken, "answer_no_vote", "answer_no_vote_you"):
        target = move.target or move.other
        assert not any(voter == view.seat and of == target for _, voter, of in ballots(facts))


@pytest.mark.slow
def test_the_dead_name_those_who_voted_for_them(spoken: list[Spoken]) -> None:
    named = list(moves_of(spoken, "last_voters"))
    assert len(named) > 10
    for view, facts, move in named:
        voters = {voter for _, voter, target in ballots(facts) if target == view.seat}
        assert set(move.dead) <= voters, move


@pytest.mark.slow
def test_nobody_asks_about_a_vote_against_somebody_whom_the_table_knows_for_a_wolf(
    spoken: list[Spoken],
) -> None:
    asking = list(moves_of(spoken, "ask_vote"))
    assert len(asking) > 2
    for view, facts, move in asking:
        reported = {
            act.seat
            for speaker, text in map(f.public_words, facts)
            for act in read(text, speaker, view.names, view.board.size)
            if isinstance(act, ReportsCheck) and act.result in ("wolves", "Werewolf")
        }
        assert move.other not in reported, move


@pytest.mark.slow
def test_who_is_said_to_name_nobody_has_named_nobody(spoken: list[Spoken]) -> None:
    said = list(moves_of(spoken, "suspect_silent"))
    assert said
    for view, facts, move in said:
        assert not any(speaker == move.target for speaker, _ in against(view, facts)), move
        told = [
            act
            for speaker, text in map(f.public_words, facts)
            if speaker == move.target
            for act in read(text, speaker, view.names, view.board.size, view.board.roles)
        ]
        assert not any(isinstance(act, Vouches | ClaimsRole | ReportsCheck) for act in told), move
        spoke = any(isinstance(fact, f.Said) and fact.seat == view.seat for fact in today(facts))
        named = {speaker for speaker, _ in against(view, facts)}
        assert view.seat in named or not spoke, move


def today(facts: Sequence[Fact]) -> Sequence[Fact]:
    """The facts since the last night."""
    begun = [at for at, fact in enumerate(facts) if isinstance(fact, f.Began)]
    nights = [at for at in begun if getattr(facts[at], "phase", "") == "night"]
    return facts[nights[-1] :] if nights else facts


def day_of(facts: Sequence[Fact]) -> int:
    """The day to which these facts lead."""
    return next(fact.day for fact in reversed(facts) if isinstance(fact, f.Began))


@pytest.mark.slow
def test_who_is_said_to_copy_named_nobody_whom_it_followed(spoken: list[Spoken]) -> None:
    said = list(moves_of(spoken, "suspect_echo"))
    assert len(said) > 5
    for view, facts, move in said:
        words = [f.public_words(fact) for fact in today(facts)]
        own = [against(view, [fact]) for fact in today(facts)]
        speakers: dict[int, list[int]] = {}
        for named in own:
            for speaker, target in named:
                speakers.setdefault(target, []).append(speaker)
        both = [of for of, by in speakers.items() if {move.other, move.target} <= set(by)]
        name = view.names[move.other - 1]
        assert both, move
        assert any(
            name not in text
            for (speaker, text), named in zip(words, own, strict=True)
            if speaker == move.target and any(of in both for _, of in named)
        ), move
        # Nor did the speaker join anybody today.
        assert not any(view.seat in by[1:] for by in speakers.values()), move


@pytest.mark.slow
def test_nobody_defends_itself_with_a_ballot_to_the_seat_that_it_was_for(
    spoken: list[Spoken],
) -> None:
    told = list(moves_of(spoken, "deny_voted", "answer_proof_vote"))
    assert len(told) > 5
    assert all(move.other != move.target for _, _, move in told)


@pytest.mark.slow
def test_a_few_seats_cite_a_report_or_praise_a_seat_without_ground_on_a_day(
    spoken: list[Spoken],
) -> None:
    said: dict[tuple[str, ...], set[int]] = {}
    for view, facts, move in moves_of(spoken, "follow_report", "trust", "vouch"):
        kind = "cites" if move.kind == "follow_report" else "praises"
        scene = (view.board.name, *view.names, str(day_of(facts)), kind, str(move.target))
        said.setdefault(scene, set()).add(view.seat)
    cited, praised = (
        max(len(seats) for scene, seats in said.items() if scene[-2] == kind)
        for kind in ("cites", "praises")
    )
    # Two in the discussion, and three with their ballots.
    assert 2 <= cited <= 5
    assert praised == 2


@pytest.mark.slow
def test_at_most_one_in_four_who_strike_back_do_so_for_the_accusation(
    spoken: list[Spoken],
) -> None:
    struck = back = 0
    # Elsewhere most who are accused have another ground.
    classic = [said for said in spoken if said[0].board.name == "classic9"]
    for view, facts, moves in classic:
        accusers = {speaker for speaker, of in against(view, today(facts)) if of == view.seat}
        if accusers & {seat for move in moves for seat in accused_seats(move, view.seat)}:
            back += 1
            struck += any(move.kind == "suspect_accuser" for move in moves)
    assert back > 50
    assert 0 < struck <= back / 4


@pytest.mark.slow
def test_what_is_taken_back_or_said_again_was_said(spoken: list[Spoken]) -> None:
    told = list(moves_of(spoken, "take_back", "escalate", "still"))
    assert len({move.kind for _, _, move in told}) == 3
    for view, facts, move in told:
        assert (view.seat, move.target) in against(view, facts), move


@pytest.mark.slow
def test_no_speech_accuses_a_seat_twice(spoken: list[Spoken]) -> None:
    """The moves that are put into words, as the voice is given them."""
    accusing = 0
    for view, _, moves in spoken:
        accused = [seat for move in moves for seat in accused_seats(move, view.seat)]
        accusing += bool(accused)
        assert len(accused) == len(set(accused)), moves
    assert accusing > 500


@pytest.mark.slow
def test_the_village_tells_only_the_role_that_it_holds_and_the_checks_that_it_made(
    spoken: list[Spoken],
) -> None:
    claims = reports = 0
    for view, facts, move in moves_of(
        spoken, "claim", "answer_role", "claim_villager", "report_wolf", "report_good"
    ):
        if view.role is None or team_of(view.role) == "wolves":
            continue
        if move.kind in ("claim", "answer_role", "claim_villager"):
            claims += 1
            if view.role == "Villager" and move.role != "Villager":
                continue  # a bluff, which has a test of its own
            assert (move.role if move.kind != "claim_villager" else "Villager") == view.role
        else:
            reports += 1
            checks = [fact for fact in facts if isinstance(fact, f.Checked)]
            made = checks[move.night - 1]
            assert made.target == move.target
            assert (made.result in ("wolves", "Werewolf")) == (move.kind == "report_wolf")
    assert claims > 100
    assert reports > 50


@pytest.mark.slow
def test_who_pleads_that_nobody_else_claims_its_role_is_alone_with_it(
    spoken: list[Spoken],
) -> None:
    for view, facts, move in moves_of(spoken, "plead_claim"):
        claimants = {
            speaker
            for speaker, text in map(f.public_words, facts)
            for act in read(text, speaker, view.names, view.board.size, view.board.roles)
            if isinstance(act, ClaimsRole) and act.role == move.role
        }
        assert claimants <= {view.seat}, move


@pytest.mark.slow
def test_no_speech_speaks_for_and_against_a_seat(spoken: list[Spoken]) -> None:
    for view, _, moves in spoken:
        acts = [act for move in moves for act in acts_of(move, view.seat)]
        reports = [act for act in acts if isinstance(act, ReportsCheck)]
        good = {act.seat for act in acts if isinstance(act, Vouches | Defends)}
        good |= {act.seat for act in reports if not act.finds_wolf}
        bad = {act.seat for act in acts if isinstance(act, Accuses | CallsVote)}
        bad |= {act.seat for act in reports if act.finds_wolf}
        assert good.isdisjoint(bad), moves


@pytest.mark.slow
def test_what_changed_a_mind_was_said_before(spoken: list[Spoken]) -> None:
    kinds: Counter[str] = Counter()
    for view, facts, moves in spoken:
        change = next((move for move in moves if move.kind.startswith("drops_")), None)
        if change is None or change.kind == "drops_suspect":
            continue
        kinds[change.kind] += 1
        acts = [
            (speaker, act)
            for speaker, text in map(f.public_words, facts)
            for act in read(text, speaker, view.names, view.board.size, view.board.roles)
        ]
        reported = {
            (by, act.seat, act.finds_wolf) for by, act in acts if isinstance(act, ReportsCheck)
        }
        # A report claims the role of who checks.
        claimed = {(by, act.role) for by, act in acts if isinstance(act, ClaimsRole)}
        claimed |= {(by, role) for by, _, _ in reported for role in HOLDERS["check"]}
        after = moves[moves.index(change) :]
        new = next(seat for move in after for seat in accused_seats(move, view.seat))
        match change.kind:
            case "drops_claimed":
                assert (change.target, change.role) in claimed
            case "drops_cleared":
                assert (change.other, change.target, False) in reported
            case "drops_found":
                assert (new, True) in {(seat, found) for _, seat, found in reported}
            case "drops_rivals":
                assert len({by for by, role in claimed if role == change.role}) > 1
            case _:
                assert (change.other, new) in against(view, facts)
    assert len(kinds) > 3
    assert kinds.total() > 40


@pytest.mark.slow
def test_who_owns_up_voted_for_the_exiled(spoken: list[Spoken]) -> None:
    owning = list(moves_of(spoken, "owns_up"))
    assert len(owning) > 2
    for view, facts, move in owning:
        assert (move.day, view.seat, move.target) in ballots(facts), move
        assert f.Exiled(move.target) in facts


@pytest.mark.slow
def test_who_blames_a_ballot_did_not_cast_the_same(spoken: list[Spoken]) -> None:
    for view, facts, move in moves_of(spoken, "suspect_voted"):
        assert (move.day, view.seat, move.other) not in ballots(facts), move


@pytest.mark.slow
def test_who_joins_an_accuser_names_one_who_has_spoken_against_the_seat(
    spoken: list[Spoken],
) -> None:
    joined = list(moves_of(spoken, "suspect_with"))
    assert len(joined) > 10
    for view, facts, move in joined:
        assert (move.other, move.target) in against(view, facts), move
        assert (view.seat, move.target) not in against(view, facts) or _praised(view, facts, move)


def _praised(view: View, facts: Sequence[Fact], move: Move) -> bool:
    """Whether the seat of a view has spoken for the target of a move."""
    return any(
        isinstance(act, Vouches) and act.seat == move.target
        for speaker, text in map(f.public_words, facts)
        if speaker == view.seat and text
        for act in read(text, speaker, view.names, view.board.size)
    )


@pytest.mark.slow
def test_who_reports_a_check_does_not_open_with_nothing_known(spoken: list[Spoken]) -> None:
    for _, _, moves in spoken:
        told = {move.kind for move in moves}
        assert not (told & {"report_wolf", "report_good"} and told & {"open_first", "open_plan"})


Heard = list[tuple[int, int, Act]]
"""The place, the speaker and the act of each thing that was said aloud."""

BY_CHECK = {"stand_by_report", "last_left", "report_wolf"}
DENIES_A_CLAIM = {"liar", "doubt_claim", "doubt_eaten", "counterclaim", "chain_eaten"}


def heard(view: View, facts: Sequence[Fact]) -> Heard:
    """Everything that was said aloud, in order."""
    return [
        (place, speaker, act)
        for place, (speaker, text) in enumerate(map(f.public_words, facts))
        if text
        for act in read(text, speaker, view.names, view.board.size, view.board.roles)
    ]


def own_reports(view: View, said: Heard) -> dict[int, bool]:
    """The seats that the seat of a view has reported, and whether it found them to be wolves."""
    found = dict[int, bool]()
    for _, speaker, act in said:
        if speaker == view.seat and isinstance(act, ReportsCheck):
            found[act.seat] = act.finds_wolf
        if speaker == view.seat and isinstance(act, Retracts):
            found.clear()
    return found


@pytest.mark.slow
def test_no_seat_forgets_or_reverses_its_own_report(spoken: list[Spoken]) -> None:
    stood = 0
    for view, facts, moves in spoken:
        mine = own_reports(view, heard(view, facts))
        for move in moves:
            for seat, is_for in stances_of(move, view.seat).items():
                assert mine.get(seat) is not is_for, (move, moves)
            for seat in accused_seats(move, view.seat):
                stood += seat in mine and move.kind == "stand_by_report"
                assert seat not in mine or move.kind in BY_CHECK | DENIES_A_CLAIM, (move, moves)
    assert stood > 20


@pytest.mark.slow
def test_who_claims_a_role_that_a_living_seat_claims_says_so(spoken: list[Spoken]) -> None:
    against_rivals = 0
    for view, facts, moves in spoken:
        claimed = next((move for move in moves if move.kind in ("claim", "counterclaim")), None)
        if claimed is None or view.board.roles.count(claimed.role) > 1:
            continue
        said = heard(view, facts)
        good = {move.target for move in moves if move.kind == "report_good"}
        good |= {seat for seat, is_wolf in own_reports(view, said).items() if not is_wolf}
        good |= {fact.target for fact in facts if isinstance(fact, f.Checked)} - {
            fact.target
            for fact in facts
            if isinstance(fact, f.Checked) and fact.result in ("wolves", "Werewolf")
        }
        mates = {
            fact.seat
            for fact in facts
            if isinstance(fact, f.Dealt) and team_of(fact.role) == "wolves"
        }
        claims: dict[int, RoleName] = {}
        for _, speaker, act in said:
            if isinstance(act, ClaimsRole):
                claims[speaker] = act.role
            elif isinstance(act, Retracts):
                claims.pop(speaker, None)
        rivals = {
            seat
            for seat, role in claims.items()
            if role == claimed.role and seat != view.seat and seat in view.living
        }
        accused = {seat for move in moves for seat in accused_seats(move, view.seat)}
        against_rivals += bool(rivals & accused)
        assert rivals <= good | mates or rivals & accused, moves
    assert against_rivals > 20


@pytest.mark.slow
def test_who_was_found_by_a_living_seat_answers_that_before_anything_else(
    spoken: list[Spoken],
) -> None:
    answered = 0
    for view, facts, moves in spoken:
        turns = [
            place
            for place, fact in enumerate(facts)
            if isinstance(fact, f.Said) and fact.seat == view.seat
        ]
        tellers = {
            speaker
            for place, speaker, act in heard(view, facts)
            if isinstance(act, ReportsCheck)
            and act.finds_wolf
            and act.seat == view.seat
            and speaker in view.living
            and speaker != view.seat
            and place > (turns or [-1])[-1]
        }
        if not tellers or not moves or not isinstance(facts[-1], f.Said):
            continue
        first = moves[1 if moves[0].kind == "campaign" else 0]
        answered += 1
        met = {*accused_seats(first, view.seat), first.other}
        # A claim with its find of the teller is one answer.
        met |= {move.target for move in moves[:2] if move.kind == "report_wolf"}
        assert met & tellers, moves
    assert answered > 30


@pytest.mark.slow
def test_what_changed_a_mind_came_after_the_word_and_the_ballot_that_it_changed(
    spoken: list[Spoken],
) -> None:
    changed = 0
    for view, facts, moves in spoken:
        for move in moves:
            if move.kind not in ("drops_claimed", "drops_cleared", "drops_found", "drops_rivals"):
                continue
            changed += 1
            said = heard(view, facts)
            held = [
                place
                for place, speaker, act in said
                if speaker == view.seat
                and isinstance(act, Accuses | CallsVote)
                and act.seat == move.target
            ]
            held += [
                place
                for place, fact in enumerate(facts)
                if isinstance(fact, f.Voted)
                and (fact.voter, fact.target) == (view.seat, move.target)
            ]
            since = [(speaker, act) for place, speaker, act in said if place > max(held)]
            found = {
                (act.seat, act.finds_wolf) for _, act in since if isinstance(act, ReportsCheck)
            }
            claims = {speaker for speaker, act in since if isinstance(act, ClaimsRole)}
            claims |= {speaker for speaker, act in since if isinstance(act, ReportsCheck)}
            match move.kind:
                case "drops_claimed":
                    assert move.target in claims, moves
                case "drops_cleared":
                    assert (move.target, False) in found, moves
                case "drops_found":
                    assert (move.other, True) in found, moves
                case _:
                    assert claims, moves
    assert changed > 10


@pytest.mark.slow
def test_one_seat_a_day_explains_its_ballot_and_one_owns_up(spoken: list[Spoken]) -> None:
    told: Counter[tuple[object, ...]] = Counter()
    for view, facts, moves in spoken:
        day = [fact.day for fact in facts if isinstance(fact, f.Began)][-1]
        for move in moves:
            if move.kind == "owns_up" or move.kind.startswith("switch_"):
                told[view.board.name, view.names, day, move.kind[:6]] += 1
    assert told.total() > 20
    assert set(told.values()) == {1}
