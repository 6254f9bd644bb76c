"""A game of models from the command line, and what came of it."""

from __future__ import annotations

import json
import re
from collections import Counter

from tests.core.models.serving import Endpoint
from tests.wolftui.cli.running import Ran
from wolfcore.records import SavedGame, read_game
from wolftui.settings.paths import config_file, games_folder
from wolftui.words.spending import RESUMED_WITHOUT_BUDGET

DEAL = "1=Werewolf,2=Werewolf,3=Seer,4=Witch"
GAME = ("--board", "duel6", "--seed", "4", "--deal", DEAL, "--seat", "*=vanilla@m")
DEAD = "http://127.0.0.1:1"
"""Nobody listens at port 1."""


def set_model(url: str, more: str = "") -> None:
    """Have `m` and nothing else in the settings."""
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(
        f'[models.m]\nbase_url = "{url}"\nmodel = "m"\ntries = 1\n{more}\n', encoding="utf-8"
    )


def the_game() -> SavedGame:
    (path,) = games_folder().iterdir()
    return read_game(path)


def without_bill(err: str) -> str:
    """What a command wrote to stderr, without the line of what was spent, which has to be there."""
    rest, bill = re.subn(r"^wolftui: Spent: [^\n]*\n", "", err, flags=re.M)
    assert bill == 1, err
    return rest


def stopped(ran: Ran, why: str) -> None:
    """It stopped, and the last thing it says is how to go on, and that no budget goes with it."""
    assert (ran.code, ran.out) == (1, "")
    saved = f"The game is saved; continue with `wolftui resume {the_game().id}`."
    if why.startswith("The budget") and " min is spent" not in why:
        saved += f" {RESUMED_WITHOUT_BUDGET}"
    assert re.search(rf"\nwolftui: {why} {re.escape(saved)}\n(wolftui: Spent: .*\n)?\Z", ran.err), (
        ran.err
    )
    assert the_game().result is None


def asked(endpoint: Endpoint) -> Counter[str]:
    """How often each ask came: a prompt holds all that its seat knows, so no two asks have the
    same."""
    return Counter(json.dumps(request.body["messages"]) for request in endpoint.requests)


def assert_all_asked_once(*endpoints: Endpoint) -> None:
    counts = sum((asked(endpoint) for endpoint in endpoints), Counter[str]())
    called = [record for record in the_game().journal.values() if record.calls]
    assert set(counts.values()) == {1}
    assert len(counts) == len(called) > 10
