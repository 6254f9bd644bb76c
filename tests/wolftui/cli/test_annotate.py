"""`wolftui annotate` from the command line: a sample is judged by lines, goes on, and is compared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.core.models.serving import Endpoint, Request, chat
from tests.wolftui.cli.model_games import DEAD, set_model
from tests.wolftui.cli.running import Program
from wolfcore.metrics.annotation import SIGHTS, labels_of, read_sheet
from wolftui.settings.paths import annotations_folder


@pytest.fixture
def games(wolftui: Program, tmp_path: Path) -> Path:
    """Six games of house bots."""
    folder = tmp_path / "games"
    assert wolftui("run", "--games", "6", "--seed", "3", "--out", str(folder)).code == 0
    return folder


def judged(wolftui: Program, games: Path, by: str, lines: list[str]) -> Path:
    """A sheet of twelve speeches, judged by lines of letters."""
    file = games.parent / f"{by}.jsonl"
    ran = wolftui(
        "annotate", str(games), "--sample", "12", "--by", by, "--out", str(file), typed=lines
    )
    assert (ran.code, ran.err) == (0, "")
    return file


@pytest.mark.slow
def test_two_people_judge_the_same_sample_and_are_compared(wolftui: Program, games: Path) -> None:
    ada = judged(wolftui, games, "Ada", ["ac"] * 12 + ["o"] * 12)
    bram = judged(wolftui, games, "Bram", ["a"] * 12 + [""] * 12)
    assert read_sheet(ada).head.items == read_sheet(bram).head.items
    ran = wolftui("annotate", "--compare", str(ada), str(bram))
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80 or str(games.parent) in ran.out
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["accuses", "12", "12", "0", "0", "100%", "-"] in lines
    assert next(line for line in lines if line[:3] == ["claims", "a", "role"])[3:7] == [
        "12",
        "0",
        "12",
        "0",
    ]
    assert "the reader (2nd): 12 speeches of 6 games" in ran.out


def test_a_comparison_as_json_has_every_number(wolftui: Program, games: Path) -> None:
    ada = judged(wolftui, games, "Ada", ["a"] * 24)
    tree = json.loads(wolftui("annotate", "--compare", str(ada), "--json").out)
    (one,) = tree["comparisons"]
    assert (one["first"], one["second"]) == ("Ada", "the reader")
    accuses = next(row for row in one["labels"] if row["label"] == "accuses")
    assert accuses["both"] + accuses["first"] == accuses["n"] == 12
    assert accuses["precision"]["value"] == 1
    assert accuses["recall"]["value"] == accuses["both"] / 12


def test_what_was_left_goes_on_and_says_where_it_is(wolftui: Program, games: Path) -> None:
    first = wolftui("annotate", str(games), "--sample", "4", typed=["a", "q"])
    assert "1 of 4 judged blind" in first.out
    (file,) = annotations_folder().iterdir()
    assert first.out.splitlines()[-1] == str(file)
    second = wolftui("annotate", str(games), "--sample", "4", typed=["a"] * 7)
    assert "4 of 4 judged blind, 4 with roles shown, 0 skipped." in second.out


def test_without_the_games_people_are_compared_without_the_reader(
    wolftui: Program, games: Path
) -> None:
    ada, bram = (judged(wolftui, games, by, ["a"] * 24) for by in ("Ada", "Bram"))
    games.rename(games.parent / "elsewhere")
    ran = wolftui("annotate", "--compare", str(ada), str(bram))
    assert ran.code == 0
    assert "The games cannot be found under the names in the sheet" in ran.err
    assert "the reader (2nd)" not in ran.out
    again = wolftui("annotate", str(games.parent / "elsewhere"), "--compare", str(ada))
    assert "the reader (2nd)" in again.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no game was named"),
        (["GAMES", "--sample", "0"], "0 speeches cannot be drawn"),
        (["GAMES", "--seed", "-1"], "-1 is not a valid seed"),
        (["GAMES", "--out", ""], "no file was named"),
        (["GAMES", "--json"], "only a comparison can be printed as JSON"),
        (["nowhere"], "nowhere"),
        (["GAMES", "--out", "GAMES"], "cannot be read"),
        (["--compare", "GAMES"], "cannot be read"),
        (["--compare", "nothing.jsonl"], "nothing.jsonl"),
    ],
)
def test_wrong_use_is_one_line(wolftui: Program, games: Path, words: list[str], said: str) -> None:
    ran = wolftui(
        "annotate", *(str(games) if word == "GAMES" else word for word in words), typed=[]
    )
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_another_sample_in_the_same_file_is_refused(wolftui: Program, games: Path) -> None:
    ada = judged(wolftui, games, "Ada", ["a"])
    ran = wolftui(
        "annotate",
        str(games),
        "--sample",
        "12",
        "--seed",
        "9",
        "--by",
        "Ada",
        "--out",
        str(ada),
        typed=["a"],
    )
    assert ran.code == 2
    assert "another sample" in ran.err


def test_a_game_twice_and_a_game_that_is_not_over(wolftui: Program, games: Path) -> None:
    import shutil

    one = min(games.iterdir())
    shutil.copytree(one, games.parent / "copy" / one.name)
    ran = wolftui("annotate", str(games), str(games.parent / "copy"), typed=[])
    assert ran.code == 2
    assert "has the same id as a game in" in ran.err


def says_yes(*labels: str) -> Callable[[Request], bytes]:
    """An endpoint of a model that gives these labels to every speech."""

    def serve(request: Request) -> bytes:
        question = request.body["messages"][-1]["content"].split("# Question", 1)[-1]
        asked = [
            label.name
            for sight in SIGHTS
            for label in labels_of(sight)
            if f"`{label.name}`" in question
        ]
        return chat(json.dumps({"why": "so", **{name: name in labels for name in asked}}))

    return serve


def test_a_model_judges_and_its_counts_stand_beside_the_readers(
    wolftui: Program, games: Path, tmp_path: Path
) -> None:
    with closing(Endpoint(says_yes("accuses", "camouflages"))) as endpoint:
        set_model(endpoint.url, "price_in = 1.0\nprice_out = 2.0")
        line = (
            "annotate",
            str(games),
            "--sample",
            "6",
            "--judge",
            "m",
            "--out",
            str(tmp_path / "m.jsonl"),
        )
        ran = wolftui(*line)
        assert ran.code == 0
        assert ran.err.startswith("wolftui: m will be asked about 12 times, with about ")
        assert "in the currency of the prices that is about 0.0" in ran.err
        assert ran.out.startswith("m: 12 calls, ")
        assert "0 answers repaired, 0 speeches without a readable answer." in ran.out
        assert "m (1st) and the reader (2nd): 6 speeches" in ran.out
        rows = {
            line[:20].strip(): line.split()
            for line in ran.out.split("reader  ", 1)[-1].partition("\n\n")[0].splitlines()
        }
        wolves, village = rows["camouflages"][-7:-4], rows["camouflages"][-3:]
        assert int(rows["camouflages"][2]) + int(rows["camouflages"][-3]) == 6, (wolves, village)
        by_day = ran.out[ran.out.index("m/reader of speeches") :]
        counted = [
            re.findall(r"(\d+)/\S+ of (\d+)", line)
            for line in by_day.splitlines()
            if line.startswith("camouflages")
        ]
        assert [sum(int(of) for _, of in side) for side in counted] == [
            int(each[1]) for each in (wolves, village)
        ]
        assert all(said == of for side in counted for said, of in side), (
            "it says yes to all of them"
        )
        again = wolftui(*line)
        assert (again.code, again.err) == (0, "")
        assert len([each for each in endpoint.requests if each.method == "POST"]) == 12, (
            "nothing is asked twice"
        )
    ada = judged(wolftui, games, "Ada", ["a"] * 24)
    assert wolftui("annotate", "--compare", str(tmp_path / "m.jsonl"), str(ada)).code == 0


def test_a_judge_that_is_gone_and_one_that_spends_too_much_stop_in_a_line(
    wolftui: Program, games: Path
) -> None:
    set_model(DEAD)
    ran = wolftui("annotate", str(games), "--sample", "3", "--judge", "m")
    assert ran.code == 1
    assert ran.err.endswith("The judgements so far are kept; the same command continues.\n")
    with closing(Endpoint(says_yes())) as endpoint:
        set_model(endpoint.url)
        spent = wolftui(
            "annotate", str(games), "--sample", "20", "--judge", "m", "--max-tokens", "1"
        )
        assert spent.code == 1
        assert "The budget of 1 tokens is spent" in spent.err
    assert "there is no model `none`" in wolftui("annotate", str(games), "--judge", "none").err
    assert (
        "a model judges under its own name"
        in wolftui("annotate", str(games), "--judge", "m", "--by", "Ada").err
    )


def test_a_sheet_of_other_words_than_the_games_is_not_compared_with_the_reader(
    wolftui: Program, games: Path
) -> None:
    ada = judged(wolftui, games, "Ada", ["a"] * 24)
    words = read_sheet(ada).head.items[3].words
    ada.write_text(
        ada.read_text(encoding="utf-8").replace(words, "0" * len(words)), encoding="utf-8"
    )
    ran = wolftui("annotate", str(games), "--compare", str(ada))
    assert ran.code == 2
    assert "differs from the sampled game" in ran.err
