"""What is said moves the table: claims, finds, accusations and questions, by bots and by people."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.core.bots.play.test_night import DAY_1, answered, view_with
from tests.core.bots.playing import Takeover, ballots, play, speeches
from wolfcore.game import Answer, Ask, Game, RoleName, View
from wolfcore.game import facts as f
from wolfcore.speech import (
    Accuses,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    TellsPoisoned,
    read,
)

DEAL: dict[int, RoleName] = {
    1: "Seer",
    2: "Werewolf",
    3: "Villager",
    4: "Villager",
    5: "Werewolf",
    6: "Doctor",
    7: "Villager",
}
HONEST = (3, 4, 6, 7)


def share_of_votes_for(
    target: int, takeover: Takeover, seeds: int = 30, deal: dict[int, RoleName] = DEAL
) -> float:
    """Which part of the honest ballots of day 1, the speaker's aside, names `target`."""
    named = cast = 0
    for seed in range(seeds):
        game = play(
            "sla7",
            seed,
            deal=deal,
            takeover=takeover,
            until=lambda game: game.state.day == 2 or game.over,
        )
        votes = [
            choice
            for voter, choice in ballots(game, 1).items()
            if voter in HONEST and voter != target
        ]
        named += votes.count(target)
        cast += len(votes)
    assert cast > seeds
    return named / cast


def night_of_the_seer(target: int) -> Takeover:
    """Seer in seat 1 checks `target` first; the pack attacks seat 7."""

    def takeover(_view: View, ask: Ask) -> Answer | None:
        if ask.kind == "kill":
            return Answer(7)
        return Answer(target) if ask.kind == "check" else None

    return takeover


def test_a_seer_that_found_a_wolf_gets_it_across() -> None:
    assert (
        share_of_votes_for(2, night_of_the_seer(2))
        > share_of_votes_for(2, night_of_the_seer(3)) + 0.35
    )


def typed(text: str) -> Takeover:
    """A person in seat 1 who says `text` on day 1 ({bram} is seat 2) and nothing else; the pack
    attacks seat 7."""

    def takeover(view: View, ask: Ask) -> Answer | None:
        if ask.kind == "kill":
            return Answer(7)
        if ask.seat == 1:
            return Answer(
                ask.options[0],
                text=text.format(bram=view.name(2).lower()) if ask.kind == "speak" else "",
            )
        return None

    return takeover


def test_a_typed_claim_with_a_find_moves_the_votes() -> None:
    quiet = share_of_votes_for(2, typed("morning all"))
    accused = share_of_votes_for(
        2, typed("im the seer guys. i checked {bram} last night and hes a wolf, vote him")
    )
    assert accused > quiet + 0.35


def test_a_typed_claim_against_the_evidence_moves_few() -> None:
    """Seat 1 says that it is the seer and found seat 3; the true seer in seat 6 answers with its
    own find."""
    changed: dict[int, RoleName] = {1: "Villager", 6: "Seer", 7: "Doctor"}
    deal = DEAL | changed

    def disputed(view: View, ask: Ask) -> Answer | None:
        if ask.kind == "kill":
            return Answer(4)
        if ask.kind == "speak" and ask.seat == 6:
            return Answer(
                text=f"I am the Seer. I checked {view.name(3)} last night and {view.name(3)} is "
                f"good. {view.name(1)} is lying."
            )
        return typed("I am the seer, I checked 3 last night and 3 is a wolf. Vote 3.")(view, ask)

    uncontested = share_of_votes_for(
        3, typed("I am the seer, I checked 3 last night and 3 is a wolf. Vote 3.")
    )
    assert share_of_votes_for(3, disputed, deal=deal) < uncontested - 0.3


def acts(view: View, text: str) -> tuple[object, ...]:
    """What a bot's words do."""
    return read(text, view.seat, view.names, view.board.size)


def spoken(view: View, seeds: int = 30) -> list[tuple[object, ...]]:
    """What this seat's speeches of day 1 do, over seeds."""
    said = (
        answered(view, "speak", (0,), day=1, phase="discussion", seed=seed).text
        for seed in range(seeds)
    )
    return [acts(view, text) for text in said]


def test_who_is_accused_defends_itself() -> None:
    view = view_with(
        "sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "Dov is a wolf. Vote for Dov.")
    )
    assert (
        sum(
            any(isinstance(act, Defends) and act.seat == 4 for act in said) for said in spoken(view)
        )
        > 8
    )


def test_who_is_framed_calls_it_a_lie() -> None:
    view = view_with(
        "sla7",
        4,
        "Villager",
        *DAY_1,
        f.Said(1, "speak", "I am the Seer. I checked Dov last night: a wolf."),
    )
    assert sum(Accuses(1) in said for said in spoken(view)) > 20


def test_who_is_asked_answers_by_name() -> None:
    view = view_with("sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "Dov, whom do you suspect?"))
    texts = [
        answered(view, "speak", (0,), day=1, phase="discussion", seed=seed).text
        for seed in range(30)
    ]
    assert (
        sum(
            "Ada" in text or "seat 1" in text.lower() or "number 1" in text.lower()
            for text in texts
        )
        > 20
    )


def test_a_seer_answers_a_rival() -> None:
    facts = (f.Checked(4, 3, "village"), *DAY_1[1:], f.Said(1, "speak", "I am the Seer."))
    view = view_with("sla7", 4, "Seer", DAY_1[0], *facts)
    assert sum(ClaimsRole("Seer") in said for said in spoken(view)) > 20


def test_a_seer_opens_on_the_first_day_more_often_than_not_and_not_always() -> None:
    view = view_with("sla7", 4, "Seer", DAY_1[0], f.Checked(4, 3, "village"), *DAY_1[1:])
    assert 12 < sum(ClaimsRole("Seer") in said for said in spoken(view)) < 26


def test_a_seer_tells_only_what_it_saw() -> None:
    facts = (f.Checked(4, 3, "village"), *DAY_1[1:], f.Began(2, "night"), f.Checked(4, 2, "wolves"))
    view = view_with(
        "sla7",
        4,
        "Seer",
        DAY_1[0],
        *facts,
        f.Began(2, "dawn"),
        f.QuietNight(2),
        f.Began(2, "discussion"),
    )
    reports = set[ReportsCheck]()
    for seed in range(30):
        text = answered(view, "speak", (0,), phase="discussion", seed=seed).text
        for act in read(text, 4, view.names, 7):
            if isinstance(act, ReportsCheck):
                reports.add(ReportsCheck(act.seat, act.result, 2 if act.night < 0 else act.night))
    assert reports == {ReportsCheck(3, "village", 1), ReportsCheck(2, "wolves", 2)}


def test_the_dying_seer_and_witch_leave_what_they_know() -> None:
    seer = view_with("xu7", 4, "Seer", DAY_1[0], f.Checked(4, 3, "village"), *DAY_1[1:])
    last = answered(seer, "last_words", (0,), day=1, phase="exile").text
    assert ClaimsRole("Seer") in acts(seer, last)
    assert any(isinstance(act, ReportsCheck) and act.seat == 3 for act in acts(seer, last))
    witch = view_with(
        "xu7",
        4,
        "Witch",
        DAY_1[0],
        f.Poisoned(4, 2),
        f.Began(1, "dawn"),
        f.Died(2),
        f.Began(1, "discussion"),
    )
    last = answered(witch, "last_words", (0,), day=1, phase="exile").text
    assert any(isinstance(act, TellsPoisoned) and act.seat == 2 for act in acts(witch, last))


@pytest.mark.slow
def test_a_claim_once_made_is_not_made_again() -> None:
    for seed in range(60):
        claimed: dict[int, list[str]] = {}
        game = play("sla7", seed)
        for speech in speeches(game):
            for act in read(speech.text, speech.seat, game.spec.names, 7):
                if isinstance(act, ClaimsRole):
                    claimed.setdefault(speech.seat, []).append(act.role)
        assert all(len(roles) == len(set(roles)) for roles in claimed.values())


@pytest.mark.slow
def test_a_false_seer_tells_one_story() -> None:
    """No seat reported twice, no night with two results, no more wolves found than are dealt."""
    told = 0
    for seed in range(60):
        game = play("arena8", seed)
        reports: dict[int, list[ReportsCheck]] = {}
        day = 0
        for entry in game.log:
            if isinstance(entry.fact, f.Began):
                day = entry.fact.day
            elif isinstance(entry.fact, f.Said) and game.view(entry.fact.seat).team == "wolves":
                for act in read(entry.fact.text, entry.fact.seat, game.spec.names, 8):
                    if isinstance(act, ReportsCheck):
                        night = day if act.night < 0 else act.night
                        reports.setdefault(entry.fact.seat, []).append(
                            ReportsCheck(act.seat, act.result, night)
                        )
        for story in reports.values():
            told += 1
            assert (
                len({report.seat for report in story})
                == len({report.night for report in story})
                == len(story)
            )
            assert sum(report.result == "wolves" for report in story) <= 2
    assert told > 5


@pytest.mark.slow
def test_both_wolves_never_play_the_seer() -> None:
    for seed in range(60):
        game = play("sla7", seed)
        claiming = {
            speech.seat
            for speech in speeches(game)
            if game.view(speech.seat).team == "wolves"
            and ClaimsRole("Seer") in read(speech.text, speech.seat, game.spec.names, 7)
        }
        assert len(claiming) < 2


def test_a_question_from_a_bot_reaches_a_seat() -> None:
    asked = 0
    for seed in range(20):
        game = play("sla7", seed, until=lambda game: game.state.phase == "vote" or game.over)
        for speech in speeches(game):
            asked += sum(
                isinstance(act, AsksSeat)
                for act in read(speech.text, speech.seat, game.spec.names, 7)
            )
    assert asked > 10


def test_a_sheriff_says_in_words_what_it_recommends() -> None:
    seen = 0
    for seed in range(8):
        game = play("plus8", seed)
        facts = [entry.fact for entry in game.log]
        for said, then in pairwise(facts):
            if isinstance(said, f.Said) and isinstance(then, f.Recommended) and then.target:
                seen += 1
                assert CallsVote(then.target) in read(said.text, said.seat, game.spec.names, 8)
    assert seen > 4


def test_a_name_that_is_a_word_of_the_game_is_spoken_of_by_number() -> None:
    view = view_with(
        "sla7", 4, "Villager", *DAY_1, f.Said(2, "speak", "Dov is a wolf. Vote for Dov.")
    )
    view.names = ("Ada", "Witch", "Cleo", "Dov", "Elif", "Fay", "Gil")
    texts = [
        answered(view, "speak", (0,), day=1, phase="discussion", seed=seed).text
        for seed in range(30)
    ]
    assert not any("Witch" in text for text in texts)
    assert sum("eat 2" in text or "umber 2" in text for text in texts) > 10


def test_silence_is_heard_as_silence() -> None:
    game: Game = play(
        "sla7", 1, takeover=lambda _view, ask: Answer(ask.options[0]) if ask.seat == 1 else None
    )
    assert game.over


@pytest.mark.parametrize(
    ("board", "role"),
    [("plus10", "Witch"), ("plus10", "Guard"), ("plus10", "Hunter"), ("sla7", "Doctor")],
)
def test_a_god_whom_the_table_holds_for_the_likeliest_wolf_says_its_role(
    board: str, role: RoleName
) -> None:
    """One voice against it would not press it; but nobody is suspected more."""
    talk = (f.Said(1, "speak", "Dov is a wolf."), f.Said(2, "speak", "I trust Ada."))
    singled = view_with(board, 4, role, *DAY_1, *talk)
    left_alone = view_with(
        board,
        4,
        role,
        *DAY_1,
        f.Said(1, "speak", "Elif is a wolf."),
        f.Said(2, "speak", "I trust Ada."),
    )

    def claims(view: View) -> int:
        texts = [
            answered(view, "speak", (0,), day=1, phase="discussion", seed=seed).text
            for seed in range(30)
        ]
        return sum(ClaimsRole(role) in acts(view, text) for text in texts)

    assert claims(singled) > 22
    assert claims(left_alone) < 12
