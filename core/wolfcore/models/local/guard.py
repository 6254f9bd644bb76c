"""Guard process: run the server command until it ends or standard input closes.

Closed input is the one sign that comes however the parent ends, `kill -9` included. `server.py`,
in the same folder, runs this file as a program; it imports the standard library only, for speed.
"""

import os
import signal
import subprocess
import sys
import threading

_PATIENCE = 3.0
"""Seconds that a server has to end by itself; llama-server waits for calls that are under way."""


_KILLED = 128
"""An exit code is this and the number of a signal where one killed the server."""


def main(command: list[str]) -> int:
    """Run `command` until it ends or the input does; returns its exit code, or as shells do 128 and the signal that killed it."""
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            preexec_fn=_reset_signals if os.name == "posix" else None,
        )
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror or error}\n")
        return 127
    threading.Thread(target=_wait_for_closed_input, args=(server,), daemon=True).start()
    code = server.wait()
    return code if code >= 0 else _KILLED - code


def _reset_signals() -> None:
    """The server, unlike this, is to hear when it is told to end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def _wait_for_closed_input(server: "subprocess.Popen[bytes]") -> None:
    # Not through `sys.stdin`, whose lock must not be held when the interpreter ends.
    while os.read(0, 4096):
        pass
    _stop(server)


def _stop(server: "subprocess.Popen[bytes]") -> None:
    server.terminate()
    try:
        server.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
