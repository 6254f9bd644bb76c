"""Settings for all tests: properties have no deadline (machines are shared) and keep nothing on disk; Ctrl-C works everywhere."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "wolftui",
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("wolftui")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background of a shell has it ignored, and so would every program that a test starts and stops.
    signal.signal(signal.SIGINT, signal.default_int_handler)
