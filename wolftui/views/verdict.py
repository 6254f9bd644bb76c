"""The end of a game in words: who won and why, when it turned, and a comment of each house bot."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import ROLES, Board
from wolfcore.game import facts as f
from wolftui.games.session.shown_game import ShownGame
from wolftui.words.glyphs import Glyphs
from wolftui.words.outcome import Outcome, SeatOutcome
from wolftui.words.spans import Line, Span

from .labels import names_in_words, seat_span
from .win_curve import CourseWords


def verdict_lines(shown: ShownGame, glyphs: Glyphs) -> list[Line]:
    """Write the outcome of a finished game: winner and reason, turning point, score of the series.

    The lines are not wrapped. The turning point is left out if unknown, and the list is empty while
    the game runs.

    It reads every fact of the game, so it is asked for once.
    """
    outcome, session = shown.outcome, shown.session
    if outcome is None:
        return []
    whole = (
        Span(f"{outcome.title}. ", f"{outcome.winner or 'strong'}+bold"),
        Span(outcome.why, "quiet"),
    )
    own = own_result(outcome, session.people)
    lines: list[Line] = [(Span(f"{own}  ", "accent+bold"), *whole) if own else whole]
    score = shown.queue_score()
    counted: list[Line] = [(Span(score, "quiet"),)] if score else []
    return [*lines, *turning_line(shown, glyphs), *counted]


def own_result(outcome: Outcome, people: Sequence[int]) -> str:
    """Say `You won.` or `You lost.` for one person, or who won and lost by name for several.

    Empty without a person, or if nobody won.
    """
    fates = [fate for fate in outcome.fates if fate.seat in people and fate.role]
    if not fates or outcome.winner is None:
        return ""
    won = {fate.seat for fate in fates if fate.role and ROLES[fate.role].team == outcome.winner}
    if len(fates) == 1:
        return "You won." if won else "You lost."
    names = tuple(fate.name for fate in outcome.fates)
    sides = [
        (tuple(seat for seat in people if (seat in won) == wins), verb)
        for wins, verb in ((True, "won"), (False, "lost"))
    ]
    return " ".join(f"{names_in_words(names, seats)} {verb}." for seats, verb in sides if seats)


def turning_line(shown: ShownGame, glyphs: Glyphs) -> list[Line]:
    """Write where a finished game turned, if its course is known."""
    course, session = shown.course, shown.session
    if course is None:
        return []
    words = CourseWords(shown.all_facts, session.board, session.names, glyphs)
    return [words.turning_line(course)]


BOT_COMMENTS_TITLE = "what they say now"


def bot_comments(facts: Sequence[f.Fact], board: Board, fates: Sequence[SeatOutcome]) -> list[Line]:
    """Return the closing comments of a few house bots, addressed to people first.

    Args:
        facts: Every fact of the finished game.
        board: The board.
        fates: What became of each seat, in seat order, and who played it.
    """
    # House bots are not needed before the first frame.
    from wolfcore.bots.profiles import read_bot_options  # noqa: PLC0415  said at the end alone
    from wolfcore.bots.talk.post_game import post_game_remarks  # noqa: PLC0415  the same

    names = tuple(fate.name for fate in fates)
    people = {fate.seat for fate in fates if _plays(fate, "human", "guest")}
    manners = {
        fate.seat: read_bot_options(tuple(fate.player.split(":")[1:]))[2]
        for fate in fates
        if _plays(fate, "bot")
    }
    said = post_game_remarks(facts, board, names, manners, people)
    return [(seat_span(names, seat), Span(f": {text}", "text")) for seat, text in said.items()]


def _plays(fate: SeatOutcome, *players: str) -> bool:
    """Tell whether a seat was played by one of these kinds of player."""
    return fate.player.split(":")[0] in players
