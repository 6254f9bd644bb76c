"""Ctrl-C at the right moment."""

from __future__ import annotations

import signal
import sys

import pytest

from wolftui.cli.interrupts import CtrlCHandler, held_back

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_waits_for_the_end_of_the_block() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), held_back():
        press()
        done.append("all of it")
    assert done == ["all of it"]


def test_a_second_ctrl_c_goes_through() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), held_back():
        press()
        press()
        done.append("never")
    assert done == []


def test_without_ctrl_c_nothing_happens_and_the_handler_is_the_old_one() -> None:
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_stops_at_once_what_does_not_hold_it_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), CtrlCHandler():
        press()
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_that_was_held_back_is_known_and_comes_when_it_is_let_go() -> None:
    with CtrlCHandler() as keys:
        keys.defer()
        assert not keys.pressed
        press()
        assert keys.pressed
        with pytest.raises(KeyboardInterrupt):
            keys.release()
