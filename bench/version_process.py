"""Script that plays one copy of a game with the bots of the tree that is first on its path.

Run by path, not as a module, so that it can be of another checkout: it imports only names that both
have. It reads lines of JSON. `["board", name]` is answered with the board's rules. `["deal", level,
rules, seed, seats]` begins a game in which this process answers for these seats. It is answered
with the answers to the first batch by ask id, and each line of the other seats' answers with those
to the next batch, until the last line is a list with the winner.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Collection, Iterator

import msgspec

from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Board, Game, get_board, make_spec
from wolfcore.players import Desk
from wolfcore.table.acceptance import accept_answer

Answers = dict[str, Answer]


def play(level: str, board: Board, seed: int, seats: Collection[int]) -> Iterator[str]:
    """Play a game whose other answers come on standard input; yield the lines to print."""
    game, bot = Game(make_spec(board, seed)), HouseBot((level,))
    views = {seat: game.view(seat) for seat in seats}
    while asks := game.asks:
        own: Answers = {}
        for ask in asks:
            if ask.seat in views:
                desk = Desk(ask, game.dice(ask.id))
                answer = bot.answer_now(views[ask.seat], ask, desk)
                own[ask.id], _ = accept_answer(ask, answer, desk, board.size, date=time.time())
        yield msgspec.json.encode(own).decode()
        game.submit(own | msgspec.json.decode(sys.stdin.readline(), type=Answers))
    assert game.result is not None
    yield json.dumps([game.result.winner])


def main() -> None:
    """Answer lines until standard input ends."""
    while line := sys.stdin.readline():
        match json.loads(line):
            case ["board", str(name)]:
                print(msgspec.json.encode(get_board(name)).decode(), flush=True)
            case ["deal", str(level), rules, int(seed), seats]:
                board = msgspec.convert(rules, Board)
                for told in play(level, board, seed, msgspec.convert(seats, list[int])):
                    print(told, flush=True)
            case other:
                raise ValueError(other)


if __name__ == "__main__":
    main()
