"""Words are read when their writer pauses, aside, and so is the reader loaded."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from wolfcore.speech import Accuses, Act
from wolftui.words.recognised_acts import READING_PAUSE, LiveReader, SpeechContext, acts_in

NAMES = ("Ada", "Bram")
_FRESH = """
import sys, time
from wolftui.words.recognised_acts import load_reader
assert "wolfcore.speech.reader" not in sys.modules
began = time.perf_counter()
loading = load_reader()
begun = time.perf_counter() - began
assert not loading.done()
loading.result()
assert begun < time.perf_counter() - began and "wolfcore.speech.reader" in sys.modules
assert load_reader() is loading
"""


def test_the_reader_is_loaded_once_and_nobody_waits_for_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FRESH], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def soon(hearing: LiveReader, words: str) -> tuple[Act, ...] | None:
    """What is heard, once there was time to read."""
    for _ in range(1000):
        acts = hearing.acts_of(words, SpeechContext(1, NAMES, ()), 0.0)
        if acts is not None:
            return acts
        time.sleep(0.01)
    return None


def test_words_are_read_when_they_stood_for_a_moment_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def noting(
        text: str, seat: int, names: tuple[str, ...], roles: tuple[str, ...]
    ) -> tuple[Act, ...]:
        read.append(text)
        return acts_in(text, seat, names, roles)

    monkeypatch.setattr("wolftui.words.recognised_acts.acts_in", noting)
    hearing = LiveReader()
    for words, seconds in (
        ("Bram", READING_PAUSE),
        ("Bram is", READING_PAUSE),
        ("Bram is a wolf.", READING_PAUSE),
        ("Bram is a wolf.", READING_PAUSE / 2),
    ):
        assert hearing.acts_of(words, SpeechContext(1, NAMES, ()), seconds) is None
    assert read == []
    hearing.acts_of("Bram is a wolf.", SpeechContext(1, NAMES, ()), READING_PAUSE / 2)
    assert soon(hearing, "Bram is a wolf.") == (Accuses(2),)
    assert hearing.acts_of("Bram is a wolf. No", SpeechContext(1, NAMES, ()), READING_PAUSE) is None
    assert read == ["Bram is a wolf."]


def test_what_breaks_in_the_reader_is_raised_where_its_words_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(
        text: str, seat: int, names: tuple[str, ...], roles: tuple[str, ...]
    ) -> tuple[Act, ...]:
        raise ZeroDivisionError(text)

    monkeypatch.setattr("wolftui.words.recognised_acts.acts_in", broken)
    hearing = LiveReader()
    hearing.acts_of("Bram", SpeechContext(1, NAMES, ()), 0.0)
    with pytest.raises(ZeroDivisionError):
        assert hearing.acts_of("Bram", SpeechContext(1, NAMES, ()), READING_PAUSE) is None
        soon(hearing, "Bram")
