"""`serve` where it cannot: one clear line."""

from __future__ import annotations

import pytest

from tests.wolftui.cli.running import Program
from wolfcore.extras import install_hint


def test_without_the_extra_one_line_says_so(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.web.site.LIBRARY", "textual_serve_that_is_not_there")
    ran = wolftui("serve")
    sentence = (
        f"wolftui: a browser needs textual-serve, which is not installed. {install_hint('web')}\n"
    )
    assert (ran.code, ran.out, ran.err) == (2, "", sentence)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "0"), "--port"),
        (("--visitors", "0"), "--visitors"),
        (("--host", ""), "--host"),
        (("serve",), "WORD"),
    ],
)
def test_what_cannot_be_served_is_said(wolftui: Program, words: tuple[str, ...], said: str) -> None:
    ran = wolftui("serve", *words)
    assert ran.code == 2
    assert ran.err.startswith(f"wolftui: {said}: ")
