"""Resumes a saved game, or forks it at an earlier ask into a new game folder."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Game
from wolfcore.records import GUEST, ForkParent, GameFolder, NewGame, SavedGame, SeatSpec, read_game

from .replay import expected_log, log_difference, replay_answers, replay_game, save_log
from .usage import Spent, read_calls, usage_of_game


class Resumed(NamedTuple):
    """A game ready to continue: `Table(game, players, folder=folder, journal=journal)`.

    Attributes:
        game: The game, at the first batch that is not answered in full, or over.
        folder: Its folder, locked by this process; a caller that does not play on closes it.
        journal: The recorded answers, including those of a batch answered in part.
        seats: The player of each seat now; empty where `about.json` is missing or damaged.
        notes: What was repaired in the files, in sentences for a person.
        usage: The usage of its models so far, by player; empty for a fork, whose answers another
            game paid for.
    """

    game: Game
    folder: GameFolder
    journal: dict[str, Answer]
    seats: tuple[SeatSpec, ...]
    notes: tuple[str, ...]
    usage: tuple[Spent, ...] = ()


def resume(path: Path) -> Resumed:
    """Open the game in the folder `path` to continue it.

    Its log is completed as far as the recorded answers reach.

    Raises:
        LogError: Another process is playing it, it cannot be written, it is damaged, imported or of
            another version of the rules, or its log does not follow from its answers.
    """
    # Locked before it is read, so that nobody else writes in between.
    folder = GameFolder.open(path)
    try:
        saved = read_game(path)
        folder.about = saved.about
        game = replay_game(saved, "resumed")
        expected = expected_log(saved, game)
        # The log may end early: an answer is written before the entries that it leads to.
        if not expected.startswith(saved.log):
            raise log_difference(saved, expected, game)
        save_log(folder, game)
        # A process that was killed right after the last line left no digest.
        if game.over:
            folder.seal()
        spent = usage_of_game(read_calls(path).records, saved.journal, _current_seats(saved))
    except BaseException:
        # Closing releases the lock.
        folder.close()
        raise
    torn = tuple(f"The last line of {name} is incomplete and was left out." for name in folder.torn)
    return Resumed(game, folder, saved.answers, _current_seats(saved), (*torn, *saved.notes), spent)


def fork(
    saved: SavedGame,
    ask_id: str,
    root: Path,
    *,
    version: str,
    reader: int = 0,
    bots: tuple[int, ...] = (),
    seats: Mapping[int, SeatSpec] | None = None,
    by_role: bool | None = None,
    embedder: str = "",
    created: datetime | None = None,
) -> Resumed:
    """Fork `saved` at the batch of the ask `ask_id`; that whole batch is asked again.

    Board, deal and names stay, and the journal up to there is copied. A person among `seats` plays
    alone: a seat that another person had, and that `seats` does not name, is played by the bot that
    `usual_bot` gives, and the notes say so.

    Args:
        saved: The game to fork; it is not changed and may be running.
        ask_id: The id of an ask that was put in it.
        root: The folder of the saved games.
        version: The version of this program.
        reader: The version of the speech reader, or 0.
        bots: The versions of the house bots that have played and play on.
        seats: New players by seat; the other seats keep their player at that ask.
        by_role: Whether any seat is now assigned by role or team; as in `saved` if None.
        embedder: The embedder for seats that name none; as in `saved` if empty.
        created: The time of creation; now if None.

    Raises:
        ConfigError: There was no such ask, no such seat, a person plays in `saved` and it has not
            ended, or `root` cannot be written.
        LogError: `saved` cannot be driven.
    """
    whole = replay_game(saved, "forked")
    _check_ended(saved, whole)
    before = _answers_before(saved, ask_id, whole)
    game = replay_answers(saved.spec, before)
    about = saved.about
    # Take-overs at the asks of the open batch count: they came before its answers.
    players = list(
        about.seats_after({*before, *(ask.id for ask in game.asks)})
        if about
        else (SeatSpec("bot", ("normal",)),) * saved.spec.board.size
    )
    # The parent may be over, and then all its secrets can be read.
    players = [player.marked_as_looked() for player in players]
    for seat, spec in (seats or {}).items():
        if not 1 <= seat <= len(players):
            raise ConfigError(
                f"there is no seat {seat}",
                hint=f"{saved.spec.board.name} has seats 1 to {len(players)}.",
            )
        players[seat - 1] = spec.marked_as_looked()
    notes: list[str] = []
    if GUEST in players:
        bot = usual_bot(players)
        players = [bot if player == GUEST else player for player in players]
        notes.append(f"Your friends do not play in the fork: {bot.text} plays for them.")
    if any(spec.player == "human" for spec in (seats or {}).values()):
        bot = usual_bot(players)
        for seat, player in enumerate(players, 1):
            if player.player == "human" and seat not in (seats or {}):
                players[seat - 1] = bot
                notes.append(
                    f"The person of seat {seat} does not play in the fork: {bot.text} plays there. "
                    f"With `--seat {seat}=human` both play."
                )
    folder = GameFolder.create(
        root,
        NewGame(
            saved.spec,
            players,
            version=version,
            reader=reader,
            bots=bots,
            by_role=about.by_role if by_role is None and about else bool(by_role),
            # Assignments by role describe the seats only as long as nobody changed one.
            wished=about.wished if about and not seats and not about.changes else (),
            eyes_after_death=about.eyes_after_death if about else "own",
            language=saved.header.language,
            fork=ForkParent(saved.id, ask_id),
            told=about.told if about else (),
            leanings=about.leanings if about else "",
            recollection=about.recollection if about else None,
            pools=about.pools if about else (),
            embedder=embedder or (about.embedder if about else ""),
            entries=game.log,
            answers=[record for ask, record in saved.journal.items() if ask in before],
            created=created,
        ),
    )
    return Resumed(game, folder, before, tuple(players), tuple(notes))


def usual_bot(players: Sequence[SeatSpec]) -> SeatSpec:
    """Return the bot that sits on most seats, which is the default of the game's table.

    Of equally frequent ones the first in seat order; `bot:normal` where no seat has a bot.
    """
    bots = Counter(player for player in players if player.player in ("bot", "random"))
    return bots.most_common(1)[0][0] if bots else SeatSpec("bot", ("normal",))


def _current_seats(saved: SavedGame) -> tuple[SeatSpec, ...]:
    return saved.about.seats_now() if saved.about else ()


def _answers_before(saved: SavedGame, at: str, whole: Game) -> dict[str, Answer]:
    """Return the answers to all batches before the one with the ask `at`."""
    _check_ask(saved, at, whole)
    game, answers = Game(saved.spec), saved.answers
    before: dict[str, Answer] = {}
    asks = game.asks
    while all(ask.id != at for ask in asks):
        batch = {ask.id: answers[ask.id] for ask in asks}
        before |= batch
        asks = game.submit(batch)
    return before


def _check_ended(saved: SavedGame, whole: Game) -> None:
    """Raise ConfigError for an unfinished game with a person: its fork would show every role."""
    if saved.people and whole.asks:
        problem = (
            f"{saved.id} has not ended, and its fork would show every role to the person "
            "who plays in it"
        )
        raise ConfigError(problem, hint=f"Finish the game first: `wolftui resume {saved.id}`.")


def _check_ask(saved: SavedGame, at: str, whole: Game) -> None:
    """Raise ConfigError unless the ask `at` was put in the game."""
    put = dict.fromkeys(
        own.ask.id
        for seat in range(1, saved.spec.board.size + 1)
        for own in whole.view(seat).answered
    )
    put |= dict.fromkeys(ask.id for ask in whole.asks)
    known = [ask for ask in dict.fromkeys((*saved.journal, *put)) if ask in put]
    if at in known:
        return
    near = difflib.get_close_matches(at, known, n=3, cutoff=0.5)
    hint = f"The asks run from {known[0]} to {known[-1]}." if known else ""
    hint = f"Did you mean {' or '.join(near)}?" if near else hint
    raise ConfigError(f"there is no ask `{at}` in {saved.id}", hint=hint)
