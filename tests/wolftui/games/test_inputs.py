"""What a person hands in: boards, deals, answers and names."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.damaged_games import MARKS
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, get_board, make_spec
from wolfcore.visible import is_visible
from wolftui.games.inputs import (
    NAME_LENGTH,
    open_board,
    read_answers,
    read_deal,
    read_names,
)


def test_a_board_is_a_shipped_name_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "sla7"\n[switches]\ntie = "none"\n', encoding="utf-8")
    assert open_board("xu7") == get_board("xu7")
    assert open_board(str(file)).switches.tie == "none"


def test_a_board_that_does_not_exist_names_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"there is no board `sla8`\. Did you mean `sla7`\?"):
        open_board("sla8")


def test_a_word_that_is_too_long_for_a_file_is_a_word() -> None:
    with pytest.raises(ConfigError, match="there is no board `xxx"):
        open_board("x" * 300)
    with pytest.raises(ConfigError, match="`xxx"):
        read_deal("x" * 300, get_board("sla7"))


def test_a_board_s_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file"):
        open_board(str(tmp_path / "none.toml"))


def test_a_board_s_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff")
    with pytest.raises(ConfigError, match=r"picture\.toml: is not UTF-8 text"):
        open_board(str(file))


def test_a_deal_is_words_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.toml"
    file.write_text('[roles]\n4 = "Seer"\n[chance]\ntie.d1 = [3]\n', encoding="utf-8")
    board = get_board("sla7")
    assert read_deal("4=seer, 1=Werewolf", board).deal == {4: "Seer", 1: "Werewolf"}
    forced = read_deal(str(file), board)
    assert (forced.deal, forced.chance) == ({4: "Seer"}, {"tie.d1": (3,)})
    assert read_deal("", board).deal == {}


def test_answers_come_from_a_file_and_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text('{"ask": "n1.kill.2", "answer": {"choice": 3}}\n', encoding="utf-8")
    assert read_answers(file).answers["n1.kill.2"].choice == 3
    file.write_text('{"ask": "n1.kill.2"}\nnonsense\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"answers\.jsonl: line 2: is not an answer"):
        read_answers(file)
    for line, key in (('{"ask": "a", "anwser": {}}', "anwser"),
                      ('{"ask": "a", "answer": {"chioce": 3}}', "chioce"),
                      ('{"ask": "a", "answer": {"beliefs": [{"seat": 1, "role": "Seer", '
                       '"confidence": 9, "x": 1}]}}', "x")):  # fmt: skip
        file.write_text(line, encoding="utf-8")
        with pytest.raises(ConfigError, match=f"is not an answer .*`{key}` is no key of it"):
            read_answers(file)


def test_names_go_to_the_people_in_seat_order_or_to_the_seat_they_name() -> None:
    assert read_names(["Ada"], (4, 6)) == {4: "Ada", 6: None}
    assert read_names(["6=Bo", "Ada"], (4, 6)) == {4: "Ada", 6: "Bo"}
    assert read_names([], (4,)) == {4: None}


@pytest.mark.parametrize(
    ("given", "people", "said"),
    [
        (["Ada"], (), "there is no person for the name Ada"),
        (["5=Ada"], (4,), "seat 5 does not belong to a person"),
        (["4=Ada", "4=Bo"], (4,), "seat 4 already has a name"),
        (["\x1b\x07"], (4,), "a name needs a visible character"),
        (["Ada", "ada"], (4, 6), "two people cannot have the name ada"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    given: list[str], people: tuple[int, ...], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        read_names(given, people)


SEATS = [
    "7",
    "7 Gaia",
    "Gaia 7",
    "Seat 2",
    "seat two",
    "Player",
    "P3",
    "No. 4",
    "7Gaia",
    "\uff17",
    "\u2461",
    "\u2166 Ada",
    "nobody",
    "No body",
    "Moderator",
    "the moderator",
    "Host",
    "you",
    "I",
    "Wolf",
    "the Wolves",
    "Village",
    "System",
    *ROLES,
    *(role.upper() for role in ROLES),
    *(f"{role} Ada" for role in ROLES),
]
SIGNS = [
    "Ada:",
    'Ada "x"',
    "[b]Ada",
    "Ada (7)",
    "@3",
    "#3",
    "Ada, Bo",
    "a`b",
    "<Ada>",
    "Ada/Bo",
    "Ada=Bo",
    "Ada\\",
]


@pytest.mark.parametrize("name", SEATS)
def test_a_name_that_reads_like_a_seat_a_role_or_a_word_of_the_game_is_refused(name: str) -> None:
    with pytest.raises(
        ConfigError,
        match=r"^--name: `.*` could be read as a seat, a role or a word of the game\. ",
    ):
        read_names([f"4={name}"], (4,))


@pytest.mark.parametrize("name", SIGNS)
def test_a_name_with_a_sign_that_frames_something_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="contains a character that names cannot have"):
        read_names([f"4={name}"], (4,))


@pytest.mark.parametrize("mark", [mark for mark in MARKS if not is_visible(mark)])
def test_a_name_with_what_does_not_show_is_refused_and_the_sentence_shows_none_of_it(
    mark: str,
) -> None:
    with pytest.raises(ConfigError, match="contains invisible characters") as refused:
        read_names([f"4=Ada{mark}Bo"], (4,))
    assert str(refused.value).isprintable()


def test_a_name_is_as_long_as_a_name_may_be() -> None:
    assert read_names(["x" * NAME_LENGTH], (4,)) == {4: "x" * NAME_LENGTH}
    with pytest.raises(
        ConfigError, match=r"is too long for a name\. It has at most 24 characters\."
    ):
        read_names(["x" * (NAME_LENGTH + 1)], (4,))


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ada lovelace",
        "Zoë",
        "Jean-Luc",
        "O'Neil",
        "李雷",
        "R2D2",
        "Ada 🐺",
        "Иван",
        "Dr. No",
        "محمد",
        "Will",
        "👩\u200d🚀 Ada",
    ],
)
def test_names_of_people_are_taken_as_they_are_written(name: str) -> None:
    assert read_names([name], (4,)) == {4: name}


def test_no_drawn_name_reads_like_a_seat() -> None:
    for seed in range(300):
        for name in make_spec(get_board("plus12"), seed).names:
            assert read_names([name], (4,)) == {4: name}
