"""Seat options of language players: settings as `NAME=WORD`, models, pool, persona, policy.

The options follow the preset's name on a seat (`sla:record=whole:brief`) and are stored with saved
games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.memory.contract import SEARCH_TAGS

from .personas import PERSONA_PREFIX as PERSONA
from .personas import PersonaOf, drawn_persona, persona_option, style_names
from .presets import RoleNaming, Settings, Temperatures
from .role_words import role_words_from_file
from .schemas import BRIEF_LENGTHS


class Options(NamedTuple):
    """The parsed options of a seat.

    Attributes:
        settings: The settings of its pipeline.
        persona_of: Returns its persona.
        speaker: The name of the model that writes its speeches; empty for the model of the seat.
        judge: The name of the model that selects among its candidates; empty for the model of the
            seat.
        pool: The experience pool that it reads; empty for the default one.
        embedder: The embedder that compares texts; empty for the default one.
        policy: The learned policy that selects; empty for the shipped policy of such candidates.
        prompts: The folder of the user's own prompts; empty for those of the package.
        live: Whether it also reads lessons of the games played since the command began.
    """

    settings: Settings = Settings()
    persona_of: PersonaOf = drawn_persona
    speaker: str = ""
    judge: str = ""
    pool: str = ""
    embedder: str = ""
    policy: str = ""
    prompts: str = ""
    live: bool = False


class Switch(Struct, frozen=True):
    """A setting that can be written on a seat as `NAME=WORD`.

    Attributes:
        field: The field of `Settings` that it sets.
        words: The allowed words, described for a person.
        meaning: The effect, and the ablation of a paper that it corresponds to.
        read: Parses a word to a value; returns None for an invalid word.
    """

    field: str
    words: str
    meaning: str
    read: Callable[[str], Any]


def _one_of(*words: str) -> Callable[[str], str | None]:
    return lambda word: word if word in words else None


def _on(word: str) -> bool | None:
    return {"on": True, "off": False}.get(word)


def _number(least: int, most: int) -> Callable[[str], int | None]:
    def read(word: str) -> int | None:
        number = whole_number(word)
        return number if number is not None and least <= number <= most else None

    return read


def _switch(field: str, words: Sequence[str], meaning: str) -> Switch:
    return Switch(field, " | ".join(words), meaning, _one_of(*words))


def _flag(field: str, meaning: str) -> Switch:
    return Switch(field, "on | off", meaning, _on)


def _words(word: str) -> RoleNaming | None:
    if word.endswith(".toml"):
        return role_words_from_file(word)
    return word if word in ("plain", "neutral", "swapped") else None


_NO_TAGS = "none"


def _tags(word: str) -> tuple[str, ...] | None:
    names = tuple(word.split("+"))
    return () if word == _NO_TAGS else names if set(names) <= set(SEARCH_TAGS) else None


def _stages(word: str) -> tuple[str, ...] | None:
    names = tuple(word.split("+"))
    return names if set(names) <= {"vote", "speech", "night"} else None


def _temperatures(word: str) -> Temperatures | None:
    """Parse temperatures: STEPS/CHOICE/SPEECH, one number for all three, or `model`."""
    if word == _OF_THE_MODEL:
        return Temperatures()
    found = [each for each in map(_decimal(2), word.split("/")) if each is not None]
    if len(found) != word.count("/") + 1:
        return None
    return (
        Temperatures(*found)
        if len(found) == 3
        else Temperatures(found[0], found[0], found[0])
        if len(found) == 1
        else None
    )


def _decimal(most: float) -> Callable[[str], float | None]:
    return lambda word: (
        float(word) if re.fullmatch(r"[0-9](\.[0-9]{1,3})?", word) and float(word) <= most else None
    )


_OF_THE_MODEL = "model"
"""The word that leaves a temperature to the model's settings."""


SWITCHES: dict[str, Switch] = {
    "rules": _flag("rules", "the board's rules in the prompt (Xu et al. 4.4.1, Z)"),
    "tips": _flag(
        "tips", "basic human tips on play; off where emergent play is studied (Xu et al. A.5)",
    ),
    "style": _switch("style", style_names(), "a style of play, each for one team (SLA 4.3)"),
    "counsel": _flag(
        "counsel", "the team's aim in prompts of votes, a warning in prompts of speeches (Helmsman "
        "tables 8 to 11)",
    ),
    "words": Switch(
        "words", "plain | neutral | swapped | FILE.toml",
        "what roles are called in prompts (Xu et al. 5)", _words,
    ),
    "record": _switch(
        "record", ("growing", "whole", "recalled", "sorted", "retrieved"),
        "which events of the game the prompts contain: all (vanilla), the latest and the most "
        "informative (Xu et al. 3.3), facts, potential truths and potential falsehoods (Helmsman "
        "3.1), or the latest and those found by a summary (WereWolf-Plus 3); `growing` has all in "
        "the order of the game, and sorts by numbers behind them, so that caches keep it",
    ),
    "recent": Switch(
        "recent", "0 to 200", "number of latest messages; 0 leaves them out (Xu et al. 4.4.1, O)",
        _number(0, 200),
    ),
    "informative": Switch(
        "informative", "0 to 200",
        "number of informative messages; 0 leaves them out (Xu et al. 4.4.1, V)", _number(0, 200),
    ),
    "questions": _switch(
        "questions", ("both", "free", "none"),
        "prepared and free questions, only free ones, or none (Xu et al. 4.4.1, Q)",
    ),
    "reflect": _flag("reflect", "a reflection before the answer (Xu et al. 4.4.1, R)"),
    "experience": _switch(
        "experience", ("none", "xu", "plus"),
        "experience of earlier games (Xu et al. 4.3, S; WereWolf-Plus 3.1)",
    ),
    "stages": Switch(
        "stages", "any of vote, speech and night, with + between",
        "at which asks experience is used (WereWolf-Plus 6)", _stages,
    ),
    "tags": Switch(
        "tags", "none, or any of " + ", ".join(SEARCH_TAGS) + " with + between",
        "which tags of an experience must equal the seat's own (WereWolf-Plus 3.1)", _tags,
    ),
    "scope": _switch(
        "scope", ("all", "village"),
        "which seats use experience: all, or only the village, and only its own (Xu et al. 4.2)",
    ),
    "deduce": _switch(
        "deduce", ("none", "each", "batch"),
        "deduction of roles: seat by seat (Helmsman 3.1), all in one call (Helmsman 9.4, SLA "
        "4.1), or none (SLA 5.2, vanilla)",
    ),
    "known": _switch(
        "known", ("ask", "skip"),
        "whether a model deduces also the roles that its seat knows for certain",
    ),
    "prune": _switch(
        "prune", ("none", "vote", "now"),
        "when statements that no deduction cites are dropped (Helmsman 3.1, SLA 4.1)",
    ),
    "candidates": Switch(
        "candidates", "1 to 8",
        "number of different answers to propose; 1 is SLA 5.2 without diversity", _number(1, 8),
    ),
    "select": _switch(
        "select", ("model", "random", "first", "policy"),
        "what chooses a candidate: a learned policy (SLA 4.3), the model itself (SLA 5.2 "
        "without training), or chance; `first` takes the first one",
    ),
    "intentions": _flag("intentions", "a fixed intention before each speech (SLA 5.1, atomic)"),
    "heat": Switch(
        "heat", "model | 0 to 2 | STEPS/CHOICE/SPEECH",
        "temperatures, such as 0.3/0/0 (Xu et al. 4.1)", _temperatures,
    ),
    "top_p": Switch(
        "top_p", "0 to 1", "probability mass of the words to sample from (WereWolf-Plus 4.1: 1)",
        _decimal(1),
    ),
    "max_tokens": Switch(
        "max_tokens", "64 to 65536", "most tokens of a reply (WereWolf-Plus 4.1: 2048)",
        _number(64, 65536),
    ),
    "reason": _flag("reason", "reasoning step by step before an answer (Xu et al. 4.4.1, C)"),
}  # fmt: skip
"""Every setting that can be written on a seat, by name. `batch` is short for `deduce=batch`."""


def setting_word(settings: Settings, switch: Switch) -> str:
    """Format the value of a setting as it is written on a seat.

    The result is empty for None, which leaves the parameter to the model's settings and cannot be
    written.
    """
    value: object = getattr(settings, switch.field)
    match value:
        case bool():
            return "on" if value else "off"
        case Temperatures(steps=steps, choice=choice, speech=speech):
            parts = list(
                dict.fromkeys(
                    _OF_THE_MODEL if each is None else f"{each:g}"
                    for each in (steps, choice, speech)
                )
            )
            return parts[0] if len(parts) == 1 else f"{steps:g}/{choice:g}/{speech:g}"
        case tuple():
            return "+".join(cast("tuple[str, ...]", value)) or _NO_TAGS
        case None:
            return ""
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


SHORTHANDS: Mapping[str, str] = {"batch": "deduce=batch"}
"""Flags that are short for a setting."""


BRIEF_OPTION, LIVE_OPTION = "brief", "live"


REASONING = "reasoning"
"""The option that sets the characters of the reasoning before an answer."""


_read_reasoning = _number(40, 10_000)


MODEL_OPTIONS = {
    "speaker": "the model that writes the speeches",
    "judge": "the model that chooses among candidates",
}


POOL, EMBEDDER, POLICY, PROMPTS = "pool", "embedder", "policy", "prompts"


_OPTIONS_WITH_NAME = (*MODEL_OPTIONS, POOL, EMBEDDER, POLICY, PROMPTS)


def read_options(words: Sequence[str], settings: Settings | None = None) -> Options:
    """Parse the options of a seat.

    Args:
        words: The options, in any order.
        settings: The settings of its preset.

    Raises:
        ConfigError: A word is not an option, is given twice, has an invalid value, or has no effect
            with the other options.
    """
    options, given = Options(settings or Settings()), set[str]()
    # `brief` sets all lengths, of which `reasoning` sets one: their order has no meaning.
    ordered = sorted(words, key=lambda word: word != BRIEF_OPTION)
    for word in (SHORTHANDS.get(word, word) for word in ordered):
        name, equals, value = word.partition("=")
        if name in given:
            raise ConfigError(
                f"option `{name}` is given twice", key="seat", hint="Leave one of them out."
            )
        given.add(name)
        options = _with(options, word, name, value if equals else "")
    if options.settings.keeps_prefixes and "record" not in given:
        # `vanilla:deduce=batch` is an agent of saved games, which goes on with the same prompts.
        options = options._replace(settings=replace(options.settings, record="whole"))
    if (
        (options.pool or options.live)
        and options.settings.experience == "none"
        and "experience" not in given
    ):
        hint = "Add `experience=plus` or `experience=xu`."
        raise ConfigError("names a pool, but does not use experience", key="seat", hint=hint)
    if options.policy and options.settings.select != "policy":
        raise ConfigError(
            "names a policy, but does not choose by a policy",
            key="seat",
            hint="Add `select=policy`.",
        )
    return options


def models_named(words: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the models in the options of a seat (`speaker=`, `judge=`)."""
    return tuple(
        value for name, _, value in (word.partition("=") for word in words) if name in MODEL_OPTIONS
    )


def _with(options: Options, word: str, name: str, value: str) -> Options:
    if word == BRIEF_OPTION:
        return options._replace(settings=replace(options.settings, lengths=BRIEF_LENGTHS))
    if word == LIVE_OPTION:
        return options._replace(live=True)
    if name == REASONING:
        if (characters := _read_reasoning(value)) is None:
            raise ConfigError(
                f"`{name}` cannot be `{value}`",
                key="seat",
                hint="It is 40 to 10000: the most characters of the reasoning before an answer.",
            )
        lengths = replace(options.settings.lengths, thinking=characters)
        return options._replace(settings=replace(options.settings, lengths=lengths))
    if f"{name}=" == PERSONA:
        return options._replace(persona_of=persona_option(value))
    if value and name in _OPTIONS_WITH_NAME:
        return options._replace(**{name: value})
    switch = SWITCHES.get(name)
    if switch is None:
        known = (
            BRIEF_OPTION,
            LIVE_OPTION,
            PERSONA + "NAME",
            f"{REASONING}=",
            *SHORTHANDS,
            *(f"{each}=NAME" for each in _OPTIONS_WITH_NAME),
            *(f"{each}=" for each in SWITCHES),
        )
        raise ConfigError(
            f"`{word}` is not an option of a language model's seat",
            key="seat",
            hint=did_you_mean(word, known),
        )
    read = switch.read(value)
    if read is None:
        raise ConfigError(
            f"`{name}` cannot be `{value}`",
            key="seat",
            hint=f"It is {switch.words}: {switch.meaning}.",
        )
    return options._replace(settings=replace(options.settings, **{switch.field: read}))


_OF_EXPERIENCE = ("stages", "tags", "scope", EMBEDDER)


def check_effects(words: Sequence[str], settings: Settings, *, has_model: bool) -> None:
    """Check that each option of a seat acts beside the others.

    `experience=none` switches the options of experience off, so that the ablation is one word.

    Args:
        words: The options, valid ones.
        settings: The settings of the seat.
        has_model: Whether a model plays the seat, and not a house bot.

    Raises:
        ConfigError: An option changes nothing; says which and what it needs.
    """
    off = _OF_EXPERIENCE if "experience=none" in words else ()
    for word in words:
        name = SHORTHANDS.get(word, word).partition("=")[0]
        if name in off:
            continue
        if needs := _missing_for(name, settings, has_model=has_model):
            raise ConfigError(
                f"`{word}` changes nothing on this seat",
                key="seat",
                hint=f"It acts beside {needs}; leave it out, or add that.",
            )


def _missing_for(name: str, settings: Settings, *, has_model: bool) -> str:
    """Return what an option lacks to act, in words; empty for one that acts."""
    several, deduces = settings.candidates > 1, settings.deduce != "none"
    match name:
        case "recent" | "informative" if settings.record not in ("recalled", "retrieved"):
            return "`record=recalled`"
        case "stages" | "tags" | "scope" if settings.experience == "none":
            return "`experience=plus` or `experience=xu`"
        case "prune" if not deduces or (not has_model and not settings.classifies):
            return "`deduce=batch` and `record=sorted`"
        case "known" if not deduces:
            return "`deduce=batch`"
        case "record" if not has_model and settings.record == "growing":
            return "a model"
        # A house bot that prunes nothing reads all that is sorted.
        case "record" if (
            not has_model and settings.classifies and (not deduces or settings.prune == "none")
        ):
            return "`deduce=batch` and `prune=now`"
        case "select" if not several and not settings.intentions:
            return "several `candidates` or `intentions`"
        case "policy" if not several and (has_model or not settings.intentions):
            return "several `candidates`"
        case "judge" if not several or settings.select != "model":
            return "several `candidates` and `select=model`"
        case "embedder" if has_model and not settings.needs_embedder:
            return "a step that compares texts, such as `experience=plus`"
        case _:
            return ""
