"""Games that others recorded: read as they are, nothing made up, and measured to the values that
were computed from them."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from wolfcore.errors import LogError
from wolfcore.game import facts as f
from wolfcore.metrics import METRICS, Groups, MetricRow, from_saved_game, measure
from wolfcore.records import LOG_FILE, SavedGame, read_game
from wolfcore.records.importers import import_game, is_foreign

HUMAN9 = {
    # winner, seer, witch, village ballots on wolves, exiles of wolves
    "37f8795a": ("wolves", (0, 3), (2, 2), (9, 14), (1, 3)),
    "5c23bba6": ("village", (0, 3), (2, 2), (8, 17), (2, 3)),
    "645c242f": ("wolves", (1, 3), (2, 2), (8, 12), (1, 2)),
    "9c4cd29f": ("village", (2, 3), (1, 2), (11, 14), (3, 3)),
}


@pytest.fixture(scope="module")
def fixtures() -> Path:
    """The folder of games that others recorded."""
    place = os.environ.get("WOLFTUI_FIXTURES")
    if not place:
        pytest.skip("WOLFTUI_FIXTURES is not set: games of others are not kept here")
    return Path(place)


def rows(saved: SavedGame) -> dict[str, MetricRow]:
    groups = Groups()
    groups.add(measure(from_saved_game(saved)))
    return {row.metric.name: row for row in groups.rows()}


def fraction(row: MetricRow) -> tuple[float, float]:
    return row.numerator, row.denominator


def test_the_dsgbench_session_gives_the_values_of_its_true_ballots(fixtures: Path) -> None:
    saved = import_game(fixtures / "dsgbench")
    found = rows(saved)
    assert saved.result
    assert (saved.result.winner, saved.result.days) == ("wolves", 3)
    assert fraction(found["irp"]) == (3, 8)
    assert fraction(found["vss"]) == (0, 1)
    assert fraction(found["ksr"]) == (1, 2)
    assert fraction(found["seer"]) == (0, 2)
    # the Doctor: 2 protections of the village, no hit, 3 nights: 0.5 x 2 / 3
    assert fraction(found["guard"]) == (1, 3)
    assert found["werewolves"].value == 1


def test_the_ballots_that_all_rounds_of_a_session_share_are_not_believed(fixtures: Path) -> None:
    """`rounds[*].votes` holds the last ballots in every round: by it irp would be 6 of 9, and the
    dead would vote."""
    complete = json.loads(
        (fixtures / "dsgbench" / "game_complete.json").read_text(encoding="utf-8")
    )
    shared = [played["votes"][-1] for played in complete["rounds"] if played["votes"]]
    assert len(shared) == 2
    assert shared[0] == shared[1], "the trap is there"
    saved = import_game(fixtures / "dsgbench")
    seats = {name: seat for seat, name in enumerate(saved.header.names, 1)}
    end = _end_of_day_1(saved)
    first_day = {
        entry.fact.voter: entry.fact.target
        for entry in saved.entries[:end]
        if isinstance(entry.fact, f.Voted)
    }
    assert first_day != {seats[voter]: seats[target] for voter, target in shared[0].items()}
    assert first_day[seats["Scott"]] == seats["Dan"]
    assert first_day[seats["Dan"]] == seats["Paul"]
    second = [entry.fact.voter for entry in saved.entries[end:] if isinstance(entry.fact, f.Voted)]
    assert sorted(second) == sorted(
        seats[name] for name in ("Scott", "Harold", "Paul", "Leah", "Isaac")
    ), "only the living vote"


def _end_of_day_1(saved: SavedGame) -> int:
    return next(
        number for number, entry in enumerate(saved.entries) if entry.fact == f.Began(2, "night")
    )


def test_a_check_written_after_the_seers_death_is_none(fixtures: Path) -> None:
    checks = [
        entry.fact
        for entry in import_game(fixtures / "dsgbench").entries
        if isinstance(entry.fact, f.Checked)
    ]
    assert [(check.target, check.result) for check in checks] == [(1, "Villager")]


def test_who_played_a_session_is_known_by_model(fixtures: Path) -> None:
    groups = Groups(("model",))
    groups.add(measure(from_saved_game(import_game(fixtures / "dsgbench"))))
    found = {
        row.group["model"]: row.value for row in groups.rows() if row.metric.name == "win_rate"
    }
    assert found == {"deepseek-chat": 0, "gpt-4o-mini": 1}


@pytest.mark.parametrize("name", HUMAN9)
def test_a_human_game_gives_the_values_of_its_first_ballots(fixtures: Path, name: str) -> None:
    won, seer, witch, ballots, exiles = HUMAN9[name]
    saved = import_game(fixtures / "human9" / f"{name}.json")
    found = rows(saved)
    assert saved.result
    assert saved.result.winner == won
    assert [fraction(found[metric]) for metric in ("seer", "witch", "irp", "vss")] == [
        seer,
        witch,
        ballots,
        exiles,
    ]


def test_what_a_source_does_not_record_is_unknown_and_what_needs_it_null(fixtures: Path) -> None:
    found = rows(import_game(fixtures / "human9" / "37f8795a.json"))
    talk = ("camouflage", "trust", "confrontation", "leadership", "reasonableness", "distinct_1")
    unknown = ("hunter", *talk, "discipline_given", "tokens_in")
    assert {name: found[name].value for name in unknown} == dict.fromkeys(unknown)
    assert found["confrontation_kills"].value == 4


def test_an_imported_log_is_read_back_as_it_was_and_cannot_be_driven(
    fixtures: Path, tmp_path: Path
) -> None:
    for source in (fixtures / "dsgbench", fixtures / "human9" / "37f8795a.json"):
        saved = import_game(source)
        folder = tmp_path / source.stem
        folder.mkdir()
        (folder / LOG_FILE).write_bytes(saved.log)
        again = read_game(folder)
        assert (again.entries, again.result, again.header) == (
            saved.entries,
            saved.result,
            saved.header,
        )
        assert again.header.imported
        assert again.header.imported.seed is None
        assert again.header.imported.untold
        with pytest.raises(LogError, match="imported from"):
            assert again.spec


# -- sources that are damaged


def state() -> dict[str, Any]:
    """A game of nine that ends in its first night: one of the plain villagers is dead, the two
    others fall to poison and shot."""
    words = ["Werewolf"] * 3 + ["Villager"] * 3 + ["Seer", "Witch", "Hunter"]
    return {
        "roles": {str(seat): role for seat, role in enumerate(words, 1)},
        "final": {str(seat): "killed" if seat == 4 else "in_game" for seat in range(1, 10)},
        "Day 1 Night": {"Seer": 1, "Werewolf": 4, "Death Message": [4]},
        "Day 1 Daytime": {"Voting Pattern": {"1": 5, "2": -1}, "Voting Result": -1},
        "Game Result": "Werewolves Win",
    }


def written(folder: Path, told: object) -> Path:
    file = folder / "state.json"
    file.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return file


def published(told: object, *, bom: bool) -> bytes:
    """A game as it was published: the state stands behind the judge's lines and before the
    transcripts."""
    judge = [["00:00:04", f"Day 1,Night - Judge - line {number}"] for number in range(200)]
    speech = {"Day 1 Daytime - [1] is speaking": dict[str, object]()}
    game: dict[str, object] = {
        "judge": judge,
        "task": [],
        "game_state": told,
        "task_time": {},
        "audio": speech,
    }
    return json.dumps(game, indent=2, ensure_ascii=False).encode("utf-8-sig" if bom else "utf-8")


@pytest.mark.parametrize("bom", [False, True])
def test_a_human_game_as_published_is_the_game_of_its_state(tmp_path: Path, *, bom: bool) -> None:
    alone = import_game(written(tmp_path, state()))
    file = tmp_path / "published.json"
    file.write_bytes(published(state() | {"player_id": ["3da90077"] * 9}, bom=bom))
    assert is_foreign(file)
    assert import_game(file).entries == alone.entries


@pytest.mark.parametrize("name", HUMAN9)
def test_a_real_human_game_as_published_gives_the_same_log(
    fixtures: Path, tmp_path: Path, name: str
) -> None:
    source = fixtures / "human9" / f"{name}.json"
    file = tmp_path / source.name
    file.write_bytes(published(json.loads(source.read_text(encoding="utf-8")), bom=False))
    assert import_game(file).log == import_game(source).log


def test_a_published_game_whose_state_is_no_table_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "published.json"
    file.write_bytes(published(["roles", "Day 1 Night"], bom=False))
    with pytest.raises(
        LogError, match=r"published\.json: is not a game state that wolftui can import"
    ):
        import_game(file)


def test_missing_ballots_of_the_living_are_abstentions(tmp_path: Path) -> None:
    entries = import_game(written(tmp_path, state())).entries
    ballots = {
        entry.fact.voter: entry.fact.target for entry in entries if isinstance(entry.fact, f.Voted)
    }
    assert ballots == {1: 5, 2: 0, 3: 0, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"Game Result": "Nobody"}, "names no winner"),
        (
            {"final": {str(seat): "in_game" for seat in range(1, 10)}},
            "ends with seats 1, 2, 3, 4, 5, 6, 7, 8, 9 alive",
        ),
        (
            {"Day 1 Daytime": {"Voting Pattern": {"4": 1}, "Voting Result": -1}},
            "the dead seat 4 votes on day 1",
        ),
        ({"Day 1 Night": {"Werewolf": 4, "Death Message": [4, 4]}}, "seat 4 dies twice"),
        ({"Day 1 Night": {"Werewolf": 12, "Death Message": []}}, "there is no seat 12"),
        (
            {
                "Day 1 Night": {"Werewolf": 8, "Death Message": [8]},
                "Day 1 Daytime": {},
                "Day 2 Night": {"Werewolf": 4, "Witch antidote": 4, "Death Message": []},
            },
            "a dead Witch uses a potion in night 2",
        ),
        ({"roles": {"1": "Mayor"}}, "is not a game state that wolftui can import"),
        ({"Day 1 Night": []}, "is not a game state that wolftui can import"),
        ({"Day 1 Daytime": "quiet"}, "is not a game state that wolftui can import"),
        (
            {"Day 1 Daytime": {"Voting Pattern": [5], "Voting Result": -1}},
            "is not a game state that wolftui can import",
        ),
        (
            {"roles": {str(seat): "Villager" for seat in range(1, 10)}},
            "does not deal three Werewolves",
        ),
    ],
)
def test_a_human_game_that_contradicts_itself_is_refused_by_name(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    file = written(tmp_path, state() | change)
    with pytest.raises(LogError, match=words) as error:
        import_game(file)
    assert str(file) in str(error.value)


def test_a_file_that_is_nested_too_deeply_is_refused_by_name(tmp_path: Path) -> None:
    file = written(tmp_path, state())
    file.write_text(
        file.read_text(encoding="utf-8")[:-2] + ', "x": ' + "[" * 100_000 + "]" * 100_000 + "}",
        encoding="utf-8",
    )
    with pytest.raises(LogError, match=r"state\.json: is not a game that wolftui can import"):
        import_game(file)


def test_a_file_that_may_not_be_read_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, state())

    def refuse(path: Path, *_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    assert is_foreign(file)
    with pytest.raises(LogError, match=r"state\.json: cannot be read \(Permission denied\)"):
        import_game(file)


def session(folder: Path, *, complete: object = None, logs: object = None) -> Path:
    """A session of one night: the wolf kills, and nobody speaks."""
    roles = {"Ann": "Werewolf", "Bob": "Seer", "Cid": "Doctor", "Dee": "Villager"}
    played = {
        "players": ["Ann", "Bob", "Cid"],
        "eliminated": "Dee",
        "protected": "Cid",
        "unmasked": "Ann",
    }
    told = {
        "players": {name: {"role": role} for name, role in roles.items()},
        "rounds": [played],
        "winner": "Werewolves",
    }
    (folder / "game_complete.json").write_text(
        json.dumps(complete if complete is not None else told), encoding="utf-8"
    )
    (folder / "game_logs.json").write_text(
        json.dumps(logs if logs is not None else [{}]), encoding="utf-8"
    )
    return folder


def test_a_small_session_is_read(tmp_path: Path) -> None:
    saved = import_game(session(tmp_path))
    facts = [entry.fact for entry in saved.entries]
    assert f.Attacked(4) in facts
    assert f.Protected(3, 3) in facts
    assert f.Checked(2, 1, "Werewolf") in facts
    assert f.Died(4) in facts
    assert facts[-1] == f.Ended(1, "wolves", "wolves")


def dealt(roles: str) -> dict[str, dict[str, str]]:
    """Players by name with their roles, a letter each."""
    words = {"W": "Werewolf", "S": "Seer", "D": "Doctor", "V": "Villager"}
    return {f"Player{number}": {"role": words[letter]} for number, letter in enumerate(roles, 1)}


@pytest.mark.parametrize(
    ("roles", "bids", "name"),
    [
        ("WWSDVVVV", False, "dsgbench8"),
        ("VVSDVWVW", False, "dsgbench8"),
        ("WWSDVVVV", True, "werewolf-arena8"),
        ("WWWSDVVV", False, "dsgbench8-3W1S1D3V"),
        ("WWSDVVVVVV", False, "dsgbench10-2W1S1D6V"),
        ("WWWSDVVVVV", True, "werewolf-arena10-3W1S1D5V"),
    ],
)
def test_boards_of_sessions_are_told_apart_by_seats_roles_and_bids(
    tmp_path: Path, roles: str, bids: bool, name: str
) -> None:
    players = dealt(roles)
    played = {
        "players": list(players),
        "eliminated": None,
        "bids": [{"Player1": 3}] if bids else [],
    }
    told = {"players": players, "rounds": [played], "winner": "Werewolves"}
    saved = import_game(session(tmp_path, complete=told))
    assert saved.header.board.name == name
    assert saved.header.board.size == len(roles)
    assert saved.header.board.switches.discussion == ("bids" if bids else "seat")


def test_ballots_before_the_last_of_a_day_are_trials(tmp_path: Path) -> None:
    def ballots(*choices: tuple[str, str]) -> list[dict[str, str]]:
        return [{"player": voter, "voted_for": target} for voter, target in choices]

    logs = [
        {
            "votes": [
                ballots(("Ann", "Bob"), ("Bob", "Cid")),
                ballots(("Ann", "Bob"), ("Bob", "Ann")),
            ]
        }
    ]
    entries = import_game(session(tmp_path, logs=logs)).entries
    cast = [
        (entry.fact.ballot, entry.fact.voter, entry.fact.target)
        for entry in entries
        if isinstance(entry.fact, f.Voted)
    ]
    assert cast == [("lean", 1, 2), ("lean", 2, 3), ("vote", 1, 2), ("vote", 2, 1)]


DAMAGED: list[tuple[object, object, str]] = [
    ({"players": {}, "rounds": [], "winner": "Nobody"}, [], "names no winner"),
    (
        {"players": {"Ann": {"role": "Mayor"}}, "rounds": [], "winner": "Werewolves"},
        [],
        "`Mayor` is not a role",
    ),
    (
        {
            "players": {"A": {"role": "Seer"}},
            "rounds": [{"players": ["Zoe"]}],
            "winner": "Werewolves",
        },
        [{}],
        "`Zoe` is not a player",
    ),
    ({"rounds": 3}, [], "is not a game that wolftui can import"),
    (None, [], "has 1 rounds"),
]


@pytest.mark.parametrize(("complete", "logs", "words"), DAMAGED)
def test_a_session_that_is_damaged_is_refused_by_name(
    tmp_path: Path, complete: object, logs: object, words: str
) -> None:
    with pytest.raises(LogError, match=words) as error:
        import_game(session(tmp_path, complete=complete, logs=logs))
    assert str(tmp_path) in str(error.value)


def test_what_no_importer_knows_is_said(tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text("{}", encoding="utf-8")
    assert not is_foreign(file)
    with pytest.raises(LogError, match="is not a game that wolftui can import"):
        import_game(file)
    (tmp_path / "game_complete.json").write_text("{", encoding="utf-8")
    assert is_foreign(tmp_path)
    with pytest.raises(LogError, match="is not a game that wolftui can import"):
        import_game(tmp_path)


def test_every_metric_that_has_a_value_of_an_imported_game_is_in_its_range(fixtures: Path) -> None:
    for source in (fixtures / "dsgbench", *sorted((fixtures / "human9").iterdir())):
        found = rows(import_game(source))
        for metric in METRICS:
            value = found[metric.name].value
            assert value is None or (
                (metric.low is None or value >= metric.low)
                and (metric.high is None or value <= metric.high)
            )
