"""Verifies a saved game: log, journal and seats against each other and against the digest.

Only the files are compared with each other; the caller states what no check covers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.errors import LogError
from wolfcore.game import Ask, Game, rules_version
from wolfcore.records import (
    ABOUT_FILE,
    DIGEST_FILE,
    JOURNAL_FILE,
    LOG_FILE,
    About,
    Digest,
    SavedGame,
    SeatChange,
)
from wolfcore.records.about import read_unchecked_about
from wolfcore.records.differences import (
    CHANGED_SINCE_END,
    Difference,
    differences_since_end,
    display_value,
    matches_digest,
)

from .replay import expected_log, log_difference, replay_batches

DIGEST_ONLY_FIELDS = (
    "text",
    "thought",
    "how",
    "memo",
    "started",
    "seconds",
    "tokens_in",
    "tokens_out",
    "tokens_cached",
    "cost",
    "calls",
    "faults",
)
"""The fields of the journal whose change may be detected only by the digest."""


_ORDER = ("", DIGEST_FILE, LOG_FILE, JOURNAL_FILE, ABOUT_FILE)


class Verified(NamedTuple):
    """The result of a verification that found no difference.

    Attributes:
        game: The replayed game.
        finished: Whether it has ended.
    """

    game: Game
    finished: bool


class Comparison(NamedTuple):
    """The result of comparing a game's files with each other.

    Attributes:
        game: The replayed game; None where it cannot be replayed.
        differences: The differences, in the order of files and lines.
    """

    game: Game | None
    differences: tuple[Difference, ...]

    @property
    def finished(self) -> bool:
        """Whether the replayed game has ended."""
        return self.game is not None and self.game.over


def verify(saved: SavedGame) -> Verified:
    """Replay a saved game and compare its files with each other.

    Raises:
        LogError: Something differs; names file and line of the first difference. Or the game cannot
            be replayed: it is damaged, imported, or of another version of the rules.
    """
    compared = compare(saved)
    # Only the first difference is raised.
    for found in compared.differences:
        field = f"`{found.field}` " if found.field else ""
        raise LogError(
            field + found.problem,
            file=str(saved.path / found.file),
            line=found.line,
            hint=found.hint,
        )
    assert compared.game is not None
    return Verified(compared.game, compared.game.over)


def compare(saved: SavedGame) -> Comparison:
    """Return all differences between the files of a game, and between them and its digest.

    Raises:
        LogError: The game is imported, so that there is nothing to compare.
    """
    size = saved.spec.board.size
    found: list[Difference] = []
    game: Game | None = None
    try:
        game, batches = replay_batches(saved, "verified")
    except LogError as error:
        found.append(_from_error(error))
    else:
        found += (
            *_log_differences(saved, game),
            *_journal_differences(saved, batches),
            *_about_differences(saved, batches, size),
        )
    if saved.digest_problem:
        found.append(Difference(DIGEST_FILE, saved.digest_problem))
    if saved.digest:
        found += _changed_since_end(saved, saved.digest, found)
    # A digest that matches shows that a repeated line was there at the end of the game.
    if not (saved.digest and matches_digest(saved, saved.digest)):
        found += _repeated_answers(saved)
    return Comparison(
        game, tuple(sorted(found, key=lambda each: (_ORDER.index(each.file), each.line)))
    )


def integrity_problem(saved: SavedGame) -> str:
    """Return why a saved game may differ from the game that was played; empty for no known reason.

    The reason is a clause. The check is the cheapest that is reliable: the checksums of the digest
    where there is one, else a replay of the recorded answers by the rules. An imported game, one of
    other rules and one with known damage give an empty string: nothing can be checked.
    """
    if (
        saved.header.spec is None
        or saved.header.rules != rules_version(saved.header.spec.board)
        or saved.problems
    ):
        return ""
    if saved.digest:
        return "" if matches_digest(saved, saved.digest) else "its files do not match its digest"
    if saved.digest_problem:
        return f"its {DIGEST_FILE} {saved.digest_problem}"
    try:
        game, _ = replay_batches(saved, "verified")
    except LogError:
        return "its answers do not give a game"
    return (
        ""
        if expected_log(saved, game).startswith(saved.log)
        else "its log does not follow from its answers"
    )


def _from_error(error: LogError) -> Difference:
    name = Path(error.file).name
    return Difference(
        name if name in _ORDER else "", error.problem, line=error.line, hint=error.hint
    )


def _changed_since_end(
    saved: SavedGame, digest: Digest, found: Sequence[Difference]
) -> list[Difference]:
    """Return the differences that only the digest shows.

    Where nothing else differs, a changed journal line names the fields that it can be.
    """
    named = {(each.file, each.line) for each in found if each.line} | {
        (each.file, 0) for each in found if each.file == LOG_FILE
    }
    fields = (
        ""
        if found
        else ", ".join(
            name for name in DIGEST_ONLY_FIELDS if f'"{name}":'.encode() in saved.journal_bytes
        )
    )
    more = [
        each
        for each in differences_since_end(saved, digest)
        if each.field or (each.file, each.line) not in named
    ]
    for place, each in enumerate(more):
        if (each.file, each.problem) == (JOURNAL_FILE, CHANGED_SINCE_END) and fields:
            problem = f"one of these {CHANGED_SINCE_END}" if ", " in fields else CHANGED_SINCE_END
            more[place] = replace(each, field=fields, problem=problem)
    return more


def _log_differences(saved: SavedGame, game: Game) -> Iterator[Difference]:
    """Yield where the log differs from what the rules and the answers give."""
    expected = expected_log(saved, game)
    if not expected.startswith(saved.log):
        yield _from_error(log_difference(saved, expected, game))
    elif game.over and len(saved.log) < len(expected):
        # An unfinished game may lack lines: its process was stopped between journal and log.
        hint = "Resume the game to complete it."
        yield Difference(
            LOG_FILE, "ends before the end of the game", line=saved.log.count(b"\n"), hint=hint
        )


def _journal_differences(
    saved: SavedGame, batches: Sequence[Sequence[Ask]]
) -> Iterator[Difference]:
    """Yield answers to an ask never put, for a seat other than the one asked, or out of order."""
    asked = {ask.id: (number, ask) for number, batch in enumerate(batches) for ask in batch}
    latest = 0
    for record in saved.journal.values():
        line = saved.journal_lines[record.ask]
        number, ask = asked.get(record.ask, (0, None))
        if ask is None:
            yield Difference(
                JOURNAL_FILE,
                f"there is no ask `{display_value(record.ask)}` in this game",
                line=line,
            )
            continue
        if record.seat != ask.seat:
            problem = f"is {record.seat}, but `{ask.id}` was put to seat {ask.seat}"
            yield Difference(JOURNAL_FILE, problem, line=line, field="seat")
        if number < latest:
            yield Difference(
                JOURNAL_FILE, f"`{ask.id}` was asked before the asks of the lines above", line=line
            )
        latest = max(latest, number)


def _about_differences(
    saved: SavedGame, batches: Sequence[Sequence[Ask]], size: int
) -> Iterator[Difference]:
    """Yield where header or journal name other players than `about.json`."""
    about = saved.about or read_unchecked_about(saved.path)
    if about is None:
        return
    if len(about.seats) != size:
        yield Difference(
            ABOUT_FILE, f"has {len(about.seats)} players for {size} seats", field="seats"
        )
        return
    people = tuple(seat for seat, spec in enumerate(about.seats, 1) if spec.player == "human")
    # The header may have more seats: those at which a bot stands in for a person by the rules.
    # A fork keeps the header of its parent, in which other seats may have been people.
    if about.fork is None and not set(people) <= set(saved.header.people):
        problem = (
            f"has {_seat_words(people)} as persons at the start, but the header has "
            f"{_seat_words(saved.header.people)}"
        )
        yield Difference(ABOUT_FILE, problem, field="seats")
    number_of = {ask.id: number for number, batch in enumerate(batches) for ask in batch}
    # The players in a fork's `about.json` count from the batch at which it left its parent.
    own = number_of.get(about.fork.ask, -1) if about.fork else 0
    if own < 0 and about.fork:
        yield Difference(
            ABOUT_FILE,
            f"there is no ask `{display_value(about.fork.ask)}` in this game",
            field="fork.ask",
        )
        return
    changes: dict[int, list[SeatChange]] = {}
    for place, change in enumerate(about.changes, 1):
        if change.ask not in number_of or not 1 <= change.seat <= size:
            problem = (
                f"no player can have taken over seat {change.seat} at "
                f"`{display_value(change.ask)}` in this game"
            )
            yield Difference(ABOUT_FILE, problem, field=f"changes.{place}")
        else:
            changes.setdefault(number_of[change.ask], []).append(change)
    yield from _player_differences(
        saved, about, batches[own:], {number - own: each for number, each in changes.items()}
    )


def _player_differences(
    saved: SavedGame,
    about: About,
    batches: Sequence[Sequence[Ask]],
    changes: Mapping[int, Sequence[SeatChange]],
) -> Iterator[Difference]:
    """Yield answers whose player is not the seat's player according to `about.json`.

    In a batch with a take-over either player of the seat may have given its answer.
    """
    now = [spec.text for spec in about.seats]
    for number, batch in enumerate(batches):
        before = list(now)
        for change in changes.get(number, ()):
            now[change.seat - 1] = change.player.text
        between = {(change.seat, change.player.text) for change in changes.get(number, ())}
        for ask in batch:
            record = saved.journal.get(ask.id)
            if (
                record
                and record.player != before[ask.seat - 1]
                and (ask.seat, record.player) not in between
            ):
                problem = (
                    f"is `{display_value(record.player)}`, but by {ABOUT_FILE} "
                    f"`{display_value(before[ask.seat - 1])}` sat in seat {ask.seat}"
                )
                yield Difference(
                    JOURNAL_FILE, problem, line=saved.journal_lines[ask.id], field="player"
                )


def _repeated_answers(saved: SavedGame) -> Iterator[Difference]:
    """Yield second answers to an ask.

    The first counts by contract; without a digest nothing shows the origin of a second.
    """
    for line in saved.repeated:
        yield Difference(
            JOURNAL_FILE,
            "is a second answer to the same ask; the first one counts",
            line=line,
        )


def _seat_words(seats: Sequence[int]) -> str:
    return f"seat {', '.join(map(str, seats))}" if seats else "nobody"
