"""The command `experience`: builds, searches, exports and deletes pools of experience."""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from wolfcore.errors import ConfigError, LogError
from wolfcore.files import expand_user_path, is_folder
from wolfcore.memory.contract import PoolInfo, StoredExperience
from wolfcore.memory.pool_search import PoolIndex
from wolfcore.memory.pools import PoolFile
from wolfcore.records import list_games, summarise
from wolftui.games.pool_learner import PoolLearner
from wolftui.measures.measurement import resolve_games
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.memories import check_pool_name
from wolftui.settings.paths import games_folder, pools_file

from .argument_values import say_notes
from .command import FAILED, OK, STOPPED
from .user_config import load_config

_MAX_SHOWN = 160
"""How many characters of a situation are printed."""


def build_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience build`: make a new pool from saved games; returns the exit code.

    Without named games, all ended games of the games folder are read.
    """
    _check_text("POOL", args.pool or "")
    check_pool_name(args.pool, "POOL")
    if _pools().pool(args.pool):
        hint = f"`wolftui experience add {args.pool} GAME` adds games to it, `forget` deletes it."
        raise ConfigError(f"the pool `{args.pool}` already exists", key="POOL", hint=hint)
    paths = (
        _game_paths(args.games)
        if args.games
        else [game.path for game in list_games(games_folder()) if game.ended]
    )
    if not paths:
        raise ConfigError(
            f"there is no finished game in {games_folder()}",
            key="GAME",
            hint="`wolftui run --games 20` plays games.",
        )
    return _learn(args.pool, paths, args.games or [str(games_folder())], args.embedder)


def add_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience add`; returns the exit code."""
    _check_text("POOL", args.pool or "")
    _pools().require_pool(args.pool)
    return _learn(args.pool, _game_paths(args.games), args.games, adds=True)


def _learn(
    pool: str,
    paths: Sequence[Path],
    meant: Sequence[str],
    embedder: str = "",
    *,
    adds: bool = False,
) -> int:
    """Add games to a pool; prints an error for each game that fails, and continues.

    Args:
        pool: The pool.
        paths: The games.
        meant: The arguments that name them, printed after Ctrl-C in the command that continues.
        embedder: The embedder of a new pool; the default one if empty.
        adds: Whether the pool existed before.
    """
    models = _model_settings()
    learner = PoolLearner(pool, models, embedder)
    learner.check()
    say_notes(models)
    learned = known = experiences = failed = 0
    try:
        for path in paths:
            try:
                found = learner.learn(path)
            except LogError as error:
                failed += 1
                sys.stderr.write(f"wolftui: {error}\n")
                continue
            known, learned, experiences = (
                known + found.already_known,
                learned + (not found.already_known),
                experiences + found.experiences,
            )
    except KeyboardInterrupt:
        goes_on = (
            f" `wolftui experience add {pool} {shlex.join(meant)}` continues."
            if learned or known
            else ""
        )
        sys.stderr.write(
            f"wolftui: Stopped; {pool} has learned from "
            f"{_count(learned + known, 'game')}.{goes_on}\n"
        )
        return STOPPED
    before = f"; it already knew {_count(known, 'game')}" if known else ""
    what = f"learned {experiences} more" if adds else _count(experiences, "experience")
    print(f"{pool}: {what} from {_count(learned, 'game')}{before}.")
    return FAILED if failed else OK


def show_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience show`; returns the exit code."""
    _check_text("POOL", args.pool or "")
    pools = _pools()
    if args.pool is None:
        found = pools.pools()
        print(
            "\n".join(map(_pool_line, found))
            or "There are no pools yet. `wolftui experience build NAME` makes one from saved games."
        )
        return OK
    print(_pool_line(pools.require_pool(args.pool)))
    kept = pools.read(args.pool)
    for tag in ("kind", "stage", "team", "role", "board", "player", "model"):
        print(f"  {tag:<6}  {_counted(kept, tag)}")
    if kept:
        scores = sorted(each.experience.score for each in kept)
        print(
            f"  {'score':<6}  {scores[0]:g} to {scores[-1]:g}; "
            f"{sum(score > 500 for score in scores)} from winners"
        )
    return OK


def search_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience search`; returns the exit code."""
    _check_text("POOL", args.pool or "")
    _check_text("TEXT", args.text)
    if args.most < 1 or not -1 <= args.above <= 1:
        key, hint = (
            ("--most", "It is 1 or more.")
            if args.most < 1
            else ("--above", "It goes from -1 to 1.")
        )
        raise ConfigError("is out of range", key=key, hint=hint)
    pool = _pools().require_pool(args.pool)
    alike = asyncio.run(_alike(pool, args.text, args.above))
    found = sorted(
        (each for each in alike if each[1].experience.kind == args.kind),
        key=lambda each: (-each[0], each[1].experience.id),
    )
    for similarity, each in found[: args.most]:
        tags, experience = each.tags, each.experience
        print(
            f"{experience.id}  {similarity:.2f}  score {experience.score:g}  {tags.role}, "
            f"{tags.stage}, {tags.board}, {tags.game}"
        )
        print(f"    {experience.situation[:_MAX_SHOWN]}")
        print(f"    did: {experience.response[:_MAX_SHOWN]}")
    print(f"{_count(len(found), 'experience')} of {args.kind} above {args.above:g} in {args.pool}.")
    return OK


async def _alike(pool: PoolInfo, text: str, above: float) -> list[tuple[float, StoredExperience]]:
    """Return the experiences more similar to a text than `above`, with their similarity.

    They are compared with the embedder that a new game would use.
    """
    models = GameModels(_model_settings())
    try:
        using = models.memories().comparing(pool)
        say_notes(models.settings)
        (query,) = await using.vectors((text,))
        return await PoolIndex(_pools().read(pool.name, embedder=using.name)).near(
            query, above, using
        )
    finally:
        await models.close()


def export_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience export`; returns the exit code."""
    _check_text("POOL", args.pool or "")
    for each in _pools().read(args.pool):
        line = msgspec.to_builtins(each.experience) | msgspec.to_builtins(each.tags)
        print(json.dumps(line, ensure_ascii=False))
    return OK


def forget_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience forget`; returns the exit code."""
    _check_text("POOL", args.pool or "")
    for game in args.games:
        _check_text("GAME", game)
    pools = _pools()
    gone = (
        sum(pools.forget(args.pool, game) for game in args.games)
        if args.games
        else pools.forget(args.pool)
    )
    what = f"what it learned from {_count(len(args.games), 'game')}" if args.games else "the pool"
    print(f"{args.pool}: {what} is forgotten, {_count(gone, 'experience')}.")
    return OK


def embed_command(args: argparse.Namespace) -> int:
    """Run `wolftui experience embed`; returns the exit code."""
    _check_text("POOL", args.pool or "")
    pool = _pools().require_pool(args.pool)
    name, many = asyncio.run(_turned_over(args.pool, args.embedder))
    print(f"{args.pool}: {_count(many, 'experience')} re-embedded from {pool.embedder} to {name}.")
    return OK


async def _turned_over(pool: str, embedder: str) -> tuple[str, int]:
    """Re-embed a pool; returns the embedder's name in pools and the number of experiences."""
    models = GameModels(_model_settings())
    try:
        memories = models.memories()
        using = memories.embedder(embedder)
        return using.name, await memories.turned_over(pool, using)
    finally:
        await models.close()


def _pools() -> PoolFile:
    return PoolFile(pools_file())


def _model_settings() -> ModelSettings:
    loaded = load_config()
    return ModelSettings(loaded.models, loaded.local)


def _game_paths(texts: Sequence[str]) -> list[Path]:
    """Return the named games; unfinished ones of folders are skipped, with a message."""
    paths: dict[Path, None] = {}
    unfinished: set[Path] = set()
    for text in texts:
        found = resolve_games(text)
        if (folder := expand_user_path(text)) not in found and is_folder(folder):
            unfinished.update(
                game.path for game in map(summarise, found) if not (game.ended or game.problem)
            )
            found = [path for path in found if path not in unfinished]
        paths.update(dict.fromkeys(found))
    if unfinished:
        are = "is" if len(unfinished) == 1 else "are"
        sys.stderr.write(
            f"wolftui: {_count(len(unfinished), 'game')} that {are} not over {are} left out.\n"
        )
    return list(paths)


def _check_text(key: str, text: str) -> None:
    """Raise ConfigError for an argument that is not valid UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ConfigError("is not text", key=key, hint="Write it in UTF-8.") from error


def _pool_line(pool: PoolInfo) -> str:
    holds = f"{_count(pool.experiences, 'experience')} from {_count(pool.games, 'game')}"
    return f"{pool.name}: {holds}, revision {pool.revision}, vectors of {pool.embedder}"


def _counted(kept: Sequence[StoredExperience], tag: str) -> str:
    counts = Counter(
        each.experience.kind if tag == "kind" else str(getattr(each.tags, tag)) or "none"
        for each in kept
    )
    return ", ".join(f"{word} {count}" for word, count in counts.most_common()) or "nothing"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
