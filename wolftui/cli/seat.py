"""The command `seat`: plays a player of this program at somebody else's table.

A bot needs no settings: it starts quickly, and those of a later version cannot stop it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import AsyncExitStack
from stat import S_ISFIFO, S_ISSOCK

import msgspec

from wolfcore.errors import ConfigError
from wolfcore.protocol.seat_program import serve_seat
from wolfcore.seating import allow_named_players, make_player, parse_player

from .command import OK

_LONGEST_LINE = 1 << 24
"""The most bytes of a line of the table; all facts of a game may come in one."""


def seat_command(args: argparse.Namespace) -> int:
    """Run the command `seat`; returns the exit code."""
    allow_named_players([args.player])
    spec, closing = parse_player(args.player), AsyncExitStack()
    if spec.player == "human":
        hint = "People join a table of friends by `wolftui join LINK`."
        raise ConfigError("a person cannot play over the seat protocol", key="PLAYER", hint=hint)
    if spec.model:
        from wolftui.settings.endpoints import GameModels, ModelSettings  # noqa: PLC0415  bots need none

        from .user_config import load_config  # noqa: PLC0415  bots need no settings

        loaded = load_config()
        models = GameModels(ModelSettings(loaded.models, loaded.local))
        closing.push_async_callback(models.close)
        player = make_player(spec, models=models.open, memories=models.memories())
    else:
        player = make_player(spec)

    def write(line: bytes) -> None:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()

    async def play() -> None:
        reader = asyncio.StreamReader(_LONGEST_LINE)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
        )

        async def receive() -> bytes:
            try:
                return await reader.readline()
            except ValueError as error:  # a line is too long
                raise _no_table(str(error)) from error

        async with closing:
            await serve_seat(player, receive, write)

    if not any(kind(os.fstat(sys.stdin.fileno()).st_mode) for kind in (S_ISFIFO, S_ISSOCK)):
        raise _no_table("it is no pipe")
    try:
        asyncio.run(play())
    except msgspec.DecodeError as error:
        raise _no_table(str(error)) from error
    return OK


def _no_table(why: str) -> ConfigError:
    problem = f"standard input holds no messages of the seat protocol ({why})"
    hint = "A table starts this command: `--seat '3=exec:wolftui seat bot:hard'`."
    return ConfigError(problem, hint=hint)
