"""Lines outside the transcript: opening, rules, seats, outcome, model usage, saved folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wolfcore.game import Board, View
from wolfcore.game import facts as f
from wolfcore.game.rulebook import rulebook
from wolfcore.table import Spent
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.settings.paths import game_argument
from wolftui.views.labels import board_title
from wolftui.views.verdict import BOT_COMMENTS_TITLE, bot_comments
from wolftui.words.board_summaries import both_goals
from wolftui.words.outcome import Outcome
from wolftui.words.questions.seat_options import known_text, seat_text
from wolftui.words.spans import MODERATOR_EYES, Span
from wolftui.words.spending import reliability_notes, usage_line

from .line_layout import LineLook, block_lines, hanging_lines, text_lines


def opening_lines(board: Board, look: LineLook, *, people: bool) -> list[str]:
    """Announce the board, its roles, how to win, and for people the help commands."""
    roles: list[Span] = []
    for role in dict.fromkeys(board.roles):
        roles += [
            Span(", " if roles else ""),
            Span(f"{board.roles.count(role)} "),
            Span(f"{look.glyphs.roles[role]} {role}"),
        ]
    lines = hanging_lines(
        (
            Span(board_title(board.name), "strong"),
            Span(f", {board.size} players: "),
            *roles,
            Span("."),
        ),
        look,
    )
    more = (
        " Instead of an answer, /rules shows all rules and ? all that can be typed."
        if people
        else ""
    )
    return [*lines, *text_lines(f"{both_goals(board)}{more}", look, "quiet")]


def rule_lines(board: Board, look: LineLook) -> list[str]:
    """Write the rules of a board as its players are told them."""
    lines = hanging_lines((Span(board.name, "strong"),), look)
    for section in rulebook(board):
        lines += ["", *hanging_lines((Span(section.title, "strong"),), look)]
        for sentence in section.lines:
            lines += hanging_lines((Span(sentence),), look, (Span("  "),))
    return lines


def seat_lines(view: View, look: LineLook) -> list[str]:
    """List all seats with what this view knows about them, and when they died."""
    lines: list[str] = []
    for seat in range(1, view.board.size + 1):
        death = view.state.death_of(seat)
        when = (
            ""
            if death is None
            else f"in night {death.day}"
            if death.at_night
            else f"on day {death.day}"
        )
        fell = "" if death is None else f"{look.glyphs.dead} out {when}"
        role = view.role if seat == view.seat else None
        parts = tuple(filter(None, (known_text(view, seat), role, fell)))
        text = (Span(seat_text(view, seat), f"seat-{seat}"), Span(f"  {', '.join(parts)}"))
        lines += hanging_lines(text, look, (Span("  "),))
    return lines


def outcome_lines(outcome: Outcome, look: LineLook) -> list[str]:
    """Write the outcome: winner, reason, and what happened to each seat."""
    lines = [
        "",
        *hanging_lines(
            (Span(f"{outcome.title}.", outcome.winner or "strong"), Span(f" {outcome.why}")), look
        ),
    ]
    for fate in outcome.fates:
        role = (
            (Span(f"{look.glyphs.roles[fate.role]} {fate.role}", f"role-{fate.role}"),)
            if fate.role
            else ()
        )
        player = (Span(f" ({fate.player})", "dim"),) if fate.player else ()
        words = (
            Span(f"{fate.seat} {fate.name}", f"seat-{fate.seat}"),
            Span(", "),
            *role,
            *player,
            Span(f": {fate.how}."),
        )
        lines += hanging_lines(words, look, (Span("  "),))
    return lines


def afterword_lines(
    facts: Sequence[f.Fact], board: Board, outcome: Outcome, look: LineLook
) -> list[str]:
    """Write the closing comments of the house bots; an empty list if there are none."""
    said = bot_comments(facts, board, outcome.fates)
    title = (
        [
            "",
            *text_lines(
                f"{BOT_COMMENTS_TITLE[0].upper()}{BOT_COMMENTS_TITLE[1:]}:", look, "strong"
            ),
        ]
        if said
        else []
    )
    return [*title, *(line for words in said for line in hanging_lines(words, look, (Span("  "),)))]


def deception_lines(shown: ShownGame, look: LineLook) -> list[str]:
    """Tell which wolf fooled whom in a finished game; an empty list if its log tells of none."""
    # Metrics are loaded when a game is over.
    from wolftui.views.reveal import fooled_lines  # noqa: PLC0415  metrics are slow to load

    from .result_tabs import result_book  # noqa: PLC0415  the same

    book = result_book(shown, look.glyphs)
    told = fooled_lines(book) if book else []
    return [line for words in told for line in ("", *hanging_lines(words, look))]


def spent_lines(spent: Sequence[Spent], look: LineLook) -> list[str]:
    """Report each player's model usage, and warn if the game says little about how models play."""
    if not spent:
        return []
    lines = [
        "",
        *(line for each in spent for line in text_lines(f"{usage_line(each)}.", look, "quiet")),
    ]
    warning = reliability_notes(spent)
    return [*lines, *text_lines(warning, look, "danger")] if warning else lines


def saved_lines(folder: Path, look: LineLook) -> list[str]:
    """Say where a game is saved, with the review command on a line of its own for copying."""
    lines = text_lines(f"The game is saved as {folder.name}. Look at it again:", look, "quiet")
    return [*lines, f"  wolftui review {game_argument(folder)}"]


def secret_lines(session: GameSession, look: LineLook) -> list[str]:
    """List everything that was secret in a finished game, by night and day.

    Moves the session's cursor to the end and its view to the moderator's.
    """
    session.set_eyes(MODERATOR_EYES)
    session.go_end()
    lines = ["", *text_lines("What was secret:", look, "strong")]
    divider: list[str] = []
    for block in session.blocks:
        if block.kind == "divider":
            divider = block_lines(block, look)
        elif block.secret and block.phase != "setup":
            lines += [*divider, *block_lines(block, look)]
            divider = []
    return lines
