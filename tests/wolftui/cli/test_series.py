"""`wolftui series`: whole series, of those who stand in for people and of a person at a console;
stopped, gone on with, told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.wolftui.cli.running import Program, first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.experiments.series import Series
from wolfcore.game import facts as f
from wolfcore.game import get_board, team_of
from wolfcore.records import SavedGame, read_game
from wolftui.games.series_games import place_person
from wolftui.settings.paths import series_folder

BOTS = ("--seat", "4=bot:hard", "--seat", "*=bot:normal", "--seed", "3")


def games_of(folder: Path) -> list[SavedGame]:
    return [read_game(game.path) for game in Series(folder).games]


def role_of(saved: SavedGame, seat: int) -> str:
    return next(
        e.fact.role for e in saved.entries if isinstance(e.fact, f.Dealt) and e.fact.seat == seat
    )


def test_ten_games_in_a_row_for_one_team_against_the_same_players(
    wolftui: Program, tmp_path: Path
) -> None:
    ran = wolftui("series", "sla", *BOTS, "--team", "wolves", "--into", str(tmp_path / "s"))
    assert (ran.code, ran.err) == (0, "")
    games = games_of(tmp_path / "s")
    assert len(games) == 10
    assert {role_of(saved, 4) for saved in games} == {"Werewolf"}
    assert [saved.spec.seed for saved in games] == list(range(3, 13))
    assert len({saved.about.seats for saved in games if saved.about}) == 1
    won = sum(saved.result is not None and saved.result.winner == "wolves" for saved in games)
    assert f"{won / 10:.0%} [" in ran.out
    assert "rise from game to game" in ran.out
    assert "in games 6 to 10" in ran.out
    again = wolftui("series", "sla", *BOTS, "--team", "wolves", "--into", str(tmp_path / "s"))
    assert again.code == 0
    assert len(games_of(tmp_path / "s")) == 10, "a series that is over is told and not played on"


def test_village_roles_are_drawn_among_all_of_them(wolftui: Program, tmp_path: Path) -> None:
    assert wolftui("series", "sla", *BOTS, "--into", str(tmp_path / "s")).code == 0
    roles = {role_of(saved, 4) for saved in games_of(tmp_path / "s")}
    assert {team_of(role) for role in get_board("sla7").roles if role in roles} == {"village"}
    assert len(roles) > 1


@pytest.mark.slow
def test_five_games_that_end_with_the_person_who_is_never_sheriff(
    wolftui: Program, tmp_path: Path
) -> None:
    ran = wolftui("series", "helmsman", *BOTS, "--games", "8", "--into", str(tmp_path / "h"))
    assert (ran.code, ran.err) == (0, "")
    fallen = 0
    for saved in games_of(tmp_path / "h"):
        facts = [entry.fact for entry in saved.entries]
        assert not any(isinstance(fact, f.Badge) and fact.seat == 4 for fact in facts)
        assert not any(isinstance(fact, f.Candidates) and 4 in fact.seats for fact in facts)
        falls = [
            number
            for number, fact in enumerate(facts)
            if isinstance(fact, f.Died) and fact.seat == 4
        ]
        if falls:
            fallen += 1
            after = facts[falls[0] :]
            assert not any(
                isinstance(fact, f.Began) and fact.phase in ("night", "discussion", "vote")
                for fact in after
            )
    assert fallen > 0
    assert "ended with the person" in ran.out
    assert "correlation, person and machines" in ran.out
    tree = json.loads(wolftui("series", "show", str(tmp_path / "h"), "--json").out)
    assert tree["values"]["correlation"]["n"] > 0
    assert tree["values"]["own_shift"]["n"] > 0
    assert tree["values"]["dc"]["value"] is not None


class Person:
    """Somebody at a console, who may leave after so many questions."""

    def __init__(self, stays: int = 100_000, last: str = "4") -> None:
        self.left, self._last = stays, last

    def __call__(self, lines: list[str]) -> str | None:
        self.left -= 1
        if self.left < 0:
            return None
        if lines[-1].startswith("1 ("):
            return self._last
        if lines[-1].startswith("Suspicions"):
            seats = [int(line.split()[0]) for line in lines[-12:] if line.startswith("     ")]
            return ", ".join(f"{seat} Were {5 + place % 6}" for place, seat in enumerate(seats))
        return first_choice(lines)


def sits(monkeypatch: pytest.MonkeyPatch, person: Person) -> ListedConsole:
    console = ListedConsole(person)
    monkeypatch.setattr("wolftui.cli.series.StandardConsole", lambda: console)
    return console


HELMSMAN = (
    "series",
    "helmsman",
    "--seat",
    "*=bot:normal",
    "--games",
    "3",
    "--seed",
    "4",
    "--plain",
    "--name",
    "Zoe",
)


@pytest.mark.slow
def test_a_person_plays_a_whole_series_and_is_asked_three_questions(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = sits(monkeypatch, Person())
    ran = wolftui(*HELMSMAN, "--into", str(tmp_path / "h"))
    assert (ran.code, ran.err) == (0, "")
    study = Series(tmp_path / "h")
    assert study.over
    assert study.answers == {"rules": 4, "logic": 4, "recognisable": 4}
    assert "Enter begins the next game (2 left)" in console.text
    assert "Did the machine players keep to the rules of the game?" in console.text
    for saved in games_of(tmp_path / "h"):
        assert saved.people == (4,)
        assert saved.header.names[3] == "Zoe"
    stated = [
        record
        for saved in games_of(tmp_path / "h")
        for ask, record in saved.journal.items()
        if ask.endswith(".4.suspect")
    ]
    assert any(record.answer.beliefs for record in stated)
    assert "4.0 (n=1 people)" in ran.out
    (_, word) = [
        line.strip() for line in console.lines if line.strip().startswith("wolftui review ")
    ][-1].rsplit(" ", 1)
    assert wolftui("review", word, "--plain").code == 0, (
        "it is not among the other games, so that its id would mean none"
    )


def test_a_series_that_stops_in_a_game_goes_on_in_it_and_then_with_the_next(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sits(monkeypatch, Person(stays=3))
    stopped = wolftui(*HELMSMAN, "--into", str(tmp_path / "h"))
    assert stopped.code == 1
    assert "The input has ended." in stopped.err
    assert "The same command continues this series" in stopped.out
    (begun,) = games_of(tmp_path / "h")
    assert begun.result is None
    sits(monkeypatch, Person())
    assert wolftui(*HELMSMAN, "--into", str(tmp_path / "h")).code == 0
    games = games_of(tmp_path / "h")
    assert games[0].id == begun.id
    assert len(games) == 3
    assert all(saved.result for saved in games)


def test_questions_can_be_answered_later_and_only_from_1_to_5(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sits(monkeypatch, Person(last="q"))
    assert wolftui(*HELMSMAN, "--into", str(tmp_path / "h")).code == 1
    assert Series(tmp_path / "h").answers == {}
    lines = iter(["6", "-1", "five", "5", "1", "q"])
    monkeypatch.setattr("wolftui.cli.series.StandardConsole", lambda: ListedConsole(lines))
    assert wolftui(*HELMSMAN, "--into", str(tmp_path / "h")).code == 1
    assert Series(tmp_path / "h").answers == {"rules": 5, "logic": 1}


@pytest.mark.slow
def test_several_series_are_told_together(wolftui: Program, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        seats = (
            "--seat",
            "4=bot:hard",
            "--seat",
            "*=bot:normal",
            "--seed",
            str(100 * number),
            "--games",
            "4",
        )
        assert wolftui("series", "sla", *seats, "--into", str(tmp_path / f"{number}")).code == 0
    folders = [str(tmp_path / f"{number}") for number in (1, 2, 3)]
    ran = wolftui("series", "show", *folders)
    assert (ran.code, ran.err) == (0, "")
    assert "3 series, 12 games over" in ran.out
    assert "in game 4" in ran.out
    assert "(n=3 series)" in ran.out
    tree = json.loads(wolftui("series", "show", *folders, "--json").out)
    assert [place["n"] for place in tree["by_game"]] == [3, 3, 3, 3]
    assert tree["values"]["won"]["n"] == 12
    assert (
        wolftui("series", "helmsman", *BOTS, "--games", "1", "--into", str(tmp_path / "h")).code
        == 0
    )
    checked = wolftui("verify", str(tmp_path / "h" / "games"))
    assert (checked.code, checked.err) == (0, ""), "a bot stands in for the header's person"
    mixed = wolftui("series", "show", folders[0], str(tmp_path / "h"))
    assert (mixed.code, "of another kind, team or length" in mixed.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show"], "no series was named"),
        (["show", "nowhere"], "holds no series"),
        (["sla", "there"], "is not an argument of this command"),
        (["helmsman", "--team", "wolves"], "the role is drawn"),
        (["sla", "--games", "0"], "0 games cannot be played"),
        (["sla", "--seed", "-4"], "-4 is not a valid seed"),
        (["sla", "--into", ""], "no folder was named"),
        (["sla", "--seat", "4=human", "--seat", "5=human"], "a series has one person"),
        (["sla", "--seat", "seer=human"], "needs a seat number"),
        (
            ["sla", "--seat", "4=bot", "--seat", "5=bot"],
            "several seats are given",
        ),
        (["sla", "--seat", "9=human"], "there is no seat 9"),
        (["sla", "--board", "none"], "none"),
    ],
)
def test_wrong_use_is_one_line_and_begins_nothing(
    wolftui: Program, words: list[str], said: str
) -> None:
    ran = wolftui("series", *words, typed=[])
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not series_folder().exists()


def test_who_is_the_person_of_a_series() -> None:
    board = get_board("sla7")
    assert place_person((), board) == (4, ("4=human",))
    assert place_person(("*=bot:hard",), board) == (4, ("4=human", "*=bot:hard"))
    assert place_person(("*=bot", "2=human"), board) == (2, ("*=bot", "2=human"))
    assert place_person(("3=random",), board) == (3, ("3=random",))


def test_a_new_series_refuses_a_policy_where_it_is_worse(wolftui: Program, tmp_path: Path) -> None:
    seats = ("--seat", "4=bot:hard", "--seat", "*=sla:bots=hard")
    ran = wolftui("series", "sla", "--board", "classic9", *seats, "--into", str(tmp_path / "new"))
    assert (ran.code, ran.out) == (2, "")
    assert "`*=sla:bots=hard`: the policy `sla-acts` is worse than bot:hard" in ran.err
    assert not (tmp_path / "new").exists()
