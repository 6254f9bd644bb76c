"""Every switch and every role is asked about, and turning a switch turns an answer: the key comes
from the engine."""

from __future__ import annotations

import string
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from wolfcore.game import (
    ROLES,
    Board,
    Switches,
    board_names,
    check_board,
    dice_of,
    get_board,
    read_roles,
)
from wolfcore.game import facts as f
from wolfcore.quiz import KINDS, NO, SWITCHES_WITHOUT_QUESTIONS, YES
from wolfcore.quiz.kind import Draft, QuestionKind, SituationDraw
from wolfcore.quiz.question_text import (
    lines,
    make_question,
    rule_sentences,
    rulebook_sentences,
    switch_values,
)
from wolfcore.quiz.scenes import Choices, NeverAsked, Unsettled, a_day, an_election, an_exile

EVERYTHING = read_roles("3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard")
BASES = (
    Switches(),
    Switches(sheriff="candidates"),
    Switches(discussion="bids"),
    Switches(
        wolves_win="all_dead",
        sheriff="candidates",
        suspicions="before_vote",
        straw_vote="private",
        whisper_rounds=1,
    ),
)
"""Rules on which switches are turned: what one of them hides another shows."""
TRIES = 40


def everything(switches: Switches) -> Board:
    return Board("everything", EVERYTHING, switches)


def drafts(board: Board, kind: QuestionKind, tries: int = TRIES) -> Iterator[Draft | None]:
    """Drafts of a kind by equal dice, whatever the board."""
    for number in range(tries):
        try:
            yield (
                kind.draft(SituationDraw(board, dice_of(number, kind.name)))
                if kind.fits(board)
                else None
            )
        except Unsettled:
            yield None


def playable(board: Board) -> bool:
    try:
        check_board(board)
    except ValueError:
        return False
    except Exception as error:
        if type(error).__name__ != "ConfigError":
            raise
        return False
    return True


def turned(switch: str) -> Iterator[tuple[Board, Board]]:
    """Boards that differ in one switch alone."""
    for base in BASES:
        values: list[Any] = [
            value
            for value in switch_values(switch)
            if playable(everything(replace(base, **{switch: value})))
        ]
        for one, other in combinations(values, 2):
            yield (
                everything(replace(base, **{switch: one})),
                everything(replace(base, **{switch: other})),
            )


def turns_an_answer(switch: str, kind: QuestionKind) -> bool:
    """Whether the same words about the same things have another answer when the switch is turned."""
    for one, other in turned(switch):
        for first, second in zip(drafts(one, kind), drafts(other, kind), strict=True):
            if (
                first
                and second
                and (first.sentence_name, first.fills) == (second.sentence_name, second.fills)
                and first.key != second.key
            ):
                return True
    return False


@pytest.mark.parametrize("switch", Switches.__struct_fields__)
def test_every_switch_is_met_by_kinds_whose_answers_turn_with_it(switch: str) -> None:
    if switch in SWITCHES_WITHOUT_QUESTIONS:
        assert SWITCHES_WITHOUT_QUESTIONS[switch]
        return
    meeting = [kind for kind in KINDS.values() if switch in kind.switches]
    assert meeting, (
        f"no kind of question meets {switch}: write one, or say in LEFT_OUT why there is none"
    )
    assert [kind.name for kind in meeting if not turns_an_answer(switch, kind)] == []


@pytest.mark.slow
def test_every_kind_gives_both_answers_where_nobody_dies_in_the_first_night() -> None:
    shipped = get_board("classic12")
    board = replace(shipped, switches=replace(shipped.switches, first_night_deaths=False))
    for kind in KINDS.values():
        if kind.fits(board):
            found = {question(board, kind, wanted).answer for wanted in (True, False)}
            assert found == {YES, NO}, kind.name


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_asked_about(role: str) -> None:
    board = Board("one", read_roles(f"2 Werewolf, Seer, 3 Villager, {role}"))
    named = {
        kind.name
        for kind in KINDS.values()
        for draft in drafts(board, kind)
        if draft and role in draft.fills.values()
    }
    power = ROLES[role].power
    assert {"team", "who knows whom"} <= named
    assert power is None or named & {
        kind.name
        for kind in KINDS.values()
        if kind.subject in ("night", "deaths", "wolves", "players")
    }


@pytest.mark.parametrize("name", board_names())
def test_every_kind_that_fits_a_board_gives_both_answers_there(name: str) -> None:
    board = get_board(name)
    for kind in KINDS.values():
        if not kind.fits(board):
            continue
        found = {question(board, kind, wanted).answer for wanted in (True, False)}
        assert found == {YES, NO}, kind.name


def question(board: Board, kind: QuestionKind, wanted: bool) -> Any:
    for number in range(400):
        try:
            return make_question(
                board, kind, seed=1, number=number, binary=True, answer_yes=wanted
            )[0]
        except Unsettled:
            continue
    raise AssertionError(f"nothing came of {kind.name} on {board.name}")


@pytest.mark.slow
def test_questions_read_as_sentences() -> None:
    for name in board_names():
        board = get_board(name)
        for kind in KINDS.values():
            for wanted in (True, False) if kind.fits(board) else ():
                text = question(board, kind, wanted).text
                assert text[0].isupper(), text
                assert text.endswith("?"), text
                assert not set("{}") & set(text), text
                assert "  " not in text, text
                assert " ," not in text, text
                assert ",." not in text, text
                assert ".." not in text, text


@pytest.mark.slow
def test_every_line_is_used_and_has_both_ways_of_asking() -> None:
    used: set[str] = set()
    for board in (
        everything(BASES[1]),
        everything(BASES[2]),
        *map(get_board, ("plus8", "classic9", "duel6", "helmsman7", "helmsman7+appointed")),
    ):
        for kind in KINDS.values():
            used |= {draft.sentence_name for draft in drafts(board, kind, 20) if draft}
    assert used == set(lines())
    for line in lines().values():
        assert line.plain
        assert line.turned
        blanks = [
            {name for _, name, _, _ in string.Formatter().parse(each) if name}
            for each in (*line.plain, *line.turned)
        ]
        assert all(("guess" in names) == bool(line.open) for names in blanks)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_kind_is_answered_by_sentences_of_the_rule_book_of_some_board(
    kind: QuestionKind,
) -> None:
    boards = [everything(base) for base in BASES] + [get_board(name) for name in board_names()]
    found = [rule_sentences(board, kind) for board in boards if kind.fits(board)]
    assert any(found)
    for board in boards:
        if kind.fits(board):
            assert set(rule_sentences(board, kind)) <= set(rulebook_sentences(board))


def test_a_kind_that_is_never_open_says_so_at_once() -> None:
    with pytest.raises(NeverAsked):
        make_question(get_board("sla7"), KINDS["who votes"], seed=0, number=1, binary=False)


# -- what the engine makes of a situation


def test_what_a_situation_leaves_open_makes_no_question() -> None:
    table = SituationDraw(get_board("sla7"), dice_of(3))
    tie: Choices = {("vote", seat): (vote,) for seat, vote in enumerate((2, 1, 2, 1, 0, 0, 0), 1)}
    assert table.settled_value(
        table.scene(), a_day, lambda played: bool(played.facts_of(f.Exiled)[0].seat), tie
    )
    with pytest.raises(Unsettled):
        table.settled_value(
            table.scene(), a_day, lambda played: played.facts_of(f.Exiled)[0].seat, tie
        )


def test_a_choice_that_the_engine_does_not_offer_makes_no_question() -> None:
    table = SituationDraw(get_board("sla7"), dice_of(3))
    with pytest.raises(Unsettled):
        table.play(table.scene(), a_day, {("vote", 1): (1,)})


def test_a_situation_begins_as_it_is_told() -> None:
    board = get_board("classic12")
    table = SituationDraw(board, dice_of(5))
    scene = table.scene((1, 2, 3, 4, 5), day=3, sheriff=4)
    played = table.play(scene, an_exile(0))
    assert played.state.living == (1, 2, 3, 4, 5)
    assert played.state.sheriff == 4
    assert played.state.day == 3
    assert played.facts_of(f.Exiled) == (f.Exiled(0),)
    assert [type(entry.fact) for entry in played.entries][:2] == [f.Began, f.Exiled]


def test_second_choices_are_those_of_the_second_time() -> None:
    board = get_board("classic12")
    table = SituationDraw(board, dice_of(5))
    runs: Any = {("run", seat): (int(seat in (1, 2)),) for seat in table.seats}
    first: Any = {("elect", seat): (1 if seat % 2 else 2, 2) for seat in range(3, 13)}
    played = table.play(table.scene(), an_election, runs | first)
    assert [badge.seat for badge in played.facts_of(f.Badge)] == [2]
    assert len(played.asked("elect")) == 20
