"""What is loaded when: the headless half stays light, and so does the command line until it knows
what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "textual",
    "rich",
    "httpx",
    "requests",
    "torch",
    "numpy",
    "sentence_transformers",
    "distributed",
)

PROBE = """
import sys
sys.argv = ["wolftui", *{arguments!r}]
try:
    {statement}
except SystemExit:
    pass
print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)
"""


def loaded(statement: str, *arguments: str, heavy: tuple[str, ...] = HEAVY) -> str:
    """Which of `heavy` a fresh process has loaded after a statement."""
    code = PROBE.format(statement=statement, arguments=list(arguments), heavy=list(heavy))
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return run.stderr.strip().splitlines()[-1]


ROOMS = (
    "game",
    "speech",
    "records",
    "records.library",
    "players",
    "table",
    "bots",
    "bots.people",
    "seating",
    "metrics",
    "metrics.annotation",
    "models",
    "agents",
    "memory",
    "arena",
    "arena.rating",
    "experiments",
    "experiments.series",
    "quiz",
    "quiz.exam",
    "env",
)


@pytest.mark.slow(only=("experiments",))
@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_wolfcore_loads_nothing_heavy(room: str) -> None:
    assert loaded(f"import wolfcore.{room}") == "[]"


@pytest.mark.slow
def test_the_environment_of_learners_alone_loads_numpy() -> None:
    assert loaded("from wolfcore.env import WerewolfEnv") == "['numpy']"


@pytest.mark.slow
def test_a_learned_policy_loads_numpy_and_no_torch() -> None:
    assert loaded("import wolfcore.agents.policy") == "['numpy']"
    assert loaded("import wolfcore.training, wolfcore.training.self_play") == "['numpy']"


def test_help_loads_nothing_heavy_and_none_of_the_game() -> None:
    start = "from wolftui.__main__ import main; main()"
    assert loaded(start, "--help", heavy=(*HEAVY, "wolfcore.bots", "wolfcore.table")) == "[]"


def test_plain_play_loads_no_screen() -> None:
    start = "from wolftui.__main__ import main; main()"
    assert loaded(start, "run", "--games", "1", "--no-save", "--seat", "*=random") == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "--games", "1", "--no-save", "--seat", "*=random"),
        ("play", "--plain", "--no-save", "--seat", "*=random"),
    ],
)
def test_play_without_models_loads_no_http_client_even_where_models_are_in_the_settings(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wolftui").mkdir()
    (tmp_path / "wolftui" / "config.toml").write_text(
        '[models.gpt]\nmodel = "gpt-5-mini"\n', encoding="utf-8"
    )
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    start = "from wolftui.__main__ import main; main()"
    unneeded = ("httpx", "httpcore", "anyio", "tenacity", "json_repair", "tomli_w")
    assert loaded(start, *arguments, heavy=unneeded) == "[]"
    assert loaded("import wolfcore.models.endpoints", heavy=unneeded) == "['httpx', 'tenacity']"


def test_the_probe_sees_what_is_loaded() -> None:
    assert loaded("import textual") == "['textual', 'rich']"


@pytest.mark.slow
def test_what_only_a_game_that_goes_on_needs_is_not_loaded_for_the_first_frame() -> None:
    """House bots, the reader of speeches, models, agents and metrics; a game with bots and a person
    is made up to its screen."""
    start = (
        "import wolftui.cli.play, wolftui.screen.entry_points, wolftui.screen.app as a, "
        "wolftui.games.game_starts as r; "
        "running = r.start_game(r.PlayOptions(board='sla7', seats=('4=human',), seed=7)); "
        "a.WolfApp(lambda app: app.make_play_table(running)).make_play_table(running)"
    )
    late = (
        "wolfcore.bots.house",
        "wolfcore.bots.belief",
        "wolfcore.speech.reader",
        "wolfcore.agents",
        "wolfcore.metrics",
        "httpx",
        "jinja2",
        "json_repair",
    )
    assert loaded(start, heavy=late) == "[]"


PAINTED = """
import asyncio, pathlib
from wolftui.screen.app import WolfApp
{opening}

class FirstFrame(WolfApp):
    def post_display_hook(self):
        assert type(self.screen).__name__ == {screen!r}
        raise SystemExit

async def paint():
    async with FirstFrame(opening, heartbeat=False).run_test(size=(120, 36)):
        raise AssertionError("nothing was displayed")

asyncio.run(paint())
"""
TABLE = """
from wolftui.games.game_starts import start_game
from wolftui.games.arrangement import PlayOptions
from wolftui.games.running_game import RunningGame
running = start_game(PlayOptions(board="sla7", seats=("4=human",), seed=7))
opening = lambda app: app.make_play_table(running)
"""
LOBBY = """
from wolftui.games.favourites import Favourites
from wolftui.screen.screens.lobby_screen import LobbyScreen
nowhere = pathlib.Path("nowhere")
opening = lambda app: LobbyScreen(nowhere, app.glyphs, favourites=Favourites(nowhere))
"""
BEHIND = (
    "wolfcore.arena",
    "wolfcore.arena.rating",
    "wolftui.screen.screens.export_dialog",
    "wolftui.screen.screens.guided_table",
    "wolftui.screen.screens.new_game_screen",
    "wolftui.screen.screens.inspector",
    "wolftui.screen.screens.number_pages",
    "wolftui.screen.screens.result_screen",
    "wolftui.export.redaction",
    "wolftui.export.formats",
)


BEHIND_THE_LOBBY = (
    *BEHIND,
    "wolfcore.bots.belief",
    "wolfcore.speech.reader",
    "wolftui.screen.screens.live_table",
    "wolftui.screen.screens.game_dialogs",
    "wolftui.screen.screens.table_screen",
)


MOST_MODULES = 191
"""Modules of both packages when the first frame of a game is painted; all together are 570."""


BEHIND_THE_TABLE = (
    *BEHIND,
    "textual.widgets._text_area",
    "wolfcore.bots.house",
    "wolfcore.speech.reader",
    "wolfcore.analysis",
    "wolftui.screen.screens.game_dialogs",
    "wolftui.screen.screens.person_dialogs",
    "wolftui.screen.widgets.belief_list",
    "wolftui.screen.widgets.composer",
    "wolftui.screen.widgets.targets",
    "wolftui.views.block_markdown",
    "wolftui.views.moderator_panel",
    "wolftui.views.seat_focus",
    "wolftui.views.verdict",
    "wolftui.views.win_curve",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("opening", "screen", "behind"),
    [(TABLE, "LiveTable", BEHIND_THE_TABLE), (LOBBY, "LobbyScreen", BEHIND_THE_LOBBY)],
)
def test_what_is_behind_a_key_is_not_loaded_when_the_first_frame_is_painted(
    opening: str, screen: str, behind: tuple[str, ...]
) -> None:
    """The guided game, the record, a new game, what gives a game away, tables: each is loaded where
    it is opened. House bots and the parts of an answer are loaded when the game begins."""
    script = PAINTED.format(opening=opening, screen=screen)
    assert loaded(f"exec({script!r})", heavy=behind) == "[]"


def test_the_first_frame_of_a_game_loads_few_modules_of_our_own() -> None:
    count = "len([name for name in sys.modules if name.startswith('wolf')])"
    script = PAINTED.format(opening=TABLE, screen="LiveTable")
    code = f"import sys\ntry: exec({script!r})\nexcept SystemExit: print({count})"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert 0 < int(run.stdout) <= MOST_MODULES
