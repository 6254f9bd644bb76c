"""What a person hands in: boards, deals, answers and names."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import ConfigError
from core.game import get_board
from wolftui.games.inputs import (
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
    with pytest.raises(ConfigError, match=r"picture\.toml: is no UTF-8 text"):
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
    with pytest.raises(ConfigError, match=r"answers\.jsonl: line 2: is no answer"):
        read_answers(file)


def test_names_go_to_the_people_in_seat_order_or_to_the_seat_they_name() -> None:
    assert read_names(["Ada"], (4, 6)) == {4: "Ada", 6: None}
    assert read_names(["6=Bo", "Ada"], (4, 6)) == {4: "Ada", 6: "Bo"}
    assert read_names([], (4,)) == {4: None}


@pytest.mark.parametrize(
    ("given", "people", "said"),
    [
        (["Ada"], (), "there is nobody to be called Ada"),
        (["5=Ada"], (4,), "seat 5 is not a person's"),
        (["4=Ada", "4=Bo"], (4,), "seat 4 has a name already"),
        (["\x1b\x07"], (4,), "a name needs a visible character"),
        (["7"], (4,), "`7` would be taken for a seat"),
        (["Ada", "ada"], (4, 6), "two people cannot be called ada"),
    ],
)
def test_a_name_that_cannot_be_is_refused(given: list[str], people: tuple[int, ...], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_names(given, people)


def test_a_name_is_stripped_of_what_a_terminal_would_obey_and_bounded() -> None:
    names = read_names(["\x1b[31mAda [b]" + "x" * 50], (4,))
    assert names[4] is not None
    assert "\x1b" not in names[4]
    assert names[4].startswith("[31mAda [b]")
    assert len(names[4]) == 24
