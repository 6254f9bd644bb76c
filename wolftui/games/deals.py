"""`Deal`: what another person needs to play the same deal, of a saved game or of a day."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION, OPTIONS
from wolfcore.errors import ConfigError
from wolfcore.game import (
    FIRST_BOARD,
    GameSpec,
    get_board,
    is_shipped,
    make_spec,
    names_for_seed,
)
from wolfcore.records import About, Header, SeatSpec
from wolfcore.seating import DEFAULT_SEAT

from .arrangement import PERSON, PlayOptions
from .deal_numbers import DEAL_NUMBERS, seeds_of


class BotWords(NamedTuple):
    """The options of a house bot; style and manner are empty where they are not stated."""

    level: str = DEFAULT_SEAT.options[0]
    style: str = ""
    manner: str = ""


class Deal(Struct, frozen=True, kw_only=True):
    """A deal that everybody with its code can play.

    Attributes:
        board: A shipped board.
        chair: The seat of the person; 0 where bots play alone.
        number: The deal number, or the seed if `is_drawn` is False.
        is_drawn: Whether the seed is made from the number.
        players: The house bot of each seat, in seat order; that of the chair is not used.
        bots: The version of the house bots.
    """

    board: str
    chair: int
    number: int
    is_drawn: bool
    players: tuple[BotWords, ...]
    bots: int = BOTS_VERSION

    @property
    def spec(self) -> GameSpec:
        """The game, in which the person has the drawn name of the chair."""
        board, people = get_board(self.board), {self.chair: None} if self.chair else {}
        if not self.is_drawn:
            return make_spec(board, self.number, people=people)
        seed, names_seed = seeds_of(self.number)
        names = names_for_seed(names_seed, board) if people else ()
        return make_spec(board, seed, names=names, people=people)

    def check_bots(self) -> None:
        """Raise ConfigError if this program's house bots are of another version."""
        if self.bots != BOTS_VERSION:
            raise ConfigError(
                f"this deal was played with house bots of version {self.bots}, and those here are "
                f"of version {BOTS_VERSION}",
                key="CODE",
                hint="`--anyway` plays the same cards with other bots.",
            )

    def options(self, given: PlayOptions) -> PlayOptions:
        """Return the options that play the deal; what is no part of it comes from `given`."""
        others = (
            f"{seat}=" + ":".join(("bot", *filter(None, words)))
            for seat, words in enumerate(self.players, 1)
            if seat != self.chair
        )
        return replace(
            given,
            board=self.board,
            seats=((f"{self.chair}={PERSON}",) if self.chair else ()) + tuple(others),
            seed=None if self.is_drawn else self.number,
            deal_number=self.number if self.is_drawn else None,
            shared=True,
        )


def deal_of_day(day: date, bots: int = BOTS_VERSION) -> Deal:
    """Return the deal that everybody has on a date.

    Its number and its chair are a hash of `wolftui/DATE/BOARD/BOTS`: the date as `2026-11-23`, the
    board of first games, and the version of the house bots.
    """
    board = get_board(FIRST_BOARD)
    text = f"wolftui/{day.isoformat()}/{board.name}/{bots}"
    drawn = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest())
    drawn, number = divmod(drawn, DEAL_NUMBERS)
    return Deal(
        board=board.name,
        chair=drawn % board.size + 1,
        number=number,
        is_drawn=True,
        players=(BotWords(),) * board.size,
        bots=bots,
    )


def todays_deal() -> Deal:
    """Return the deal of the day of the local date."""
    return deal_of_day(date.today())


# -- the deal of a saved game


def deal_of_game(header: Header, about: About | None) -> Deal:
    """Return the deal of a saved game, for its code.

    Raises:
        ConfigError: It has none; says why.
    """
    spec = header.spec
    if spec is None:
        raise _no_code("it was played with another program")
    if about is None:
        raise _no_code("its about.json, which names the players, cannot be read")
    if about.fork:
        raise _no_code("it is a fork, which began in the middle of another game")
    if about.changes or len(about.bot_versions) > 1:
        raise _no_code("a player was replaced while it ran")
    if len(spec.people) > 1:
        raise _no_code("several people played")
    if not (is_shipped(spec.board.name) and get_board(spec.board.name) == spec.board):
        raise _no_code("its board is your own, which the other program does not have")
    chair = spec.people[0] if spec.people else 0
    number = about.deal_number
    if number is not None and not 0 <= number < DEAL_NUMBERS:
        raise _no_code("its about.json names a deal that there cannot be")
    deal = Deal(
        board=spec.board.name,
        chair=chair,
        number=spec.seed if number is None else number,
        is_drawn=number is not None,
        players=tuple(_bot_words(each, seat == chair) for seat, each in enumerate(about.seats, 1)),
        bots=max(about.bot_versions),
    )
    made = deal.spec
    named = (*spec.names[: chair - 1], made.names[chair - 1], *spec.names[chair:])
    if replace(spec, names=named if chair else spec.names) != made:
        raise _no_code("its cards, draws or names were not made from a seed alone")
    return deal


def _no_code(why: str) -> ConfigError:
    return ConfigError(f"this game has no code: {why}")


def _bot_words(spec: SeatSpec, is_chair: bool) -> BotWords:
    if is_chair:
        return BotWords()
    if spec.player != "bot":
        raise _no_code("not only house bots played")
    found = {
        kind: word for word in spec.options for kind, known in OPTIONS.items() if word in known
    }
    return BotWords(**found)
