"""`verify`: what it says of one game and of many, and what it says that it cannot show."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.wolftui.cli.running import Program
from wolfcore.records import DIGEST_FILE, JOURNAL_FILE, LOG_FILE, list_games, read_game
from wolftui.settings.paths import games_folder

RUN = ("run", "--board", "duel6", "--seat", "*=random", "--games", "1", "--seed", "5")


def newest() -> Path:
    return list_games(games_folder())[0].path


def test_it_says_what_it_compared_and_what_a_digest_cannot_show(wolftui: Program) -> None:
    wolftui(*RUN)
    saved = read_game(newest())
    ran = wolftui("verify", "latest")
    assert ran.code == 0
    first, *rest = ran.out.splitlines()
    assert first == (
        f"{saved.id}: {len(saved.journal)} answers give the same {len(saved.entries)} events, "
        "and header, journal and players match its digest (finished)."
    )
    assert "does not show that a game was rewritten together with its digest" in " ".join(rest)


def test_without_a_digest_it_says_what_nothing_shows(wolftui: Program) -> None:
    wolftui(*RUN)
    (newest() / DIGEST_FILE).unlink()
    ran = wolftui("verify", "latest")
    assert ran.code == 0
    assert ran.out.endswith(
        "(finished). No digest: consistent changes of header, players, thoughts, memos, times, "
        "tokens and costs cannot be detected.\n"
    )


def test_it_names_file_line_and_field_of_every_difference(wolftui: Program) -> None:
    wolftui(*RUN)
    saved = read_game(newest())
    log, journal = newest() / LOG_FILE, newest() / JOURNAL_FILE
    log.write_bytes(
        log.read_bytes().replace(f'"{saved.header.names[1]}"'.encode(), b'"Mallory"', 1)
    )
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(
        b"".join([*lines[:2], lines[2].replace(b'"started":1', b'"started":2'), *lines[3:]])
    )
    ran = wolftui("verify", "latest")
    assert ran.code == 1
    assert ran.out.splitlines()[:3] == [
        f"{saved.id}: differs from what was played, in 2 places:",
        "  game.jsonl, line 1, `spec.names.2`: is `Mallory`; when the game ended it was "
        f"`{saved.header.names[1]}`.",
        "  answers.jsonl, line 3, `started`: was changed after the end of the game.",
    ]
    (told,) = map(json.loads, wolftui("verify", "latest", "--json").out.splitlines())
    assert (told["fits"], told["digest"], len(told["differences"])) == (False, "end", 2)
    assert told["differences"][0]["field"] == "spec.names.2"


def test_a_folder_of_games_is_verified_to_its_end(wolftui: Program) -> None:
    for seed in ("5", "6", "7"):
        wolftui(*RUN[:-1], seed)
    first, second, third = sorted(games_folder().iterdir())
    shutil.copy(first / LOG_FILE, second / LOG_FILE)
    (third / LOG_FILE).write_bytes(b"nothing\n")
    ran = wolftui("verify", str(games_folder()))
    assert ran.code == 1
    assert f"{first.name}: " in ran.out
    assert f"{second.name}: differs from what was played" in ran.out
    assert "3 games: 1 match, 2 do not." in ran.out
    assert f"{third / LOG_FILE}, line 1: is not a saved game of wolftui.\n" in ran.err
    told = [
        json.loads(line)
        for line in wolftui("verify", str(games_folder()), "--json").out.splitlines()
    ]
    assert [each["fits"] for each in told] == [True, False, False]


def test_what_a_digest_cannot_show_is_said_once_if_any_game_has_one(wolftui: Program) -> None:
    for seed in ("5", "6"):
        wolftui(*RUN[:-1], seed)
    sealed, open_ = sorted(games_folder().iterdir())
    (open_ / DIGEST_FILE).unlink()
    for games in ((sealed, open_), (open_, sealed)):
        ran = wolftui("verify", *(game.name for game in games))
        assert ran.code == 0
        assert "2 games: 2 match, 0" in ran.out
        assert ran.out.count("A digest covers game.jsonl") == 1


def test_a_word_that_means_no_game_stops_no_other(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("verify", "nothing-of-that-name", "latest")
    assert ran.code == 1
    assert "there is no saved game `nothing-of-that-name`" in ran.err
    assert "(finished)." in ran.out


def test_of_a_game_that_a_person_still_plays_it_tells_no_line_and_no_value(
    wolftui: Program,
) -> None:
    wolftui(
        "play", "--plain", "--board", "duel6", "--seat", "4=human", "--seed", "2", typed=["/quit"]
    )
    log = newest() / LOG_FILE
    log.write_bytes(log.read_bytes().replace(b'"role":"Villager"', b'"role":"Seer"', 1))
    ran = wolftui("verify", "latest")
    assert ran.code == 1
    assert (
        ran.out
        == f"{newest().name}: differs from what was played, in game.jsonl; details are shown when "
        "the game is over.\n"
    )
    (told,) = map(json.loads, wolftui("verify", "latest", "--json").out.splitlines())
    assert told["differences"] == [{"file": "game.jsonl", "problem": "differs"}]


def test_metrics_and_review_say_in_a_line_that_a_game_is_not_what_was_played(
    wolftui: Program,
) -> None:
    wolftui(*RUN)
    log = newest() / LOG_FILE
    lines = log.read_bytes().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if b'"is":"Voted"' in line)
    log.write_bytes(b"".join([*lines[:place], *lines[place + 1 :]]))
    game = newest().name
    for why in (
        "its files do not match its digest",
        "its log does not follow from its answers",
    ):
        measured = wolftui("metrics", "latest")
        assert measured.code == 0
        assert (
            f"wolftui: {game} is measured as found, but {why}; `wolftui verify` shows where.\n"
            in measured.err
        )
        seen = wolftui("review", "latest", "--plain")
        assert (
            f"wolftui: {game} is shown as found, but {why}; `wolftui verify {game}` shows where.\n"
            == seen.err
        )
        (newest() / DIGEST_FILE).unlink(missing_ok=True)
