"""Turn a draft into a question: its sentence from `lines.toml`, its answer, and its rules.

Every sentence has versions for which Yes is right and for which No is right. The rules behind an
answer are found by changing the switches of the kind and comparing the rule book's sentences.
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

from wolfcore.decoders import parse_toml
from wolfcore.game import Board, Switches, dice_of
from wolfcore.game.rulebook import rulebook, vote_changes

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
    """Make one question, and return it with the hash of its situation.

    The hash does not depend on form and wording, so that equal situations have equal hashes.

    Args:
        board: The board.
        kind: The kind of question.
        seed: The seed of all random draws.
        number: The number of the question among those of this board, kind and seed.
        binary: Whether the question is answered with Yes or No.
        answer_yes: For a binary question, whether Yes is the right answer.

    Raises:
        Unsettled: The draw gives no valid question; another number may.
        NeverAsked: The kind has no questions of this form.
    """
    table = SituationDraw(
        board,
        dice_of(seed, f"{board.name}/{kind.name}/{number}/{'b' if binary else 'o'}{answer_yes}"),
    )
    draft = kind.draft(table)
    # The guess is no part of the situation.
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
        why=rule_sentences(board, kind, exiled=table.exiled),
    )
    return question, sign


def _hash(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()


_TURNED = (False,) * 9 + (True,)
"""Whether a wording is turned, one of these at random: a set has few questions in the negative."""


def _binary(
    table: SituationDraw, draft: Draft, *, wanted: bool
) -> tuple[str, Form, tuple[str, ...], str]:
    line, turned = lines()[draft.sentence_name], table.pick(_TURNED)
    if isinstance(draft.key, bool):
        # What is true cannot be chosen: another situation may have the answer that is wanted.
        if draft.key != wanted and not turned:
            raise Unsettled
        turned = draft.key != wanted
    sentence = table.pick(line.turned if turned else line.plain)
    # Where the wording is turned, Yes is right if the statement is false.
    is_so = wanted != turned
    fills = dict(draft.fills)
    match draft.key:
        case bool():
            pass
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
    """The wordings of one question; braces mark the blanks that a draft fills.

    Attributes:
        plain: Wordings answered Yes if the statement is true.
        turned: Wordings answered Yes if the statement is false.
        open: Open wordings, answered with a word or seats; empty for pure Yes/No statements.
    """

    plain: tuple[str, ...]
    turned: tuple[str, ...]
    open: tuple[str, ...] = ()


@cache
def lines() -> dict[str, Line]:
    """Load the wordings of all questions from `lines.toml`, by name."""
    return msgspec.convert(
        parse_toml((files("wolfcore.quiz") / "lines.toml").read_text(encoding="utf-8")),
        dict[str, Line],
    )


def fill_sentence(sentence: str, fills: dict[str, str]) -> str:
    """Fill the blanks of a wording and capitalise the first letter of each sentence in it."""
    text = sentence.format(**fills).strip()
    # A filled-in word may begin a sentence.
    parts = text.split(". ")
    return ". ".join(part[:1].upper() + part[1:] for part in parts)


_SAMPLE_VALUES: dict[str, tuple[object, ...]] = {
    "whisper_rounds": (0, 1, 2), "sheriff_weight": (0, 2, 3, 4),
    "sheriff": ("none", "candidates", "appointed", "drawn 2", "drawn 3"),
    "stop": ("never", "sheriff_falls", "seat_falls 2"), "last_day": (3, 6, 20),
    "discussion_rounds": (1, 2), "discussion_turns": (4, 8),
    "night_order": (("wolves", "guard", "seer", "witch"), ("seer", "guard", "wolves", "witch")),
}  # fmt: skip
"""Sample values of the switches that have too many values to try all."""


def switch_values(switch: str) -> tuple[Any, ...]:
    """Return all values of a switch, or a sample large enough to show its effects."""
    # The hints of `Switches` are text until they are resolved.
    kind = cast(object, get_type_hints(Switches)[switch])
    if switch in _SAMPLE_VALUES:
        return _SAMPLE_VALUES[switch]
    return get_args(kind) if get_origin(kind) is Literal else (False, True)


@lru_cache(maxsize=4096)
def rulebook_sentences(board: Board) -> tuple[str, ...]:
    """Return all sentences of a board's rule book."""
    return tuple(line for section in rulebook(board) for line in section.lines)


@lru_cache(maxsize=4096)
def rule_sentences(board: Board, kind: QuestionKind, *, exiled: bool = False) -> tuple[str, ...]:
    """Return the rule book sentences that a kind's answers follow from; empty if there are none.

    Args:
        board: The board.
        kind: The kind.
        exiled: Whether a seat is exiled in the situation: what powers do then is added.
    """
    sentences = rulebook_sentences(board)
    found = set(vote_changes(board) if exiled else ())
    for rule in kind.rules:
        found |= {line for line in sentences if re.search(rule, line)}
    for switch in () if kind.rules else kind.switches:
        for value in switch_values(switch):
            found |= set(sentences) - set(
                rulebook_sentences(
                    replace(board, switches=replace(board.switches, **{switch: value}))
                )
            )
    return tuple(line for line in sentences if line in found)
