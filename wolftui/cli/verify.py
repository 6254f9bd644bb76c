"""The command `verify`: replays saved games from their answers and compares every byte.

The digest is compared too. While a person still plays, differences are counted but not shown.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from wolfcore.errors import ConfigError, LogError, WolfError
from wolfcore.records import Difference, SavedGame, read_game
from wolfcore.records.about import SERVERS
from wolfcore.records.importers import is_foreign
from wolfcore.seating.own_players import with_code
from wolfcore.table import Comparison, compare
from wolftui.games.session.shown_game import people_in
from wolftui.measures.measurement import resolve_games

from .command import FAILED, OK, WRONG_USE

_MAX_DIFFERENCES = 20
"""How many differences of a game are printed."""


_UNDETECTED = (
    "consistent changes of header, players, thoughts, memos, times, tokens and costs cannot be "
    "detected."
)


_NO_DIGEST = f"No digest: {_UNDETECTED}"


_NO_DIGEST_YET = f"No digest before the end: {_UNDETECTED}"


_DIGEST_ORIGIN = {
    "end": "",
    "later": "Its digest was made when the ended game was opened again: earlier changes cannot "
    "be detected.",
    "again": "Its digest is of a second end: the game had ended before, then lost lines or its "
    "digest, and was continued.",
}


_UNKEYED = (
    "A digest covers game.jsonl, answers.jsonl and about.json without tags and notes. It has "
    "no key: it shows that a file was\n"
    "changed, not who played, and does not show that a game was rewritten together with its "
    "digest.\n"
)


def verify_command(args: argparse.Namespace) -> int:
    """Run the command `verify`; returns the exit code."""
    paths, misnamed = _paths(args.games)
    verdicts: list[bool] = []
    sealed = False
    for path in paths:
        try:
            _refuse_foreign(path)
            saved = read_game(path)
            compared = compare(saved)
        except LogError as error:
            verdicts.append(False)
            _print_error(error)
            if args.json:
                _print_json(
                    {"game": path.name, "path": str(path), "fits": False, "problem": str(error)}
                )
            continue
        verdicts.append(not compared.differences)
        sealed = sealed or saved.digest is not None
        if args.json:
            _print_json(_as_json(saved, compared))
        else:
            print("\n".join(_as_lines(saved, compared)))
    if not args.json:
        _print_summary(verdicts, sealed=sealed)
    if misnamed and not paths:
        return WRONG_USE
    return OK if all(verdicts) and not misnamed else FAILED


def _paths(texts: Sequence[str]) -> tuple[list[Path], bool]:
    """Return all named games, each once, and whether an argument named none, which is printed."""
    found: dict[Path, Path] = {}
    misnamed = False
    for text in texts:
        try:
            for path in resolve_games(text):
                found.setdefault(path.resolve(), path)
        except ConfigError as error:
            misnamed = True
            _print_error(error)
    return list(found.values()), misnamed


def _refuse_foreign(path: Path) -> None:
    if is_foreign(path):
        raise LogError(
            "was played by another program; it can be measured, but not verified", file=str(path)
        )


def _print_error(error: WolfError) -> None:
    text = str(error)
    sys.stderr.write(f"wolftui: {text}{'' if text.endswith(('.', '?', '!')) else '.'}\n")


def _is_secret(saved: SavedGame, compared: Comparison) -> bool:
    """Return whether details must stay secret, because a person still plays the game."""
    return (
        saved.result is None
        and not compared.finished
        and bool(people_in(saved.header, saved.about))
    )


def _as_lines(saved: SavedGame, compared: Comparison) -> list[str]:
    secret = _is_secret(saved, compared)
    count = len(compared.differences)
    if not count:
        made = _DIGEST_ORIGIN[saved.digest.made] if saved.digest else ""
        return [
            f"{saved.id}: {_match_text(saved, compared, secret=secret)}",
            *(f"  {note}" for note in (*saved.notes, made, *_own_players(saved, secret)) if note),
        ]
    if secret:
        files = dict.fromkeys(difference.file or "the game" for difference in compared.differences)
        return [
            f"{saved.id}: differs from what was played, in {' and '.join(files)}; details are "
            "shown when the game is over."
        ]
    lines = [
        f"{saved.id}: differs from what was played, in "
        f"{'one place' if count == 1 else f'{count} places'}:"
    ]
    lines += (
        f"  {_difference_text(difference)}"
        for difference in compared.differences[:_MAX_DIFFERENCES]
    )
    if count > _MAX_DIFFERENCES:
        lines.append(f"  and {count - _MAX_DIFFERENCES} more.")
    return [*lines, *(f"  {note}" for note in saved.notes)]


def _own_players(saved: SavedGame, secret: bool) -> Iterator[str]:
    """Say which players of their own people brought, and whether their code is here; runs none."""
    found = saved.about.players_ever() if saved.about and not secret else ()
    for spec in dict.fromkeys(spec for spec in found if spec.needs_consent):
        what, whose = ("code", "a player") if spec.is_own else ("folder", "with prompts")
        try:
            same = with_code(spec).code == spec.code
        except ConfigError:
            here = "it is not here"
        else:
            here = f"the {what} here is {'the same' if same else 'another'}"
        if spec.player in SERVERS:
            here = "nobody here knows its code"
        yield f"`{spec.text}` played, {whose} of somebody's own ({spec.code}); {here}."


def _match_text(saved: SavedGame, compared: Comparison, *, secret: bool) -> str:
    """Describe what was compared if nothing differs."""
    if secret:
        return f"the answers give the same log, byte by byte (not finished yet). {_NO_DIGEST_YET}"
    counts = f"{len(saved.journal)} answers give the same {len(saved.entries)} events"
    if not compared.finished:
        return (
            f"{counts}, all {len(saved.log)} bytes of the log equal (not finished yet). "
            f"{_NO_DIGEST_YET}"
        )
    if saved.digest is None:
        return f"{counts}, all {len(saved.log)} bytes of the log equal (finished). {_NO_DIGEST}"
    return f"{counts}, and header, journal and players match its digest (finished)."


def _difference_text(difference: Difference) -> str:
    text = difference.text
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _print_summary(verdicts: Sequence[bool], *, sealed: bool) -> None:
    """Print how many games match, if there are several, and what a digest cannot show."""
    if len(verdicts) > 1:
        wrong = verdicts.count(False)
        print(
            f"{len(verdicts)} games: {len(verdicts) - wrong} match, {wrong} "
            f"{'does' if wrong == 1 else 'do'} not."
        )
    if sealed:
        sys.stdout.write(_UNKEYED)


def _as_json(saved: SavedGame, compared: Comparison) -> dict[str, Any]:
    secret = _is_secret(saved, compared)
    counts = {"answers": len(saved.journal), "events": len(saved.entries), "bytes": len(saved.log)}
    differences = [
        {"file": each.file, "problem": "differs"} if secret else msgspec.to_builtins(each)
        for each in compared.differences
    ]
    return {
        "game": saved.id,
        "path": str(saved.path),
        "fits": not compared.differences,
        "finished": compared.finished,
        "digest": saved.digest.made if saved.digest else None,
        **({} if secret else counts),
        "differences": differences,
        "notes": list(saved.notes),
    }


def _print_json(line: dict[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False))
