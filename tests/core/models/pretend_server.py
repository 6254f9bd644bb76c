"""A stand-in for a llama.cpp server: `pretend_server.py HOW -m FILE --host HOST --port PORT ...`.

HOW is `good`, `slow` (answers 503 twice before it is ready), `dies`, `deaf` (goes on after being
told to end), `tells` (dies after it said its key in many ways, and a megabyte before that),
`mumbles` (never ends the head of an answer), `babbles` (never its body), `illegal` (meets an
instruction in its first call that the processor does not have) or `falls` (ends in its first call).
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOW, ARGUMENTS = sys.argv[1], sys.argv[2:]
looks = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        global looks
        looks += 1
        if HOW in ("mumbles", "babbles"):
            self.wfile.write(b"HTTP/1.1 200 Said\r\n" + (b"\r\n" if HOW == "babbles" else b""))
            while True:
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.05)
        self._say(503 if HOW == "slow" and looks < 3 else 200, {"status": "ok"})

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if HOW == "illegal":
            os.kill(os.getpid(), signal.SIGILL)
            time.sleep(
                60
            )  # the signal may go to another thread, a moment before it ends this one too
        if HOW == "falls":
            sys.stderr.write("out of luck\n")
            sys.stderr.flush()
            os._exit(3)
        known = self.headers.get("Authorization") == f"Bearer {os.environ['LLAMA_API_KEY']}"
        told = {
            "pid": os.getpid(),
            "arguments": ARGUMENTS,
            "known": known,
            "secret": os.environ.get("OTHER_KEY"),
            "looks": looks,
            "choice": "no one",
        }
        self._say(
            200, {"choices": [{"message": {"content": json.dumps(told)}, "finish_reason": "stop"}]}
        )

    def _say(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    if HOW == "dies":
        sys.stderr.write("loading\nerror: the file is no model\x1b[0m\n")
        sys.exit(3)
    if HOW == "tells":
        key = os.environ["LLAMA_API_KEY"]
        sys.stderr.write(
            "x" * 1_000_000
            + f"\n{key}\n{chr(8203).join(key)} and {key.swapcase()}\n{key[:9]}\n{key[9:]}\n"
        )
        sys.exit(3)
    if HOW == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    port = int(ARGUMENTS[ARGUMENTS.index("--port") + 1])
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
