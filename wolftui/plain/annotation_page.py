"""A speech to be judged, with its context, as a page for a person and as text for a model.

Blind judging shows only what everybody at the table knew then.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, RoleName
from wolfcore.game.facts import Dealt, Said
from wolfcore.game.rulebook import rulebook
from wolfcore.metrics.annotation import Label, Sight, labels_of
from wolfcore.metrics.annotation.sample import SpeechInContext
from wolfcore.records import SavedGame
from wolfcore.visible import blank_invisible
from wolftui.games.session.game_session import GameSession
from wolftui.words.glyphs import ASCII, FANCY, Glyphs
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Block, Line, Span
from wolftui.words.terminal_output import Styled

from .line_layout import LineLook, ansi_text, block_lines, hanging_lines, text_lines

_SIGHTS = {
    "blind": "judged by what the table knew",
    "known": "judged with all roles shown",
}


KEYS = ("space next", "b back", "s skip", "? meanings", "↑↓ scroll", "q leave")


_LINE_KEYS = "a line of letters and Enter; b back, s skip, ? meanings, q leave"


_COLUMN = 26
"""Cells of a column of labels."""


class SamplePosition(Struct, frozen=True):
    """A position in a sample of speeches.

    Attributes:
        number: The number of the speech, from 1.
        size: The number of speeches in the sample.
        done: The number of speeches judged or skipped with this sight.
        day: The day of the speech.
    """

    number: int
    size: int
    done: int
    day: int


class AnnotationPage(Struct, frozen=True):
    """The lines of a page on a terminal, with its scroll range.

    Attributes:
        lines: The lines that fill the terminal.
        top: The first text line that is visible.
        last: The largest possible `top`.
    """

    lines: tuple[str, ...]
    top: int
    last: int


def position_text(standing: SamplePosition, sight: Sight) -> str:
    """Write the position: `Speech 12 of 50, day 2 · judged by what the table knew · 11 done`."""
    return (
        f"Speech {standing.number} of {standing.size}, day {standing.day} · {_SIGHTS[sight]} "
        f"· {standing.done} done"
    )


def speech_lines(shown: JudgedSpeech, look: LineLook) -> tuple[list[str], list[str]]:
    """Write the transcript before a speech, and the speech itself with a bar beside it."""
    before = [line for block in shown.before for line in block_lines(block, look)]
    narrower = LineLook(look.width - 2, look.colour, look.glyphs)
    return before, [_beside_bar(line, look) for line in block_lines(shown.speech, narrower)]


def _beside_bar(line: str, look: LineLook) -> str:
    bar = ansi_text((Span(look.glyphs.bar, "accent"),), colour=look.colour)
    return Styled(f"{bar} {line}") if look.colour else f"{bar} {line}"


def label_lines(sight: Sight, given: Collection[str], look: LineLook) -> list[str]:
    """Write the labels in columns, each with its key and whether it is given."""
    asked = labels_of(sight)
    columns = max(1, look.width // _COLUMN)
    rows = -(-len(asked) // columns)
    return [
        ansi_text(
            [span for label in asked[row::rows] for span in _label(label, label.name in given)],
            colour=look.colour,
        )
        for row in range(rows)
    ]


def _label(label: Label, given: bool) -> Line:
    words = f"{label.title:<{_COLUMN - 6}.{_COLUMN - 6}}"
    return (
        Span(f"[{'x' if given else ' '}] ", "accent"),
        Span(label.key, "strong"),
        Span(" "),
        Span(words, "good" if given else "text"),
    )


def annotation_page(
    shown: JudgedSpeech,
    standing: SamplePosition,
    sight: Sight,
    given: Collection[str],
    look: LineLook,
    height: int,
    top: int | None = None,
) -> AnnotationPage:
    """Lay out the page of a speech for a terminal.

    Args:
        shown: The speech with its context.
        standing: Its position in the sample.
        sight: Whether it is judged blind or with roles known.
        given: The labels that it has.
        look: Width, colours and signs of the lines.
        height: The lines of the terminal.
        top: The first text line to show; None to show the speech from its beginning.
    """
    before, speech = speech_lines(shown, look)
    text = [*before, *speech]
    head = [
        ansi_text(
            (Span(position_text(standing, sight)[: look.width], "accent"),), colour=look.colour
        )
    ]
    if shown.roles_line:
        head += text_lines(shown.roles_line, look, "strong")
    foot = [*label_lines(sight, given, look), _keys(look)]
    rows = max(height - len(head) - len(foot) - 2, 3)
    last = max(0, len(text) - rows)
    top = min(len(before), last) if top is None else min(max(top, 0), last)
    seen = text[top : top + rows]
    lines = [
        *head,
        _rule(f"{top} lines above" if top else "", look),
        *seen,
        *[""] * (rows - len(seen)),
    ]
    below = len(text) - top - len(seen)
    return AnnotationPage(
        (*lines, _rule(f"{below} lines below" if below else "", look), *foot), top, last
    )


def _keys(look: LineLook) -> str:
    dot = f" {look.glyphs.dot} "
    return ansi_text(
        (Span(look.glyphs.draw_keys(dot.join(KEYS))[: look.width], "dim"),), colour=look.colour
    )


def _rule(words: str, look: LineLook) -> str:
    begun = f"{look.glyphs.rule * 3} {words} " if words else ""
    return ansi_text(
        (Span(begun + look.glyphs.rule * (look.width - len(begun)), "dim"),), colour=look.colour
    )


def annotation_lines(
    shown: JudgedSpeech,
    standing: SamplePosition,
    sight: Sight,
    given: Collection[str],
    look: LineLook,
) -> list[str]:
    """Write the same page in full length, for a printer or a pipe."""
    before, speech = speech_lines(shown, look)
    truth = text_lines(shown.roles_line, look, "strong") if shown.roles_line else []
    head = ["", *text_lines(position_text(standing, sight), look, "accent"), *truth]
    return [
        *head,
        *before,
        *speech,
        *label_lines(sight, given, look),
        *text_lines(_LINE_KEYS, look, "dim"),
    ]


def label_meanings(sights: Sequence[Sight], look: LineLook) -> list[str]:
    """Explain every label: key, question, definition and source."""
    lines: list[str] = []
    for label in (label for sight in sights for label in labels_of(sight)):
        lines += hanging_lines(
            (Span(f"{label.key}  {label.title}. ", "strong"), Span(label.question)), look
        )
        lines += hanging_lines((Span(label.definition, "quiet"),), look, (Span("   "),))
        lines += [*hanging_lines((Span(label.source, "dim"),), look, (Span("   "),)), ""]
    return lines


_UNBROKEN = LineLook(1 << 20, glyphs=ASCII)


def speech_for_model(saved: SavedGame, entry: int, seat: int, sight: Sight) -> SpeechInContext:
    """Return the speech at a log entry with its context, as text for a model.

    No text in it contains a line end, so a speech cannot imitate another line.

    Args:
        saved: The game.
        entry: Its index in the log, from 0.
        seat: The speaker's seat.
        sight: Whether roles are shown, as in `judged_speech`.

    Raises:
        ConfigError: There is no speech at that index.
    """
    shown = judged_speech(saved, entry, sight, ASCII)
    record = [line.strip() for block in shown.before for line in block_lines(block, _UNBROKEN)]
    words = [blank_invisible("".join(span.text for span in line)) for line in shown.speech.lines]
    speaker = blank_invisible(f"{seat} {saved.header.names[seat - 1]}")
    return SpeechInContext(
        rulebook(saved.header.board),
        tuple(filter(None, record)),
        speaker,
        tuple(words),
        shown.roles_line,
    )


class JudgedSpeech(Struct, frozen=True):
    """A speech with the context that an annotator may know.

    Attributes:
        before: The transcript before it, without thoughts.
        speech: The speech.
        roles_line: The seats of each role in one line; empty if it is judged blind.
    """

    before: tuple[Block, ...]
    speech: Block
    roles_line: str = ""


def judged_speech(
    saved: SavedGame, entry: int, sight: Sight, glyphs: Glyphs = FANCY
) -> JudgedSpeech:
    """Return the speech at a log entry with its context.

    Args:
        saved: The game.
        entry: Its index in the log, from 0.
        sight: `blind` shows what everybody at the table knew by then; `known` everything that had
            happened.
        glyphs: The signs to draw.

    Raises:
        ConfigError: There is no speech at that index.
    """
    if not (entry < len(saved.entries) and isinstance(saved.entries[entry].fact, Said)):
        raise ConfigError(
            "differs from the sampled game: a speech is missing", file=str(saved.path)
        )
    session = GameSession(saved.header.board, saved.header.names, live=False, glyphs=glyphs)
    session.entries(saved.entries[: entry + 1])
    session.go_end()
    session.set_eyes(PUBLIC_EYES if sight == "blind" else MODERATOR_EYES)
    *before, speech = (replace(block, thought="", slip="") for block in session.blocks)
    return JudgedSpeech(tuple(before), speech, roles_line_of(saved) if sight == "known" else "")


def roles_line_of(saved: SavedGame) -> str:
    """List the seats of each role, wolves first: `Werewolf 3 5 · Seer 4 · Villager 1 2 6 7`."""
    dealt = [entry.fact for entry in saved.entries if isinstance(entry.fact, Dealt)]
    seats: dict[RoleName, list[int]] = {}
    for fact in sorted(
        dealt,
        key=lambda fact: (ROLES[fact.role].team != "wolves", ROLES[fact.role].plain, fact.seat),
    ):
        seats.setdefault(fact.role, []).append(fact.seat)
    return " · ".join(f"{role} {_listed(held)}" for role, held in seats.items())


def _listed(seats: Sequence[int]) -> str:
    return " ".join(map(str, sorted(seats)))
