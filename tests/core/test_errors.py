"""Hints at what was meant; and errors that can be handed from one process to another, whole."""

from __future__ import annotations

import pickle

import pytest

from wolfcore import errors
from wolfcore.errors import (
    ConfigError,
    IllegalAnswer,
    LogError,
    ModelError,
    ModelRefused,
    SeatError,
    WolfError,
    did_you_mean,
)

MADE: dict[type[WolfError], WolfError] = {
    ConfigError: ConfigError("is wrong", file="a.toml", key="b", hint="Mend it."),
    LogError: LogError("is torn", file="game.jsonl", line=3, hint="Read on."),
    IllegalAnswer: IllegalAnswer("d1.vote.3", "9 is not among [1, 2]"),
    SeatError: SeatError(3, "the line is dead"),
    ModelRefused: ModelRefused("gpt", "said no", status=429, param="seed", hint="Wait.", wait=2.5),
}
KINDS = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, WolfError)
]


def made(kind: type[WolfError]) -> WolfError:
    if kind in MADE:
        return MADE[kind]
    if issubclass(kind, ModelRefused):
        return kind("gpt", "said no", status=400)
    return kind("gpt", "nobody there") if issubclass(kind, ModelError) else kind("stopped")


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_comes_out_of_another_process_as_it_was(kind: type[WolfError]) -> None:
    error = made(kind)
    again = pickle.loads(pickle.dumps(error))  # what a pool does
    assert type(again) is type(error)
    assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("classic", "Did you mean `classic9`?"),
        ("zzz", "It is one of: classic9, sla7."),
        ("", "It is one of: classic9, sla7."),
        ("sla7" * 1_000_000, "It is one of: classic9, sla7."),
    ],
)
def test_the_nearest_word_is_named_or_all_are(word: str, hint: str) -> None:
    assert did_you_mean(word, ("classic9", "sla7")) == hint


def test_all_words_are_introduced_as_wished() -> None:
    assert did_you_mean("zzz", ("a", "b"), "There are") == "There are: a, b."
