"""A person's own record: counted by hand, and from saved games as they lie on disk."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.metrics.written import near
from tests.wolftui.screen.stage import sit
from wolfcore.errors import LogError
from wolfcore.game import ROLES, Answer
from wolfcore.game import facts as f
from wolfcore.records import SeatSpec, read_game, read_marks, scan_game, write_marks
from wolftui.measures.own_games import KINDS, OwnDay, OwnGame, person_games
from wolftui.measures.own_habits import habits_of
from wolftui.measures.own_standings import standings_of, with_standings
from wolftui.measures.player_record import (
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


def person_game(
    root: Path,
    seed: int,
    board: str = "helmsman7",
    *,
    role: str = "Villager",
    finish: bool = True,
    seal: bool = False,
) -> Path:
    """A game of a person on seat 4 in which everybody answers every ask by its last option."""
    running = sit(root, board, seed, "4=human", deal=f"4={role}")
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
    assert record.won.low is None, "a few games say nothing of the next"
    more = record_of([own(number, won=number > 3) for number in range(1, 11)])
    assert more.won.low is not None
    assert more.won.high is not None
    assert more.won.low < 0.7 < more.won.high


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
    deals = [own(number, won=number < 4, deal=f"{number}") for number in range(1, 11)]
    often = share_over_games([(game, int(game.won or 0), 1) for game in deals for _ in range(5)])
    once = share_over_games([(game, int(game.won or 0), 1) for game in deals])
    assert (often.hits, often.of) == (15, 50)
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


def twelve_games() -> list[OwnGame]:
    """Twelve games of a Seer on sla7 among bots: six won, and six in which they were exiled."""
    dealt = ("Werewolf", "Werewolf", "Doctor", "Seer", "Villager", "Villager", "Villager")
    bots = (SeatSpec("bot", ("hard",)),) * 3
    players = (*bots, SeatSpec("human"), *bots)
    return [
        own(
            number,
            won=number % 2 == 0,
            names=("Bea", "Cleo", "Dan", "Ada", "Eve", "Finn", "Gus"),
            dealt=dealt,
            players=players,
            deal=str(number),
            marks=(("wolf", number > 10), ("+", False), ("?", True)),
            ballots=(number > 5, False),
            days=(
                OwnDay(("I accuse 1.",), number % 2 == 1),
                OwnDay(("I accuse 1, because 1 voted for me.", ""), exiled=False),
            ),
        )
        for number in range(1, 13)
    ]


def test_accuracy_is_told_by_tens_of_games_and_by_role_from_the_tenth_game_on() -> None:
    record = record_of(twelve_games())
    told = {
        label: [(share.hits, share.of) for share in pair]
        for label, pair in {**record.over_time, **record.by_role}.items()
    }
    assert told == {
        "games 1 to 10": [(10, 20), (5, 20)],
        "games 11 to 12": [(4, 4), (2, 4)],
        "Seer": [(14, 24), (7, 24)],
    }, "an unsure mark is neither right nor wrong; a villager trusted and a wolf marked are right"
    assert record_of(twelve_games()[:9]).over_time == {}


def test_words_before_an_exile_are_held_against_those_of_other_days() -> None:
    games = twelve_games()
    habits = habits_of(games)
    assert habits
    shares = {
        label: [(share.hits, share.of) for share in pair] for label, pair in habits.shares.items()
    }
    assert shares == {"accused, no reason": [(6, 6), (6, 18)]}
    foreign = OwnDay(("Ich glaube nicht, dass Bea ein Dorfbewohner ist.",), exiled=True)
    more = habits_of([*games, replace(games[0], days=(foreign,))])
    assert more
    assert more.unread == 1
    assert more.shares["accused, no reason"][0].of == 6
    assert habits_of(games[:9]) is None
    calm = [replace(game, days=(OwnDay(("Hello.",), exiled=False),)) for game in games]
    assert habits_of(calm) is None


def test_a_standing_is_by_board_and_side_and_against_house_bots_alone() -> None:
    games = twelve_games()
    (row,) = standings_of(games)
    assert (row.board, row.team, row.levels, len(row.games)) == ("sla7", "village", ("hard",), 12)
    assert 0.4 < row.chance() < 0.6, "half of the games were won"
    assert row.bounds[0] < row.chance() < row.bounds[1]
    (better,) = standings_of([replace(game, won=True) for game in games])
    assert better.chance() > row.chance()
    assert better.bounds[1] - better.bounds[0] < 0.9
    players = (SeatSpec("human"), *games[0].players[:3], *games[0].players[4:])
    wolf = replace(games[0], role="Werewolf", team="wolves", seat=1, deal="other", players=players)
    assert len(standings_of([*games, wolf])) == 1, "one deal has no interval"
    assert len(standings_of([*games, wolf, replace(wolf, deal="another")])) == 2
    agents = [replace(game, players=(SeatSpec("sla"),) * 7) for game in games]
    assert standings_of(agents) == ()
    assert standings_of(games[:9]) == ()


def test_the_words_of_a_day_end_with_its_exile(tmp_path: Path) -> None:
    folder = person_game(tmp_path, 5, "classic9")
    (row,) = person_games([folder])
    saved = read_game(row.path)
    wolves = {seat for seat, role in enumerate(row.dealt, 1) if role == "Werewolf"}
    asked: dict[int, list[str]] = {}
    ballots: list[bool] = []
    exiled, day = 0, 0
    for fact in (entry.fact for entry in saved.entries):
        match fact:
            case f.Began():
                day = fact.day
            case f.Said(seat=4) if fact.kind != "last_words":
                asked.setdefault(day, []).append(fact.text)
            case f.Voted(voter=4) if fact.ballot in ("vote", "runoff") and fact.target:
                ballots.append(fact.target in wolves)
            case f.Exiled(seat=4):
                exiled = day
            case _:
                pass
    assert asked
    assert row.days == tuple(OwnDay(tuple(said), on == exiled) for on, said in asked.items())
    assert exiled
    assert row.ballots == tuple(ballots)
    log = (folder / "game.jsonl").read_text()
    (folder / "game.jsonl").write_text(log.replace('"ballot":"vote"', '"ballot":"runoff"'))
    assert [each.ballots for each in person_games([folder])] == [row.ballots]
    spoken = '"seat":4,"kind":"{}"'
    assert spoken.format("speak") in log
    (folder / "game.jsonl").write_text(
        log.replace(spoken.format("speak"), spoken.format("last_words"))
    )
    assert [each.days for each in person_games([folder])] == [()], "nobody exiles the dead"


def test_without_openskill_the_record_says_what_to_install_and_keeps_its_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    record = with_standings(record_of(twelve_games()))
    assert not record.standings
    text = "\n".join(map(plain_text, record_page(record, 80, FANCY).lines))
    assert "need openskill" in text
    assert "12 games, 6 won" in text


@pytest.mark.parametrize("width", [44, 72, 111, 191])
def test_the_page_has_two_panes_where_there_is_room(width: int) -> None:
    games = twelve_games()
    record = replace(with_standings(record_of(games)), habits=habits_of(games))
    page = record_page(record, width, FANCY)
    assert all(width_of(line) <= width for line in page.lines)
    first = plain_text(page.lines[0])
    assert ("12 games" in first and "standing" in first) == (width > 100)
    assert [(spot.line, spot.start) for spot in page.spots] == sorted(
        (spot.line, spot.start) for spot in page.spots
    )
    for spot in page.spots:
        number = plain_text(page.lines[spot.line])[spot.start : spot.end]
        assert number in (spot.derivation.value, "6 won")
    text = "\n".join(map(plain_text, page.lines))
    assert text.count("games 11 to 12") == 1, "counts give way before a row is told in two parts"
    shown = {spot.derivation.fraction.split("  ")[0] for spot in page.spots}
    assert {"10 of 20", "5 of 20", "6 of 6", "6 of 18"} <= shown
    tree = record_json(record)
    assert tree["accuracy"]["games 1 to 10"]["marks"]["of"] == 20
    assert tree["before_exiles"]["accused, no reason"]["other"]["of"] == 18
    assert tree["standings"][0]["against"] == ["hard"]
