"""Settings for all tests: properties have no deadline (machines are shared) and keep nothing on
disk; Ctrl-C works everywhere; and no test reaches another machine."""

from __future__ import annotations

import os
import signal
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.parts", "tests.timings")

settings.register_profile(
    "wolftui",
    deadline=None,
    max_examples=60,
    database=None,
    derandomize="WOLFTUI_CI"
    in os.environ,  # there a red run is the change's doing, never the luck of the draw
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("wolftui")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background of a shell has it ignored, and so would every program
    # that a test starts and stops.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the packaged model, which takes longest, so that no worker is left with it when
    the others have nothing to do."""
    items.sort(key=lambda item: item.path.parent.name != "real")


def _here_alone(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if (
        isinstance(name, str)
        and name not in ("", "localhost", "::1")
        and not name.startswith("127.")
    ):
        raise OSError(f"a test wanted to reach {name}")


class _LocalSocket(socket.socket):
    """Connects to this machine and to no other."""

    def connect(self, address: Any, /) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            _here_alone(address[0])
        super().connect(address)


_look_up = socket.getaddrinfo


def _look_up_here(host: Any, *more: Any, **named: Any) -> Any:
    _here_alone(host)
    return _look_up(host, *more, **named)


socket.socket = _LocalSocket
socket.getaddrinfo = _look_up_here
