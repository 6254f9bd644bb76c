"""Words and spans shared by views: seats, roles, phases, deaths, activity, course of a game.

`STYLE_COLOURS` maps the style names of spans to theme colours, for the screen and for exported
pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolfcore.game import SAFE_NIGHT, Death, Phase, RoleName
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.table_activity import SeatActivity
from wolftui.words.glyphs import ROLE_COLOURS, Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of


def left_and_right(left: Line, right: Line, width: int, glyphs: Glyphs) -> Line:
    """Join two lines into one of `width` cells, `right` right-aligned; cut `left` if necessary."""
    room = width - width_of(right)
    begin = truncate(left, max(room - 1, 1), glyphs.more)
    return (*begin, Span(" " * max(room - width_of(begin), 1)), *right)


BOLD_STYLES = frozenset({"strong", "day-title", "night-title", "accent", "wolves"})


STYLE_COLOURS: dict[str, str] = {
    "strong": "text",
    "accent": "day",
    "day-title": "day",
    "night-title": "night",
    "rule": "dim",
    "secret": "night",
    "thought": "dim",
    "wolves": "werewolf",
    "village": "good",
    **{f"role-{role}": colour for role, colour in ROLE_COLOURS.items()},
}
"""The theme colour of each style whose name is not itself a theme colour."""


KeyOf = Callable[[str], str]
"""A function that returns the displayed key of an action id."""


PHASES: dict[Phase, str] = {
    "setup": "the deal",
    "night": "the village sleeps",
    "dawn": "morning",
    "election": "election",
    "discussion": "discussion",
    "straw_vote": "straw vote",
    "summary": "the sheriff sums up",
    "defence": "the word before the vote",
    "vote": "vote",
    "runoff": "runoff",
    "exile": "exile",
}


def is_night(session: GameSession) -> bool:
    """Tell whether it is night at the session's cursor."""
    return session.state.phase in ("setup", "night")


def seat_span(names: tuple[str, ...], seat: int, *, strike: bool = False) -> Span:
    """Write a seat's number and name in its colour; `strike` marks a dead seat."""
    return Span(f"{seat} {names[seat - 1]}", "dim+strike" if strike else f"seat-{seat}")


def role_span(glyphs: Glyphs, role: RoleName) -> Span:
    """Write a role with its sign."""
    return Span(f"{glyphs.roles[role]} {role}", f"role-{role}")


def board_title(name: str) -> str:
    """Write the name of a board for people: `classic9, safe night`."""
    return f"{name.removesuffix(SAFE_NIGHT)}, safe night" if name.endswith(SAFE_NIGHT) else name


def player_words(player: str) -> str:
    """Write who plays a seat for people: `a person`, `house bot, normal`; others as they are."""
    kind, *options = player.split(":")
    match kind:
        case "human":
            if "assistant" in options:
                return "an assistant"
            return "a person who had seen the cards" if "looked" in options else "a person"
        case "guest":
            return "a friend"
        case "bot":
            return ", ".join(("house bot", *options))
        case _:
            return player


def death_words(death: Death) -> str:
    """Write the cause and time of a death: `exiled, day 2`; `died` if the cause is unknown."""
    return f"{death.cause or 'died'}, {death_time(death)}"


def death_time(death: Death) -> str:
    """Write the time of a death: `night 2` or `day 1`."""
    return f"night {death.day}" if death.at_night else f"day {death.day}"


def progress_words(days: int, *, night: bool) -> str:
    """Write how far a saved game has come: `night 1`, `day 2`, or `not begun`."""
    return f"{'night' if night else 'day'} {days}" if days else "not begun"


def part_title(text: str) -> Line:
    """Write the title of a panel section, in capitals."""
    return (Span(text.upper(), "dim"),)


def names_in_words(names: tuple[str, ...], seats: tuple[int, ...], me: int = 0) -> str:
    """Join the names of seats: `Elif, you and Cleo`; `me` is the seat called `you`."""
    words = ["you" if seat == me else names[seat - 1] for seat in seats]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def activity_words(doing: SeatActivity) -> str:
    """Describe the activity of a seat that is being asked: `thinking 4 s`, `speaking`."""
    return (
        doing.doing
        if doing.doing == "speaking" or not doing.seconds
        else f"{doing.doing} {doing.seconds} s"
    )


def short_activity_words(doing: SeatActivity) -> str:
    """Describe the activity in a few cells, for use beside an activity sign: `4 s`, `speaking`."""
    return doing.doing if doing.doing == "speaking" or not doing.seconds else f"{doing.seconds} s"


def tokens_words(tokens: int) -> str:
    """Write a count of tokens: `1 token`, `12 tokens`."""
    return "1 token" if tokens == 1 else f"{tokens} tokens"


def course_lines(facts: Sequence[f.Fact], names: tuple[str, ...], glyphs: Glyphs) -> list[Line]:
    """Write one line per night and day: who died, who was protected, and what the day decided.

    The cause of a death is named where the facts tell it.
    """
    lines: list[list[Span]] = []
    causes = {fact.seat: fact.cause for fact in facts if isinstance(fact, f.Cause)}
    night = True
    attacked, keepers = 0, list[tuple[int, int, str]]()
    exiled = 0  # until it is known whether the seat dies of it
    for fact in facts:
        match fact:
            case f.Ended() if exiled:
                lines[-1].append(Span(", stays alive", "quiet"))
            case f.Began(day=day, phase="night"):
                if exiled:
                    lines[-1].append(Span(", stays alive", "quiet"))
                night, attacked, keepers, exiled = True, 0, [], 0
                lines.append([Span(f"{glyphs.night} night {day:<3}", "night")])
            case f.Began(day=day, phase="election" | "discussion") if night:
                night = False
                lines.append([Span(f"{glyphs.day} day {day:<5}", "day")])
            case f.Attacked(target=target):
                attacked = target
            case f.Protected(seat=seat, target=target) if target:
                keepers.append((seat, target, "protected"))
            case f.Saved(seat=seat, target=target) if target:
                keepers.append((seat, target, "saved"))
            case f.QuietNight():
                _add(lines, glyphs, Span("nobody died", "quiet"))
                for seat, target, did in keepers:
                    if target == attacked:
                        whom = (
                            Span("itself", "quiet") if seat == target else seat_span(names, target)
                        )
                        _add(lines, glyphs, seat_span(names, seat), Span(f" {did} ", "quiet"), whom)
            case f.Died(seat=seat) if seat == exiled:
                exiled = 0
            # A death by a shot is written with `Shot`, which names the shooter.
            case f.Died(seat=seat) if night and causes.get(seat) != "shot":
                _add(
                    lines,
                    glyphs,
                    seat_span(names, seat),
                    Span(f" {causes.get(seat, 'died')}", "quiet"),
                )
            case f.Shot(seat=seat, target=target) if target:
                _add(
                    lines,
                    glyphs,
                    seat_span(names, seat),
                    Span(" shot ", "quiet"),
                    seat_span(names, target),
                )
            case f.Badge(seat=seat) if seat:
                _add(
                    lines,
                    glyphs,
                    Span(f"{glyphs.sheriff} ", "accent"),
                    seat_span(names, seat),
                    Span(" sheriff", "quiet"),
                )
            case f.Exiled(seat=seat):
                whom = (
                    (seat_span(names, seat), Span(" exiled", "quiet"))
                    if seat
                    else (Span("nobody exiled", "quiet"),)
                )
                _add(lines, glyphs, *whom)
                exiled = seat
            case f.LostVote(seat=seat) if seat == exiled:
                lines[-1].append(Span(", stays without a vote", "quiet"))
                exiled = 0
            case f.LostVote(seat=seat):
                _add(lines, glyphs, seat_span(names, seat), Span(" has no vote", "quiet"))
            case _:
                pass
    return [tuple(line) for line in lines]


def _add(lines: list[list[Span]], glyphs: Glyphs, *spans: Span) -> None:
    if lines:
        lines[-1] += [*([Span(f" {glyphs.dot} ", "dim")] if len(lines[-1]) > 1 else []), *spans]
