"""Replays a saved game from its recorded answers, without players, and compares the log.

Resume, fork and verify are built on this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wolfcore.errors import ConfigError, IllegalAnswer, LogError
from wolfcore.game import Answer, Ask, Game, GameSpec, rules_version
from wolfcore.records import (
    JOURNAL_FILE,
    LOG_FILE,
    GameFolder,
    SavedGame,
    encode_entries,
    encode_header,
    encode_result,
)


def save_log(folder: GameFolder, game: Game) -> None:
    """Append to the folder's log the entries, and the result, that it lacks.

    Raises:
        LogError: It cannot be written now.
    """
    # The first line is the header. The log of a finished game also has its result line and then
    # holds more lines than there are entries, so that nothing is written.
    held = folder.log_lines - 1
    if held <= len(game.log):
        folder.add_log(game.log[held:], game.result)


def replay_answers(spec: GameSpec, answers: Mapping[str, Answer]) -> Game:
    """Start a game of `spec` and drive it through all batches that `answers` hold in full.

    Raises:
        ConfigError: The spec forces chance that is impossible.
        IllegalAnswer: An answer is outside the options of its ask.
    """
    game = Game(spec)
    _submit_batches(game, answers)
    return game


def _submit_batches(game: Game, answers: Mapping[str, Answer]) -> list[Sequence[Ask]]:
    """Submit batches as long as `answers` hold them in full.

    Returns all batches that were put, including the open one at the end.
    """
    batches: list[Sequence[Ask]] = []
    asks = game.asks
    while asks:
        batches.append(asks)
        batch = {ask.id: answers[ask.id] for ask in asks if ask.id in answers}
        if len(batch) < len(asks):
            break
        asks = game.submit(batch)
    return batches


def replay_game(saved: SavedGame, purpose: str) -> Game:
    """Replay a game from its journal, whatever its log says.

    Args:
        saved: The game.
        purpose: The caller's purpose for messages, as in "it cannot be `resumed`".

    Raises:
        LogError: It is damaged, imported, of another version of the rules, or has an answer that is
            not legal.
    """
    return replay_batches(saved, purpose)[0]


def replay_batches(saved: SavedGame, purpose: str) -> tuple[Game, list[Sequence[Ask]]]:
    """Replay a game as `replay_game` does; also return all batches put, the open one included."""
    spec = saved.spec
    if saved.problems:
        raise saved.problems[0]
    version = rules_version(spec.board)
    if saved.header.rules != version:
        problem = (
            f"was played by version {saved.header.rules} of its board's rules and this "
            f"version of wolftui plays by {version}"
        )
        raise LogError(
            problem, file=str(saved.path), hint=f"It can be reviewed, but not {purpose}."
        )
    try:
        game = Game(spec)
        try:
            batches = _submit_batches(game, saved.answers)
        except IllegalAnswer as error:
            # Where the log departs from the rules before this answer, that is the first fault.
            expected = expected_log(saved, game)
            if not (expected.startswith(saved.log) or saved.log.startswith(expected)):
                raise log_difference(saved, expected, game) from error
            line = saved.journal_lines.get(error.ask_id, 0)
            problem = "the answer is not legal" + ("" if saved.is_secret else f" ({error})")
            raise LogError(problem, file=str(saved.path / JOURNAL_FILE), line=line) from error
    except ConfigError as error:
        raise LogError(
            f"the header describes an impossible game ({error})",
            file=str(saved.path / LOG_FILE),
            line=1,
        ) from error
    return game, batches


def expected_log(saved: SavedGame, game: Game) -> bytes:
    """Return the log of `game` under the header of `saved`."""
    log = encode_header(saved.header) + encode_entries(game.log)
    return log + encode_result(game.result) if game.result else log


def log_difference(saved: SavedGame, expected: bytes, game: Game) -> LogError:
    """Return the error for a log that differs from what its answers give."""
    held, right = saved.log.split(b"\n")[:-1], expected.split(b"\n")[:-1]
    # Both may be equal as far as the shorter one goes.
    line = next(
        (number for number, (a, b) in enumerate(zip(held, right, strict=False), 1) if a != b),
        len(right) + 1,
    )
    file = str(saved.path / LOG_FILE)
    if line > len(right):
        if game.asks:
            missing = next(ask.id for ask in game.asks if ask.id not in saved.journal)
            problem = f"continues where {JOURNAL_FILE} has no answer"
            problem += "" if saved.is_secret else f" to `{missing}`"
            return LogError(problem, file=file, line=line, hint="The journal lost lines.")
        return LogError("continues after the end of the game", file=file, line=line)
    shown = right[line - 1].decode(errors="replace")
    problem = "differs from what the rules and the recorded answers give"
    return LogError(
        problem, file=file, line=line, hint="" if saved.is_secret else f"They give {shown[:200]}"
    )
