"""`LocalServer`: a llama.cpp server that is started on first use and stopped with this process.

The server runs as a child of `guard.py`. It requires a key that only this process knows, and does
not get the environment variables that hold API keys.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx

from wolfcore.clock import Clock, with_timeout
from wolfcore.errors import ModelError, ModelUnreachable
from wolfcore.files import open_regular, read_descriptor
from wolfcore.models.api_keys import Key
from wolfcore.models.spec import ModelSpec
from wolfcore.models.transport.http_client import make_client

from .llama_cpp import (
    LocalSettings,
    build_advice,
    describe_exit,
    find_server,
    find_weights,
    is_illegal_instruction,
    server_command,
    slot_count,
)

_BETWEEN = 0.1
"""Seconds between two checks whether the server is ready."""


_ANSWERING = 5.0
"""Seconds that one such check may take."""


_LAST_LINES = 3
"""Lines at the end of its log that an error quotes."""


_LAST_BYTES = 65_536
"""Bytes at the end of its log that are searched for these lines."""


_STOPPING = 10.0
"""Seconds that the guard has to stop the server before it is killed."""


_ENDING = 0.5
"""Seconds to wait for the exit of a server after it dropped a connection."""


_LOG_BYTES = 1 << 20
"""Bytes of a log to which the next server appends; a longer log is overwritten."""


_SPINS = "1000"
"""How often a thread of the server looks for work before it sleeps, in libgomp's GOMP_SPINCOUNT.
At its default of 300,000, a thread that waits for another one without a processor wastes whole time
slices: two servers on two busy cores took 9 times the processor time and 13 times as long. With no
looks at all (OMP_WAIT_POLICY=passive), a server on idle cores writes a third of the tokens a
second. A value of the user's environment is kept."""


class LocalServer:
    """A llama.cpp server process for one file of weights.

    Args:
        name: The model's name in the settings.
        spec: The model's settings.
        settings: The table `[local]` of the settings.
        log: The file for the server's output.
        clock: Measures how long the server takes to load.
        hidden_variables: Environment variables that are removed for the server, since they hold API
            keys.

    Attributes:
        slots: How many calls it processes at the same time.
        key: The key that it requires.

    Raises:
        ConfigError: The weights or the server program are missing.
    """

    def __init__(
        self,
        name: str,
        spec: ModelSpec,
        settings: LocalSettings,
        log: Path,
        clock: Clock,
        hidden_variables: Collection[str] = (),
    ) -> None:
        self._name, self._spec, self._settings, self._log, self._clock = (
            name,
            spec,
            settings,
            log,
            clock,
        )
        self._weights = find_weights(name, spec, settings.weights)
        self._kind, self._beginning = find_server(settings)
        self._withheld = frozenset(hidden_variables)
        self.slots = slot_count(self._beginning, spec)
        self._guard: subprocess.Popen[bytes] | None = None
        self._starting = asyncio.Lock()
        self._address = ""
        self._begun = 0  # byte position in the log where this server's output begins
        # Other users of this machine cannot use the server, since it requires a key that only
        # this process knows.
        self.key = Key(secrets.token_urlsafe(24))

    async def address(self) -> str:
        """Return the address of the server, once it is ready; start it if it does not run.

        Raises:
            ModelUnreachable: The server did not start; the error says why and names its log.
        """
        # First calls come together, and only one of them starts the server.
        async with self._starting:
            if self._guard is None or self._guard.poll() is not None:
                await self._start()
            return self._address

    @property
    def log(self) -> Path:
        """The log file with the output of this server and of earlier ones."""
        return self._log

    async def explain(self, error: ModelError) -> ModelError:
        """Return the error of a failed call: the server's exit if it has ended, else `error`."""
        guard = self._guard
        if guard is None or not await asyncio.to_thread(_has_ended, guard):
            return error
        code = guard.returncode
        return self._failed(
            f"its server ended in the middle of a call ({describe_exit(code)})",
            code,
            again=not is_illegal_instruction(code),
        )

    async def close(self) -> None:
        """Stop the server and wait for its exit; does nothing if it does not run."""
        guard, self._guard = self._guard, None
        if guard is None:
            return
        if guard.stdin:
            guard.stdin.close()
        try:
            await asyncio.to_thread(guard.wait, _STOPPING)
        except subprocess.TimeoutExpired:
            guard.kill()
            guard.wait()
        # A negative code: the guard was killed itself, before it could stop the server.
        if guard.returncode and guard.returncode < 0:
            _end_group(guard.pid)

    async def _start(self) -> None:
        # A server that ended by itself leaves a guard to be waited for.
        await self.close()
        port = _free_port()
        command = server_command(self._beginning, self._weights, self._spec, port)
        self._address = f"http://127.0.0.1:{port}/v1"
        self._guard = self._run(command)
        try:
            await self._ready(self._guard, port)
        except BaseException:
            await self.close()
            raise

    def _run(self, command: list[str]) -> subprocess.Popen[bytes]:
        inherited = {
            name: value for name, value in os.environ.items() if name not in self._withheld
        }
        secret = self.key.reveal()
        # The key is passed in the environment, which only the same user can read, and not in the
        # arguments, which all users can read.
        env = {"GOMP_SPINCOUNT": _SPINS} | inherited | {"LLAMA_API_KEY": secret, "API_KEY": secret}
        # `-I`: neither variables nor files of the user change what the guard imports.
        guard = [sys.executable, "-I", str(Path(__file__).with_name("guard.py")), *command]
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            kept = self._log.is_file() and self._log.stat().st_size < _LOG_BYTES
            # Other users must not read the log, since the server may print its key.
            with open(self._log, "ab" if kept else "wb", opener=_open_private) as log:
                log.write(
                    f"== {datetime.fromtimestamp(self._clock.unix_time(), UTC):%F %T} UTC: "
                    f"{shlex.join(command)}\n".encode()
                )
                log.flush()
                self._begun = log.tell()
                return subprocess.Popen(
                    guard,
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    env=env,
                    # Ctrl-C in the terminal must not reach the server; `close` stops it.
                    start_new_session=True,
                )
        except OSError as error:
            raise ModelUnreachable(
                self._name,
                f"its server cannot be started ({error.strerror or error})",
                hint=f"Check {self._log}.",
                again=False,
            ) from error

    async def _ready(self, guard: subprocess.Popen[bytes], port: int) -> None:
        end = self._clock.now() + self._settings.patience
        headers = {"Authorization": f"Bearer {self.key.reveal()}"}
        async with make_client(trust_env=False, timeout=None, headers=headers) as asking:
            while not await self._answers(asking, f"http://127.0.0.1:{port}"):
                if guard.poll() is not None:
                    problem = (
                        "its server ended while it loaded the model "
                        f"({describe_exit(guard.returncode)})"
                    )
                    raise self._failed(problem, guard.returncode)
                if self._clock.now() >= end:
                    raise self._failed(
                        f"its server was not ready within {self._settings.patience:g} seconds"
                    )
                await self._clock.sleep_until(self._clock.now() + _BETWEEN)

    async def _answers(self, asking: httpx.AsyncClient, address: str) -> bool:
        try:
            return await with_timeout(_ANSWERING, _is_ready(asking, address), self._clock)
        except (TimeoutError, httpx.HTTPError):
            return False

    def _failed(self, problem: str, code: int = 0, *, again: bool = False) -> ModelError:
        said = self.key.redact(_log_tail(self._log, self._begun))
        lines = [line for line in (_clean_line(line) for line in said.splitlines()) if line]
        last = f": {' | '.join(lines[-_LAST_LINES:])}" if lines else ""
        hint = f"It was started with {self._kind}; its full output is in {self._log}."
        if is_illegal_instruction(code):
            hint = f"{build_advice(self._beginning)} {hint}"
        return ModelUnreachable(self._name, f"{problem}{last}", hint=hint, again=again)


async def _is_ready(asking: httpx.AsyncClient, address: str) -> bool:
    """Whether a server is ready: `/health` of llama-server, or `/v1/models` if it has no `/health`.

    The server of llama-cpp-python has no `/health`.
    """
    status = await _status(asking, f"{address}/health")
    if status == 404:
        status = await _status(asking, f"{address}/v1/models")
    return 200 <= status < 300


async def _status(asking: httpx.AsyncClient, url: str) -> int:
    # The body is not read, since it may never end.
    async with asking.stream("GET", url) as answer:
        return answer.status_code


def _has_ended(guard: subprocess.Popen[bytes]) -> bool:
    """Whether a server has exited; waits a moment, since a dropped connection is seen first."""
    with suppress(subprocess.TimeoutExpired):
        guard.wait(_ENDING)
    return guard.poll() is not None


def _log_tail(log: Path, begun: int) -> str:
    """Return the last whole lines of a log from a byte position on, up to `_LAST_BYTES`."""
    opened = open_regular(log)
    try:
        size = os.fstat(opened).st_size
        last = read_descriptor(opened, _LAST_BYTES, start=max(begun, size - _LAST_BYTES))
    finally:
        os.close(opened)
    if size - begun > _LAST_BYTES:
        # A cut first line may begin with a part of the key, which could not be redacted.
        last = last.partition(b"\n")[2]
    return last.decode("utf-8", "replace")


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _end_group(leader: int) -> None:
    """Kill the process group of a guard that was itself killed, and so the server in it."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGKILL)


def _clean_line(line: str) -> str:
    return "".join(sign for sign in line if sign.isprintable()).strip()[:200]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
