"""`export`: where files go, in which form, and through which eyes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.wolftui.cli.running import Program
from tests.wolftui.export.courses import made_course
from wolfcore.analysis.course import COURSE_FILE, PointKind, log_checksum, write_course
from wolfcore.records import list_games, read_game
from wolftui.export.redaction import redact_saved
from wolftui.settings.paths import games_folder

DEAL = ("--deal", "4=Seer")
RUN = ("run", "--seat", "*=random", "--seed", "7", *DEAL)
PLAY = (
    "play",
    "--plain",
    "--board",
    "sla7",
    "--seat",
    "4=human",
    "--seat",
    "*=random",
    "--seed",
    "7",
    *DEAL,
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def newest() -> str:
    return list_games(games_folder())[0].id


def test_a_page_stands_here_and_none_is_written_over(wolftui: Program, here: Path) -> None:
    wolftui(*RUN)
    first, second = wolftui("export"), wolftui("export", "latest")
    files = [here / f"{newest()}.html", here / f"{newest()}-2.html"]
    assert [ran.out for ran in (first, second)] == [
        f"{file}, with what moderator eyes see and nothing else\n" for file in files
    ]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert b"Werewolf" in files[0].read_bytes()


@pytest.mark.parametrize(
    ("form", "start"),
    [("md", "# Werewolf, sla7"), ("txt", "Werewolf, sla7"), ("csv", "entry,day,phase")],
)
def test_text_is_printed_or_written_where_it_is_wanted(
    wolftui: Program, here: Path, form: str, start: str
) -> None:
    wolftui(*RUN)
    printed = wolftui("export", "latest", "--to", form)
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith(start)
    ran = wolftui("export", "latest", "--out", f"game.{form}", "--eyes", "moderator")
    assert ran.code == 0
    assert (here / f"game.{form}").read_text(encoding="utf-8") == printed.out


def test_what_is_there_stays_unless_it_is_to_be_replaced(wolftui: Program, here: Path) -> None:
    wolftui(*RUN)
    (here / "game.md").write_text("mine")
    ran = wolftui("export", "--out", "game.md")
    assert (ran.code, ran.err) == (
        2,
        f"wolftui: {here / 'game.md'}: --out: already exists. `--replace` overwrites it.\n",
    )
    assert (here / "game.md").read_text() == "mine"
    assert wolftui("export", "--out", "game.md", "--replace").code == 0
    assert (here / "game.md").read_text(encoding="utf-8").startswith("# Werewolf")
    for out, words in (
        (".", "Choose one of"),
        ("none/game.md", "no such folder"),
        ("game.xyz", "Choose one of"),
        (" ", "no file"),
    ):
        ran = wolftui("export", "--out", out)
        assert ran.code == 2
        assert words in ran.err


def test_public_eyes_learn_no_role(wolftui: Program) -> None:
    wolftui(*RUN, "--board", "xu7")
    for form in ("md", "txt", "csv"):
        assert (
            "Witch"
            not in wolftui("export", "--to", form, "--eyes", "public").out.partition("the end")[0]
        )


def test_a_person_s_game_that_has_not_ended_gives_no_more_than_a_review(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    public = wolftui("export", "--to", "csv")
    assert public.code == 0
    assert not any(",some," in line or "Dealt" in line for line in public.out.splitlines())
    mine = wolftui("export", "--to", "txt", "--eyes", "4")
    assert "You are 4 " in mine.out
    assert mine.out.count("◈") == 1
    for eyes in ("moderator", "1"):
        refused = wolftui("export", "--to", "txt", "--eyes", eyes)
        assert (refused.code, refused.out) == (2, "")
        assert (
            "this game has not ended, and a person plays in it. Until then: --eyes public, "
            "--eyes 4." in refused.err
        )


def test_eyes_that_do_not_exist_are_refused(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("export", "--eyes", "9")
    assert (ran.code, ran.err) == (
        2,
        "wolftui: --eyes: `9` is not a valid view. Use moderator, public, or a seat from 1 to 7.\n",
    )


@pytest.mark.slow
def test_a_picture_and_a_recording_stand_here(wolftui: Program, here: Path) -> None:
    wolftui(*RUN)
    assert wolftui("export", "--to", "svg", "--at", "3", "--size", "80x24").code == 0
    assert (here / f"{newest()}.svg").read_text(encoding="utf-8").startswith("<svg")
    assert wolftui("export", "--out", "game.cast", "--speed", "16", "--size", "60x15").code == 0
    assert (
        (here / "game.cast")
        .read_text(encoding="utf-8")
        .startswith('{"version": 2, "width": 60, "height": 15')
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--to", "html", "--at", "3"), "--at: has no effect on html. It is for svg."),
        (("--to", "svg", "--speed", "2"), "--speed: has no effect on svg. It is for cast."),
        (
            ("--to", "csv", "--size", "80x24"),
            "--size: has no effect on csv. It is for svg and cast.",
        ),
        (
            ("--to", "svg", "--size", "10x10"),
            "--size: 10x10 is out of range. It goes from 60x15 to 300x300.",
        ),
        (
            ("--to", "svg", "--size", "wide"),
            "--size: `wide` is not a valid size. Write columns and lines, such as `100x30`.",
        ),
        (("--to", "svg", "--at", "9999"), "--at: there is no entry 9999."),
        (("--to", "cast", "--speed", "99"), "--speed: 99 is not a valid speed."),
    ],
)
def test_what_an_option_cannot_mean_is_said(
    wolftui: Program, here: Path, words: tuple[str, ...], said: str
) -> None:
    wolftui(*RUN)
    ran = wolftui("export", *words)
    assert ran.code == 2
    assert ran.err.startswith(f"wolftui: {said}")
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("form", "suffix"), [("inspect", "eval"), ("jsonl", "jsonl"), ("otel", "otel.jsonl")]
)
def test_model_calls_are_for_the_moderator_and_a_game_without_them_is_a_sentence(
    wolftui: Program, here: Path, form: str, suffix: str
) -> None:
    wolftui(*RUN)
    ran = wolftui("export", "--to", form)
    assert (ran.code, ran.out) == (2, "")
    assert f"no model call of {newest()} can be exported: none was recorded" in ran.err
    ran = wolftui("export", "--to", form, "--eyes", "4")
    assert ran.code == 2
    assert "model calls are for the moderator's eyes alone" in ran.err
    assert list(here.iterdir()) == []
    call = {"model": "m", "messages": [["user", "Speak."]], "reply": "Hm.\x1b狼"}
    calls = games_folder() / newest() / "calls.jsonl"
    calls.write_text(json.dumps({"ask": "n1.kill.1", "seat": 1, "call": call}) + "\n{\n")
    ran = wolftui("export", "--to", form)
    assert ran.code == 0
    assert "wolftui: Line 2 of calls.jsonl is damaged and left out (" in ran.err
    assert "\x1b" not in ran.out
    if form == "inspect":
        file = here / f"{newest()}.eval"
        assert ran.out == f"{file}, with the model calls as an Inspect log, one sample a seat\n"
        assert file.exists()
    else:
        assert "Hm.\\u001b" in ran.out.replace("\\\\", "\\")
        assert "狼" in ran.out
        assert wolftui("export", "--to", form, "--ascii").out.isascii()
    out = here / f"x.{suffix}"
    assert wolftui("export", "--to", form, "--out", str(out), "--ascii").code == 0
    assert form == "inspect" or out.read_bytes().isascii()
    assert wolftui("export", "--to", form, "--out", str(out)).code == 2
    log = games_folder() / newest() / "game.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"role":"Villager"', b'"role":"Seer"', 1))
    changed = wolftui("export", "--to", form, "--out", str(out), "--replace")
    assert f"wolftui: {newest()} is exported as found, but " in changed.err


def test_calls_of_a_game_that_a_person_plays_stay_secret_until_its_end(wolftui: Program) -> None:
    wolftui(*PLAY)
    ran = wolftui("export", "--to", "jsonl")
    assert ran.code == 2
    assert "this game has not ended, and a person plays in it" in ran.err


def test_the_course_is_on_the_moderator_s_page_if_it_fits_the_game(
    wolftui: Program, here: Path
) -> None:
    wolftui(*RUN)
    folder = games_folder() / newest()
    saved = read_game(folder)
    points: list[tuple[int, PointKind, int, float]] = [
        (0, "deal", 0, 0.2),
        (1, "night", 1, 0.9),
    ]

    def page(*words: str) -> str:
        ran = wolftui("export", "--out", "page.html", "--replace", *words)
        assert ran.code == 0
        return ran.err + (here / "page.html").read_text(encoding="utf-8")

    assert "Where it turned" not in page()
    write_course(folder, made_course(points, "of another log"))
    assert "Where it turned" not in page()
    write_course(folder, made_course(points, log_checksum(saved.log)))
    assert "Where it turned" in page()
    for eyes in ("public", "4"):
        assert redact_saved(saved, eyes).course is None
        assert "Where it turned" not in page("--eyes", eyes)
    (folder / COURSE_FILE).write_text("{", encoding="utf-8")
    damaged = page()
    assert damaged.startswith("wolftui: course.json cannot be read (")
    assert "Where it turned" not in damaged


def test_a_card_stands_here_beside_a_picture(wolftui: Program, here: Path) -> None:
    wolftui(*RUN)
    assert wolftui("export", "--to", "card").code == 0
    assert wolftui("export", "--out", "sent.card.svg").code == 0
    made = here / f"{newest()}.card.svg"
    assert made.read_bytes() == (here / "sent.card.svg").read_bytes()
    assert b"<title" in made.read_bytes()
