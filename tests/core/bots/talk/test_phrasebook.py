"""The book of what bots can say: it knows their sentences, and a speech is heard alike with it and without."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from core.bots.draws import Draws
from core.bots.manners import MANNERS
from core.bots.talk.moves import Intent
from core.bots.talk.phrasebook import house_shapes, typed_sentences
from core.bots.talk.voice import PLAIN, in_words
from core.game import dice_of
from core.speech import marked, read
from core.speech.reader import shapes_of
from docs.phrasebook import LIST, typed_list
from tests.core.bots.playing import play, speeches

from .test_voice import NAMES, record_at, some_move, ways

BOOK = house_shapes()


def test_the_list_of_sentences_that_are_read_as_if_typed_is_fresh() -> None:
    assert LIST.read_text(encoding="utf-8") == typed_list(), "python -m docs.phrasebook writes it anew"


@pytest.mark.parametrize("manner", (PLAIN, *MANNERS))
def test_the_book_has_what_every_other_line_makes(manner: str) -> None:
    typed = typed_sentences()
    for number, intent in enumerate(get_args(Intent)):
        for variant, words in enumerate(ways(manner, intent)):
            if not typed.isdisjoint(shapes_of(words.lower())):
                continue
            draws = Draws(dice_of(number * 101 + variant, "book"))
            move = replace(some_move(intent, 4, draws), dead=(1, 2, 3)[: 1 + draws.upto(3)], night=1 + draws.upto(12))
            text = in_words(words, move, record_at(4), draws).text
            assert BOOK.issuperset(shapes_of(marked(text, NAMES, 12).lower())), text


@pytest.mark.parametrize(("board", "level"), [("sla7", "hard"), ("arena8", "easy"), ("plus12", "normal"), ("classic9", "hard")])
def test_speeches_are_heard_alike_with_the_book_and_without_and_most_are_in_it(board: str, level: str) -> None:
    known = spoken = 0
    for seed in range(12):
        game = play(board, seed, level=level)
        names, size = game.spec.names, game.spec.board.size
        for said in speeches(game):
            assert read(said.text, said.seat, names, size, BOOK) == read(said.text, said.seat, names, size), said.text
            known += BOOK.issuperset(shapes_of(marked(said.text, names, size).lower()))
            spoken += 1
    assert spoken > 80
    assert known > 0.6 * spoken


@pytest.mark.parametrize(
    "text",
    [
        "Cleo is no villager. I'm so sorry, Cleo has to go.",
        "Bram, I'm not a wolf. Who voted for Bram yesterday? Me.",
        "Strike me down, Cleo, I'm innocent still! Who raised a hand against Cleo on day 1? Elif did, and I suspect Elif!",
        "Bram, I'm not a wolf. Bram was very brave about Cleo, who did nothing; I suspect Bram.",
        "I'm the Seer. I checked Cleo on night 1, and I'm glad to say that Cleo is clean. I think Bram is innocent.",
    ],
)
def test_a_speech_that_is_more_to_the_reader_of_typed_english_is_left_to_it(text: str) -> None:
    assert read(text, 1, NAMES, 12) == read(text, 1, NAMES, 12, BOOK)
    every = BOOK.union(shapes_of(marked(text, NAMES, 12).lower()))
    assert read(text, 1, NAMES, 12) != read(text, 1, NAMES, 12, every)


def test_what_nobody_of_the_house_says_is_not_in_the_book() -> None:
    for text in ("@# is a wolf?", "@# sus", "i am the seer. @# n1 good.", "hello"):
        assert not BOOK.issuperset(shapes_of(text)), text
