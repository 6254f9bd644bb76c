"""Going on with a saved game: from where it stopped, or from an earlier ask in a game of its own."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from core.errors import ConfigError
from core.game import Answer, Game
from core.records import ForkParent, GameFolder, SavedGame, SeatSpec, read_game

from .redriving import difference, drive, log_of, redrive
from .saving import save_log


class Resumed(NamedTuple):
    """A game that can go on: `Table(game, players, folder=folder, journal=journal)`.

    Attributes:
        game: The game, at the first batch that is not answered in full, or over.
        folder: Its folder, held by this process; whoever does not play on closes it.
        journal: The recorded answers, those of a batch answered in part among them.
        seats: Who sits on each seat now, or an empty tuple where `about.json` is lost.
        notes: What was repaired in the files, in sentences for a person.
    """

    game: Game
    folder: GameFolder
    journal: dict[str, Answer]
    seats: tuple[SeatSpec, ...]
    notes: tuple[str, ...]


def resume(path: Path) -> Resumed:
    """Go on with the game in the folder `path`. Its log is completed as far as the recorded answers reach.

    Raises:
        LogError: Somebody else is playing it, it cannot be written, it is damaged, imported or of another version of the
            rules, or its log does not follow from its answers.
    """
    folder = GameFolder.open(path)
    try:
        saved = read_game(path)
        folder.about = saved.about
        game = redrive(saved, "resumed")
        expected = log_of(saved, game)
        if not expected.startswith(saved.log):
            raise difference(saved, expected, game)
        save_log(folder, game)
        if game.over:
            folder.seal()
    except BaseException:
        folder.close()
        raise
    torn = tuple(f"The last line of {name} was torn and is left out." for name in folder.torn)
    return Resumed(game, folder, saved.answers, _seats(saved), (*torn, *saved.notes))


def fork(
    saved: SavedGame,
    at: str,
    root: Path,
    *,
    version: str,
    seats: Mapping[int, SeatSpec] | None = None,
    by_role: bool | None = None,
    created: datetime | None = None,
) -> Resumed:
    """A new game that leaves `saved` at the batch of the ask `at`, all of which is asked anew.

    Board, deal and names stay, and the journal up to there is copied.

    Args:
        saved: The game to fork; it is not changed and may be running.
        at: The id of an ask that was put in it.
        root: Where games live.
        version: The version of this program.
        seats: Who plays instead, by seat; the others stay as they were at that ask.
        by_role: Whether any seat is now given by role or team; as in `saved` if None.
        created: When; now if None.

    Raises:
        ConfigError: There was no such ask, no such seat, or `root` cannot be written.
        LogError: `saved` cannot be driven.
    """
    whole = redrive(saved, "forked")
    before = _answers_before(saved, at, whole)
    game = drive(saved.spec, before)
    about = saved.about
    players = list(
        about.seats_after({*before, *(ask.id for ask in game.asks)})
        if about
        else (SeatSpec("bot", ("normal",)),) * saved.spec.board.size
    )
    for seat, spec in (seats or {}).items():
        if not 1 <= seat <= len(players):
            raise ConfigError(f"there is no seat {seat}", hint=f"{saved.spec.board.name} has seats 1 to {len(players)}.")
        players[seat - 1] = spec
    folder = GameFolder.create(
        root,
        saved.spec,
        players,
        version=version,
        by_role=about.by_role if by_role is None and about else bool(by_role),
        eyes_after_death=about.eyes_after_death if about else "own",
        language=saved.header.language,
        fork=ForkParent(saved.id, at),
        entries=game.log,
        answers=[record for ask, record in saved.journal.items() if ask in before],
        created=created,
    )
    return Resumed(game, folder, before, tuple(players), ())


def _seats(saved: SavedGame) -> tuple[SeatSpec, ...]:
    return saved.about.seats_now() if saved.about else ()


def _answers_before(saved: SavedGame, at: str, whole: Game) -> dict[str, Answer]:
    """The answers to all batches before the one that holds the ask `at`."""
    _check_named(saved, at, whole)
    game, answers = Game(saved.spec), saved.answers
    before: dict[str, Answer] = {}
    asks = game.asks
    while all(ask.id != at for ask in asks):
        batch = {ask.id: answers[ask.id] for ask in asks}
        before |= batch
        asks = game.submit(batch)
    return before


def _check_named(saved: SavedGame, at: str, whole: Game) -> None:
    """Raise ConfigError unless `at` was put; while a person plays, an ask that would tell who has which role is as good as none."""
    people = _people(saved) if whole.asks else set[int]()
    put = {own.ask.id: own.ask for seat in range(1, saved.spec.board.size + 1) for own in whole.view(seat).mine}
    put |= {ask.id: ask for ask in whole.asks}
    ids = [ask for ask in dict.fromkeys((*saved.journal, *put)) if ask in put]
    known = [ask for ask in ids if not people or put[ask].open or put[ask].seat in people]
    if at in known:
        return
    near = difflib.get_close_matches(at, known, n=3, cutoff=0.5)
    hint = f"The asks run from {known[0]} to {known[-1]}." if known else ""
    hint = f"Did you mean {' or '.join(near)}?" if near else hint
    problem = f"`{at}` is no ask that a person in {saved.id} may know of before its end"
    raise ConfigError(problem if people else f"nobody was asked `{at}` in {saved.id}", hint=hint)


def _people(saved: SavedGame) -> set[int]:
    """The seats of all who are or were people in a game."""
    about = saved.about
    now = () if about is None else about.seats_now()
    return {*saved.spec.people, *(seat for seat, spec in enumerate(now, 1) if spec.player == "human")}
