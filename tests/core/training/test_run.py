"""A training goes on from its last whole update to the same weights, whatever happened, and says
what is wrong in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs torch, which `make test-all` installs")

import msgspec
from msgspec.structs import replace
from safetensors.torch import load, save

from tests.core.agents.policy.nets import drawn_checkpoint
from tests.core.training.plans import TINY, longer, whole
from wolfcore.agents.policy import load_checkpoint, save_checkpoint
from wolfcore.agents.policy.seat_features import player_length
from wolfcore.agents.policy_files import FIRST_LAYOUT, HEADER, Layout, layout_for, read_about
from wolfcore.errors import ConfigError
from wolfcore.game import Board, get_board
from wolfcore.training.episodes import Episode
from wolfcore.training.hyperparameters import Plan
from wolfcore.training.loop import Line, TrainingRun
from wolfcore.training.ppo import Update

pytestmark = pytest.mark.extra("torch")


def _trained(folder: Path, plan: Plan = TINY, workers: int = 1) -> list[Line]:
    run = TrainingRun(folder, plan, workers)
    try:
        return list(run.train())
    finally:
        run.close()


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the tiny training comes to where nothing happens."""
    folder = tmp_path_factory.mktemp("straight") / "run"
    assert [line.update for line in _trained(folder)] == [1, 2, 3, 4]
    return _named(whole(folder))


def _named(files: dict[str, bytes]) -> dict[str, bytes]:
    """Checkpoints without the name of their run."""
    return {name: data.replace(b'\\"run\\":\\"run\\"', b"") for name, data in files.items()}


@pytest.mark.slow
def test_stopped_and_taken_up_it_comes_to_the_same(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    folder = tmp_path / "run"
    for updates in (1, 3, 4):
        _trained(folder, longer(TINY, updates))
    assert _named(whole(folder)) == straight
    lines = [
        msgspec.json.decode(line, type=Line)
        for line in (folder / "log.jsonl").read_bytes().splitlines()
    ]
    assert [line.update for line in lines] == [1, 2, 3, 4]
    assert [line.games for line in lines] == [6, 12, 18, 24]


@pytest.mark.slow
def test_two_processes_learn_what_one_learns(tmp_path: Path, straight: dict[str, bytes]) -> None:
    _trained(tmp_path / "run", workers=2)
    assert _named(whole(tmp_path / "run")) == straight


@pytest.mark.slow
def test_an_update_that_was_cut_off_is_done_again(
    tmp_path: Path, straight: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the games, after the learning, after the line of the log: what is not whole counts for
    nothing."""
    folder = tmp_path / "run"
    for place in (
        "wolfcore.training.loop.Learner.update",
        "wolfcore.training.loop.TrainingRun._keep",
        "wolfcore.training.loop.write_atomically",
    ):
        with monkeypatch.context() as patch:
            _trained(folder, longer(TINY, 1))
            run = TrainingRun(folder, TINY)

            def cut(*_: object, **__: object) -> None:
                raise KeyboardInterrupt

            patch.setattr(place, cut)
            with pytest.raises(KeyboardInterrupt):
                list(run.train())
            run.close()
    with (folder / "log.jsonl").open("ab") as log:
        log.write(b'{"update":2,"half a li')
    _trained(folder)
    assert _named(whole(folder)) == straight
    assert len((folder / "log.jsonl").read_bytes().splitlines()) == TINY.updates


_KILLED = """
import sys
from pathlib import Path
from wolfcore.training.loop import TrainingRun
from tests.core.training.plans import TINY

for line in TrainingRun(Path(sys.argv[1]), TINY).train():
    print(line.update, flush=True)
"""


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on(tmp_path: Path, straight: dict[str, bytes]) -> None:
    folder = tmp_path / "run"
    for pause in (0.0, 0.11, 0.23, 0.37):
        process = subprocess.Popen(
            [sys.executable, "-c", _KILLED, str(folder)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    _trained(folder)
    assert _named(whole(folder)) == straight


@pytest.mark.slow
def test_one_folder_is_for_one_training(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run = TrainingRun(folder, TINY)
    with pytest.raises(ConfigError, match="is in use by another wolftui process"):
        TrainingRun(folder, TINY)
    run.close()
    for other in (replace(TINY, seed=4), replace(TINY, board="sla7"), replace(TINY, games=7)):
        with pytest.raises(ConfigError, match="holds another training"):
            TrainingRun(folder, other)
    TrainingRun(folder, longer(TINY, 9)).close()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("dear")
    with pytest.raises(ConfigError, match="is not the folder of a training"):
        TrainingRun(foreign, TINY)


@pytest.mark.parametrize("kept", [0, 50, -8])
def test_a_damaged_state_is_one_line(tmp_path: Path, kept: int) -> None:
    folder = tmp_path / "run"
    TrainingRun(folder, TINY).close()
    state = folder / "state.safetensors"
    state.write_bytes(state.read_bytes()[:kept])
    with pytest.raises(ConfigError, match="is damaged") as caught:
        TrainingRun(folder, TINY)
    assert "\n" not in str(caught.value)


WIDER = replace(FIRST_LAYOUT, roles=(*FIRST_LAYOUT.roles, "Archer"))


def _lay_out(monkeypatch: pytest.MonkeyPatch, layout: Layout) -> None:
    """Train with another layout, as where the board deals another role since."""

    def other(board: Board) -> Layout:
        assert board == get_board(TINY.board)
        return layout

    for module in ("loop", "self_play"):
        monkeypatch.setattr(f"wolfcore.training.{module}.layout_for", other)


def test_a_board_of_the_first_roles_has_the_first_layout() -> None:
    assert layout_for(get_board(TINY.board)) == FIRST_LAYOUT


@pytest.mark.parametrize("layout", [FIRST_LAYOUT, WIDER])
def test_what_is_trained_names_its_layout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: Layout
) -> None:
    _lay_out(monkeypatch, layout)
    TrainingRun(tmp_path / "run", TINY).close()
    about = load_checkpoint(tmp_path / "run" / "current.safetensors").about
    assert (about.layout, about.sizes.player) == (layout, player_length(layout))
    state = (tmp_path / "run" / "state.safetensors").read_bytes()
    assert read_about(state, HEADER).layout == layout


@pytest.mark.slow
def test_a_training_with_more_roles_plays_learns_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay_out(monkeypatch, WIDER)
    for updates in (1, 3):
        lines = _trained(tmp_path / "run", longer(TINY, updates))
    assert [line.update for line in lines] == [2, 3]
    for file in ("current.safetensors", "past/0002.safetensors"):
        assert load_checkpoint(tmp_path / "run" / file).about.layout == WIDER


def _without_layout(data: bytes) -> bytes:
    """A state as earlier versions wrote it."""
    return save(load(data))


def test_a_state_of_other_house_bots_does_not_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    TrainingRun(folder, TINY).close()
    state = folder / "state.safetensors"
    state.write_bytes(_without_layout(state.read_bytes()))
    with pytest.raises(ConfigError, match="trained with version 1 of the house bots"):
        TrainingRun(folder, TINY)


def test_a_state_of_an_earlier_version_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A state without a header has the first layout, and was trained with the first bots."""
    monkeypatch.setattr("wolfcore.training.loop.BOTS_VERSION", 1)
    folder = tmp_path / "run"
    TrainingRun(folder, TINY).close()
    written = whole(folder)
    state = folder / "state.safetensors"
    state.write_bytes(_without_layout(state.read_bytes()))
    with pytest.raises(ValueError, match="truncated"):
        read_about(state.read_bytes(), HEADER)
    TrainingRun(folder, TINY).close()
    assert (folder / "current.safetensors").read_bytes() == written["current.safetensors"]


@pytest.mark.parametrize(
    "layout",
    [
        WIDER,
        replace(FIRST_LAYOUT, roles=FIRST_LAYOUT.roles[::-1]),
        replace(FIRST_LAYOUT, asks=(*FIRST_LAYOUT.asks, "bless")),
    ],
)
@pytest.mark.parametrize("earlier", [False, True])
def test_a_training_with_another_layout_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: Layout, earlier: bool
) -> None:
    """Neither its state nor its policy is used."""
    folder = tmp_path / "run"
    TrainingRun(folder, TINY).close()
    state = folder / "state.safetensors"
    if earlier:
        state.write_bytes(_without_layout(state.read_bytes()))
    held = whole(folder)
    _lay_out(monkeypatch, layout)
    with pytest.raises(ConfigError, match="trained with another layout of features") as caught:
        TrainingRun(folder, TINY)
    assert "\n" not in str(caught.value)
    assert whole(folder) == held
    start = replace(TINY, start=str(folder / "current.safetensors"))
    with pytest.raises(ConfigError, match=r"start: has another layout of features") as caught:
        TrainingRun(tmp_path / "next", start)
    assert "\n" not in str(caught.value)


def test_a_training_starts_from_no_policy_that_lacks_a_role(tmp_path: Path) -> None:
    file = tmp_path / "mine.safetensors"
    dealt = get_board(TINY.board).roles
    roles = tuple(role for role in FIRST_LAYOUT.roles if role != dealt[-1])
    save_checkpoint(file, drawn_checkpoint(layout=replace(FIRST_LAYOUT, roles=roles)))
    with pytest.raises(ConfigError, match=f"without the role {dealt[-1]}, which `duel6` deals"):
        TrainingRun(tmp_path / "run", replace(TINY, start=str(file)))


def _line(update: int) -> bytes:
    did = Update(**dict.fromkeys(Update.__struct_fields__, 0))
    return msgspec.json.encode(Line(update=update, games=9, seconds=1.0, won={}, did=did)) + b"\n"


@pytest.mark.parametrize(
    ("damaged", "why"),
    [
        (b"[" * 3000 + b"\n" + _line(2), "nests deeper"),
        (b"\xec" + _line(1) + _line(2), "malformed"),
        (_line(2) + _line(1), "not in order"),
        (_line(1), "update 2 is missing"),
    ],
)
def test_a_damaged_log_is_said_and_may_be_moved_away(
    tmp_path: Path, damaged: bytes, why: str
) -> None:
    folder = tmp_path / "run"
    _with_log(folder)
    log = folder / "log.jsonl"
    log.write_bytes(damaged)
    with pytest.raises(ConfigError, match=f"log.jsonl: is damaged \\(.*{why}.*Move it away"):
        TrainingRun(folder, TINY)
    log.unlink()
    TrainingRun(folder, TINY).close()


def test_lines_after_the_state_are_dropped_and_special_files_are_said(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    _with_log(folder)
    log, state = folder / "log.jsonl", folder / "state.safetensors"
    before = log.read_bytes()
    log.write_bytes(before + _line(3) + b'{"upd')
    TrainingRun(folder, TINY).close()
    assert log.read_bytes() == before
    for file in (log, state):
        file.unlink()
        os.mkfifo(file)
        with pytest.raises(ConfigError, match="it is a pipe"):
            TrainingRun(folder, TINY)


def _with_log(folder: Path) -> None:
    """A training after two updates, without playing them."""
    run = TrainingRun(folder, TINY)
    run.updates = 2
    run._keep()  # pyright: ignore[reportPrivateUsage]
    run.log.write_bytes(_line(1) + _line(2))
    run.close()


@pytest.mark.slow
def test_another_seed_learns_something_else(tmp_path: Path, straight: dict[str, bytes]) -> None:
    _trained(tmp_path / "run", replace(TINY, seed=4))
    assert _named(whole(tmp_path / "run"))["current.safetensors"] != straight["current.safetensors"]


@pytest.mark.slow
def test_a_process_that_dies_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = TrainingRun(tmp_path / "run", TINY, workers=2)

    def dead(self: object, episodes: list[Episode], order: object, *, leans: bool) -> None:
        import psutil

        for child in psutil.Process().children(recursive=True):
            if "spawn_main" in " ".join(child.cmdline()):
                os.kill(child.pid, signal.SIGKILL)

    monkeypatch.setattr("wolfcore.training.loop.Learner.warm_start", dead)
    with pytest.raises(ConfigError, match="a worker process ended unexpectedly"):
        list(run.train())
    run.close()
