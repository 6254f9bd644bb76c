"""The transcript as plain text and as Markdown, readable anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.visible import blank_invisible
from wolftui.panels.paragraphs import block_markdown, escape_markdown
from wolftui.plain.lines import LineLook, block_lines
from wolftui.plain.telling import outcome_lines
from wolftui.session.session import GameSession
from wolftui.text.glyphs import ASCII, FANCY, Glyphs
from wolftui.text.outcome import Outcome

from .shared import RedactedGame, eyes_label


def transcript_text(shared: RedactedGame, *, ascii_only: bool = False) -> str:
    """The game as plain text, 80 cells wide."""
    look = LineLook(glyphs=ASCII if ascii_only else FANCY)
    lines = [f"Werewolf, {shared.board.name}", *about_lines(shared, look.glyphs), ""]
    lines += [f"  {seat:>2} {blank_invisible(name):<14}{player}".rstrip() for seat, name, player in seats_of(shared)]
    for block in _session(shared, look.glyphs).blocks:
        lines += block_lines(block, look)
    if found := shared.outcome:
        lines += outcome_lines(found, look)
    return "\n".join(lines) + "\n"


def transcript_markdown(shared: RedactedGame, *, ascii_only: bool = False) -> str:
    """The game as Markdown: a title a night and day, a paragraph a speech, a list a ballot."""
    glyphs = ASCII if ascii_only else FANCY
    parts = [
        f"# Werewolf, {escape_markdown(shared.board.name)}",
        "\\\n".join(escape_markdown(line) for line in about_lines(shared, glyphs)),
    ]
    parts.append(_table(("seat", "name", *(("player",) if shared.players else ())), seats_of(shared)))
    parts += [block_markdown(block, glyphs) for block in _session(shared, glyphs).blocks]
    if found := shared.outcome:
        parts += _result(found)
    return "\n\n".join(parts) + "\n"


def about_lines(shared: RedactedGame, glyphs: Glyphs) -> list[str]:
    """Which game it is, when it was played and through whose eyes this is, as sentences without line ends.

    How it ended stands at its end: whoever reads a game from its start is not told before.
    """
    date = shared.created[:10]
    where = f" {glyphs.dot} ".join(filter(None, (shared.game, date)))
    state = _session(shared, glyphs).state
    left = "" if state.ended else " Not finished."
    return [*([where] if where else []), f"Seen with {_eyes_sentence(shared)}.{left}"]


def seats_of(shared: RedactedGame) -> list[tuple[int, str, str]]:
    """Seat, name and player of each; an empty player where these eyes may not know."""
    players = shared.players or ("",) * len(shared.names)
    return [(seat, name, player) for seat, (name, player) in enumerate(zip(shared.names, players, strict=True), 1)]


def _eyes_sentence(shared: RedactedGame) -> str:
    words = eyes_label(shared, shared.widest_eyes)
    return {"moderator": "the moderator's eyes: everything", "public": "public eyes: what everybody at the table knows"}.get(
        words, f"the eyes of {words}"
    )


def _session(shared: RedactedGame, glyphs: Glyphs) -> GameSession:
    session = shared.shown(shared.widest_eyes, glyphs).session
    session.go_end()
    return session


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *([escape_markdown(str(cell)) for cell in row[: len(heads)]] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _result(found: Outcome) -> list[str]:
    rows = [(fate.seat, fate.name, fate.role or "unknown", fate.how, fate.player) for fate in found.fates]
    heads = ("seat", "name", "role", "how it ended", *(("player",) if any(fate.player for fate in found.fates) else ()))
    return [f"**{escape_markdown(found.title)}.** {escape_markdown(found.why)}", _table(heads, rows)]
