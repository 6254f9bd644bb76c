"""Prompts keep secrets: what a seat may not know is in none of its own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from tests.core.game.planting import MARK, log_of, two_games
from tests.core.game.random_play import played, steps
from tests.core.game.twins import Twins, cornered, play_part, twins
from wolfcore.agents import answer_prompt
from wolfcore.agents.fact_sentences import FactNarrator
from wolfcore.game import Ask, Game, GameSpec, Power, board_names, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.game.views import View


def speaking(seat: int) -> Ask:
    """A question that may be put to a seat at any time."""
    return Ask(f"d1.speak.{seat}", seat, "speak", 1, "discussion", (0,))


def texts(view: View, ask: Ask) -> str:
    prompt = answer_prompt(view, ask)
    return json.dumps([[message.role, message.text] for message in prompt.messages]) + json.dumps(
        prompt.schema
    )


@given(twins())
@settings(max_examples=40)
def test_games_that_differ_in_what_a_seat_may_not_know_give_it_equal_prompts(pair: Twins) -> None:
    games = Game(pair.one), Game(pair.two)
    while not cornered(games[0], pair) and games[0].asks and games[1].asks:
        one, two = (
            [texts(game.view(pair.seat), ask) for ask in _asks(game, pair.seat)] for game in games
        )
        assert one == two
        for game in games:
            play_part(game, pair)


def _asks(game: Game, seat: int) -> list[Ask]:
    """What the seat is asked now, and a question to it at any time."""
    return [*(ask for ask in game.asks if ask.seat == seat), speaking(seat)]


@pytest.mark.parametrize("board", ["sla7", "plus12+sheriff"])
def test_planted_secrets_of_every_kind_are_in_no_prompt_of_a_seat_that_may_not_know_them(
    board: str,
) -> None:
    spec = make_spec(get_board(board), 5)
    seat = 4
    game, planted = two_games(spec, seat)
    view, other = (_view(log_of(each), seat, spec) for each in (game, planted))
    assert MARK in json.dumps(str(log_of(planted)), ensure_ascii=False)
    assert texts(view, speaking(seat)) == texts(other, speaking(seat))


def _view(log: list[f.Entry], seat: int, spec: GameSpec) -> View:
    return View(
        seat, spec.board, spec.names, [entry.fact for entry in log if f.may_know(entry.to, seat)]
    )


@pytest.mark.parametrize("board", ["sla7", "plus12+sheriff"])
def test_a_prompt_holds_what_its_seat_was_told_and_nothing_that_others_were(board: str) -> None:
    for game in steps(make_spec(get_board(board), 5)):
        for ask in game.asks:
            view = game.view(ask.seat)
            say = FactNarrator(view)
            told = [entry.fact for entry in game.log if entry.to == "all" or ask.seat in entry.to]
            lines = [line.text for fact in told for line in say.lines(fact)]
            thoughts = [own.answer.thought for own in view.answered if own.answer.thought]
            found = [line.split(". ", 1)[1] for line in _record_in(view, ask)]
            assert [line for line in found if not line.startswith(_OWN)] == lines
            notes = [line for line in found if line.startswith(_OWN)]
            assert all(any(thought in line for line in notes) for thought in thoughts)
            assert len(notes) <= len(view.answered)


_OWN = "You noted for yourself, "
"""How the lines of a record begin that are the seat's own."""


def _record_in(view: View, ask: Ask) -> list[str]:
    record = (
        answer_prompt(view, ask)
        .messages[-1]
        .text.removeprefix("# Record\n\n")
        .split("\n\n# Question\n")[0]
    )
    return [line for line in record.split("\n") if line != "Nothing has happened yet."]


def holders(power: Power) -> set[str | None]:
    """The roles with a power that shipped boards deal."""
    return {role for name in board_names() for role in get_board(name).roles_with(power)}


SECRETS: dict[str, set[str | None]] = {
    "You checked ": holders("check"),
    "You protect ": holders("protect"),
    "You learn ": holders("potions"),
    " your antidote": holders("potions"),
    " your poison": holders("potions"),
    "You held your fire.": holders("shoot"),
    " said to the pack: ": holders("kill"),
    " chose to attack ": holders("kill"),
    "The pack attacks ": holders("kill"),
    " decides tonight ": holders("kill"),
    " fell by ": set(),
}
"""What is done in secret, as prompts say it, and whose prompts say it. No board of these tells how
somebody died at night."""


def test_what_is_done_in_secret_stands_only_in_prompts_of_those_who_do_it() -> None:
    found: dict[str, set[str | None]] = {words: set() for words in SECRETS}
    for board in board_names():
        game = played(make_spec(get_board(board), 2))
        for seat in range(1, game.spec.board.size + 1):
            view = game.view(seat)
            record = "\n".join(_record_in(view, speaking(seat)))
            for words in SECRETS:
                found[words] |= {view.role} if words in record else set()
    assert found == SECRETS


def test_a_pack_is_told_of_each_other_and_nobody_else_is() -> None:
    board = get_board("sla7")
    game = Game(make_spec(board, 1, deal={2: "Werewolf", 5: "Werewolf", 4: "Seer"}))
    names = game.spec.names
    lone = View(2, board, names, [f.Dealt(2, "Werewolf")])
    assert _me_in(game.view(2)) == (
        f"You are 2 {names[1]}.\nYour role: Werewolf. Your team: the wolves.\n"
        f"Your pack: 5 {names[4]}. They know you too; nobody else does."
    )
    assert (
        _me_in(game.view(4)) == f"You are 4 {names[3]}.\nYour role: Seer. Your team: the village."
    )
    assert (
        _me_in(lone)
        == f"You are 2 {names[1]}.\nYour role: Werewolf. Your team: the wolves.\nYou are the "
        "only wolf."
    )


def _me_in(view: View) -> str:
    head = answer_prompt(view, speaking(view.seat)).messages[0].text
    return head[head.index("\nYou are ", head.index("# Who you are")) :].strip()


def test_roles_that_are_revealed_stand_in_the_record_alone() -> None:
    board = get_board("sla7")
    told = replace(board, switches=replace(board.switches, role_revealed=True, cause_told=True))
    game = Game(make_spec(told, 4))
    seats = range(1, told.size + 1)
    heads = [answer_prompt(game.view(seat), speaking(seat)).messages[0] for seat in seats]
    game = played(make_spec(told, 4))
    dead = [
        f"{seat} {game.spec.names[seat - 1]} was {game.state.roles[seat]}."
        for seat in seats
        if not game.state.alive(seat)
    ]
    assert any("Werewolf" in line for line in dead)
    for seat, head in zip(seats, heads, strict=True):
        system, question = answer_prompt(game.view(seat), speaking(seat)).messages
        assert system == head
        assert all(line in question.text for line in dead)
