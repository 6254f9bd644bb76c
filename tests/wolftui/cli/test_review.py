"""`review`, `watch` and the list: what may be seen of a game, by whom and when."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from core.records import list_games
from tests.wolftui.cli.running import Program
from wolftui.settings.paths import games_folder

DEAL = ("--deal", "4=Seer")
"""The Seer is asked in the first night, whatever chance makes of the rest."""
RUN = ("run", "--seat", "*=random", "--seed", "7", *DEAL)
PLAY = ("play", "--plain", "--board", "sla7", "--seat", "4=human", "--seat", "*=random", "--seed", "7", *DEAL)


def newest() -> Path:
    return list_games(games_folder())[0].path


def test_a_review_shows_everything_of_a_game_that_ended(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count(" is ▲ Werewolf.") == 2
    assert "not finished" not in ran.out


def test_a_review_through_public_eyes_shows_nothing_secret_before_the_end(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--eyes", "public")
    assert "◈" not in ran.out
    assert "Werewolf" not in ran.out.partition("the end")[0]


def test_a_review_through_a_seat_s_eyes_is_that_seat_s(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--eyes", "4")
    assert "You are 4 " in ran.out
    assert "You check " in ran.out
    assert "The pack attacks" not in ran.out


def test_eyes_that_do_not_exist_are_refused(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--eyes", "9")
    assert (ran.code, ran.err) == (2, "wolftui: --eyes: `9` are no eyes. They are moderator, public, or a seat from 1 to 7.\n")


def test_a_person_s_game_that_has_not_ended_shows_no_more_than_the_person_may_know(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    ran = wolftui("review", "latest")
    assert ran.code == 0
    assert "You are 4 " in ran.out
    assert ran.out.count("◈") == 1
    assert ran.out.endswith(f"\nThis game is not finished; `wolftui resume {newest().name}` goes on with it.\n")
    refused = wolftui("review", "latest", "--eyes", "moderator")
    assert refused.code == 2
    assert refused.err == "wolftui: --eyes: this game has not ended, and a person plays in it. Until then: --eyes 4.\n"


def test_a_review_step_by_step_ends_with_its_input(wolftui: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--step", typed=["", ""])
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 3


def test_a_damaged_game_is_shown_up_to_the_damage(wolftui: Program) -> None:
    wolftui(*RUN)
    log = newest() / "game.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:20], b"nonsense\n", *lines[21:]]))
    ran = wolftui("review", "latest")
    assert ran.code == 0
    assert f"{log}, line 21: cannot be read" in ran.out
    assert " is ▲ Werewolf." in ran.out
    assert "the end" not in ran.out


def test_the_list_shows_the_newest_first_and_how_each_ended(wolftui: Program) -> None:
    assert wolftui("review").out.startswith(f"There are no saved games in {games_folder()} yet.")
    wolftui(*RUN)
    wolftui(*PLAY, typed=["/quit"])
    lines = wolftui("review").out.splitlines()
    assert len(lines) == 2
    assert any(" sla7, with 4 " in line and line.endswith("not ended, day 1") for line in lines)
    assert any(re.search(r"sla7, the (village|wolves) won on day \d$", line) for line in lines)


def test_a_game_that_ended_is_watched_to_its_end(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("watch")
    assert (ran.code, ran.err) == (0, "")
    assert "the end" in ran.out


def test_watching_a_game_with_a_person_shows_public_eyes_until_it_ends(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    ran = wolftui("watch", "latest")
    assert ran.code == 0
    assert "◈" not in ran.out
    assert ran.err == f"wolftui: The game stopped before its end. Go on with `wolftui resume {newest().name}`.\n"


def test_watching_a_fork_with_a_person_shows_public_eyes_too(wolftui: Program) -> None:
    wolftui(*RUN)
    old = newest().name
    wolftui("fork", old, "--at", "n1.check.4", "--seat", "4=human", typed=["/quit"])
    fork = next(game for game in list_games(games_folder()) if game.id != old)
    ran = wolftui("watch", fork.id)
    assert "night 1" in ran.out
    assert "◈" not in ran.out


def test_a_running_game_is_followed_while_it_grows(wolftui: Program) -> None:
    wolftui(*RUN)
    whole = newest() / "game.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:10]))
    from core.records import GameFolder

    folder = GameFolder.open(newest())
    grown = threading.Timer(0.3, lambda: (whole.write_bytes(b"".join(lines)), folder.close()))
    grown.start()
    ran = wolftui("watch")
    grown.join()
    assert ran.code == 0
    assert "the end" in ran.out
