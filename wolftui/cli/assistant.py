"""The command `mcp`: an assistant plays a seat of a game here, or at a table of friends."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib.util import find_spec

from msgspec.structs import replace

from wolfcore.errors import ConfigError, WolfError
from wolfcore.extras import MissingExtras
from wolfcore.game import FIRST_BOARD
from wolfcore.protocol import Notice, People
from wolfcore.records import ASSISTANT
from wolfcore.seating import DEFAULT_SEAT
from wolftui.games.arrangement import Arrangement
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.guest_game import GuestGame
from wolftui.games.friends.links import parse_link
from wolftui.games.friends.sockets import JoinError
from wolftui.games.game_starts import resume_saved, start_game
from wolftui.games.inputs import check_name
from wolftui.games.running_game import RunningGame
from wolftui.games.session.shown_game import Notebook
from wolftui.games.side_files import encode_person_notes, read_person_notes, write_person_notes
from wolftui.plain.announcements import outcome_lines
from wolftui.plain.assistant_seat import AssistantSeat
from wolftui.plain.line_layout import LineLook
from wolftui.settings.config import LoadedConfig, check_clock
from wolftui.words.glyphs import ASCII

from .argument_values import arrangement_from_args, model_settings, saved_game_folder, say
from .command import FAILED, OK
from .stop_notes import print_learning_failure, print_stopped
from .user_config import load_config

_ASSISTANT = re.compile(r"=\s*(?:assistant|human)\b")


_LOOK = LineLook(1 << 20, glyphs=ASCII)


def mcp_command(args: argparse.Namespace) -> int:
    """Run the command `mcp`; returns the exit code."""
    if find_spec("mcp") is None:
        raise MissingExtras({"mcp": "an assistant needs the library mcp"})
    loaded = load_config()
    if sys.stdin.isatty():
        say("This command is for an MCP client, which starts it. Ctrl-C ends it.")
    if args.link:
        if args.seat or args.board or args.resume or args.seed is not None:
            raise ConfigError("the table decides this", key=args.link, hint="Give --name alone.")
        name = check_name(args.name[0] if args.name else "Assistant")
        code = asyncio.run(_served(partial(play_as_guest, Guest(parse_link(args.link), name))))
        return OK if code is None else code
    clock = loaded.config.clock if args.clock is None else args.clock
    check_clock(clock)
    with _game(args, loaded) as running:
        on = f"is saved; `wolftui mcp --resume {running.id}` goes on with it"
        for note in (*running.notes, f"The game {on if running.id else 'is not saved'}."):
            say(note)
        code = asyncio.run(_served(partial(play_here, running, clock)))
        print_learning_failure(running)
        if code is None:
            return print_stopped(running, "The assistant's client has left", OK)
        return code


async def _served(play: Callable[[AssistantSeat], Awaitable[int]]) -> int | None:
    from wolftui.plain.assistant_server import serve  # noqa: PLC0415  needs the extra

    seat = AssistantSeat()
    return await serve(seat, play(seat))


def _game(args: argparse.Namespace, loaded: LoadedConfig) -> RunningGame:
    """Start or resume the game of a command line.

    Raises:
        ConfigError: An option is invalid, or the assistant has not exactly one seat.
    """
    wrong = ConfigError("the assistant plays one seat, alone", key="--seat")
    if args.resume:
        path, models = saved_game_folder(args.resume), model_settings(args, loaded)
        running = resume_saved(path, args.seat, models=models)
        if len(running.people) != 1 or running.guests:
            running.close()
            raise wrong
        return running
    args.board = args.board or loaded.config.board or FIRST_BOARD
    if not any(map(_ASSISTANT.search, args.seat)):
        args.seat = [*args.seat, "4=assistant"]
    args.seat = [_ASSISTANT.sub(f"={ASSISTANT.text}", text) for text in args.seat]
    options = arrangement_from_args(args, loaded).options
    # Nothing follows from the games of the person whose machine this is.
    arrangement = Arrangement(replace(options, person_name="", uses_earlier_games=False))
    if len(arrangement.make_game(0).seating.people) != 1:
        raise wrong
    return start_game(arrangement)


async def play_here(running: RunningGame, clock: float, seat: AssistantSeat) -> int:
    """Play a game of this process to its end; returns the exit code."""
    path = running.path
    kept, lost = read_person_notes(path) if path else (None, "")
    if lost:
        seat.say(lost)
    book = kept.notebooks.setdefault(running.people[0], Notebook()) if kept else Notebook()

    def keep(text: str) -> str:
        book.notes = text
        return write_person_notes(path, encode_person_notes(kept)) if path and kept else ""

    async def gate() -> None:
        """Let each batch of asks pass at once: nobody reads along."""

    seat.begin(running.session, clock, book.notes, keep)
    try:
        # Nobody is at a screen who could choose another player for one that fails.
        await running.play(seat, gate=gate, on_dead=running.replacement(DEFAULT_SEAT))
    except WolfError as error:
        return print_stopped(running, error, FAILED)
    seat.finish(outcome_lines(running.outcome, _LOOK))
    return OK


async def play_as_guest(guest: Guest, seat: AssistantSeat) -> int:
    """Play at a table of friends to the end of the game; returns the exit code."""

    def told(people: People) -> None:
        if people.problem:
            raise JoinError(f"{people.problem} Give another one by --name.")
        who = ", ".join(f"{each.name} ({each.state})" for each in people.people if each.name)
        seat.place = f"The game has not begun. At the table: {who}. The host starts it."

    async def claim(names: Sequence[str]) -> str:
        return guest.name if guest.name in names else ""

    def heard(notice: Notice) -> None:
        seat.say(f"{notice.by}: {notice.text}" if notice.by else notice.text)

    try:
        game = GuestGame(
            guest, await guest.wait(told, heard, claim), ASCII, seat.say, player=ASSISTANT
        )
        seat.seconds_left = lambda: game.seconds_left
        seat.begin(game.session)
        await game.run(seat)
    except WolfError as error:
        say(str(error))
        seat.finish([str(error)])
        return FAILED
    finally:
        await guest.close()
    assert game.shown.ending
    seat.finish(outcome_lines(game.shown.ending(), _LOOK))
    say(f"{game.verdict} The game is saved as {game.shown.game}.")
    return OK
