"""Who may come in to a game in a browser."""

from __future__ import annotations

import pytest

from wolftui.web.visitors import Request, RequestGuard, is_this_machine

TOKEN = "Zm9vYmFy-token"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "localhost:8000",
        "LOCALHOST:8000",
        "[::1]:8000",
        "192.168.1.4:8000",
        "wolf.example:8000",
        "wolf.example",
        "wolf.example:8443",
    ],
)
def test_whoever_calls_us_by_our_name_comes_in(host: str) -> None:
    guard = RequestGuard(8000, ("Wolf.Example",))
    assert guard.refusal(Request(host)) == ""
    assert guard.refusal(Request(host, origin=f"http://{host}", opens_game=True)) == ""


@pytest.mark.parametrize(
    "host",
    ["", "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "localhost.evil.example:8000", "127.0.0.1.evil.example:8000",
     "[::1", "wolf.example", "localhost:8000:8000", "localhost:99999999", "::1:8000x"],
)  # fmt: skip
def test_a_name_that_is_not_ours_is_refused(host: str) -> None:
    assert (
        RequestGuard(8000).refusal(Request(host, origin=f"http://{host}"))
        == "This host name is not allowed here."
    )


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "http://127.0.0.1:8001",
        "http://127.0.0.1:8000.evil.example",
    ],
)
def test_a_game_is_opened_from_its_own_page_alone(origin: str) -> None:
    assert RequestGuard(8000).refusal(Request("127.0.0.1:8000", origin=origin, opens_game=True))
    assert bool(RequestGuard(8000).refusal(Request("127.0.0.1:8000", origin=origin))) == bool(
        origin
    )


def test_where_a_token_is_needed_nothing_is_had_without_it() -> None:
    guard = RequestGuard(8000, token=TOKEN)
    for wrong in ("", TOKEN[:-1], f"{TOKEN} ", TOKEN.upper(), "\u2042"):
        assert guard.refusal(Request("10.0.0.1:8000", token=wrong, cookie=wrong))
    assert guard.refusal(Request("10.0.0.1:8000", token=TOKEN)) == ""
    assert guard.refusal(Request("10.0.0.1:8000", cookie=TOKEN)) == ""
    assert not RequestGuard(8000).token_matches("")


def test_only_loopback_is_this_machine() -> None:
    assert all(is_this_machine(host) for host in ("127.0.0.1", "127.1.2.3", "::1", "localhost"))
    assert not any(
        is_this_machine(host) for host in ("0.0.0.0", "::", "192.168.1.4", "wolf.example", "")
    )
