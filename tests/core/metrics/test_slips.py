"""Reasonableness: each check on a line that fails it and on one that does not, with the papers' own
examples."""

from __future__ import annotations

import pytest

from tests.core.game.table_talk import board_of
from tests.core.metrics.written import (
    cells,
    dawn,
    day,
    died,
    exiled,
    found,
    near,
    night,
    said,
    summed,
    value,
    votes,
    written,
)
from wolfcore.game import Board, Switches
from wolfcore.game import facts as f
from wolfcore.metrics import Crosstabs, RecordedGame, measure
from wolfcore.records import SeatSpec

NIGHT_1 = (night(1), f.Attacked(5), dawn(1), *died(5, "killed"), day(1))
DEAL = "WWSGVVV"


def told(*facts: f.Fact) -> RecordedGame:
    """Day 1 after seat 5 was killed."""
    return written(DEAL, *NIGHT_1, *facts)


def slips(game: RecordedGame) -> dict[str, list[str]]:
    names = (
        "known_fact",
        "dead",
        "vote",
        "role",
        "never",
        "night_speech",
        "not_yet",
        "time",
        "self",
    )
    lines = {
        name: [quote for part in found(f"slip_{name}", game).parts for quote in part.quotes]
        for name in names
    }
    return {name: quotes for name, quotes in lines.items() if quotes}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Vote for Elif.", "dead"),
        ("Elif, where do you stand?", "dead"),
        ("As a villager, I checked Ada last night and she is a wolf.", "role"),
        ("I am the Hunter.", "known_fact"),
        ("I protected Elif last night.", "never"),
        ("I take back my claim.", "never"),
        ("I want to address the concerns raised about my silence last night.", "night_speech"),
        ("I think Fay's silence is a bit suspicious, but it could just be a strategy.", "not_yet"),
        ("Yesterday the vote was strange.", "time"),
        ("On night 3 I learned nothing.", "time"),
        ("We should continue to observe Dan closely.", "self"),
    ],
)
def test_a_line_that_makes_no_sense_is_a_slip_of_its_kind(line: str, kind: str) -> None:
    assert slips(told(said(4, line))) == {kind: [line]}


@pytest.mark.parametrize(
    "line",
    [
        "Elif was a good player.",
        "Elif was killed because she spoke for us.",
        "I am the Doctor and I protected Fay last night.",
        "As the Guard, I protected myself last night.",
        "I am the Seer. I checked Ada last night and she is a wolf.",
        "Last night the wolves killed Elif, and Ada said nothing about it.",
        "I will check Fay on night 2.",
        "Watch me if you like, I am Dan.",
        "Ada is a wolf.",
    ],
)
def test_a_line_that_makes_sense_or_deceives_is_none(line: str) -> None:
    assert slips(told(said(1, "Hello."), said(4, line))) == {}


def test_a_deed_of_the_night_in_which_its_target_fell_is_possible() -> None:
    checked = "I checked Elif last night and she is good."
    assert slips(told(said(3, checked))) == {}
    later = written(
        DEAL,
        *NIGHT_1,
        *votes("2 1 2 2 . 2 2"),
        exiled(2),
        night(2),
        dawn(2),
        day(2),
        said(3, checked),
    )
    assert slips(later) == {"never": [checked]}


def test_the_silence_of_who_has_spoken_or_passed_is_no_slip() -> None:
    assert slips(told(said(6, ""), said(4, "Fay's silence is suspicious."))) == {}


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("Fay has been unusually quiet.", True),
        ("Fay, your silence is suspicious.", True),
        ("Fay, hello. Your silence is suspicious.", True),
        ("Several of you have pointed out Fay's quietness as suspicious.", False),
        ("Ada, you mentioned that Fay's silence is suspicious.", False),
        ("Ada, your silence is suspicious.", False),
    ],
)
def test_a_remark_on_silence_is_laid_to_who_makes_it_about_whom_it_calls_on(
    line: str, held: bool
) -> None:
    assert ("not_yet" in slips(told(said(1, "Hello."), said(4, line)))) == held


def test_where_turns_are_bid_for_silence_is_a_choice() -> None:
    board = Board("bidding", board_of(DEAL).roles, Switches(discussion="bids"))
    game = written(DEAL, *NIGHT_1, said(4, "Fay has been very quiet."), board=board)
    assert slips(game) == {}
    # What the log cannot decide has no value, which is not 0.
    assert value("slip_not_yet", game) is None
    assert value("slip_time", game) == 0
    assert value("reasonableness", game) == 1
    assert slips(told(said(4, "Fay has been very quiet."))) == {
        "not_yet": ["Fay has been very quiet."]
    }


KINDS = (
    "one can speak during the night",
    "some player has already made a statement",
    "time confusion",
    "itself as another player",
)


def hallucinations(*games: RecordedGame) -> dict[tuple[str, str], tuple[float | None, int, int]]:
    """Speeches with the kind, speeches read and speeches unread, by kind and player."""
    crosstabs = Crosstabs()
    for game in games:
        crosstabs.add(measure(game))
    return {
        (cell.row, cell.column): (cell.total, cell.n, cell.unread)
        for cell in crosstabs.cells()
        if cell.table.name == "hallucinations"
    }


def spoken(*facts: f.Fact, board: Board | None = None) -> RecordedGame:
    """Day 1 among two players: A on seats 1 to 4, B on the others."""
    return written(
        DEAL, *NIGHT_1, *facts, players=[SeatSpec(name) for name in "AAAABBB"], board=board
    )


def test_the_examples_of_the_paper_are_counted_by_kind_and_by_player() -> None:
    game = spoken(
        said(1, "I want to address the concerns raised about my silence last night."),
        said(4, "I think Fay's silence is a bit suspicious."),
        said(7, "Yesterday we all agreed on this."),
        said(6, "Vote for Ada."),
    )
    found = hallucinations(game, game)
    assert [found[kind, "A"] for kind in KINDS] == [(2, 4, 0), (2, 4, 0), (0, 4, 0), (0, 4, 0)]
    assert [found[kind, "B"] for kind in KINDS] == [(0, 4, 0), (0, 4, 0), (2, 4, 0), (0, 4, 0)]
    quotes = {cell.row: cell.quote for cell in cells("hallucinations", game) if cell.quote}
    assert quotes[KINDS[1]] == "I think Fay's silence is a bit suspicious."


def test_what_is_not_read_or_not_decided_is_no_speech_without_a_hallucination() -> None:
    foreign = said(7, "我觉得大家都应该投票给一号玩家，因为他昨天晚上说了谎。")
    english = "I think that we should all vote for Fay, because she did not answer the question."
    found = hallucinations(spoken(said(1, english), said(4, english), foreign))
    assert [found[kind, "B"] for kind in KINDS] == [(None, 0, 1)] * 4
    assert [found[kind, "A"] for kind in KINDS] == [(0, 2, 0)] * 4
    bids = Board("bidding", board_of(DEAL).roles, Switches(discussion="bids"))
    found = hallucinations(spoken(said(4, "Fay has been very quiet."), board=bids))
    assert [found[kind, "A"] for kind in KINDS] == [(0, 1, 0), (None, 0, 1), (0, 1, 0), (0, 1, 0)]
    untold = written(DEAL, *NIGHT_1, untold=["Said"])
    assert hallucinations(untold) == {}


@pytest.mark.parametrize(
    "line",
    [
        "Elif's removal is suspicious.",
        "What does Elif's removal tell us?",
        "Elif's death raises suspicions.",
        "I think Elif's absence is suspicious.",
    ],
)
def test_the_removal_of_the_dead_is_no_mention_of_them_as_living(line: str) -> None:
    assert "dead" not in slips(told(said(1, "Hello."), said(4, line)))


def test_voting_against_ones_own_call_is_a_slip_unless_that_seat_is_dead_or_one_of_several_calls_holds() -> (
    None
):
    call = said(4, "Vote for Ada.")
    assert slips(told(call, *votes("0 0 0 2 . 0 0"))) == {"vote": ["Vote for Ada."]}
    assert slips(told(call, *votes("0 0 0 0 . 0 0"))) == {"vote": ["Vote for Ada."]}
    assert slips(told(call, *votes("0 0 0 1 . 0 0"))) == {}
    assert slips(told(said(4, "Vote for Ada. Or vote for Bram."), *votes("0 0 0 2 . 0 0"))) == {}


def test_judging_a_seat_against_the_role_that_all_saw_is_a_slip() -> None:
    shown = [f.Revealed(5, "Villager")]
    assert slips(told(*shown, said(4, "Elif is a wolf."))) == {"known_fact": ["Elif is a wolf."]}
    assert slips(told(*shown, said(4, "Elif was innocent."))) == {}


def test_reasonableness_is_the_share_of_speeches_without_a_slip() -> None:
    game = told(
        said(1, "Vote for Elif. Yesterday she was quiet."),
        said(2, "Hello."),
        said(3, ""),
        said(4, "I suspect Ada."),
        *exiled(0),
    )
    assert summed("reasonableness", game) == (2, 3, near(2 / 3))
    assert [value("slip_dead", game), value("slip_time", game)] == [1, 1]


def test_without_speech_all_of_it_is_unknown() -> None:
    game = written(DEAL, *NIGHT_1, untold=("Said",))
    assert value("reasonableness", game) is None
    assert value("slip_dead", game) is None


BACK = "I take back my claim."


@pytest.mark.parametrize(
    ("line", "voter", "is_slip"),
    [
        ("I am the Seer.", 4, False),
        ("Soy la vidente y Ada es una mujer lobo, lo vi esta noche.", 4, False),
        ("He never answered me.", 4, True),
        ("", 4, True),
        ("I am the Seer.", 3, True),
    ],
)
def test_a_claim_with_a_ballot_can_be_taken_back(line: str, voter: int, *, is_slip: bool) -> None:
    voted = f.Voted(voter, 2, "vote", line)
    later = (exiled(2), night(2), dawn(2), day(2))
    after = written(DEAL, *NIGHT_1, voted, *later, said(4, BACK))
    assert slips(after) == ({"never": [BACK]} if is_slip else {})
    # What is claimed after it cannot have been meant.
    before = written(DEAL, *NIGHT_1, said(4, BACK), voted, *later)
    assert slips(before) == {"never": [BACK]}
