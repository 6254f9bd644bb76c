"""From a draft to a question: its sentence from `lines.toml`, its answer, and its rules.

Every sentence exists so that Yes is right and so that No is right. The rules behind an answer are
found by changing the switches of the kind and comparing the rule book's sentences.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.files import parse_toml
from wolfcore.game import Board, Switches, dice_of
from wolfcore.game.rulebook import rulebook

from .kind import Draft, QuestionKind, SituationDraw
from .question import NO, YES, Form, Question, seats_in_words
from .scenes import NeverAsked, Unsettled


def make_question(
    board: Board,
    kind: QuestionKind,
    *,
    seed: int,
    number: int,
    binary: bool,
    answer_yes: bool = True,
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
    table = SituationDraw(
        board,
        dice_of(seed, f"{board.name}/{kind.name}/{number}/{'b' if binary else 'o'}{answer_yes}"),
    )
    draft = kind.draft(table)
    sign = _hash(board.name, lines()[draft.sentence_name].plain[0].format(**draft.fills, guess=""))
    text, form, options, answer = (
        _binary(table, draft, wanted=answer_yes) if binary else _open(table, draft)
    )
    question = Question(
        id=_hash(board.name, text),
        board=board.name,
        kind=kind.name,
        subject=kind.subject,
        basis=kind.basis,
        form=form,
        text=text,
        options=options,
        answer=answer,
        why=rule_sentences(board, kind),
    )
    return question, sign


def _hash(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()


def _binary(
    table: SituationDraw, draft: Draft, *, wanted: bool
) -> tuple[str, Form, tuple[str, ...], str]:
    line, turned = lines()[draft.sentence_name], table.pick((False, True))
    sentence = table.pick(line.turned if turned else line.plain)
    is_so = wanted != turned
    fills = dict(draft.fills)
    match draft.key:
        case bool():
            if draft.key != is_so:
                raise Unsettled
        case str():
            fills["guess"] = (
                draft.key
                if is_so
                else table.pick(tuple(word for word in draft.options if word != draft.key))
            )
        case tuple():
            fills["guess"] = table.pick(
                tuple(word for word in draft.options if (int(word) in draft.key) == is_so)
            )
    return fill_sentence(sentence, fills), "binary", (YES, NO), YES if wanted else NO


def _open(table: SituationDraw, draft: Draft) -> tuple[str, Form, tuple[str, ...], str]:
    sentences = lines()[draft.sentence_name].open
    if not sentences or isinstance(draft.key, bool):
        raise NeverAsked
    text = fill_sentence(table.pick(sentences), draft.fills)
    if isinstance(draft.key, str):
        return text, "word", draft.options, draft.key
    return text, "seats", tuple(map(str, table.seats)), seats_in_words(draft.key)


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways in which one thing can be asked; in each the blanks of its draft stand in braces.

    Attributes:
        plain: Answered Yes where it is so.
        turned: Answered Yes where it is not so.
        open: Answered with what is so; none for what can only be so or not.
    """

    plain: tuple[str, ...]
    turned: tuple[str, ...]
    open: tuple[str, ...] = ()


@cache
def lines() -> dict[str, Line]:
    """All sentences by name."""
    return msgspec.convert(
        parse_toml((files("wolfcore.quiz") / "lines.toml").read_text(encoding="utf-8")),
        dict[str, Line],
    )


def fill_sentence(sentence: str, fills: dict[str, str]) -> str:
    """A sentence with its blanks filled, each of its parts beginning with a capital."""
    text = sentence.format(**fills).strip()
    parts = text.split(". ")
    return ". ".join(part[:1].upper() + part[1:] for part in parts)


_SAMPLE_VALUES: dict[str, tuple[object, ...]] = {
    "whisper_rounds": (0, 1, 2),
    "sheriff_weight": (0, 2, 3, 4),
    "sheriff": ("none", "candidates", "appointed", "drawn 2", "drawn 3"),
    "stop": ("never", "sheriff_falls", "seat_falls 2"),
    "last_day": (3, 6, 20),
    "discussion_rounds": (1, 2),
    "discussion_turns": (4, 8),
    "night_order": (("wolves", "guard", "seer", "witch"), ("seer", "guard", "wolves", "witch")),
}
"""Values of the switches that have too many to try."""


def switch_values(switch: str) -> tuple[Any, ...]:
    """All values of a switch, or enough of them to see what it changes."""
    kind = cast(object, get_type_hints(Switches)[switch])
    if switch in _SAMPLE_VALUES:
        return _SAMPLE_VALUES[switch]
    return get_args(kind) if get_origin(kind) is Literal else (False, True)


@lru_cache(maxsize=4096)
def rulebook_sentences(board: Board) -> tuple[str, ...]:
    """The rule book of a board, a sentence a line."""
    return tuple(line for section in rulebook(board) for line in section.lines)


@lru_cache(maxsize=4096)
def rule_sentences(board: Board, kind: QuestionKind) -> tuple[str, ...]:
    """The sentences that a kind of question follows from on a board; none where it is silent."""
    told = rulebook_sentences(board)
    if kind.rules:
        return tuple(line for line in told if any(re.search(rule, line) for rule in kind.rules))
    changed: set[str] = set()
    for switch in kind.switches:
        for value in switch_values(switch):
            changed |= set(told) - set(
                rulebook_sentences(
                    replace(board, switches=replace(board.switches, **{switch: value}))
                )
            )
    return tuple(line for line in told if line in changed)
