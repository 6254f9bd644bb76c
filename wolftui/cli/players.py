"""`wolftui players`: the kinds of players that can be seated."""

from __future__ import annotations

import argparse

from .command import OK, Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def _run(args: argparse.Namespace) -> int:
    del args
    from core.agents import PRESETS, SWITCHES_WITHOUT_MODEL
    from core.agents.personas import personas
    from core.bots import OPTIONS
    from core.seating import BOTS, DEFAULT_SEAT, is_agent, players
    from wolftui.settings.config import load_config

    models = load_config().models
    width = max(map(len, players()))
    for name, words in players().items():
        default = f" (the default is {DEFAULT_SEAT.text})" if name == DEFAULT_SEAT.player else ""
        print(f"{name:<{width}}  {words}{default}")
        for kind, options in OPTIONS.items() if name == "bot" else ():
            print(f"{'':<{width}}  {kind}: {', '.join(options)}")
        if is_agent(name):
            print(f"{'':<{width}}  models: {', '.join(models)}, as in {name}@{next(iter(models))}")
            if not PRESETS[name].settings.intentions:
                print(f"{'':<{width}}  without a model: {name}:{BOTS} or {name}:{BOTS}=hard, for which a house bot thinks")
            print(f"{'':<{width}}  personas: {', '.join(personas())}, as in {name}:persona=judge@{next(iter(models))}")
    print("Seat them with --seat SEAT=PLAYER; SEAT is a number, a role, a team or `*`, and the narrower one wins.")
    print("Options follow the player, one of a kind: --seat 'wolves=bot:hard:folksy'. A bot without a manner is dealt one,")
    print("and so is a model without a persona. `persona=none`, a sentence without commas, or a TOML file of personas do, too.")
    print(f"Without a model a seat turns {', '.join(SWITCHES_WITHOUT_MODEL)}.")
    print("What is measured there tells how much a step can matter to whoever weighs what is in sight as a bot does; it does not")
    print("tell how well a model reads, deduces, finds words or chooses.")
    return OK


COMMAND = Command("players", "list the kinds of players", ("wolftui players",), _arguments, _run)
