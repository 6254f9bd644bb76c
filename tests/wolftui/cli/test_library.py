"""`wolftui library`: the saved games as lines and as JSON, searched, sorted, and its index made
anew."""

from __future__ import annotations

import json

from tests.wolftui.cli.running import Program
from wolftui.settings.paths import games_folder, library_file


def two_games(wolftui: Program) -> list[str]:
    """The ids of two saved games: of `sla7`, and later of `duel6`."""
    wolftui("run", "--seed", "3", "--board", "sla7")
    wolftui("run", "--seed", "3", "--board", "duel6")
    return sorted(
        (folder.name for folder in games_folder().iterdir()), key=lambda name: "duel6" in name
    )


def test_games_are_listed_in_lines_and_as_json(wolftui: Program) -> None:
    sla, duel = two_games(wolftui)
    lines = wolftui("library", "--plain").out.splitlines()
    assert [line.split()[0] for line in lines] == [duel, sla]
    told = [
        json.loads(line)
        for line in wolftui("library", "--json", "--sort", "board", "--reverse").out.splitlines()
    ]
    assert [game["id"] for game in told] == [sla, duel]
    assert told[0]["board"] == "sla7"
    assert told[0]["names"]


def test_a_folder_with_a_line_end_in_its_name_is_one_line(wolftui: Program) -> None:
    wolftui("run", "--seed", "3", "--board", "duel6")
    (folder,) = games_folder().iterdir()
    folder.rename(folder.with_name("two\nlines"))
    (line,) = wolftui("library", "--plain").out.splitlines()
    assert line.startswith("two lines  duel6")


def test_a_search_quotes_where_it_was_said(wolftui: Program) -> None:
    sla, _ = two_games(wolftui)
    out = wolftui("library", "--search", "board:sla7 i").out
    assert sla in out
    assert ": " in out.splitlines()[1]
    assert "No saved game matches: zwetschge" in wolftui("library", "--search", "zwetschge").out


def test_what_cannot_be_is_wrong_use(wolftui: Program) -> None:
    ran = wolftui("library", "--search", "is:finishd")
    assert ran.code == 2
    assert "Did you mean `finished`?" in ran.err
    assert wolftui("library", "--sort", "colour").code == 2


def test_a_broken_index_is_made_anew_in_a_line_and_can_be_on_wish(wolftui: Program) -> None:
    sla, duel = two_games(wolftui)
    wolftui("library")
    library_file(games_folder()).write_bytes(b"nonsense" * 1000)
    ran = wolftui("library")
    assert ran.err == "wolftui: The index of the library was damaged and is rebuilt.\n"
    assert sla in ran.out
    assert duel in ran.out
    again = wolftui("library", "--rebuild")
    assert again.err == ""
    assert again.out == ran.out
