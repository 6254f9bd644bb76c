"""`wolftui experiment`: papers' experiments that ship as files, played again, with the tables that come of them."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED, Command
from .common import add_budget_options, add_jobs_option, jobs_for, ways_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.arena import ArenaPlan
    from core.arena.running import ArenaRun
    from core.experiments import Choice, Experiment, ExperimentRun
    from core.experiments.running import Began
    from wolftui.games.arena_tables import ArenaTables
    from wolftui.settings.endpoints import ModelSettings

    from .arena import Enough
    from .arena_lines import ArenaProgress
    from .interrupts import CtrlC

_NAME = "an experiment of `wolftui experiment list`, or a TOML file"


def _arguments(parser: argparse.ArgumentParser) -> None:
    way = ways_of(parser)

    way("list", "the experiments that ship", _list)
    show = way("show", "what an experiment asks, what its paper says, and what is played", _show)
    show.add_argument("name", metavar="NAME", help=_NAME)
    show.add_argument("--toml", action="store_true", help="print its file instead")
    run = way("run", "play an experiment and print its table; one that was stopped goes on", _play)
    run.add_argument("name", metavar="NAME", help=_NAME)
    size = run.add_mutually_exclusive_group()
    size.add_argument("--small", action="store_true", help="a few games, to see it at work, and not as many as the paper has")
    size.add_argument(
        "--games", type=int, metavar="N", help="N games of each line-up on each board, instead of as many as the paper has"
    )
    run.add_argument("--model", default="", metavar="MODEL", help="everybody is the paper's agent with this model")
    player = "who plays under a name of the experiment, such as `ours=sla@llama`; may be given again"
    run.add_argument("--player", action="append", default=[], metavar="NAME=PLAYER", help=player)
    run.add_argument("--off", action="store_true", help="with its mechanism switched off, to see what the table shows without it")
    run.add_argument("--into", metavar="DIR", help="the folder of what is played (default: one among the program's data)")
    add_jobs_option(run, "play and count in N processes; what comes out is the same")
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    run.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_budget_options(run)
    _add_forms(run)
    table = way("table", "the table of an experiment that was played, as far as it was", _table)
    table.add_argument("folder", metavar="DIR", help="the folder of an experiment")
    add_jobs_option(table, "count in N processes; what comes out is the same")
    _add_forms(table)


def _add_forms(parser: argparse.ArgumentParser) -> None:
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_const", const="json", dest="form", help="print the table as JSON")
    forms.add_argument("--csv", action="store_const", const="csv", dest="form", help="print the table as CSV, a line a cell")


def _run(args: argparse.Namespace) -> int:
    return int(args.do(args))


def _list(args: argparse.Namespace) -> int:
    del args
    from core.errors import ConfigError
    from core.experiments import read_experiment
    from wolftui.settings.experiments import shipped

    files, code = shipped(), OK
    width = max(map(len, files), default=0)
    for name, file in files.items():
        try:
            plan = read_experiment(file)
        except ConfigError as error:
            sys.stderr.write(f"wolftui: {error}\n")
            code = FAILED
        else:
            print(f"{name:<{width}}  {plan.paper}, {plan.shows}: {plan.title}")
    print("`wolftui experiment show NAME` says what is asked and played, `run NAME --small` plays it in small.")
    return code


def _show(args: argparse.Namespace) -> int:
    import shutil

    import msgspec
    import tomli_w

    from wolftui.settings.experiments import open_experiment

    from .experiment_lines import shown_lines

    _, plan = open_experiment(args.name)
    if args.toml:
        sys.stdout.write(tomli_w.dumps(msgspec.to_builtins(plan)))
    else:
        print("\n".join(shown_lines(plan, shutil.get_terminal_size().columns)))
    return OK


def _play(args: argparse.Namespace) -> int:
    from pathlib import Path

    from core.arena import Limits
    from core.errors import ConfigError
    from core.experiments import ExperimentRun, switched_off
    from wolftui.settings.config import load_config
    from wolftui.settings.experiments import open_experiment
    from wolftui.settings.paths import experiments_folder

    from .arena import models_within
    from .at_tables import check_at_once
    from .interrupts import CtrlC

    name, plan = open_experiment(args.name)
    jobs, choice = jobs_for(args), _choice(args)
    check_at_once(args.at_once)
    folder = Path(args.into).expanduser() if args.into else experiments_folder() / _usual(name, choice, off=args.off)
    limits = Limits(minutes=args.max_minutes, tokens=args.max_tokens, cost=args.max_cost)
    models = models_within(limits, load_config())
    with CtrlC() as keys:
        keys.hold()
        playing = _Playing(models, jobs, args.at_once, keys, tells=not args.form)
        try:
            run = ExperimentRun(
                folder, switched_off(plan) if args.off else plan, choice, opens=playing.opened, learns=playing.learn
            )
        except OSError as error:
            raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(folder)) from error
        code = playing.go_on(run)
    if code != FAILED:
        _print_table(run.folder, run.plan, choice, jobs, args.form)
    return code


class _Playing:
    """Plays the arenas of an experiment, with one purse for the models of all.

    Args:
        models: The models of the settings.
        jobs: How many processes play house bots.
        at_once: How many games of models are under way at the same time.
        keys: Tells of Ctrl-C.
        tells: Whether to say what is about to be played.
    """

    def __init__(self, models: ModelSettings, jobs: int, at_once: int, keys: CtrlC, *, tells: bool) -> None:
        self._tells = tells
        self._models, self._jobs, self._at_once, self._keys = models, jobs, at_once, keys
        self._waiting: ArenaTables | None = None

    def opened(self, folder: Path, plan: ArenaPlan) -> ArenaRun:
        """The arena of a part in its folder."""
        from core.arena.running import ArenaRun
        from core.speech import READER_VERSION
        from wolftui import __version__
        from wolftui.games.arena_tables import ArenaTables

        waiting = ArenaTables(plan, self._models, folder, self._at_once, lambda: self._keys.pressed)
        waiting.check()
        self._waiting = waiting
        return ArenaRun(
            folder, plan, version=__version__, reader=READER_VERSION, jobs=self._jobs, waiting=waiting, signs=waiting.signs()
        )

    def learn(self, pool: str, games: Sequence[Path]) -> None:
        """Have a pool learn from games, from none twice."""
        from wolftui.games.learning import Learner

        learner = Learner(pool, self._models)
        learner.check()
        for game in games:
            learner.learn(game)

    def go_on(self, run: ExperimentRun) -> int:
        """Play what is missing; returns the exit code."""
        from core.arena import Row
        from core.errors import WolfError

        from .arena import Enough

        if self._tells:
            words = f"{run.wanted:,} games. Everything is kept in {run.folder}; Ctrl-C stops, and the same command goes on."
            print(words, flush=True)
        purse, progress, code, why = self._models.purse, None, OK, ""
        enough = Enough(purse, lambda: self._keys.pressed)
        try:
            for each in run.go_on(enough):
                if isinstance(each, Row):
                    assert progress
                    progress.add(each)
                    continue
                if progress:
                    progress.clear()
                progress = self._begun(each)
            if progress:
                progress.clear()
            self._examine(run, enough)
        except KeyboardInterrupt:
            code, why = STOPPED, "Stopped"
        except WolfError as error:
            code, why = FAILED, str(error)
        if self._keys.pressed and not why:
            code, why = STOPPED, "Stopped"
        if progress:
            progress.clear()
        if enough.spent and not why:
            code, why = FAILED, enough.spent
        if why:
            sys.stderr.write(f"wolftui: {why.rstrip('.')}.\n")
        return code

    def _examine(self, run: ExperimentRun, enough: Enough) -> None:
        """Have everybody who has a model take the quiz of the experiment.

        Raises:
            WolfError: Somebody cannot be asked, or an answer cannot be kept.
        """
        import asyncio

        from core.errors import GameStopped
        from core.experiments.quizzing import answers_in, examine, examined, set_of
        from core.seating import parse_player
        from wolftui.settings.endpoints import GameModels

        from .examining import examinee

        def told(_: object) -> None:
            if enough():
                raise GameStopped("Stopped")

        async def all_asked() -> None:
            models = GameModels(self._models)
            boards = {board.name: board for board in set_of(run.plan, run.choice).boards}
            try:
                for name in examined(run.plan):
                    if enough():
                        return
                    taker = examinee(parse_player(run.plan.players[name]), boards, models)
                    if self._tells:
                        print(f"quiz: {name}", flush=True)
                    await examine(run.folder, run.plan, run.choice, name, taker, told)
            finally:
                await models.close()

        for rows in answers_in(run.folder, run.plan).values():
            self._models.purse.pay(len(rows), sum(row.tokens for row in rows), 0.0)
        try:
            if examined(run.plan):
                asyncio.run(all_asked())
        except GameStopped:
            if not enough():
                raise

    def _begun(self, began: Began) -> ArenaProgress:
        """Say that a part begins, and what its models will take as far as that can be told."""
        from .arena_lines import ArenaProgress

        run, purse = began.run, self._models.purse
        assert self._waiting
        for row in run.rows.values():
            purse.pay(row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0)
        if run.missing and self._tells:
            print(f"{began.part}: {len(run.missing):,} games", flush=True)
        if estimate := self._waiting.estimate(run.games, [number for number in run.wanted if run.waits(number)]):
            sys.stderr.write(f"wolftui: {estimate}\n")
        progress = ArenaProgress(run, purse)
        self._waiting.tell = progress.tell
        return progress


def _choice(args: argparse.Namespace) -> Choice:
    from core.errors import ConfigError
    from core.experiments import Choice
    from core.files import check_ranges

    if args.games is not None:
        check_ranges((("--games", args.games, 1, 1_000_000),))
    players: dict[str, str] = {}
    for word in args.player:
        name, equals, player = word.partition("=")
        if not (name and equals and player):
            raise ConfigError(
                f"`{word}` is no player with its name", key="--player", hint="Write for example `ours=sla:bots=hard`."
            )
        players[name] = player
    return Choice(size="small" if args.small else "full", games=args.games or 0, model=args.model, players=players)


def _usual(name: str, choice: Choice, *, off: bool) -> str:
    """Where an experiment is kept if nobody says where: small and full ones, and those without the mechanism, apart."""
    return name + ("-small" if choice.size == "small" else "") + ("-off" if off else "")


def _table(args: argparse.Namespace) -> int:
    from pathlib import Path

    from core.experiments.running import read_folder

    folder = Path(args.folder).expanduser()
    plan, choice = read_folder(folder)
    _print_table(folder, plan, choice, jobs_for(args), args.form)
    return OK


def _print_table(folder: Path, plan: Experiment, choice: Choice, jobs: int, form: str | None) -> None:
    import shutil

    from core.experiments import tabled

    from .experiment_lines import as_csv, as_json, table_lines, told_of

    found = tabled(folder, plan, choice, jobs)
    if form == "json":
        print(as_json(plan, choice, found))
    elif form == "csv":
        sys.stdout.write(as_csv(found))
    else:
        print("\n".join(table_lines(plan, choice, found, shutil.get_terminal_size().columns)))
    for line in told_of(found):
        sys.stderr.write(f"wolftui: {line}\n")


COMMAND = Command(
    "experiment",
    "play the experiments of papers again and print their tables",
    (
        "wolftui experiment list",
        "wolftui experiment show sla-figure-3",
        "wolftui experiment run sla-figure-3 --small",
        "wolftui experiment run sla-figure-3 --player ours=sla@llama --games 20",
        "wolftui experiment table my-folder --csv",
    ),
    _arguments,
    _run,
)
