"""Guard process: run the server command until it ends or standard input closes.

Standard input closes however the parent process ends, even after `kill -9`. `server.py`, in the
same folder, runs this file as a program. It imports only the standard library, to start fast.
"""

import os
import signal
import subprocess
import sys
import threading

_PATIENCE = 3.0
"""Seconds that a server has to exit after SIGTERM; llama-server first completes calls that are
under way."""


_KILLED = 128
"""The exit code for a server that a signal killed is this plus the number of the signal."""


def main(command: list[str]) -> int:
    """Run `command` until it exits or standard input closes; return its exit code.

    As in shells, the code is 128 plus the signal number if a signal killed the command, and 127 if
    it cannot be started.
    """
    # The guard outlives what ends the terminal, or nobody would stop the server.
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
    # A daemon thread: when the server exits by itself, the open input must not keep the guard
    # alive.
    threading.Thread(target=_wait_for_closed_input, args=(server,), daemon=True).start()
    code = server.wait()
    return code if code >= 0 else _KILLED - code


def _reset_signals() -> None:
    """Restore the default signal handlers in the server, since the guard ignores these signals."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def _wait_for_closed_input(server: "subprocess.Popen[bytes]") -> None:
    # Read the descriptor, not `sys.stdin`, whose lock must not be held when the interpreter exits.
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
