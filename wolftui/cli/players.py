"""The command `players`: the kinds of players and their options."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from wolfcore.agents import PRESETS, SWITCHES, SWITCHES_WITHOUT_MODEL
from wolfcore.agents.personas import personas
from wolfcore.agents.pipeline import STEPS, steps_of
from wolfcore.agents.presets import Settings
from wolfcore.agents.seat_options import (
    BRIEF_OPTION,
    EMBEDDER,
    LIVE_OPTION,
    MODEL_OPTIONS,
    POLICY,
    POOL,
    PROMPTS,
    REASONING,
    SHORTHANDS,
    setting_word,
)
from wolfcore.agents.templates import shipped_prompts
from wolfcore.bots import OPTIONS
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import expand_user_path, path_exists, write_atomically
from wolfcore.game import Answer
from wolfcore.installed import NAMED_PRESETS, installed
from wolfcore.players.conformance import BOARDS
from wolfcore.seating import (
    BOTS_OPTION,
    DEFAULT_SEAT,
    allow_named_players,
    make_player,
    parse_player,
    player_meanings,
)
from wolftui.games.player_check import PlayerCheck

from .command import FAILED, OK
from .user_config import load_config

_WIDTH = 80


def players_command(args: argparse.Namespace) -> int:
    """Run the command `players`; returns the exit code."""
    if args.player == "check":
        return _check(args.checked)
    if args.player == "prompts":
        return _write_prompts(args.checked)
    lines = _player_list() if args.player is None else _player_details(args.player)
    print("\n".join(lines))
    return OK


# -- the check


def _check(player: str | None) -> int:
    """Play whole games with a player in all seats, and print what the table had to replace."""
    if not player:
        raise ConfigError(
            "no player was named",
            key="PLAYER",
            hint="Write it as it is seated: `wolftui players check ./agent.py:Mine`.",
        )
    allow_named_players([player])
    spec = parse_player(player)
    if spec.player == "human" or spec.model:
        hint = "`wolftui models test NAME` checks a model." if spec.model else ""
        raise ConfigError(f"`{player}` cannot be checked", key="PLAYER", hint=hint)
    check = PlayerCheck(lambda: make_player(spec))
    answers: dict[str, Mapping[str, Answer]] = {}
    for board in BOARDS:
        before, began = check.asks, time.monotonic()
        answers[board] = check.play(board)
        print(
            f"{board}: {check.asks - before} asks in {time.monotonic() - began:.1f} s", flush=True
        )
        if check.is_given_up:
            print("The check ends here: the player failed too often.")
            break
    print(
        f"{check.asks} asks, {check.seconds / max(check.asks, 1):.3f} s each: "
        f"{check.replaced} answers replaced, {check.late} time outs, {check.errors} errors"
        + (f", {check.lost} answers that lost a part." if check.lost else ".")
    )
    if check.unasked and not check.is_given_up:
        print(f"Never asked: {', '.join(check.unasked)}; these asks depend on what is answered.")
    for problem in check.problems:
        print("\n".join(_wrapped(problem, 2)))
    if not check.is_passed:
        print(f"`{player}` failed. A game goes on with the seat's fallback in place of these.")
        return FAILED
    again = PlayerCheck(lambda: make_player(spec)).play(BOARDS[0]) == answers[BOARDS[0]]
    print(
        f"`{player}` passed. It plays the same game "
        + ("equally each time." if again else "differently each time, and so does a resumed game.")
    )
    return OK


# -- prompts of one's own


def _write_prompts(folder: str | None) -> int:
    """Write the prompts of the agents into a new folder, as a start for those of one's own."""
    if not folder:
        hint = "Write for example `wolftui players prompts my-prompts`."
        raise ConfigError("no folder was named", key="FOLDER", hint=hint)
    place, prompts = expand_user_path(folder), shipped_prompts()
    if path_exists(place):
        raise ConfigError("exists already", file=folder, hint="Name a new folder.")
    try:
        for name, text in prompts.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place / name, text.encode())
    except OSError as error:
        raise ConfigError(f"cannot be written ({error.strerror or error})", file=folder) from error
    agent = next(iter(PRESETS))
    print(f"{len(prompts)} prompts are in {folder}. Change them, then seat an agent with them:")
    print(f"  wolftui run --seat '*={agent}:{PROMPTS}={folder}@{_models()[0]}'")
    return OK


# -- the list


def _player_list() -> Iterator[str]:
    names = player_meanings()
    width = max(map(len, names)) + 2
    for name, words in names.items():
        default = f" (the default is {DEFAULT_SEAT.text})" if name == DEFAULT_SEAT.player else ""
        yield from _entry(name, words + default, width)
        if name == "bot":
            for kind, options in OPTIONS.items():
                yield from _wrapped(f"{kind}: {', '.join(options)}", width)
        if name in PRESETS:
            yield from _wrapped(PRESETS[name].source, width)
    for name, entry in (*installed("presets").items(), *installed("players").items()):
        yield from _entry(name, entry.source, width)
        if entry.options:
            yield from _wrapped(f"options: {', '.join(entry.options)}", width)
    yield ""
    yield from _entry(
        "your own", "./agent.py:Mine, mypkg.agents:Mine, exec:COMMAND, ws://HOST:PORT", width
    )
    agent, model = next(iter(PRESETS)), _models()[0]
    yield from _entry("models", f"{', '.join(_models())}, as in {agent}@{model}", width)
    yield from _entry(
        "no model", f"{', '.join(f'{name}:{BOTS_OPTION}' for name in PRESETS)}", width
    )
    yield from _entry(
        "personas", f"{', '.join(personas())}, as in {agent}:persona=judge@{model}", width
    )
    yield ""
    yield from _wrapped(
        "`wolftui players NAME` shows more about one. Seat them with --seat SEAT=PLAYER; SEAT "
        "is a number, a role, a team or `*`,"
        " and the narrower one wins. Options follow the player: --seat "
        "'wolves=bot:hard:folksy'. A bot without a manner is dealt"
        " one, and so is a model without a persona. `persona=none`, a sentence without "
        "commas, or a TOML file of personas do, too."
    )


def _models() -> Sequence[str]:
    return list(load_config().models)


# -- one of them


def _player_details(name: str) -> Iterator[str]:
    if name in installed("presets"):
        NAMED_PRESETS.add(name)
        yield from _entry(name, f"{PRESETS[name].meaning} ({installed('presets')[name].source})", 2)
        yield from _agent_details(name)
        return
    if entry := installed("players").get(name):
        yield from _entry(name, entry.source, len(name) + 2)
        yield from _examples(f"wolftui players check {name}")
        return
    if name not in player_meanings():
        names = (*player_meanings(), *installed("presets"), *installed("players"))
        raise ConfigError(f"there is no player `{name}`", hint=did_you_mean(name, names))
    yield from _entry(name, player_meanings()[name], len(name) + 2)
    if name in PRESETS:
        yield from _agent_details(name)
    elif name == "bot":
        yield from _bot_details()
    elif name == "human":
        yield ""
        yield from _entry(
            "suspicions",
            "also asks you for your suspicions, on boards where agents are asked",
            14,
            2,
        )
        yield from _examples(
            "wolftui play --seat 4=human",
            "wolftui play --seat seer=human:suspicions --board helmsman7",
        )
    else:
        yield "It has no options."
        yield from _examples("wolftui run --seat '*=random'")


def _bot_details() -> Iterator[str]:
    yield "It needs no model. One option of each kind, in any order:"
    yield ""
    for kind, options in OPTIONS.items():
        default = (
            "dealt"
            if kind == "manner"
            else next((each for each in DEFAULT_SEAT.options if each in options), "default")
        )
        yield from _entry(kind, f"{', '.join(options)} (without one: {default})", 14, 2)
    yield from _examples("wolftui play --seat 4=human --seat 'wolves=bot:hard:quiet'")


def _agent_details(name: str) -> Iterator[str]:
    preset = PRESETS[name]
    yield from _wrapped(f"Source: {preset.source}. Its board: {preset.board}.")
    yield ""
    yield "Steps, in order"
    yield from _steps(preset.settings)
    yield ""
    yield from _wrapped(
        "Options, each written NAME=WORD after the player; a star marks a value that differs "
        "from the plainest agent"
    )
    plain = Settings()
    for option, switch in SWITCHES.items():
        value = setting_word(preset.settings, switch)
        star = "*" if value != setting_word(plain, switch) else " "
        yield (
            f"{star} {option}={value}"
            if value
            else f"{star} {option} (that of the model's settings)"
        )
        yield from _wrapped(f"{switch.words}: {switch.meaning}", 6)
    yield ""
    yield "Other options"
    for words, meaning in _others():
        yield from _entry(words, meaning, 16, 2)
    yield ""
    yield from _modelless_details(name)
    model = _models()[0]
    off = next((each for each in _ablation_options(name)), "brief")
    yield from _examples(
        f"wolftui run --seat '*={name}@{model}'",
        f"wolftui run --seat 'village={name}:{off}@{model}'",
    )


def _modelless_details(name: str) -> Iterator[str]:
    yield from _wrapped(
        f"Without a model: {name}:{BOTS_OPTION} or {name}:{BOTS_OPTION}=hard; a house "
        "bot then does the thinking, with the options"
        f" {', '.join(SWITCHES_WITHOUT_MODEL)}. The results of such games show how much a "
        "step can help a player that weighs evidence as a bot does; they do not show how well a "
        "model reads, deduces, writes or chooses."
    )


def _steps(settings: object) -> Iterator[str]:
    assert isinstance(settings, Settings)
    whole, suspicion = (
        [step.__name__ for step in steps_of(settings, kind)] for kind in ("speak", "suspect")
    )
    for step in whole:
        yield from _entry(step, STEPS[step], 12, 2)
    if suspicion != whole:
        yield from _wrapped(f"Where only suspicions are asked for: {', '.join(suspicion)}.", 2)
    if len(whole) > 1:
        yield from _wrapped("Where it bids to speak: act.", 2)


def _others() -> Iterator[tuple[str, str]]:
    yield BRIEF_OPTION, "shorter speeches and thoughts, for small models"
    yield f"{REASONING}=N", "the most characters of the reasoning before an answer (default: 400)"
    for word, meaning in SHORTHANDS.items():
        yield word, f"short for {meaning}"
    for role, meaning in MODEL_OPTIONS.items():
        yield f"{role}=MODEL", meaning
    yield f"{POOL}=NAME", "the pool of experience that it reads"
    yield (
        f"{POLICY}=NAME",
        "the learned policy that chooses a candidate (`select=policy`): a name or a "
        "FILE.safetensors",
    )
    yield (
        LIVE_OPTION,
        "each game also reads what the game before taught; games are played one by one",
    )
    yield f"{PROMPTS}=FOLDER", "prompts of your own (`wolftui players prompts FOLDER`)"
    yield f"{EMBEDDER}=NAME", "the embedder, which compares texts by meaning"
    yield "persona=NAME", "how it talks: a persona, `none`, a sentence or a TOML file"


def _ablation_options(name: str) -> Iterator[str]:
    """Yield the switches that remove a step from a preset."""
    plain = Settings()
    for option in ("reflect", "candidates", "deduce", "intentions", "experience"):
        word = setting_word(plain, SWITCHES[option])
        if word != setting_word(PRESETS[name].settings, SWITCHES[option]):
            yield f"{option}={word}"


# -- lines


def _examples(*commands: str) -> Iterator[str]:
    yield ""
    yield f"example{'s' if len(commands) > 1 else ''}:"
    yield from (f"  {command}" for command in commands)


def _entry(name: str, words: str, width: int, indent: int = 0) -> Iterator[str]:
    """Yield a name with its meaning beside it, in lines of at most 80 columns."""
    first, *more = _wrapped(words, indent + width)
    yield " " * indent + f"{name:<{width - 1}} " + first.lstrip()
    yield from more


def _wrapped(words: str, indent: int = 0) -> list[str]:
    room = " " * indent
    return wrap(
        words,
        _WIDTH,
        initial_indent=room,
        subsequent_indent=room,
        break_long_words=False,
        break_on_hyphens=False,
    )
