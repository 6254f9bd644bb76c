"""A fold gives at every place what folding anew would give, and is given each fact once."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from wolfcore.game import facts as f
from wolftui.games.session.visible_log import Fold, FoldValues

Heard = tuple[tuple[int, int], ...]


class Hearing:
    """A fold that counts what it is given: who spoke, with the place behind it."""

    def __init__(self) -> None:
        self.given = 0
        self.fold: Fold[Heard] = Fold((), self._after, (f.Said,))

    def _after(self, heard: Heard, fact: f.Said, told: int) -> Heard:
        self.given += 1
        return (*heard, (told, fact.seat)) if fact.text else heard


def said(words: Sequence[str]) -> list[f.Fact]:
    """A speech for each of the words, silence for an empty one, and a quiet night for a blank."""
    return [
        f.QuietNight(1) if word == " " else f.Said(seat, "speak", word)
        for seat, word in enumerate(words, 1)
    ]


def anew(facts: Sequence[f.Fact], told: int) -> Heard:
    return tuple(
        (place, fact.seat)
        for place, fact in enumerate(facts[:told], 1)
        if isinstance(fact, f.Said) and fact.text
    )


FACTS = st.lists(st.sampled_from(["", " ", "words"]), max_size=12).map(said)


@given(FACTS, st.lists(st.integers(0, 12), max_size=12))
def test_at_every_place_it_gives_what_folding_anew_gives_and_folds_each_fact_once(
    facts: list[f.Fact], places: list[int]
) -> None:
    hearing = Hearing()
    trail = FoldValues(hearing.fold)
    for place in places:
        told = min(place, len(facts))
        assert trail.value(facts, told) == anew(facts, told)
    furthest = min(max(places, default=0), len(facts))
    assert hearing.given == sum(isinstance(fact, f.Said) for fact in facts[:furthest])


@given(FACTS, st.integers(1, 4))
def test_reading_ahead_takes_so_many_facts_of_its_kinds_at_a_time_and_comes_to_the_end(
    facts: list[f.Fact], most: int
) -> None:
    hearing = Hearing()
    trail = FoldValues(hearing.fold)
    for _ in range(len(facts) + 1):
        before = hearing.given
        done = trail.fold_to(facts, len(facts), most)
        assert hearing.given - before <= most
        assert done == (trail.folded == len(facts))
    assert trail.folded == len(facts)
    assert trail.value(facts, len(facts)) == anew(facts, len(facts))
