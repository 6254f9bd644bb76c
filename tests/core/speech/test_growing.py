"""Speeches that are read while they grow: as `read` reads them, and each sentence once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.core.bots.playing import play, speeches
from tests.core.speech.messages import messages
from tests.core.speech.test_typed import ME, NAMES
from wolfcore.speech import read
from wolfcore.speech.acts import without_content
from wolfcore.speech.reader import GrowingSpeech, SpeechReader, has_acts, sentences_of

SIZE = len(NAMES)
ODD = (
    "Is seat No. 3 a wolf? I say no. 3 is good.",
    'Bram said "I am the seer. Dov is a wolf." I do not believe him.',
    "Ada, vote Dov! He lied... and you know it\nI checked Cleo. She",
)


@cache
def spoken() -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Speeches of house bots and of people, each with who speaks and the names."""
    game = play("sla7", 3)
    said = [(fact.text, fact.seat, game.spec.names) for fact in speeches(game)]
    typed = [(each.text, each.speaker, each.names) for each in messages("seen")[:60]]
    return (*said, *typed, *((text, ME, NAMES) for text in ODD))


def beginnings(text: str) -> Iterator[str]:
    """A text up to the end of each of its words."""
    for place, sign in enumerate(text):
        if sign.isspace():
            yield text[:place]
    yield text


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that are read."""
    found: list[str] = []
    take = SpeechReader.add_sentence

    def counted(self: SpeechReader, sentence: str) -> None:
        found.append(sentence)
        take(self, sentence)

    monkeypatch.setattr(SpeechReader, "add_sentence", counted)
    return found


def test_a_speech_that_grows_is_read_as_the_whole_of_it_would_be() -> None:
    for text, speaker, names in spoken():
        growing = GrowingSpeech(speaker, names, len(names))
        for said in (*list(beginnings(text))[-12:], "", text):
            assert growing.acts(said) == read(said, speaker, names, len(names)), said


def test_each_sentence_of_a_speech_that_grows_is_read_once(taken: list[str]) -> None:
    growing, said = GrowingSpeech(ME, NAMES, SIZE), ""
    for line in ("Ada lies.", "I checked her.", "She is a wolf.", "Vote her!"):
        said = f"{said} {line}".strip()
        growing.acts(said)
        growing.acts(said)
    assert taken == sentences_of(said, NAMES, SIZE)


def test_whether_a_text_does_anything_is_what_the_reader_says() -> None:
    found = {False: 0, True: 0}
    for text, speaker, names in spoken():
        for sentence in text.replace("\n", " ").split(". "):
            size = len(names)
            does = has_acts(sentence, speaker, names, size)
            heard = without_content(read(sentence, speaker, names, size))
            assert does == bool(heard), sentence
            found[does] += 1
    assert min(found.values()) > 10


def test_what_is_said_alike_of_other_seats_or_by_another_is_read_once(taken: list[str]) -> None:
    for name in NAMES[: ME - 1]:
        assert has_acts(
            f"Verily {name} is the wolf who fooled us, not {NAMES[ME - 1]}.", ME, NAMES, SIZE
        )
    assert has_acts("Verily Dov is the wolf who fooled us, not Ada.", 1, NAMES, SIZE)
    assert len(taken) == 1
    has_acts("Verily Dov is the wolf who fooled us, not Ada.", 2, NAMES, SIZE)
    assert len(taken) == 2, "of another than the speaker it is another thing"
