"""Codes of deals, such as `K7F2-9QXA-3MTB-W8ZD`: encode and parse.

A code is one number in base 32, whose digits of mixed size are, from the last: a factor that makes
wrong signs known, version of the bots, board, chair, bots, and the deal number or the seed. It
needs nothing but this program to be read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec.structs import asdict

from wolfcore.bots import OPTIONS
from wolfcore.errors import ConfigError
from wolfcore.game import MAX_SEED, SAFE_NIGHT, Board, Switches, board_names, get_board
from wolfcore.game.boards import MOST_SEATS
from wolfcore.game.spec import rules_version

from .deal_numbers import DEAL_NUMBERS
from .deals import BotWords, Deal

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of codes: Crockford's base 32, without letters that look like a digit."""


_LOOKALIKES = str.maketrans("OIL", "011", "- ")


_FACTOR = 1021
"""Every code is a multiple of this prime, so that a wrong sign or two swapped ones show."""


_GROUP, _FEWEST_SIGNS, _MOST_SIGNS = 4, 16, 80


_WORD_SIZES = {"level": 4, "style": 8, "manner": 16}
"""How many values of each option of a bot a code has room for; the first is none."""


_VERSIONS, _BOARDS, _CHAIRS = 128, 2048, MOST_SEATS + 6


_BOARD_SALT = b"0"
"""With it the shipped boards have different numbers; a test says where a new board needs another,
which changes all codes."""


def encode_deal(deal: Deal) -> str:
    """Return the code of a deal, such as `K7F2-9QXA-3MTB-W8ZD`."""
    others = [words for seat, words in enumerate(deal.players, 1) if seat != deal.chair]
    is_uniform = len(set(others)) == 1
    number = deal.number * 2 + deal.is_drawn
    for words in others[:1] if is_uniform else reversed(others):
        for (kind, size), word in reversed(list(zip(_WORD_SIZES.items(), words, strict=True))):
            number = number * size + (OPTIONS[kind].index(word) + 1 if word else 0)
    number = number * 2 + is_uniform
    number = number * _CHAIRS + deal.chair
    number = number * _BOARDS + _board_number(get_board(deal.board))
    number = (number * _VERSIONS + deal.bots) * _FACTOR
    signs = ""
    while number or len(signs) % _GROUP or len(signs) < _FEWEST_SIGNS:
        number, digit = divmod(number, len(_SIGNS))
        signs = _SIGNS[digit] + signs
    return "-".join(signs[place : place + _GROUP] for place in range(0, len(signs), _GROUP))


def parse_code(text: str) -> Deal:
    """Return the deal of a code; case, blanks and hyphens do not matter.

    Raises:
        ConfigError: It is no code, or its board is not one of this program.
    """
    signs = text.upper().translate(_LOOKALIKES)
    wrong = ConfigError(
        "is not a code", key=text, hint="Copy it again: a sign is wrong, or some are missing."
    )
    if not _FEWEST_SIGNS <= len(signs) <= _MOST_SIGNS or set(signs) - set(_SIGNS):
        raise wrong
    number = 0
    for sign in signs:
        number = number * len(_SIGNS) + _SIGNS.index(sign)
    number, rest = divmod(number, _FACTOR)
    number, bots = divmod(number, _VERSIONS)
    number, board_number = divmod(number, _BOARDS)
    number, chair = divmod(number, _CHAIRS)
    number, is_uniform = divmod(number, 2)
    if rest or not bots:
        raise wrong
    board = _shipped_boards().get(board_number)
    if board is None:
        raise ConfigError(
            "is a code for a board that this version of wolftui does not have", key=text
        )
    size = get_board(board).size
    if chair > size:
        raise wrong
    found: list[BotWords] = []
    for _ in range(1 if is_uniform else size - bool(chair)):
        words: list[str] = []
        for kind, room in _WORD_SIZES.items():
            number, place = divmod(number, room)
            if place > len(OPTIONS[kind]):
                raise wrong
            words.append(OPTIONS[kind][place - 1] if place else "")
        found.append(BotWords(*words))
    number, is_drawn = divmod(number, 2)
    if number > (DEAL_NUMBERS - 1 if is_drawn else MAX_SEED):
        raise wrong
    others = iter(found * size if is_uniform else found)
    players = tuple(BotWords() if seat == chair else next(others) for seat in range(1, size + 1))
    return Deal(
        board=board,
        chair=chair,
        number=number,
        is_drawn=bool(is_drawn),
        players=players,
        bots=bots,
    )


def _board_number(board: Board) -> int:
    """Return a hash of the roles and rules of a board, below `_BOARDS`."""
    usual = asdict(Switches())
    # Only what is set, so that a switch that comes later changes no code of an older board.
    rules = {key: value for key, value in asdict(board.switches).items() if value != usual[key]}
    version = rules_version(board)
    text = msgspec.json.encode((board.name, board.roles, sorted(rules.items()), version))
    hashed = hashlib.blake2b(text, digest_size=8, salt=_BOARD_SALT).digest()
    return int.from_bytes(hashed) % _BOARDS


@cache
def _shipped_boards() -> dict[int, str]:
    """Return the name of every shipped board, also with a safe first night, by its number."""
    return {_board_number(board): board.name for board in _boards()}


def _boards() -> Iterator[Board]:
    for name in board_names():
        yield get_board(name)
        yield get_board(f"{name}{SAFE_NIGHT}")
