"""Homes of visitors: found again by their key alone, within limits of count and bytes; nobody's
saved games make room for another's while anything else can, and nobody is locked out."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from wolfcore import confinement
from wolftui.web import homes as module
from wolftui.web.homes import Homes, name_of
from wolftui.web.visitors import COOKIE_SECONDS, Visit, new_key

DAY = 24 * 3600
NOW = 1_000_000_000.0
GAME = "data/games/20200101-sla7-aaaaaa/game.jsonl"
SETTINGS = "config/config.toml"


def visited(homes: Homes, now: float, kept: str = GAME, key: str = "") -> str:
    """The key of a home in which a visit left a file."""
    key = key or new_key()
    visit = homes.open(key, now)
    leave(visit, kept)
    homes.close(visit)
    return key


def leave(visit: Visit, kept: str, size: int = 0) -> None:
    if kept:
        (visit.home / kept).parent.mkdir(parents=True, exist_ok=True)
        (visit.home / kept).write_bytes(bytes(size))


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "visitors"


@pytest.fixture
def homes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Homes:
    """Homes of which three are kept."""
    monkeypatch.setattr(module, "MAX_HOMES", 3)
    return Homes(folder, 8, NOW)


def test_a_key_leads_to_one_home_and_no_other(homes: Homes) -> None:
    one = visited(homes, NOW)
    again, other = homes.open(one, NOW + DAY), homes.open(new_key(), NOW)
    assert (again.home / GAME).is_file() and not again.temporary
    assert again.home != other.home
    assert one not in str(again.home)


@pytest.mark.parametrize("kept", ["", "cache/library.db", "logs/errors.log"])
def test_a_visit_that_saves_nothing_leaves_nothing(homes: Homes, folder: Path, kept: str) -> None:
    visited(homes, NOW, kept)
    assert names(folder) == set()
    assert homes.count == 0


def test_a_visit_without_a_cookie_leaves_nothing_at_all(homes: Homes, folder: Path) -> None:
    for _ in range(10):
        visit = homes.open("", NOW)
        assert visit.temporary
        leave(visit, GAME)
        homes.close(visit)
    assert names(folder) == set()
    assert not homes.open(new_key(), NOW).temporary


def test_a_home_is_kept_for_a_year_after_the_last_visit(homes: Homes, folder: Path) -> None:
    kept = visited(homes, NOW)
    (folder / "somebody's folder").mkdir()
    Homes(folder, 8, NOW + COOKIE_SECONDS - DAY)
    assert len(names(folder)) == 2
    visited(homes, NOW + 2 * DAY, key=kept)
    assert Homes(folder, 8, NOW + COOKIE_SECONDS + DAY).count == 1
    assert Homes(folder, 8, NOW + COOKIE_SECONDS + 3 * DAY).count == 0
    assert names(folder) == {"somebody's folder"}


def test_what_a_killed_server_left_of_temporary_and_empty_homes_goes(
    homes: Homes, folder: Path
) -> None:
    for key in ("", new_key()):
        visit = homes.open(key, NOW)
        leave(visit, "cache/library.db")
        (visit.home / "visit.lock").unlink()  # the lock of a process that is gone holds nothing
    Homes(folder, 8, NOW)
    assert names(folder) == set()


def test_settings_make_room_before_games_and_the_oldest_first(homes: Homes, folder: Path) -> None:
    game = visited(homes, NOW)
    newer, older = visited(homes, NOW + 2, SETTINGS), visited(homes, NOW + 1, SETTINGS)
    visited(homes, NOW + 3)
    assert name_of(older) not in names(folder)
    visited(homes, NOW + 4)
    assert name_of(newer) not in names(folder)
    assert name_of(game) in names(folder)


def test_saved_games_stay_and_a_newcomer_plays_all_the_same(homes: Homes, folder: Path) -> None:
    keys = [visited(homes, NOW + number) for number in range(3)]
    newcomer = homes.open(new_key(), NOW + 60)
    assert newcomer.temporary
    leave(newcomer, GAME)
    homes.close(newcomer)
    assert names(folder) == {name_of(key) for key in keys}
    assert not homes.open(keys[0], NOW + 60).temporary, "whoever has a home finds it"


def test_games_to_which_nobody_came_back_make_room_after_a_month(
    homes: Homes, folder: Path
) -> None:
    faithful, single, recent = (visited(homes, NOW) for _ in range(3))
    for key, day in ((faithful, 2), (recent, 40)):
        visited(homes, NOW + day * DAY, key=key)
    assert not homes.open(new_key(), NOW + 40 * DAY).temporary
    assert name_of(single) not in names(folder)
    assert {name_of(faithful), name_of(recent)} <= names(folder)


def test_a_home_in_use_is_never_removed(homes: Homes, folder: Path) -> None:
    inside = [homes.open(new_key(), NOW) for _ in range(3)]
    again = homes.open("", NOW)
    assert homes.open(new_key(), NOW + 400 * DAY).temporary
    homes.close(again)
    assert {visit.home.name for visit in inside} <= names(folder)


def test_a_home_with_two_visits_is_closed_with_the_last(homes: Homes, folder: Path) -> None:
    key = new_key()
    one, other = homes.open(key, NOW), homes.open(key, NOW)
    homes.close(one)
    assert names(folder) == {name_of(key)}
    homes.close(other)
    assert names(folder) == set()


def test_the_bytes_of_one_home_and_of_all_are_bounded(
    homes: Homes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HOME_BYTES", 100_000)
    monkeypatch.setattr(module, "ALL_BYTES", 250_000)
    keys = [new_key(), new_key()]
    for key in keys:
        visit = homes.open(key, NOW)
        assert visit.most_bytes <= 250_000 // 8
        leave(visit, GAME, 90_000)
        homes.close(visit)
    assert homes.open(new_key(), NOW).temporary, "there is no room for a third of that size"
    known = homes.open(keys[0], NOW)
    assert 90_000 < known.most_bytes <= 100_000


def test_the_trash_of_a_home_that_fills_up_is_emptied_after_the_visit(
    homes: Homes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HOME_BYTES", 100_000)
    for size, stays in ((10_000, True), (50_000, False)):
        visit = homes.open(new_key(), NOW)
        leave(visit, GAME)
        thrown_away = "data/games/.trash/20200101T000000.000000Z/g/game.jsonl"
        leave(visit, thrown_away, size)
        homes.close(visit)
        assert (visit.home / thrown_away).exists() == stays
        assert (visit.home / GAME).exists()


@pytest.mark.slow
def test_a_thousand_visits_look_at_no_home_but_their_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither cookieless visits nor those with made-up cookies lock anybody out, and the work of a
    visit does not grow with the homes."""
    looked: list[str] = []

    def bytes_below(home: Path, most: int) -> int:
        looked.append(home.name)
        return confinement.bytes_below(home, most)

    monkeypatch.setattr(module, "bytes_below", bytes_below)
    homes = Homes(folder, 8, NOW)
    own = visited(homes, NOW)
    for _ in range(1000):
        visit = homes.open("", NOW)
        homes.close(visit)
    for _ in range(1000):
        visited(homes, NOW)
    assert len(looked) <= 2002
    assert homes.count == 1000
    assert (homes.open(own, NOW).home / GAME).is_file()
    newcomer = homes.open(new_key(), NOW)
    assert newcomer.temporary and newcomer.home.is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks of files")
def test_a_home_of_another_server_is_not_removed(homes: Homes, folder: Path) -> None:
    """Another process holds it."""
    key = visited(homes, NOW, SETTINGS)
    waits, tells = os.pipe()
    child = os.fork()
    if not child:  # locks belong to processes
        os.read(waits, 1)
        os._exit(_count_as_another(folder))
    visit = homes.open(key, NOW)
    os.write(tells, b"x")
    _, status = os.waitpid(child, 0)
    os.close(waits)
    os.close(tells)
    assert os.waitstatus_to_exitcode(status) == 1
    assert visit.home.is_dir()


def _count_as_another(folder: Path) -> int:
    """How many homes another server finds when all have expired."""
    try:
        return Homes(folder, 8, NOW + 2 * COOKIE_SECONDS).count
    except OSError:
        return 100
