"""From a draft to a question: its words, and the answer that they have."""

from __future__ import annotations

from hashlib import blake2b

from wolfcore.game import Board, dice_of

from .kind import Draft, QuestionKind, SituationDraw
from .lines import fill_sentence, lines
from .question import NO, YES, Form, Question, seats_in_words
from .reasons import rule_sentences
from .scenes import NeverAsked, Unsettled


def make_question(
    board: Board, kind: QuestionKind, *, seed: int, number: int, binary: bool, answer_yes: bool = True
) -> tuple[Question, str]:
    """A question with its key, and the sign of what it is about, which equal situations share however they are asked about.

    Args:
        board: The board.
        kind: What is asked about.
        seed: All chance comes from it.
        number: Which of the questions of this board, kind and seed.
        binary: Whether it is to be answered with Yes or No.
        answer_yes: With which.

    Raises:
        Unsettled: Nothing came of it.
        NeverAsked: No question of this kind is answered so.
    """
    table = SituationDraw(board, dice_of(seed, f"{board.name}/{kind.name}/{number}/{'b' if binary else 'o'}{answer_yes}"))
    draft = kind.draft(table)
    sign = _hash(board.name, lines()[draft.sentence_name].plain[0].format(**draft.fills, guess=""))
    text, form, options, answer = _binary(table, draft, wanted=answer_yes) if binary else _open(table, draft)
    question = Question(
        id=_hash(board.name, text), board=board.name, kind=kind.name, subject=kind.subject, basis=kind.basis, form=form, text=text,
        options=options, answer=answer, why=rule_sentences(board, kind),
    )  # fmt: skip
    return question, sign


def _hash(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()


def _binary(table: SituationDraw, draft: Draft, *, wanted: bool) -> tuple[str, Form, tuple[str, ...], str]:
    line, turned = lines()[draft.sentence_name], table.pick((False, True))
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
    return fill_sentence(sentence, fills), "binary", (YES, NO), YES if wanted else NO


def _open(table: SituationDraw, draft: Draft) -> tuple[str, Form, tuple[str, ...], str]:
    sentences = lines()[draft.sentence_name].open
    if not sentences or isinstance(draft.key, bool):
        raise NeverAsked
    text = fill_sentence(table.pick(sentences), draft.fills)
    if isinstance(draft.key, str):
        return text, "word", draft.options, draft.key
    return text, "seats", tuple(map(str, table.seats)), seats_in_words(draft.key)
