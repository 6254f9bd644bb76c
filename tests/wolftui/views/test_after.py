"""The pages after a game: plain words first, whole at every width, and nothing left out without a
word."""

from __future__ import annotations

import re

import pytest

from tests.wolftui.plain.test_tabs import a_book
from wolftui.views.labels import board_title, player_words
from wolftui.views.result import tabs
from wolftui.views.result.game_numbers import GameNumbers, singular
from wolftui.views.result.tabs import TABS
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text

SMALL, WIDE = 76, 116
"""What a page has of 80 and of 120 columns."""
NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:irp|vss|kre|ksr|dc)\b")
"""What only a paper or a program calls something."""


@pytest.fixture(scope="module", params=["sla7", "helmsman7", "plus12", "classic9"])
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> GameNumbers:
    return a_book(tmp_path_factory.mktemp("games"), request.param)


def page(book: GameNumbers, name: str, width: int) -> list[str]:
    tab = next(tab for tab in TABS if tab.name == name)
    return [plain_text(line).rstrip() for line in tab.page(book, width).lines]


@pytest.mark.parametrize(("width", "most"), [(SMALL, 0), (WIDE, 99)])
def test_no_paper_s_name_stands_before_plain_words(
    book: GameNumbers, width: int, most: int
) -> None:
    lines = [
        line for tab in TABS for line in page(book, tab.name, width) if not line.startswith("saved")
    ]
    named = {line: found.start() for line in lines if (found := NAME.search(line))}
    assert len(named) <= most, named
    assert [line for line, at in named.items() if len(line[:at].split()) < 3] == []


def test_what_only_researchers_read_is_in_the_last_tab_alone(book: GameNumbers) -> None:
    *plain, last = [" ".join(page(book, tab.name, WIDE)) for tab in TABS]
    assert TABS[-1].name == "More"
    for words in plain:
        assert not re.search(rf"Brier|interval|papers|metrics|certainty|{NAME.pattern}", words)
    assert "Figures for researchers" in last
    assert "irp" in last


@pytest.mark.parametrize("width", [56, SMALL, WIDE])
def test_nothing_is_cut(book: GameNumbers, width: int) -> None:
    lines = [(tab.name, line) for tab in TABS for line in page(book, tab.name, width)]
    assert [
        each for each in lines if FANCY.more in each[1] and not each[1].startswith("saved")
    ] == []


def test_every_degree_of_certainty_has_its_row(book: GameNumbers) -> None:
    lines = page(book, "More", SMALL)
    if len(page(book, "Beliefs", SMALL)) > 1:
        assert [
            sum(line.startswith(f"{low} to {low + 10} %") for line in lines)
            for low in range(0, 100, 10)
        ] == [1] * 10


def test_what_stands_under_a_short_title_is_said_below(book: GameNumbers) -> None:
    lines = page(book, "Result", SMALL)
    head = next(line for line in lines if line.startswith("seat"))
    said = " ".join(lines)
    assert ("votes" in head) == ("votes: ballots that named a wolf" in said)
    assert ("beliefs" in head) == ("beliefs: how often they were right" in said)
    assert "votes" in head
    lines = page(book, "Votes", SMALL)
    assert any("on wolves" in line and "on wolves:" not in line for line in lines)
    assert "on wolves: of the village's official ballots" in " ".join(lines)


def test_a_power_without_a_metric_of_its_deeds_leaves_its_cell_empty(
    book: GameNumbers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(vars(tabs)["_DID"], "check")
    lines = page(book, "Result", WIDE)
    (seer,) = (line for line in lines if "Seer" in line and re.match(r"\d", line))
    assert FANCY.none in seer
    assert "wolves found" not in " ".join(lines)


def test_a_game_without_models_says_that_it_took_none(book: GameNumbers) -> None:
    lines = page(book, "More", SMALL)
    assert lines[0].startswith("No language model was asked")
    assert not any("tokens sent" in line for line in lines)


def test_boards_and_players_have_names_for_people(book: GameNumbers) -> None:
    assert board_title("classic9+safe-night") == "classic9, safe night"
    assert board_title("plus9+sheriff") == "plus9+sheriff"
    words = [player_words(each) for each in ("human", "human:looked", "bot:hard", "vanilla@gpt")]
    seen = "a person who had seen the cards"
    assert words == ["a person", seen, "house bot, hard", "vanilla@gpt"]
    assert "house bot, normal" in " ".join(page(book, "Result", WIDE))


def test_a_board_without_sheriff_says_so(book: GameNumbers) -> None:
    first = page(book, "Leadership", SMALL)[0]
    assert first.startswith("This board has no sheriff") == (book.board.switches.sheriff == "none")


def test_one_of_a_kind_is_not_told_as_many(book: GameNumbers) -> None:
    one = re.compile(r" 1  (\w+s)\b")
    assert [line for line in page(book, "More", WIDE) if one.search(line)] == []
    assert any(re.search(r" [02-9]  \w+s\b", line) for line in page(book, "More", WIDE))


@pytest.mark.parametrize(
    ("many", "one"),
    [("deeds", "deed"), ("speeches", "speech"), ("potions", "potion"), ("money", "money")],
)
def test_one_is_called_as_one(many: str, one: str) -> None:
    assert singular(many) == one
