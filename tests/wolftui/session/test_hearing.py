"""Words are read when their writer pauses, and the reader is loaded beside everything else, in a thread of its own."""

from __future__ import annotations

import subprocess
import sys

from core.speech import Accuses
from wolftui.session.hearing import PAUSE, Hearing, acts_in

_FRESH = """
import sys, time
from wolftui.session import hearing
assert "core.speech.reader" not in sys.modules
began = time.perf_counter()
first = hearing.reader_is_here()
asked = time.perf_counter() - began
thread = hearing._loading()
assert thread.daemon and thread.name == "reader of speeches"
thread.join()
loaded = time.perf_counter() - began
assert hearing.reader_is_here() and "core.speech.reader" in sys.modules
assert not first and asked < loaded, (first, asked, loaded)
"""


def test_the_reader_is_loaded_once_it_is_wanted_and_nobody_waits_for_it() -> None:
    done = subprocess.run([sys.executable, "-c", _FRESH], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_words_have_rested_when_they_stood_for_a_moment() -> None:
    hearing = Hearing()
    assert not hearing.rested("I am", PAUSE)
    assert not hearing.rested("I am the Seer", PAUSE)
    assert not hearing.rested("I am the Seer", PAUSE / 2)
    assert hearing.rested("I am the Seer", PAUSE / 2)
    assert not hearing.rested("I am the Seer.", PAUSE)


def test_what_is_heard_is_what_the_table_reads() -> None:
    assert acts_in("Bram is a wolf.", 1, ("Ada", "Bram")) == (Accuses(2),)
