"""A person's own record: counted by hand, and from saved games as they lie on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.metrics.written import near
from tests.wolftui.screen.stage import sit
from wolfcore.errors import LogError
from wolfcore.game import ROLES, Answer
from wolfcore.game import facts as f
from wolfcore.records import read_game, read_marks, scan_game, write_marks
from wolftui.measures.player_record import (
    KINDS,
    OwnGame,
    person_games,
    read_record,
    record_json,
    record_of,
    share_over_games,
)
from wolftui.views.record_page import NO_FINISHED_GAME, record_page
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text, width_of


def own(number: int, *, won: bool | None, role: str = "Seer", **more: object) -> OwnGame:
    game = OwnGame(
        Path(f"g{number}"), f"2026-01-{number:02}", "sla7", 4, "Ada", role, ROLES[role].team, won
    )
    return replace(game, **more)


def person_game(root: Path, seed: int, *, finish: bool = True, seal: bool = False) -> Path:
    """A game of a person on seat 4 who answers every ask by its last option."""
    running = sit(root, "helmsman7", seed, "4=human", deal="4=Villager")
    assert running.folder
    told = 0
    for _ in range(400 if finish else 6):
        if running.game.result:
            break
        running.game.submit(
            {ask.id: Answer(ask.options[-1] if ask.options else 0) for ask in running.game.asks}
        )
        running.folder.add_log(running.game.log[told:], running.game.result)
        told = len(running.game.log)
    if seal:
        running.folder.seal()
    running.close()
    return root / running.id


def test_wins_by_side_and_role_are_counted_with_intervals() -> None:
    record = record_of(
        [own(1, won=True), own(2, won=False), own(3, won=True, role="Werewolf"), own(4, won=None)]
    )
    assert (record.won.hits, record.won.of) == (2, 3)
    assert {side: (share.hits, share.of) for side, share in record.sides.items()} == {
        "village": (1, 2),
        "wolves": (1, 1),
    }
    assert {role: (share.hits, share.of) for role, share in record.roles.items()} == {
        "Seer": (1, 2),
        "Werewolf": (1, 1),
    }
    assert record.won.low is not None
    assert record.won.high is not None
    assert record.won.low < 2 / 3 < record.won.high
    assert record.roles["Werewolf"].low is None, "one game says nothing of the next"


@pytest.mark.parametrize(
    ("results", "now", "best", "worst"),
    [
        ([True, True, False], -1, 2, 1),
        ([False, False, True, True, True], 3, 3, 2),
        ([], 0, 0, 0),
        ([True, None, True], 2, 2, 0),
    ],
)
def test_rows_of_games_won_and_lost_count_games_that_somebody_won(
    results: list[bool | None], now: int, best: int, worst: int
) -> None:
    games = [own(number, won=won) for number, won in enumerate(results, 1)]
    record = record_of(reversed(games))
    assert (record.streak, record.best, record.worst) == (now, best, worst)


def test_a_game_is_one_observation_whatever_it_counts() -> None:
    one, two = own(1, won=True), own(2, won=True)
    together = share_over_games([(one, 3, 4), (one, 3, 4), (two, 0, 4)])
    assert (together.hits, together.of, together.games) == (6, 12, (Path("g1"), Path("g2")))
    assert share_over_games([(one, 6, 8)]).low is None


def test_a_deal_is_one_observation_however_often_it_was_played() -> None:
    deals = [own(number, won=number < 4, deal=f"{number}") for number in range(1, 7)]
    often = share_over_games([(game, int(game.won or 0), 1) for game in deals for _ in range(5)])
    once = share_over_games([(game, int(game.won or 0), 1) for game in deals])
    assert (often.hits, often.of) == (15, 30)
    assert often.low == near(once.low)
    assert often.high == near(once.high)


def test_who_fooled_most_stands_first_and_marks_are_held_against_the_truth() -> None:
    games = [
        own(
            1,
            won=False,
            wolves=(("bot:easy", 1, 3), ("bot:hard", 2, 3)),
            marks=(("wolf", True), ("+", True), ("?", False)),
        ),
        own(
            2,
            won=False,
            wolves=(("bot:hard", 1, 1),),
            marks=(("wolf", False),),
            suspicions=((0.9, True), (0.1, False)),
        ),
    ]
    record = record_of(games)
    assert [(who, share.hits, share.of) for who, share in record.fooled.items()] == [
        ("bot:hard", 3, 4),
        ("bot:easy", 1, 3),
    ]
    assert {mark: (share.hits, share.of) for mark, share in record.marks.items()} == {
        "+": (1, 1),
        "?": (0, 1),
        "wolf": (1, 2),
    }
    assert {label: share.hits for label, share in record.suspicions.items()} == {
        "0 to 20 %": 0,
        "80 to 100 %": 1,
    }


def test_saved_games_are_read_as_the_whole_log_tells_them(tmp_path: Path) -> None:
    folder = person_game(tmp_path, 3)
    saved = read_game(folder)
    assert saved.result
    write_marks(folder, {4: {1: "wolf", 2: "+"}, 5: {1: "?"}})
    (row,) = person_games([folder])
    wolves = {
        e.fact.seat
        for e in saved.entries
        if isinstance(e.fact, f.Dealt) and e.fact.role == "Werewolf"
    }
    assert (row.seat, row.role, row.won) == (4, "Villager", saved.result.winner == "village")
    assert row.marks == (("wolf", 1 in wolves), ("+", 2 in wolves))
    votes: list[dict[int, int]] = []
    for entry in saved.entries:
        if isinstance(entry.fact, f.Began) and entry.fact.phase == "night":
            votes.append({})
        elif isinstance(entry.fact, f.Voted) and entry.fact.ballot == "vote":
            votes[-1][entry.fact.voter] = entry.fact.target
    for wolf, (_, together, ballots) in zip(sorted(wolves), row.wolves, strict=True):
        days = [day for day in votes if day.get(4) and wolf in day]
        assert (together, ballots) == (
            sum(day[4] == day[wolf] and day[4] not in wolves for day in days),
            len(days),
        )


def test_only_finished_games_of_people_who_saw_nothing_before_count(tmp_path: Path) -> None:
    over, running = person_game(tmp_path, 3), person_game(tmp_path, 4, finish=False)
    machines = sit(tmp_path, "sla7", 5)
    machines.play_now()
    machines.close()
    folders = [over, running, tmp_path / machines.id, tmp_path / "none"]
    assert [row.path for row in person_games(folders)] == [over]
    assert list(person_games(folders, name="Nobody")) == []
    about = json.loads((over / "about.json").read_text())
    about["seats"][3]["options"] = ["looked"]
    (over / "about.json").write_text(json.dumps(about))
    assert list(person_games(folders)) == []


def test_a_log_whose_lines_cannot_be_is_left_out(tmp_path: Path) -> None:
    folder = person_game(tmp_path, 3)
    log = (folder / "game.jsonl").read_text()
    voted = '"is":"Voted","voter":'
    (folder / "game.jsonl").write_text(log.replace(voted, f"{voted}9", 1))
    changed = (folder / "game.jsonl").read_text() != log
    assert changed
    with pytest.raises(LogError):
        scan_game(folder, KINDS)


@pytest.mark.parametrize("name", ["game.jsonl", "about.json"])
def test_a_changed_byte_of_a_finished_game_is_said(tmp_path: Path, name: str) -> None:
    """Whatever byte it is: the digest covers both files."""
    folder = person_game(tmp_path, 3, seal=True)
    data = (folder / name).read_bytes()
    for at in range(0, len(data), len(data) // 7):
        (folder / name).write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        record = read_record([folder])
        assert not record.games
        assert record.problems[0].startswith(f"{folder.name} is left out: ")
        page = record_page(record, 80, FANCY)
        text = "\n".join(map(plain_text, page.lines))
        assert "is left out" in text
        assert NO_FINISHED_GAME not in text
    (folder / name).write_bytes(data)
    assert read_record([folder]).problems == ()


def test_damaged_marks_are_said_and_the_game_counts(tmp_path: Path) -> None:
    folder = person_game(tmp_path, 3)
    (folder / "marks.json").write_text('{"4":{"1":"wolf"},"4":{}}')
    record = read_record([folder])
    assert len(record.games) == 1
    assert record.problems == (
        f"marks.json of {folder.name} cannot be read and is left out (it has the key `4` twice).",
    )


def test_marks_come_back_as_they_were_kept_and_damage_is_none(tmp_path: Path) -> None:
    write_marks(tmp_path, {4: {1: "wolf"}, 5: {}})
    assert read_marks(tmp_path) == ({4: {1: "wolf"}}, "")
    (tmp_path / "marks.json").write_text('{"4":{"1":"friend"}}')
    assert read_marks(tmp_path)[0] == {}
    assert read_marks(tmp_path)[1].startswith(f"marks.json of {tmp_path.name} cannot be read")
    assert read_marks(tmp_path / "none") == ({}, "")


@pytest.mark.parametrize("width", [40, 76, 112])
def test_the_page_tells_what_programs_are_told(width: int) -> None:
    record = record_of(
        [
            own(1, won=False, wolves=(("bot:hard", 2, 3),), marks=(("wolf", True),)),
            own(2, won=True, role="Werewolf"),
            own(3, won=True, suspicions=((0.5, True),)),
        ]
    )
    page = record_page(record, width, FANCY)
    tree = record_json(record)
    assert all(width_of(line) <= width for line in page.lines)
    assert tree["won"]["hits"] == 2
    assert page.spots[0].derivation.fraction.startswith("2 of 3")
    assert page.spots[0].derivation.games == (Path("g1"), Path("g2"), Path("g3"))
    bars = any(FANCY.bar in plain_text(line) for line in page.lines)
    assert bars == (width > 60), "a bar stands whole or not at all"
    if width > 40:
        told = [spot.derivation.fraction.split("  ")[0] for spot in page.spots[1:]]
        shares = [
            share
            for group in ("sides", "roles", "fooled", "marks", "suspicions")
            for share in tree[group].values()
        ]
        assert told == [f"{share['hits']} of {share['of']}" for share in shares]


def test_nobody_s_record_says_what_would_stand_there() -> None:
    assert plain_text(record_page(record_of([]), 80, FANCY).lines[0]) == NO_FINISHED_GAME
