"""Whole games by chance, for properties: every answer is drawn by seed and ask id, so a game can be
played twice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from hypothesis import strategies as st

from wolfcore.game import (
    Answer,
    Ask,
    Belief,
    Entry,
    Game,
    GameSpec,
    board_names,
    dice_of,
    get_board,
    make_spec,
)
from wolfcore.game.asks import SPEECH_KINDS, AnswerOrigin
from wolfcore.game.roles import RoleName

HOW: tuple[AnswerOrigin, ...] = ("given", "given", "given", "repaired", "fallback", "timeout")

BOARDS = st.sampled_from(board_names())
SEEDS = st.integers(0, 2**40)
_BELIEVED: tuple[RoleName, ...] = (
    "Werewolf",
    "Villager",
    "Seer",
    "Doctor",
    "Guard",
    "Witch",
    "Hunter",
)
"""What seats believe of each other: written out, so that a role more changes no recorded game."""


@st.composite
def specs(draw: st.DrawFn) -> GameSpec:
    """A game on any board, with any seed, and with or without people."""
    board = get_board(draw(BOARDS))
    people = draw(st.sets(st.integers(1, board.size), max_size=2))
    return make_spec(board, draw(SEEDS), people=dict.fromkeys(people))


def answer(ask: Ask, seed: int, size: int, *, mark: str = "", lines: bool = False) -> Answer:
    """An answer by chance, with words, a thought, beliefs and a memo; `mark` stands in each secret
    text. With `lines` some ballots come with a line."""
    dice = dice_of(seed, f"{ask.seat}/{ask.id}")
    beliefs = tuple(
        Belief(seat, dice.pick(f"role.{seat}", _BELIEVED), 5 + dice.draw(f"sure.{seat}", 6))
        for seat in range(1, size + 1)
        if seat != ask.seat and (ask.kind == "suspect" or dice.draw("beliefs", 8) == 0)
    )
    return Answer(
        dice.pick("choice", ask.options),
        text=f"{ask.id} to {dice.draw('named', size) + 1}"
        if ask.kind in SPEECH_KINDS or (lines and ask.kind == "vote" and dice.draw("line", 3) == 0)
        else "",
        thought=f"{mark}thought {ask.id}" if dice.draw("thought", 3) == 0 else "",
        beliefs=beliefs,
        how=dice.pick("how", HOW),
        memo=f"{mark}memo {ask.id}" if dice.draw("memo", 3) == 0 else "",
    )


def steps(spec: GameSpec, *, seed: int | None = None, mark: str = "") -> Iterator[Game]:
    """The game at each batch, and once more at its end."""
    game = Game(spec)
    yield game
    size, lines = spec.board.size, spec.board.switches.hears_vote_lines
    seed = spec.seed if seed is None else seed
    while game.asks:
        game.submit({ask.id: answer(ask, seed, size, mark=mark, lines=lines) for ask in game.asks})
        yield game


def played(spec: GameSpec, *, seed: int | None = None, mark: str = "") -> Game:
    """The game at its end."""
    game = None
    for game in steps(spec, seed=seed, mark=mark):
        assert len(game.log) < 100_000, "the game does not end"
    assert game
    return game


def encoded(game: Game) -> bytes:
    """The log as bytes, one line an entry."""
    return b"".join(msgspec.json.encode(entry) + b"\n" for entry in game.log)


def decoded(lines: bytes) -> list[Entry]:
    """The log of these bytes."""
    return [msgspec.json.decode(line, type=Entry) for line in lines.splitlines()]
