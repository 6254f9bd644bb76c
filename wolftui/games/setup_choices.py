"""Choices for each part of a new game, and a table setup with one part changed.

The names in `PARTS` are fields of `TableSetup` and keys of saved favourites.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from wolfcore.agents import PRESETS
from wolfcore.bots import OPTIONS
from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError
from wolfcore.game import SAFE_NIGHT, Board, board_names, team_of
from wolfcore.game.rulebook import power_sentence, role_list
from wolfcore.seating import DEFAULT_SEAT, parse_deal, parse_player, parse_seats
from wolftui.settings.config import SPEEDS, check_clock, nearest_speed
from wolftui.words.board_summaries import board_summary

from .arrangement import check_games, check_seed
from .inputs import check_name, open_board
from .table_setup import TableSetup, middle_seat, setup_board

Part = Literal[
    "board",
    "first_night",
    "me",
    "role",
    "name",
    "others",
    "seats",
    "games",
    "seed",
    "speed",
    "clock",
    "theme",
    "begin",
]


PARTS: tuple[Part, ...] = (
    "board",
    "first_night",
    "me",
    "role",
    "name",
    "others",
    "seats",
    "games",
    "seed",
    "speed",
    "clock",
    "theme",
    "begin",
)


FREE_TEXT_PARTS: frozenset[Part] = frozenset(
    {"board", "me", "name", "others", "seats", "games", "seed", "clock"}
)
"""Parts that accept any text besides the listed choices."""


_DEATHS, _NO_DEATHS = "somebody may die", "nobody dies"
"""The values of the part `first_night`, which is a part of the board's name."""


_CYCLED_PLAYERS = ("bot:easy", "bot:normal", "bot:hard", "random")


CLOCK_CHOICES = (0, 30, 60, 90, 120, 180, 300)
"""Seconds per answer that are offered; any other number may be typed."""


_MAX_CYCLED = 20
"""The largest number of games offered in the list; larger numbers may be typed."""


class Choice(NamedTuple):
    """A value that may be chosen, and its meaning in a few words."""

    value: str
    words: str = ""


def part_text(setup: TableSetup, part: Part) -> str:
    """Format the value of a part as a user would write it; empty for none."""
    match part:
        case "board":
            return setup.board.removesuffix(SAFE_NIGHT)
        case "first_night":
            return _NO_DEATHS if _has_safe_night(setup) else _DEATHS
        case "games":
            return str(setup.games)
        case "speed":
            return f"{setup.speed:g}"
        case "clock":
            return "" if setup.clock is None else f"{setup.clock:g}"
        case "seed":
            return "" if setup.seed is None else str(setup.seed)
        case "seats":
            return ",".join(setup.seats)
        case "begin":
            return ""
        case _:
            return str(getattr(setup, part))


def with_part(setup: TableSetup, part: Part, text: str) -> TableSetup:
    """Return the setup with another value for a part.

    Raises:
        ConfigError: The value is invalid, in the words of the command line.
    """
    text = text.strip()
    match part:
        case "board":
            return _on_board(replace(setup, board=text), open_board(text))
        case "first_night":
            if text not in (_DEATHS, _NO_DEATHS):
                raise ConfigError(
                    f"`{text}` is not a choice", hint=f"`{_DEATHS}` or `{_NO_DEATHS}`."
                )
            base = setup.board.removesuffix(SAFE_NIGHT)
            return replace(setup, board=base if text == _DEATHS else f"{base}{SAFE_NIGHT}")
        case "me":
            changed = replace(setup, me=_target(text, setup) if text else "")
            return changed if text.isdecimal() else replace(changed, role="")
        case "role":
            return _dealt(setup, text)
        case "name":
            return replace(setup, name=check_name(text) if text else "")
        case "others":
            parse_player(text)
            return replace(setup, others=text)
        case "seats":
            words = tuple(filter(None, (word.strip() for word in text.split(","))))
            parse_seats((*((f"{setup.me}=human",) if setup.me else ()), *words), setup_board(setup))
            return replace(setup, seats=words)
        case "games":
            return replace(setup, games=_number(text))
        case "speed":
            return replace(setup, speed=float(text))
        case "clock":
            return replace(setup, clock=_seconds(text) if text else None)
        case "seed":
            return replace(setup, seed=_seed(text) if text else None)
        case "theme":
            return replace(setup, theme=text)
        case "begin":
            return setup


def _has_safe_night(setup: TableSetup) -> bool:
    return setup.board.endswith(SAFE_NIGHT)


def _target(text: str, setup: TableSetup) -> str:
    """Return a seat, role or team as written, if the board has it; else raise ConfigError."""
    parse_seats((f"{text}=human",), setup_board(setup))
    return text


def _dealt(setup: TableSetup, role: str) -> TableSetup:
    """Return the setup with another role for the person's seat, who gets a seat if need be."""
    if not role:
        return replace(setup, role="")
    board = setup_board(setup)
    seat = setup.me if setup.me.isdecimal() else middle_seat(board)
    return replace(setup, me=seat, role=parse_deal(f"{seat}={role}", board).deal[int(seat)])


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ConfigError(
            f"`{text}` is not a number of games", key="--games", hint="Write a whole number from 1."
        )
    check_games(number)
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise ConfigError(
            f"`{text}` is not a number of seconds",
            key="--clock",
            hint="Write for example 90, or 0 for no limit.",
        ) from None
    check_clock(seconds)
    return seconds


def _seed(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ConfigError(
            f"`{text}` is not a valid seed",
            key="--seed",
            hint="Write a whole number from 0, or nothing for a random seed.",
        )
    check_seed(number)
    return number


def answer_time_text(seconds: float) -> str:
    """Format a time per answer: `90 seconds`, `5 minutes`."""
    minutes, rest = divmod(seconds, 60)
    if rest or not minutes:
        return f"{seconds:g} seconds"
    return "a minute" if minutes == 1 else f"{minutes:g} minutes"


def _on_board(setup: TableSetup, board: Board) -> TableSetup:
    """Move the setup to another board.

    A person whose seat or role does not exist there gets the middle seat, or a role by chance.
    """
    if setup.role not in board.roles:
        setup = replace(setup, role="")
    try:
        return with_part(setup, "me", setup.me)
    except ConfigError:
        return replace(setup, me=middle_seat(board))


def next_choice(setup: TableSetup, part: Part, step: int, themes: Sequence[str]) -> TableSetup:
    """Return the setup with the next or previous (`step`) choice for a part.

    The setup is unchanged if the part has no choices to step through.

    Raises:
        ConfigError: The setup's board does not exist.
    """
    values = [choice.value for choice in _cycled_choices(setup, part, themes)]
    if not values:
        return setup
    now = f"{nearest_speed(setup.speed):g}" if part == "speed" else part_text(setup, part)
    at = (values.index(now) + step) % len(values) if now in values else 0
    return with_part(setup, part, values[at])


def _cycled_choices(setup: TableSetup, part: Part, themes: Sequence[str]) -> list[Choice]:
    """Return the choices that the arrow keys step through; empty for parts with complex values."""
    if part == "others":
        return [Choice(level) for level in dict.fromkeys((*_CYCLED_PLAYERS, setup.others))]
    return (
        choices(setup, part, themes)
        if part in ("board", "first_night", "me", "role", "games", "speed", "clock", "theme")
        else []
    )


def choices(
    setup: TableSetup, part: Part, themes: Sequence[str], models: Sequence[str] = ()
) -> list[Choice]:
    """Return the choices that a part offers in a list; empty if it can only be typed.

    Args:
        setup: The setup.
        part: The part.
        themes: The names of the themes.
        models: The names of the available models.

    Raises:
        ConfigError: The setup's board does not exist.
    """
    match part:
        case "board":
            return [Choice(name, board_summary(name)) for name in board_names()]
        case "first_night":
            return [
                Choice(_DEATHS, "as the board says"),
                Choice(_NO_DEATHS, "the wolves meet, and everybody is heard once"),
            ]
        case "me":
            seats = range(1, setup_board(setup).size + 1)
            return [Choice("", "look on"), *(Choice(str(seat), f"seat {seat}") for seat in seats)]
        case "role":
            dealt = Counter(setup_board(setup).roles)
            return [
                Choice("", "by chance"),
                *(
                    Choice(role, f"{number} of them" if number > 1 else "one")
                    for role, number in dealt.items()
                ),
            ]
        case "others":
            return list(_players(models))
        case "games":
            return [Choice(str(number)) for number in range(1, _MAX_CYCLED + 1)]
        case "speed":
            return [
                Choice(f"{speed:g}", "for a calm reader" if speed == 1 else "") for speed in SPEEDS
            ]
        case "clock":
            listed = [
                Choice(str(seconds), answer_time_text(seconds) if seconds else "no limit")
                for seconds in CLOCK_CHOICES
            ]
            return [Choice("", "as in your settings"), *listed]
        case "theme":
            return [Choice(name) for name in themes]
        case _:
            return []


def seat_targets(board: Board) -> list[Choice]:
    """Return the targets of an assignment: teams, roles and seats; the narrower one wins."""
    roles = Counter(board.roles)
    return [
        Choice("wolves", "every wolf"),
        Choice("village", "everybody of the village"),
        *(Choice(role.lower(), f"whoever is dealt the {role}") for role in roles),
        *(Choice(str(seat), f"seat {seat}") for seat in range(1, board.size + 1)),
    ]


def player_choices(models: Sequence[str]) -> list[Choice]:
    """Return the players that may be assigned to a target, a person among them."""
    return [Choice("human", "a person at this screen"), *_players(models)]


def _players(models: Sequence[str]) -> Iterator[Choice]:
    for level in OPTIONS["level"]:
        usual = " (the usual one)" if DEFAULT_SEAT.options == (level,) else ""
        yield Choice(f"bot:{level}", f"a house bot, {level}{usual}")
    for style in OPTIONS["style"]:
        yield Choice(f"bot:{style}", f"a house bot whose style is {style}")
    for manner in OPTIONS["manner"]:
        yield Choice(f"bot:{manner}", f"a house bot whose manner of speech is {manner}")
    yield Choice("random", "takes any legal choice and says nothing")
    for model in models:
        for name, preset in PRESETS.items():
            yield Choice(
                f"{name}@{model}",
                f"{model} {preset.meaning.removeprefix('a language model that ')}",
            )


def with_player_at(setup: TableSetup, target: str, player: str) -> TableSetup:
    """Return the setup with one more `SEAT=PLAYER`, replacing that of the same target.

    Raises:
        ConfigError: The target or the player is invalid, or the person sits there.
    """
    rest = [
        word for word in setup.seats if word.partition("=")[0].strip().lower() != target.lower()
    ]
    return with_part(setup, "seats", ",".join((*rest, f"{target}={player}")))


def part_explanation(setup: TableSetup, part: Part, meanings: Mapping[str, str]) -> str:
    """Explain in a sentence what the current value of a part does.

    Args:
        setup: The setup.
        part: The part.
        meanings: The meaning of players, by their first word.

    Raises:
        ConfigError: The setup's board does not exist.
    """
    board = setup_board(setup)
    match part:
        case "board":
            words = board_summary(part_text(setup, "board"))
            return (
                f"{words[:1].upper()}{words[1:]}{': ' if words else ''}{board.size} seats "
                f"are dealt {role_list(board)}."
            )
        case "first_night":
            return (
                "The wolves attack from the first night on: you may be dead before you speak."
                if board.switches.first_night_deaths
                else "Nobody dies before the first day: the wolves meet, and a seer checks."
            )
        case "me":
            return _where(setup, board)
        case "role":
            return _role_words(setup, board)
        case "name":
            return (
                f"Everybody at the table calls you {setup.name}."
                if setup.name
                else "A name is drawn for you, as for everybody else."
            )
        case "others":
            return f"Every seat without a player of its own gets {_who(setup.others, meanings)}."
        case "seats":
            listed = [
                f"{word.partition('=')[0]}: {_who(word.partition('=')[2], meanings)}"
                for word in setup.seats
            ]
            return (
                f"{'; '.join(listed)}."
                if listed
                else "No other player has a seat of their own; Enter adds one."
            )
        case "games":
            return (
                "One game."
                if setup.games == 1
                else f"{setup.games} games in a row, each with other cards."
            )
        case "speed":
            return (
                f"It is shown {setup.speed:g} times as fast as a calm reader reads; at the "
                "table you can change it."
            )
        case "clock":
            return _clock(setup)
        case "seed":
            return _drawn(setup)
        case "theme":
            return "The colours of the screen, from now on until you leave."
        case "begin":
            return "Begin at once."


def _clock(setup: TableSetup) -> str:
    if setup.clock is None:
        return "Each person has the time of your settings for an answer."
    if not setup.clock:
        return "Each person may take as long as they like over an answer."
    return (
        f"Each person has {answer_time_text(setup.clock)} for an answer; then they abstain or "
        "say nothing, or chance decides."
    )


def _drawn(setup: TableSetup) -> str:
    if setup.seed is None:
        return (
            "The seed is the number from which the cards are dealt. None is given, so the "
            "deal is new each time."
        )
    others = "" if setup.games == 1 else "; each game after it takes the next number"
    return f"The cards of seed {setup.seed}: the same again whoever plays{others}."


def _where(setup: TableSetup, board: Board) -> str:
    if not setup.me:
        return (
            "You look on and see everything."
            if not setup.has_person
            else "People sit where you seated them."
        )
    if setup.me.isdecimal():
        role = f"are dealt the {setup.role}" if setup.role else "may be dealt any role"
        return f"You sit in seat {setup.me} of {board.size} and {role}."
    return (
        f"You get the seat that is dealt the {setup.me.capitalize()}; who plays which seat "
        "stays secret until the end."
    )


def _role_words(setup: TableSetup, board: Board) -> str:
    role = next((each for each in board.roles if each == setup.role), None)
    if role is None:
        return "Chance deals your role. Choose one, and chance deals only the others."
    team = "wolves" if team_of(role) == "wolves" else "village"
    return f"Your role is {role}, of the {team}. {power_sentence(role, board)}"


def _who(player: str, meanings: Mapping[str, str]) -> str:
    first = player.strip().partition("@")[0].partition(":")[0]
    return f"{player.strip()}, {meanings[first]}" if first in meanings else player.strip()


PLAYER_MEANINGS: Mapping[str, str] = {
    "human": "a person at this screen",
    "bot": "a house bot",
    "random": "who takes any legal choice",
}
"""The meaning of the players for which no agents need to be loaded."""
