"""The heading of the table, who is doing what, prompt titles, and speeches being streamed."""

from __future__ import annotations

from wolfcore.game import ROLES, SPEECH_KINDS
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.session.table_activity import SeatActivity
from wolftui.words.board_summaries import team_goal
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Block, Line, Span
from wolftui.words.wrapping import truncate, width_of

from .labels import (
    PHASES,
    KeyOf,
    activity_words,
    board_title,
    is_night,
    names_in_words,
    role_span,
    seat_span,
    tokens_words,
)

_DATE_COLUMN = 28


_ROOMY, _NARROW = 110, 70


_GAP, _SHORTEST = 3, 6
"""Cells before the date, and the least cells for a board name; a shorter name is left out."""


def heading_line(
    shown: ShownGame, glyphs: Glyphs, width: int, end_key: str, *, asked: bool
) -> Line:
    """Draw the heading of the table.

    Args:
        shown: The game.
        glyphs: The signs to draw.
        width: Width in cells.
        end_key: The displayed key that moves to the end.
        asked: Whether the person here has an ask to answer.
    """
    session = shown.session
    night = is_night(session)
    sign = glyphs.night if night else glyphs.day
    accent = "night-title" if night else "day-title"
    right, date = _right(shown, glyphs, width, end_key), _game_time(shown, glyphs, asked=asked)
    board = Span(board_title(session.board.name), "quiet")
    start, bare = Span(f" {sign} wolftui  ", accent), Span(f" {sign} ", accent)
    room = width - width_of((*date, *right)) - _GAP - 2
    if width_of((start, board)) > room >= width_of((bare, board)) or width_of((start,)) > room:
        start = bare  # the board and the phase are more important than the program's name
    room -= width_of((start,))
    left = (start, *(truncate((board,), room, glyphs.more) if room >= _SHORTEST else ()))
    gap = max((_DATE_COLUMN if width >= _ROOMY else 0) - width_of(left), _GAP)
    middle = truncate(date, max(width - width_of((*left, *right)) - gap - 2, 0), glyphs.more)
    spare = width - width_of(left) - gap - width_of(middle) - width_of(right) - 1
    return (*left, Span(" " * gap), *middle, Span(" " * max(spare, 1)), *right, Span(" "))


def _game_time(shown: ShownGame, glyphs: Glyphs, *, asked: bool) -> Line:
    state = shown.session.state
    if state.ended:
        return (Span("The end", "strong"), Span(f" {glyphs.dot} day {state.day}", "quiet"))
    if not state.day:
        return (Span("Before the first night", "strong"),)
    name = "Night" if state.phase == "night" else "Day"
    what = "you are asked" if asked else PHASES[state.phase]
    return (Span(f"{name} {state.day}", "strong"), Span(f" {glyphs.dot} {what}", "quiet"))


def _right(shown: ShownGame, glyphs: Glyphs, width: int, end_key: str) -> Line:
    session = shown.session
    parts: list[Line] = [pace] if (pace := _playback_state(shown, glyphs, width, end_key)) else []
    if session.people and session.eyes > 0:
        role = session.state.roles[session.eyes]
        you = (Span("you are ", "quiet"), Span(str(session.eyes), f"seat-{session.eyes}"))
        parts.append(
            (*you, *((Span(f" {glyphs.dot} ", "dim"), role_span(glyphs, role)) if role else ()))
        )
    else:
        parts.append((Span("eyes: ", "dim"), *eyes_label(shown, session.eyes)))
    if width >= _ROOMY and shown.queue_position:
        parts.insert(0, (Span(shown.queue_position, "dim"),))
    if width >= _ROOMY and shown.game and not session.people:
        parts.append((Span(shown.game, "dim"),))
    return tuple(
        span
        for number, part in enumerate(parts)
        for span in ((Span("   "), *part) if number else part)
    )


def _playback_state(shown: ShownGame, glyphs: Glyphs, width: int, end_key: str) -> Line:
    session = shown.session
    speed = f"{session.speed:g}x"
    if shown.mode == "review":
        return (
            Span("replay ", "dim"),
            Span(f"{glyphs.play if session.playing else glyphs.pause} {speed}", "quiet"),
        )
    if session.over and session.at_edge:
        return ()
    if not session.playing or session.held:
        return (Span(f"{glyphs.pause} paused", "warn"),)
    if not session.following:
        return (Span("looking back", "warn"), Span(f" {end_key} returns", "dim"))
    return (Span(f"{glyphs.play} {speed}", "dim"),) if width >= _NARROW else ()


def eyes_label(shown: ShownGame, eyes: int) -> Line:
    """Name a viewer: moderator, public, or a seat."""
    if eyes == MODERATOR_EYES:
        return (Span("moderator", "quiet"),)
    if eyes == PUBLIC_EYES:
        return (Span("public", "quiet"),)
    return (Span(f"{eyes} {shown.session.names[eyes - 1]}", f"seat-{eyes}"),)


_MAX_NAMES = 4


_SPEAKING = {
    "loading": "is getting its memory ready", "queued": "waits for its model",
    "thinking": "has the word", "speaking": "is speaking", "retrying": "is trying again",
}  # fmt: skip


def still_to_speak(session: GameSession) -> tuple[int, ...]:
    """List the seats that have yet to speak in this discussion, in order.

    Empty outside a discussion, and where no fixed speaking order exists because seats bid.
    """
    state, switches = session.state, session.board.switches
    if state.phase != "discussion" or not state.order:
        return ()
    order = state.order
    if state.sheriff and switches.sheriff_speaks == "last" and order[-1] == state.sheriff:
        order = order[:-1]
    spoken = 0
    for fact in reversed(session.facts):
        if isinstance(fact, f.Began):
            break
        spoken += isinstance(fact, f.Said) and fact.kind == "speak"
    return (order * switches.discussion_rounds)[spoken:]


def draft_title(session: GameSession, seat: int) -> str:
    """Return the title above a speech drafted in advance.

    Empty if `seat` will not speak in this discussion.
    """
    state = session.state
    if seat not in state.living or state.phase != "discussion":
        return ""
    if not state.order:
        return (
            "You may be called on to speak."
            if session.board.switches.discussion == "bids" and not state.sheriff
            else ""
        )
    coming = still_to_speak(session)
    if seat in coming:
        before = coming[: coming.index(seat)]
        return f"You speak after {session.names[before[-1] - 1]}." if before else "You speak next."
    if state.sheriff == seat and session.board.switches.sheriff_speaks == "last":
        return "You sum up when all have spoken."
    return ""


def idle_words(session: GameSession, seat: int, key_of: KeyOf) -> str:
    """Return the text for a person who has no ask to answer.

    It names the state of the game; `key_of` returns the key of an action.
    """
    state, status = session.state, session.status
    if state.ended:
        return f"The game is over. {key_of('result')} shows how it went."
    if not session.playing:
        return f"Paused. {key_of('play_pause').capitalize()} goes on."
    if session.over:
        return "You look back on a game that is over."
    if session.people and session.may_see_all:
        return "You are out of the game and see all."
    if seat and seat not in state.living:
        return "You are out of the game and look on."
    if seat in state.without_vote and state.phase in ("straw_vote", "vote", "runoff"):
        return "The others vote; you have no vote."
    if state.phase in ("setup", "night"):
        role = state.roles[seat] if seat and state.day <= 1 else None
        goal = f" {team_goal(session.board, ROLES[role].team)}" if role else ""
        return f"The village sleeps; you are woken when your role has something to do.{goal}"
    if status.doing == "paused":
        return f"The game waits. {status.reason}".strip()
    return "You are asked when it is your turn."


def activity_line(session: GameSession, glyphs: Glyphs) -> Line:
    """Describe which seats are being asked or speaking, and who speaks next."""
    status, names = session.status, session.names
    me = session.eyes if session.eyes in session.people else 0
    match status.doing:
        case "over":
            return (Span("the game is over", "quiet"),)
        case "paused":
            return (Span(status.reason or "the game waits", "warn"),)
        case "waiting":
            return (
                ()
                if session.may_see_all
                else (Span("night" if session.state.phase == "night" else "waiting", "dim"),)
            )
        case "asking":
            pass
    if (
        status.kind in ("speak", "campaign", "defend", "plead", "last_words", "summarise")
        and len(status.seats) == 1
    ):
        return (
            *_speaking(session, status.seats[0], me),
            *_next_speakers(session, status.seats[0], me, glyphs),
        )
    if status.seats == (me,):
        return (Span("your turn", "accent"),)
    what = (
        "whispering"
        if all(doing.kind == "whisper" for doing in session.seat_activity.values())
        else "choosing"
    )
    retrying = [seat for seat, doing in session.seat_activity.items() if doing.doing == "retrying"]
    again = (
        f" {glyphs.dot} "
        f"{names_in_words(names, tuple(retrying)) if len(retrying) == 1 else len(retrying)} "
        "retrying"
        if retrying
        else ""
    )
    if len(status.seats) > _MAX_NAMES:
        return (Span(f"{len(status.seats)} are {what}{again}", "quiet"),)
    verb = f" is {what}" if len(status.seats) == 1 and status.seats[0] != me else f" are {what}"
    return (Span(_capital(names_in_words(names, status.seats, me)) + verb + again, "quiet"),)


def _speaking(session: GameSession, seat: int, me: int) -> Line:
    if seat == me:
        return (Span("your turn", "accent"),)
    doing = session.seat_activity[seat].doing if seat in session.seat_activity else "thinking"
    return (seat_span(session.names, seat), Span(f" {_SPEAKING[doing]}", "quiet"))


def _next_speakers(session: GameSession, seat: int, me: int, glyphs: Glyphs) -> Line:
    coming = still_to_speak(session)
    coming = coming[1:] if coming[:1] == (seat,) else coming
    if not coming or session.status.kind != "speak":
        return ()
    shown = coming[:_MAX_NAMES]
    more = f" and {len(coming) - len(shown)} more" if len(coming) > len(shown) else ""
    words = ", ".join("you" if other == me else session.names[other - 1] for other in shown)
    return (Span(f" {glyphs.dot} then {words}{more}", "dim"),)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- speeches that are being streamed


def partial_blocks(session: GameSession, glyphs: Glyphs) -> tuple[Block, ...]:
    """Return a block for each seat that is speaking or being asked for a speech, in seat order.

    Seats of people here have none. Empty while the viewer looks at an earlier point of the game.
    """
    if not session.at_edge:
        return ()
    words = session.partials
    blocks: list[Block] = []
    for seat, doing in session.seat_activity.items():
        if doing.kind in SPEECH_KINDS and seat not in session.people:
            lines = _spoken(words[seat], glyphs) if words.get(seat) else (_thinking(doing, glyphs),)
            blocks.append(
                Block(
                    "speech",
                    lines,
                    (seat_span(session.names, seat),),
                    seat=seat,
                    secret=doing.kind == "whisper",
                )
            )
    return tuple(blocks)


def _spoken(text: str, glyphs: Glyphs) -> tuple[Line, ...]:
    *lines, last = ((Span(line),) for line in text.split("\n"))
    return (*lines, (*last, Span(glyphs.bar, "accent")))


def _thinking(doing: SeatActivity, glyphs: Glyphs) -> Line:
    tokens = f" {glyphs.dot} {tokens_words(doing.tokens)}" if doing.tokens else ""
    return (Span(f"{glyphs.thinking} {activity_words(doing)}{tokens}", "dim"),)
