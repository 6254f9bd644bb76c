"""Every fact is taken up wherever facts are read, or left out there on purpose: a new one that
nobody handles is found here."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import get_args

import pytest

from wolfcore.agents import fact_sentences
from wolfcore.bots.belief import observation as seen_by_bots
from wolfcore.env import observation
from wolfcore.game import facts, state
from wolfcore.game.facts import Fact
from wolfcore.game.roles import Power
from wolfcore.metrics import walk
from wolfcore.records.importers import dsgbench, human9, log_builder
from wolftui.views.seat_history import DEED_WORDS
from wolftui.words import fact_wording

EVERY: frozenset[type] = frozenset(get_args(Fact))

READERS: dict[str, tuple[Collection[type], Collection[type]]] = {
    "the state": (state.STATE_CHANGES, state.LEFT_OUT),
    "words for people": (fact_wording.FACT_WORDS, fact_wording.SILENT_FACTS),
    "words for models": (fact_sentences.WORDS, fact_sentences.LEFT_OUT),
    "house bots": (
        {**seen_by_bots.PUBLIC_HANDLERS, **seen_by_bots.PRIVATE_HANDLERS},
        seen_by_bots.LEFT_OUT,
    ),
    "metrics": (walk.HANDLERS, walk.IGNORED_FACTS),
    "arrays for learners": (observation.HANDLERS, observation.IGNORED_FACTS),
}


def test_facts_are_all_that_the_module_defines() -> None:
    base = facts.Began.__base__
    assert base is not None
    assert {
        kind
        for kind in vars(facts).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base
    } == EVERY


@pytest.mark.parametrize("reader", READERS)
def test_every_fact_is_taken_up_or_left_out(reader: str) -> None:
    taken, left = READERS[reader]
    assert set(taken) | set(left) == EVERY
    assert not set(taken) & set(left)


def test_every_choice_of_a_seat_by_a_power_has_words_in_the_panels() -> None:
    chosen = {fact for fact in EVERY if "target" in fact.__annotations__}
    assert set(DEED_WORDS) == chosen - {facts.Voted, facts.Recommended}
    assert {words.power for words in DEED_WORDS.values()} <= set(get_args(Power))


@pytest.mark.parametrize(
    "importer", [dsgbench, human9], ids=lambda importer: importer.__name__.rpartition(".")[2]
)
def test_an_importer_tells_every_fact_or_says_that_it_does_not(importer: object) -> None:
    untold = {getattr(facts, name) for name in vars(importer)["UNTOLD"]}
    left = vars(importer)["LEFT_OUT"]
    told = _built_in(vars(importer)["__file__"]) | _built_in(log_builder.__file__)
    assert told | untold | left == EVERY
    assert not told & (untold | left)
    assert not untold & left


def _built_in(file: str) -> set[type]:
    """The facts that a module builds."""
    return {
        getattr(facts, name)
        for name in re.findall(r"\bf\.([A-Z]\w+)\(", Path(file).read_text(encoding="utf-8"))
    }
