"""The tabs Roles (the secrets of each seat) and More (figures for researchers, cost)."""

from __future__ import annotations

from wolftui.measures.metric_numbers import number_text
from wolftui.views.labels import seat_span
from wolftui.words.spans import Span
from wolftui.words.spending import reliability_notes, usage_line

from .game_numbers import GameNumbers, metric_lines
from .page import Cell, ExplainedSpan, Page, PageWriter, below_each_other
from .secret_course import secret_course
from .vote_tabs import accuracy, reliability, stated_beliefs

_PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("what the roles did", ("seer", "guard", "witch", "hunter", "werewolves", "ksr", "kre")),
    ("how the village voted", ("irp", "vss")),
    ("the sheriff", ("sheriff", "sheriff_agreement", "ratio", "dc", "dc_code", "dc_any")),
    ("talk", ("camouflage", "camouflage_rate", "trust", "trust_dissolved", "trust_believed",
              "reasonableness", "claims_read")),
    ("statements", ("statements_true", "statements_false", "statements_unsupported",
                    "fabrications", "said_against_done")),
    (
        "who stood against whom",
        (
            "confrontation", "confrontation_accusations", "confrontation_ballots",
            "confrontation_kills", "confrontation_poison", "confrontation_shots",
            "confrontation_protections",
        ),
    ),
    ("person and machines", ("correlation", "correlation_moments")),
    ("how it ended", ("days", "survivors")),
)  # fmt: skip


VOID_GAME = "A void game is not measured."


def _is_deed(name: str) -> bool:
    """Tell whether a metric counts a rare deed, so that a count of 0 needs no row."""
    return name.startswith("confrontation_")


def roles_page(book: GameNumbers, width: int) -> Page:
    """Build the tab of roles: each seat's secrets and deeds."""
    writer = PageWriter(width, book.glyphs)
    secret_course(book, writer)
    if writer.empty:
        writer.paragraph(Span(VOID_GAME, "quiet"))
    return writer.page


def more_page(book: GameNumbers, width: int) -> Page:
    """Build the tab More: what the game cost, and the metrics of the papers."""
    cost, writer = cost_page(book, width), PageWriter(width, book.glyphs)
    if book.recording:
        about = "Figures for researchers. One game, so there are no intervals: wolftui metrics"
        writer.paragraph(Span(f"{about} measures many games.", "dim"))
    for title, names in _PARTS:
        found = book.rows().items()
        rows = [
            row
            for name in names
            for (metric, *_), row in found
            if metric == name and (row.value or not _is_deed(name))
        ]
        if rows:
            writer.title(title)
            metric_lines(book, writer, rows)
    if stated := stated_beliefs(book):
        accuracy(book, writer, [day for day, _ in stated], scores=True)
        reliability(book, writer)
    return cost if writer.empty else below_each_other(cost, writer.page)


_COLUMNS = (
    ("calls", "calls"), ("tokens_in", "sent"), ("cached_tokens", "cached"),
    ("tokens_out", "received"), ("money", "money"), ("seconds", "seconds"),
    ("discipline_repaired", "repaired"), ("discipline_replaced", "replaced"),
    ("discipline_timed_out", "too late"),
)  # fmt: skip


NO_ANSWER_RECORDS = "Nothing was recorded of how the answers of this game came."


_NO_MODEL = "No language model was asked in this game: it took no tokens and no money."


def cost_page(book: GameNumbers, width: int) -> Page:
    """Build the part of cost: calls, tokens, money and time by seat."""
    writer = PageWriter(width, book.glyphs)
    found = [(metric, title) for metric, title in _COLUMNS if (metric,) in book.rows()]
    if not found:
        writer.paragraph(Span(NO_ANSWER_RECORDS, "quiet"))
        return writer.page
    models = any(metric == "calls" for metric, _ in found)
    if not models:
        writer.paragraph(Span(_NO_MODEL, "quiet"))
    writer.title(
        "what each seat took, and how its answers came",
        "tokens sent, cached and received" if models else "",
    )
    head: list[Cell] = [(Span("seat", "dim"),), *((Span(title, "dim"),) for _, title in found)]
    rows: list[list[Cell]] = [head]
    for seat in book.seats:
        each: list[Cell] = [(_amount(book, metric, seat),) for metric, _ in found]
        rows.append([(seat_span(book.names, seat),), *each])
    rows.append([(Span("all", "strong"),), *((_amount(book, metric, 0),) for metric, _ in found)])
    writer.table(rows, right=1)
    spent = book.shown.spent()
    if spent:
        writer.title("models")
        for each_model in spent:
            writer.paragraph(Span(usage_line(each_model), "quiet"), rest=(Span("  "),))
        warning = reliability_notes(spent)
        if warning:
            writer.paragraph(Span(warning, "danger"))
    return writer.page


def _amount(book: GameNumbers, metric: str, seat: int) -> ExplainedSpan | Span:
    """Write a usage metric of a seat, or of all seats (0); a share of answers as a count."""
    row = book.of_seat(metric, seat) if seat else book.rows().get((metric,))
    if row is None:
        return Span(book.glyphs.none, "dim")
    who = book.names[seat - 1] if seat else "all"
    text = (
        number_text(row.numerator)
        if row.metric.shows_counts or row.value != int(row.numerator)
        else f"{int(row.numerator):,}"
    )
    return book.number(
        row, "text" if seat else "strong", text=text, title=f"{row.metric.meaning}: {who}"
    )
