"""Every word for a role can be said at any table."""

from __future__ import annotations

import pytest

from tests.core.bots.sayings import Sayer
from wolfcore.bots import LEVELS, HouseBot
from wolfcore.game import ROLES, Game, board_names, get_board, make_spec
from wolfcore.speech.vocabulary import ROLE_SPEECH
from wolfcore.table import play_now


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("board", board_names())
def test_any_seat_may_claim_any_role_by_any_word(board: str, level: str) -> None:
    """Each word is said by another seat, over and over; nothing breaks and the game ends."""
    words = sorted(word for speech in ROLE_SPEECH.values() for word in speech.words)
    size = get_board(board).size
    bot = HouseBot((level,))
    for seed, start in enumerate(range(0, len(words), size)):
        game = Game(make_spec(get_board(board), seed))
        said = {
            seat: f"I am the {words[(start + seat) % len(words)]}." for seat in range(1, size + 1)
        }
        play_now(game, {seat: Sayer(bot, text) for seat, text in said.items()})
        assert game.result


@pytest.mark.slow(only=("plus12+sheriff-hard",))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("board", board_names())
def test_every_seat_may_claim_the_same_role_dealt_or_not(board: str, level: str) -> None:
    """A game a role: every seat claims it, by the role's words in turn, in whispers and last words
    too."""
    bot = HouseBot((level,))
    for seed, role in enumerate(ROLES):
        words = sorted(ROLE_SPEECH[role].words)
        assert words
        game = Game(make_spec(get_board(board), seed))
        said = {
            seat: f"I am the {words[seat % len(words)]}."
            for seat in range(1, game.spec.board.size + 1)
        }
        play_now(game, {seat: Sayer(bot, text) for seat, text in said.items()})
        assert game.result


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_that_confesses_stops_no_game(level: str) -> None:
    for seed in range(10):
        game = Game(make_spec(get_board("sla7"), seed))
        play_now(
            game,
            {
                **dict.fromkeys(range(1, 8), HouseBot((level,))),
                4: Sayer(HouseBot((level,)), "I am a werewolf."),
            },
        )
        assert game.result
