"""A person's own boards in arenas and experiments: read once, kept whole, and never another one
under the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from tests.core.experiments.small import SMALLEST, written
from tests.wolftui.cli.model_games import set_model
from tests.wolftui.cli.running import Program
from wolfcore.arena.store import read_rows
from wolfcore.experiments import rows_of_part
from wolfcore.game import read_board
from wolfcore.records import read_game

BOARD = 'name = "mine"\nbase = "sla7"\nroles = "2 Werewolf, Seer, 4 Villager"\n'
TEXT = """
boards = ["boards/my-own.toml", "duel6"]
deals = 2
seed = 3
[players]
one = "bot"
two = "random"
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "boards" / "my-own.toml"
    file.parent.mkdir()
    file.write_text(BOARD, encoding="utf-8")
    return file


@pytest.fixture
def arena(tmp_path: Path, board: Path) -> Path:
    assert board.exists()
    file = tmp_path / "small.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def digests(folder: Path) -> list[tuple[str, str]]:
    return [(row.board, row.digest) for row in read_rows(folder / "games.sqlite")]


def test_an_own_board_is_played_wherever_the_command_is_given(
    wolftui: Program, arena: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    ran = wolftui("arena", str(arena), "--into", str(one))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()[2:-1]] == [
        "mine",
        "mine",
        "duel6",
        "duel6",
    ]
    assert wolftui("arena", str(arena), "--into", str(two), "--jobs", "2").code == 0
    assert digests(one) == digests(two)
    rows = read_rows(one / "games.sqlite")
    assert len(rows) == 8
    for row in rows:
        if row.board == "mine":
            assert read_game(one / row.folder).spec.board == read_board(BOARD, "my-own.toml")


def test_it_goes_on_without_the_file_and_not_with_another_board(
    wolftui: Program, arena: Path, board: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a"
    assert wolftui("arena", str(arena), "--into", str(folder), "--games", "1").code == 0
    board.write_text(f"{BOARD}[switches]\nseer_learns = 'role'\n", encoding="utf-8")
    changed = wolftui("arena", str(arena), "--into", str(folder))
    assert (changed.code, changed.out) == (2, "")
    said = (
        f"wolftui: {folder}: holds another arena: `own.mine.switches.seer_learns` is team "
        "there, but role in the file."
    )
    assert changed.err.startswith(said), changed.err
    assert changed.err.count("\n") == 1
    board.unlink()
    gone = wolftui("arena", str(arena), "--into", str(folder))
    assert gone.code == 2
    assert gone.err.count("\n") == 1
    assert "boards: `boards/my-own.toml` cannot be read (No such file or directory)." in gone.err
    ran = wolftui("arena", "--into", str(folder), "--games", "8")
    assert (ran.code, ran.err) == (0, "")
    assert len(digests(folder)) == 8


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BOARD.replace("mine", "sla7"), "own.sla7: a shipped board has this name"),
        (BOARD.replace("mine", "duel6"), "a board is named twice"),
        (
            BOARD.replace("Seer", "Sear"),
            "boards: `boards/my-own.toml`, roles: `Sear` is not a role",
        ),
        ("roles = ", "boards: `boards/my-own.toml`: not valid TOML"),
        (
            f"{BOARD}[switches]\nguard_pass = true\n",
            "`boards/my-own.toml`, switches.guard_pass: no Doctor or Guard is dealt",
        ),
    ],
)
def test_a_board_that_cannot_be_is_one_line(
    wolftui: Program, arena: Path, board: Path, text: str, says: str
) -> None:
    board.write_text(text, encoding="utf-8")
    ran = wolftui("arena", str(arena))
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.startswith(f"wolftui: {arena}: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("[own.it]\nname = 'other'\nroles = ['Werewolf']\n", "own.it: its `name` is other"),
        (
            "[own.it]\nname = 'it'\nroles = ['Werewolf', 'Seer', 'Villager', 'Villager']\n",
            "own.it: is not played",
        ),
        (
            "[own.duel7]\nname = 'duel7'\nroles = ['Werewolf']\n",
            "own.duel7.roles: a board has 4 to 26 seats",
        ),
        (
            "[own.duel7]\nname = 'duel7'\nroles = ['Werewolf', 'Oracle']\n",
            "own.duel7.roles: this wolftui has no file of the role Oracle. Put the files of its "
            "roles into wolfcore/roles.",
        ),
        ("[own.duel7]\nname = 'duel7'\nroles = ['seer']\n", "`$.own[...].roles[0]`"),
        ("[own.duel7]\nname = 'duel7'\nroles = 7\n", "Expected `array`, got `int`"),
    ],
)
def test_a_board_in_the_file_itself_must_fit(
    wolftui: Program, tmp_path: Path, more: str, says: str
) -> None:
    file = tmp_path / "a.toml"
    file.write_text(
        TEXT.replace("boards/my-own.toml", "duel7" if "duel7" in more else "sla7") + more,
        encoding="utf-8",
    )
    ran = wolftui("arena", str(file))
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.slow
def test_an_experiment_on_an_own_board_with_its_quiz_goes_on_and_refuses_another_one(
    wolftui: Program, board: Path, tmp_path: Path
) -> None:
    quiz = '[quiz]\nboards = ["boards/my-own.toml"]\nsmall = 4\nfull = 8\n\n[counted]'
    row = (
        '[[rows]]\nname = "accuracy"\nplayer = "a"\nscore = "accuracy"\nprinted = ["", '
        '""]\n\n[mechanism]'
    )
    text = (
        SMALLEST.replace('["sla7"]', '["boards/my-own.toml"]')
        .replace("[counted]", quiz)
        .replace("[mechanism]", row)
    )
    file, folder = str(written(tmp_path, text)), tmp_path / "played"
    words = ("experiment", "run", file, "--small", "--into", str(folder), "--model", "m")
    with serving(good) as endpoint:
        set_model(endpoint.url)
        first = wolftui(*words)
        assert first.code == 0, first.err
        requests = len(endpoint.requests)
        assert wolftui(*words).code == 0
        assert len(endpoint.requests) == requests
    assert {row.board for row in rows_of_part(folder, "all")} == {"mine"}
    assert "mine" in (folder / "quiz" / "a.jsonl").read_text().splitlines()[0]
    again = tmp_path / "again.toml"
    again.write_text(wolftui("experiment", "show", file, "--toml").out, encoding="utf-8")
    board.write_text(BOARD.replace("4 Villager", "5 Villager"), encoding="utf-8")
    ran = wolftui(*words)
    assert ran.code == 2
    assert "holds another experiment: `own.mine` has changed since it began" in ran.err
    board.unlink()
    assert wolftui("experiment", "table", str(folder)).code == 0
    assert wolftui("experiment", "show", str(again)).code == 0, "a shown file holds the board"
    assert "cannot be read" in wolftui(*words).err
