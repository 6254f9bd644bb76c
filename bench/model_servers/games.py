"""One configuration played: a game of `wolftui run` on the acted server, and what came of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from .asks import Question
from .configurations import Configuration
from .server import ActedServer, Attempt
from .shapes import USELESS

LIMIT = 300.0
"""Seconds after which a game counts as hung."""

ESTIMATED = 0.25
"""The share by which tokens may differ where the server tells no usage."""

_BILL = re.compile(r"\b(\d[\d,.]*)\s+tokens", re.IGNORECASE)


class Outcome(NamedTuple):
    """What came of one configuration.

    Attributes:
        name: The configuration.
        expects: What was expected.
        end: `ended`, `stopped`, `hang` or `crash`.
        given: Answers as given.
        repaired: Answers after repair.
        replaced: Answers replaced.
        present: Answers replaced though a usable one was in a reply.
        needless: Whether it stopped where an answer or a wait was expected.
        others: Answers taken that were not the model's own choice.
        served: Tokens of all attempts by the server's count.
        told: Tokens that the program told.
        uncounted: Tokens that were served and not told.
        unbilled: Whether a stop after served tokens does not say what was spent.
        attempts: Requests for replies.
        seconds: Wall time.
        message: The last line of what the program said.
    """

    name: str
    expects: str
    end: str
    given: int
    repaired: int
    replaced: int
    present: int
    needless: bool
    others: int
    served: int
    told: int
    uncounted: int
    unbilled: bool
    attempts: int
    seconds: float
    message: str

    @property
    def faults(self) -> list[str]:
        """The names of what is wrong; empty for nothing."""
        found = {
            "hang": self.end == "hang",
            "crash": self.end == "crash",
            f"replaced though present {self.present}": bool(self.present),
            "needless stop": self.needless,
            f"words of others {self.others}": bool(self.others),
            f"uncounted tokens {self.uncounted} of {self.served}": bool(self.uncounted),
            "stop without a bill": self.unbilled,
            "no stop": self.expects == "stop" and self.end == "ended",
        }
        return [fault for fault, holds in found.items() if holds]


def play(acted: Configuration) -> Outcome:
    """Play a game against the acted server."""
    server = ActedServer(acted)
    serving = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    serving.start()
    try:
        with tempfile.TemporaryDirectory(prefix="model-servers-") as home:
            _configure(Path(home), acted, server.server_port)
            return _outcome(acted, server, Path(home))
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()


def _configure(home: Path, acted: Configuration, port: int) -> None:
    folder = home / "config"
    folder.mkdir(parents=True)
    path = {"google": "/v1beta", "anthropic": ""}.get(acted.kind, "/v1")
    settings: dict[str, Any] = {
        "kind": acted.kind, **({"server": acted.server} if acted.server else {}),
        "base_url": f"http://127.0.0.1:{port}{path}", "model": "m1", "price_in": 1.0,
        "price_out": 2.0, "api_key_env": "ACTED_KEY", **acted.settings,
    }  # fmt: skip
    lines = [f"{key} = {_toml(value)}" for key, value in settings.items()]
    (folder / "config.toml").write_text("[models.m]\n" + "\n".join(lines) + "\n")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in pairs) + "}"
    return json.dumps(value)


def _outcome(acted: Configuration, server: ActedServer, home: Path) -> Outcome:
    command = [sys.executable, "-m", "wolftui", "run", "--board", "duel6", "--games", "1",
               "--seed", "1", "--seat", "*=vanilla@m", "--json"]  # fmt: skip
    # Compiled modules are kept for the next configuration.
    cache = Path(tempfile.gettempdir(), "model-servers-cache")
    dropped = ("_API_KEY", "PYTHONDONTWRITEBYTECODE")
    kept = {key: value for key, value in os.environ.items() if not key.endswith(dropped)}
    environment = {**kept, "WOLFTUI_HOME": str(home), "ACTED_KEY": "sk-acted", "LANG": "C.UTF-8",
                   "PYTHONPYCACHEPREFIX": str(cache)}  # fmt: skip
    began = time.monotonic()
    # Killed at the limit: a hang is an outcome.
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
    try:
        out, err = process.communicate(timeout=LIMIT)
        hung = False
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        hung = True
    seconds = time.monotonic() - began
    row: dict[str, Any] = json.loads(out.splitlines()[-1]) if out.startswith("{") else {}
    crashed = "Traceback" in err or (process.returncode not in {0, 1, 2} and not hung)
    end = "hang" if hung else "crash" if crashed else "ended" if row.get("winner") else "stopped"
    games = sorted(home.rglob("answers.jsonl"))
    answers = _lines(games[0]) if games else []
    calls = _lines(games[0].with_name("calls.jsonl")) if games else []
    said = "\n".join(line for line in err.splitlines() if "This game may ask" not in line)
    with server.lock:
        attempts = list(server.attempts)
    served = sum(each.tokens for each in attempts)
    bill = [int(re.sub(r"\D", "", text)) for text in _BILL.findall(said)]
    spent = sum(each["tokens"] for each in cast("list[Any]", row.get("spent") or []))
    made = [cast("dict[str, Any]", each["call"]) for each in calls if each.get("call")]
    noted = sum(call.get(key) or 0 for call in made for key in ("tokens_in", "tokens_out"))
    told = max([spent, noted, *bill])
    estimated = sum(each.tokens for each in attempts if not each.told)
    uncounted = max(0, served - told)
    if uncounted <= ESTIMATED * estimated:
        uncounted = 0
    how = [_answer_of(each).get("how", "given") for each in answers]
    present, others = judge(attempts, answers)
    unbilled = end == "stopped" and served > 0 and not bill and "spent" not in said.lower()
    return Outcome(
        acted.name, acted.expects, end, how.count("given"), how.count("repaired"),
        len(how) - how.count("given") - how.count("repaired"),
        present if acted.expects in {"answers", "wait"} else 0,
        end == "stopped" and acted.expects in {"answers", "wait"},
        others, served, told, uncounted, unbilled, len(attempts), seconds,
        next((line for line in reversed(said.splitlines()) if line.strip()), ""),
    )  # fmt: skip


def judge(attempts: Sequence[Attempt], answers: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Count answers replaced though a usable one was in a reply, and taken though not the own.

    The questions of a seat and its answers have the same order.

    Args:
        attempts: What the server was asked.
        answers: Lines of `answers.jsonl`.
    """
    questions: dict[int, dict[str, tuple[Question, set[str]]]] = defaultdict(dict)
    for each in attempts:
        if each.question:
            q = each.question
            questions[q.seat].setdefault(q.key, (q, set()))[1].add(each.shape)
    present = others = 0
    asked: dict[int, int] = defaultdict(int)
    for line in answers:
        seat, answer = line.get("seat", 0), _answer_of(line)
        told = list(questions[seat].values())
        at, asked[seat] = asked[seat], asked[seat] + 1
        if at >= len(told):
            continue
        question, shapes = told[at]
        # A refused request has no shape; whether its change would be answered says `expects`.
        usable = bool(shapes) and (shapes - {""} == set() or bool(shapes - {"", *USELESS}))
        replaced = answer.get("how", "given") not in {"given", "repaired"}
        if replaced:
            present += 1
        elif question.own:
            others += not usable or answer.get("choice", 0) != question.choice
        elif usable:
            others += not _is_speech(str(answer.get("text", "")), question)
    return present, others


def _answer_of(line: dict[str, Any]) -> dict[str, Any]:
    return cast("dict[str, Any]", line.get("answer") or {})


def _is_speech(text: str, question: Question) -> bool:
    """Whether the words taken are the model's own and not the whole reply."""
    same = " ".join(question.speech.split()[:3]) in " ".join(text.split())
    return same and len(text) < 2 * len(question.speech)


def _lines(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    # A killed process may leave half a line.
    lines = file.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.rstrip().endswith("}")]
