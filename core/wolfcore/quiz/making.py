"""From a draft to a question: its words, and the answer that they have."""

from __future__ import annotations

from hashlib import blake2b

from wolfcore.game import Board, dice_of

from .kind import Draft, Kind, Table
from .lines import filled, lines
from .question import NO, YES, Form, Question, seats_in_words
from .reasons import reasons
from .scenes import NeverAsked, Unsettled


def asked(board: Board, kind: Kind, *, seed: int, number: int, binary: bool, wanted: bool = True) -> tuple[Question, str]:
    """A question with its key, and the sign of what it is about, which equal situations share however they are asked about.

    Args:
        board: The board.
        kind: What is asked about.
        seed: All chance comes from it.
        number: Which of the questions of this board, kind and seed.
        binary: Whether it is to be answered with Yes or No.
        wanted: With which.

    Raises:
        Unsettled: Nothing came of it.
        NeverAsked: No question of this kind is answered so.
    """
    table = Table(board, dice_of(seed, f"{board.name}/{kind.name}/{number}/{'b' if binary else 'o'}{wanted}"))
    draft = kind.draft(table)
    sign = _hash(board.name, lines()[draft.line].plain[0].format(**draft.fills, guess=""))
    text, form, options, answer = _binary(table, draft, wanted=wanted) if binary else _open(table, draft)
    question = Question(
        id=_hash(board.name, text), board=board.name, kind=kind.name, subject=kind.subject, basis=kind.basis, form=form, text=text,
        options=options, answer=answer, why=reasons(board, kind),
    )  # fmt: skip
    return question, sign


def _hash(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()


def _binary(table: Table, draft: Draft, *, wanted: bool) -> tuple[str, Form, tuple[str, ...], str]:
    line, turned = lines()[draft.line], table.pick((False, True))
    sentence = table.pick(line.turned if turned else line.plain)
    is_so = wanted != turned
    fills = dict(draft.fills)
    match draft.key:
        case bool():
            if draft.key != is_so:
                raise Unsettled
        case str():
            fills["guess"] = draft.key if is_so else table.pick(tuple(word for word in draft.options if word != draft.key))
        case tuple():
            fills["guess"] = table.pick(tuple(word for word in draft.options if (int(word) in draft.key) == is_so))
    return filled(sentence, fills), "binary", (YES, NO), YES if wanted else NO


def _open(table: Table, draft: Draft) -> tuple[str, Form, tuple[str, ...], str]:
    sentences = lines()[draft.line].open
    if not sentences or isinstance(draft.key, bool):
        raise NeverAsked
    text = filled(table.pick(sentences), draft.fills)
    if isinstance(draft.key, str):
        return text, "word", draft.options, draft.key
    return text, "seats", tuple(map(str, table.seats)), seats_in_words(draft.key)
