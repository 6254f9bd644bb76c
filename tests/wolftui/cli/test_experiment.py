"""`wolftui experiment` on the command line."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from tests.core.experiments.small import SMALLEST, written
from tests.wolftui.cli.model_games import set_model
from tests.wolftui.cli.running import Program
from wolfcore.experiments import rows_of_part
from wolfcore.extras import install_hint
from wolftui.settings.paths import shipped_experiments


@pytest.fixture
def wolftui(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(written(tmp_path, SMALLEST))


def test_every_experiment_that_ships_is_listed_and_shown(wolftui: Program) -> None:
    listed = wolftui("experiment", "list").out
    for name in shipped_experiments():
        assert re.search(rf"^{name} +\S", listed, re.M)
        shown = wolftui("experiment", "show", name).out
        assert "The paper: " in shown
        assert "Mechanism: " in shown


def test_a_shown_file_is_the_experiment_again(wolftui: Program, file: str, tmp_path: Path) -> None:
    text = wolftui("experiment", "show", file, "--toml").out
    again = tmp_path / "again.toml"
    again.write_text(text)
    assert wolftui("experiment", "show", str(again), "--toml").out == text


def test_the_table_stands_beside_the_papers_and_every_form_has_the_same_numbers(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = str(tmp_path / "played")
    ran = wolftui("experiment", "run", file, "--into", folder)
    assert ran.code == 0
    assert "0.25" in ran.out
    assert ran.out.startswith(f"4 games. All files are in {folder}; ")
    assert ran.err == ""
    found = json.loads(wolftui("experiment", "table", folder, "--json").out)["table"]
    assert found["played"] == found["wanted"] == 4
    lines = list(csv.DictReader(io.StringIO(wolftui("experiment", "table", folder, "--csv").out)))
    assert [line["column"] for line in lines] == ["village", "wolves"]
    assert [float(line["value"]) for line in lines] == [cell["value"] for cell in found["cells"][0]]
    assert [int(line["games"]) for line in lines] == [2, 2]
    assert {line["differs"] for line in lines} == {"everything"}
    assert {line["players"] for line in lines} == {"a = bot:easy, b = random"}
    assert (
        "What differs from the paper:\n- everything" in wolftui("experiment", "table", folder).out
    )


def test_a_control_run_says_so_in_every_form(wolftui: Program, file: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "played")
    ran = wolftui("experiment", "run", file, "--into", folder, "--off")
    table = json.loads(wolftui("experiment", "table", folder, "--json").out)
    (line, *_) = csv.DictReader(io.StringIO(wolftui("experiment", "table", folder, "--csv").out))
    assert "\nControl run, without the mechanism: two players.\n" in ran.out
    assert table["choice"] == {"off": True}
    assert table["table"]["off"] == line["off"] == "two players"
    assert "\n[off] easy\n" in ran.out
    assert table["table"]["rows"] == ["easy", "[off] easy"]
    assert (line["row"], line["value"], line["how"]) == ("easy", "", "not played")


def test_a_part_of_a_run_and_its_size_are_said_in_every_form(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    wolftui("experiment", "run", file, "--into", str(folder), "--small")
    shutil.rmtree(folder / "all")
    text = wolftui("experiment", "table", str(folder)).out
    (line, *_) = csv.DictReader(
        io.StringIO(wolftui("experiment", "table", str(folder), "--csv").out)
    )
    assert "\nPart of a run: 0 of 2 games are played.\n" in text
    assert "Deals of each line-up here, and at full size: all 1 (2)." in text
    assert (line["played"], line["wanted"], line["size"]) == ("0", "2", "all 1 (2)")
    assert (line["value"], line["how"]) == ("", "no games")
    assert "no games: no game of this cell is finished." in text


def test_columns_are_compared_as_rows_are(wolftui: Program, tmp_path: Path) -> None:
    pair = '[[compared_columns]]\ncolumn = "wolves"\nless = "village"\n\n[mechanism]'
    text = SMALLEST.replace("[mechanism]", pair).replace('[0.25, ""]', "[0.25, 0.75]")
    file, folder = str(written(tmp_path, text)), str(tmp_path / "played")
    ran = wolftui("experiment", "run", file, "--into", folder)
    found = json.loads(wolftui("experiment", "table", folder, "--json").out)["table"]
    village, wolves = found["cells"][0]
    (less,) = found["compared_columns"]
    assert less["cells"][0]["paper"] == 0.5
    assert less["cells"][0]["value"] == wolves["value"] - village["value"]
    assert less["cells"][0]["deals"] == 2
    assert "\nwolves, less village\n" in ran.out
    lines = list(csv.DictReader(io.StringIO(wolftui("experiment", "table", folder, "--csv").out)))
    assert [line["column"] for line in lines] == ["village", "wolves", "wolves, less village"]
    assert lines[2]["value"] == str(less["cells"][0]["value"])


def test_an_experiment_that_was_stopped_goes_on_and_can_be_made_longer(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    wolftui("experiment", "run", file, "--into", str(folder), "--games", "1")
    half = json.loads(wolftui("experiment", "table", str(folder), "--json").out)["table"]
    assert half["played"] == 2
    longer = wolftui("experiment", "run", file, "--into", str(folder), "--games", "3")
    assert "all: 4 games" in longer.out
    assert (
        json.loads(wolftui("experiment", "table", str(folder), "--json").out)["table"]["played"]
        == 6
    )
    shorter = wolftui("experiment", "run", file, "--into", str(folder), "--games", "2")
    assert shorter.code == 2
    assert "it already has 3 games per line-up" in shorter.err


def test_a_half_played_folder_has_a_table_and_says_so(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    wolftui("experiment", "run", file, "--into", str(folder))
    shutil.rmtree(folder / "all")
    ran = wolftui("experiment", "table", str(folder))
    assert ran.code == 0
    assert "0 of 4 games are played; the same `wolftui experiment run` plays the rest." in ran.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("show", "sla-figure-33"), "there is no experiment `sla-figure-33`"),
        (("run", "{file}", "--player", "z=random"), "there is no player `z`"),
        (("run", "{file}", "--player", "a"), "`a` does not give a player by name"),
        (("run", "{file}", "--player", "a=robot"), "players.a: there is no player `robot`"),
        (("run", "{file}", "--games", "0"), "0 is out of range"),
        (("table", "{here}"), "is not the folder of an experiment"),
        (("run", "{file}", "--into", "{here}"), "is not the folder of an experiment"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line(
    wolftui: Program, file: str, tmp_path: Path, words: tuple[str, ...], problem: str
) -> None:
    ran = wolftui("experiment", *[word.format(file=file, here=tmp_path) for word in words])
    assert ran.code == 2
    assert problem in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ("bot:wise", "players.a: `wise` is not an option"),
        ("vanilla@gone", "players.a: there is no model `gone`"),
        ("sla:bots:policy=gone.safetensors", "gone.safetensors"),
    ],
)
def test_a_player_who_cannot_be_had_is_one_line_and_nothing_begins(
    wolftui: Program, file: str, tmp_path: Path, player: str, says: str
) -> None:
    folder = tmp_path / "played"
    ran = wolftui("experiment", "run", file, "--into", str(folder), "--player", f"a={player}")
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert not folder.exists(), "another player can be named for the same folder"


@pytest.mark.slow
def test_what_is_not_installed_is_one_line_and_nothing_begins(tmp_path: Path) -> None:
    folder = tmp_path / "played"
    code = (
        "import sys; sys.modules['safetensors'] = None; from wolftui.__main__ import main;"
        "sys.exit(main(['experiment', 'run', 'sla-figure-4', '--small', '--into', "
        f"{str(folder)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = f"a learned policy needs safetensors, which is not installed. {install_hint('learned')}"
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"wolftui: players.ours: {said}\n",
    )
    assert not folder.exists()


def test_tables_that_are_half_written_are_made_anew_or_told(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    words = ("experiment", "run", file, "--into", str(folder))
    assert wolftui(*words).code == 0
    before = rows_of_part(folder, "all")
    rows = folder / "all" / "games.sqlite"
    rows.write_bytes(rows.read_bytes()[:5000])
    for ran in (wolftui(*words), wolftui("experiment", "table", str(folder))):
        assert ran.code == 2
        assert f"wolftui: {rows}: is damaged (" in ran.err
        assert (
            "Move it away: the same command rebuilds it from the saved games, and "
            "plays the missing games." in ran.err
        )
        assert ran.err.count("\n") == 1
    for left in (b"", None):  # killed before anything was written there, or moved away
        rows.unlink()
        if left is not None:
            rows.write_bytes(left)
        assert wolftui("experiment", "table", str(folder)).code == 0
        assert wolftui(*words).code == 0
        assert [row.digest for row in rows_of_part(folder, "all")] == [row.digest for row in before]
        assert len(list((folder / "all" / "games").iterdir())) == len(before), (
            "nothing is played twice"
        )


def test_a_model_that_became_another_one_is_one_line(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    words = ("experiment", "run", file, "--into", str(folder), "--games", "1", "--model", "m")
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui(*words).code == 0
        set_model(endpoint.url, "temperature = 0.5")
        ran = wolftui(*words)
    assert ran.code == 1
    assert ran.err.count("\n") == 1, "nothing was called, so there is no bill"
    assert re.search(r'the model `m` was \{.*\} and is \{.*"temperature":0.5\}', ran.err)


def test_others_cannot_play_in_its_folder(wolftui: Program, file: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "played")
    wolftui("experiment", "run", file, "--into", folder)
    others = wolftui("experiment", "run", file, "--into", folder, "--player", "a=random")
    assert others.code == 2
    assert "it has other players or another model" in others.err
    another = wolftui("experiment", "run", "sla-figure-3", "--into", folder)
    assert "holds another experiment" in another.err


def test_models_play_within_a_budget_that_holds_for_the_whole_experiment(
    wolftui: Program, file: str, tmp_path: Path
) -> None:
    folder = tmp_path / "played"
    words = ("experiment", "run", file, "--into", str(folder), "--games", "1", "--model", "m")
    with serving(good) as endpoint:
        set_model(endpoint.url)
        short = wolftui(*words, "--max-tokens", "1")
        begun = len(rows_of_part(folder, "all"))
        whole = wolftui(*words)
        requests = len(endpoint.requests)
    assert short.code == 1
    assert "tokens" in short.err
    assert begun < 2
    assert whole.code == 0
    rows = rows_of_part(folder, "all")
    assert len(rows) == 2
    assert sum(row.calls for row in rows) == requests > 0
    assert "a = vanilla@m" in whole.out


@pytest.mark.slow
def test_models_take_the_quiz_after_the_games_once_and_house_bots_do_not(
    wolftui: Program, tmp_path: Path
) -> None:
    row = (
        '[[rows]]\nname = "accuracy"\nplayer = "a"\nscore = "accuracy"\nprinted = [0.5, '
        '""]\n\n[mechanism]'
    )
    quiz = '[quiz]\nboards = ["sla7"]\nsmall = 6\nfull = 12\n\n[counted]'
    text = SMALLEST.replace("[mechanism]", row).replace("[counted]", quiz)
    file, folder = str(written(tmp_path, text)), tmp_path / "played"
    words = ("experiment", "run", file, "--small", "--into", str(folder), "--model", "m")
    with serving(good) as endpoint:
        set_model(endpoint.url)
        first = wolftui(*words)
        requests = len(endpoint.requests)
        again = wolftui(*words)
        assert len(endpoint.requests) == requests, "nothing is asked twice"
    assert (first.code, again.code) == (0, 0)
    assert "quiz: a" in first.out
    assert len((folder / "quiz" / "a.jsonl").read_text().splitlines()) == 1 + 6
    cells = json.loads(wolftui("experiment", "table", str(folder), "--json").out)["table"]["cells"][
        1
    ]
    assert [cell["games"] for cell in cells] == [6, 6]
    bots = wolftui("experiment", "run", file, "--small", "--into", str(tmp_path / "bots"))
    assert bots.code == 0
    assert "no model" in bots.out
    assert not (tmp_path / "bots" / "quiz").exists()
