"""Asks in words: every kind on every board, and the sentences that matter most."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given

from tests.core.game.random_play import specs, steps
from wolfcore.game import (
    SPEECH_KINDS,
    Ask,
    AskKind,
    Board,
    GameSpec,
    Phase,
    Switches,
    View,
    board_names,
    get_board,
    make_spec,
    read_roles,
)
from wolfcore.game import facts as f
from wolftui.words.questions import Question, make_question, match_option

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
BOARD = Board("test7", read_roles("2 Werewolf, Seer, Guard, Witch, Hunter, Villager"), Switches())


def view(*facts: f.Fact, seat: int = 4, board: Board = BOARD) -> View:
    return View(seat, board, NAMES, [f.Began(0, "setup"), *facts])


def switched(**changes: object) -> Board:
    return Board(
        "test7",
        BOARD.roles,
        msgspec.convert(msgspec.to_builtins(BOARD.switches) | changes, Switches),
    )


def asked(kind: AskKind, *options: int, seat: int = 4, phase: Phase = "night") -> Ask:
    return Ask(f"n1.{kind}.{seat}", seat, kind, 1, phase, options)


def consequences(put: Question) -> dict[int, str]:
    return {option.value: option.consequence for option in put.options}


@pytest.mark.slow
@given(specs())
def test_every_ask_of_a_game_reads_as_a_whole_question(spec: GameSpec) -> None:
    for game in steps(spec):
        for ask in game.asks:
            put = make_question(ask, game.view(ask.seat))
            assert put.ask is ask
            assert put.title[0].isupper()
            assert put.title[-1] in "?."
            assert not put.hint or (put.hint[-1] in "?." and "  " not in put.hint)
            assert put.wants_text == (ask.kind in SPEECH_KINDS)
            if put.wants_choice:
                assert tuple(option.value for option in put.options) == ask.options
            for option in put.options:
                assert option.label
                assert option.consequence[0].isupper()
                assert option.consequence[-1] == "."
                assert "nobody dies tonight unless" not in option.consequence


@pytest.mark.slow
def test_every_kind_of_ask_is_met_on_the_shipped_boards() -> None:
    kinds: set[AskKind] = set()
    for name in board_names():
        for seed in range(12):
            for game in steps(make_spec(get_board(name), seed)):
                for ask in game.asks:
                    make_question(ask, game.view(ask.seat))
                    kinds.add(ask.kind)
    assert kinds == set(get_args(AskKind))


def test_a_poison_names_its_victim_and_how_many_there_are() -> None:
    put = make_question(asked("poison", 0, 5), view(f.Dealt(4, "Witch")))
    assert consequences(put) == {
        0: "Poison nobody tonight. You keep the poison.",
        5: "Poison 5 Elif. You have one poison.",
    }


def test_what_is_known_stands_behind_a_seat() -> None:
    put = make_question(
        asked("check", 1, 2, 3),
        view(
            f.Dealt(4, "Seer"),
            f.Checked(4, 2, "wolves"),
            f.Checked(4, 3, "village"),
            f.Badge(1, "elected"),
        ),
    )
    assert [option.note for option in put.options] == [
        "sheriff",
        "checked: a wolf",
        "checked: not a wolf",
    ]


def test_a_wolf_sees_its_pack_and_what_the_pack_picked_so_far() -> None:
    seen = view(
        f.Dealt(4, "Werewolf"),
        f.Dealt(2, "Werewolf"),
        f.Began(1, "night"),
        f.Proposed(2, 5),
        board=switched(wolves_may_target_pack=True),
    )
    put = make_question(asked("kill", 1, 2, 4), seen)
    assert "2 Bram picks 5 Elif." in put.hint
    assert [option.note for option in put.options] == ["", "in your pack", "you"]


def test_picks_of_an_earlier_night_are_not_told_again() -> None:
    seen = view(
        f.Dealt(4, "Werewolf"),
        f.Dealt(2, "Werewolf"),
        f.Began(1, "night"),
        f.Proposed(2, 5),
        f.Began(2, "night"),
    )
    assert "picks" not in make_question(asked("kill", 1, 3), seen).hint


def test_a_whole_name_wins_over_the_beginning_of_another() -> None:
    seen = View(4, BOARD, ("Al", "Alan", "Cleo", "Dov", "Elif", "Fay", "Gil"), [])
    found = match_option(make_question(asked("vote", 1, 2, phase="vote"), seen).options, "al")
    assert not isinstance(found, str)
    assert found.value == 1


@pytest.mark.parametrize(
    ("kill", "seat", "hint", "verb"),
    [
        ("second_decides", 4, "You decide for the pack.", "Attack"),
        ("second_decides", 2, "You propose, and 4 Dov decides.", "Propose"),
        ("one_decides", 4, "You decide for the pack tonight.", "Attack"),
        (
            "unanimous",
            4,
            "Picks are unseen, and nobody dies unless all of the pack pick the same seat.",
            "Pick",
        ),
        ("plurality", 4, "The pack attacks whom most of you pick; a tie kills nobody.", "Pick"),
    ],
)
def test_a_wolf_is_told_how_far_its_word_goes(kill: str, seat: int, hint: str, verb: str) -> None:
    seen = view(
        f.Dealt(4, "Werewolf"),
        f.Dealt(2, "Werewolf"),
        f.Began(1, "night"),
        seat=seat,
        board=switched(wolf_kill=kill),
    )
    put = make_question(asked("kill", 1, seat=seat), seen)
    assert put.hint == hint
    assert put.options[0].consequence.startswith(f"{verb} 1 Ada.")


def test_a_lone_wolf_hunts_alone() -> None:
    seen = view(
        f.Dealt(4, "Werewolf"),
        f.Dealt(2, "Werewolf"),
        f.Began(1, "exile"),
        f.Died(2),
        f.Began(2, "night"),
    )
    assert make_question(asked("kill", 1), seen).hint == "You hunt alone."


def test_a_guard_is_told_whom_the_rule_of_last_night_bars() -> None:
    seen = view(f.Dealt(4, "Guard"), f.Began(1, "night"), f.Protected(4, 5), f.Began(2, "night"))
    ask = Ask("n2.protect.4", 4, "protect", 2, "night", (1, 4))
    put = make_question(ask, seen)
    assert put.hint == "You protected 5 Elif last night, so not again tonight."
    assert (
        consequences(put)[4] == "Protect yourself. Tonight an attack of the wolves cannot kill you."
    )


def test_a_witch_who_saves_is_told_what_the_board_makes_of_it() -> None:
    board = switched(witch_both_potions=False, guard_and_antidote="dies")
    put = make_question(asked("save", 0, 5), view(f.Dealt(4, "Witch"), f.Victim(4, 5), board=board))
    assert consequences(put) == {
        0: "Keep the antidote. 5 Elif dies tonight, unless protected.",
        5: "Save 5 Elif. You have one antidote.",
    }
    assert "together kill" in put.hint
    assert "cannot poison in the same night" in put.hint


def test_a_witch_may_say_yes_to_a_save() -> None:
    put = make_question(asked("save", 0, 5), view(f.Dealt(4, "Witch"), f.Victim(4, 5)))
    found = match_option(put.options, "yes")
    assert not isinstance(found, str)
    assert found.value == 5
    assert found.label == "save"
    assert match_option(put.options, "elif") == found


def test_left_and_right_name_who_speaks_first() -> None:
    put = make_question(
        asked("order", 0, 1, phase="discussion"),
        view(f.Dealt(4, "Villager"), f.Began(1, "exile"), f.Died(5)),
    )
    assert consequences(put)[0].startswith("Seat numbers go down: 3 Cleo speaks first, 6 Fay last")
    assert consequences(put)[1].startswith("Seat numbers go up: 6 Fay speaks first, 3 Cleo last")


def test_a_vote_says_what_abstaining_and_a_tie_mean_here() -> None:
    plain = make_question(asked("vote", 0, 1, phase="vote"), view())
    assert consequences(plain)[0] == "Abstain. Your ballot does not count."
    assert plain.hint.endswith("On a tie nobody is exiled.")
    passing = make_question(
        asked("vote", 0, 1, phase="vote"), view(board=switched(vote="plurality_pass", tie="random"))
    )
    assert (
        consequences(passing)[0]
        == "Vote that nobody goes. If that leads or ties, nobody is exiled."
    )
    assert passing.hint.endswith("A tie is broken by lot.")
    runoff = make_question(
        asked("vote", 0, 1, phase="runoff"),
        view(board=switched(vote="plurality_pass", tie="runoff")),
    )
    assert consequences(runoff)[0] == "Abstain. Your ballot does not count."
    assert runoff.hint.endswith("If it is tied again, nobody is exiled.")


def test_a_heavy_sheriff_is_told_the_weight() -> None:
    board = switched(sheriff="candidates", sheriff_weight=3)
    assert (
        "1.5 ballots"
        in make_question(
            asked("vote", 0, 1, phase="vote"), view(f.Badge(4, "elected"), board=board)
        ).hint
    )
    assert (
        "ballots."
        not in make_question(
            asked("vote", 0, 1, phase="vote"), view(f.Badge(3, "elected"), board=board)
        ).hint[30:]
    )


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("5", 5),
        ("05", 5),
        ("elif", 5),
        ("EL", 5),
        ("5 Elif", 5),
        ("me", 4),
        ("dov", 4),
        (" 1 ", 1),
        ("no one", 0),
    ],
)
def test_a_target_is_named_by_number_name_or_beginning(typed: str, value: int) -> None:
    put = make_question(asked("vote", 0, 1, 4, 5, phase="vote"), view())
    found = match_option(put.options, typed)
    assert not isinstance(found, str)
    assert found.value == value


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9", "9 is not among the choices: 0 abstain, 1 Ada, 5 Elif."),
        ("zed", "`zed` is not among the choices: 0 abstain, 1 Ada, 5 Elif."),
        ("a", "`a` fits more than one: 0 abstain, 1 Ada."),
        ("", "Choose one of: 0 abstain, 1 Ada, 5 Elif."),
        ("²", "`²` is not among the choices: 0 abstain, 1 Ada, 5 Elif."),
    ],
)
def test_what_names_no_target_is_explained(typed: str, said: str) -> None:
    put = make_question(asked("vote", 0, 1, 5, phase="vote"), view())
    assert match_option(put.options, typed) == said


@pytest.mark.parametrize(("count", "words"), [(1, "one speech"), (4, "4 speeches")])
def test_whoever_stands_at_the_block_is_told_why(count: int, words: str) -> None:
    put = make_question(
        asked("defend", 0, phase="defence"), view(f.MostNamed(2, 6), f.MostNamed(4, count))
    )
    assert (put.title, put.kind) == ("You were named most today. What do you say?", "text")
    assert put.hint == f"You were named in {words}. The vote follows."
