"""`run`: one line a game, and nothing but these lines."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.wolftui.cli.running import ROOT, Program, Ran, rest
from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Game, Result, View
from wolfcore.players import Desk, SyncPlayer
from wolfcore.records import DIGEST_FILE, JOURNAL_FILE, LOG_FILE, list_games, read_game
from wolfcore.table import play_now, verify
from wolftui.settings.paths import games_folder

KEYS = ["game", "board", "seed", "winner", "ended", "days", "events", "bytes", "seats", "path"]
RANDOM = ("--seat", "*=random", "--seed", "7")


OTHER_BOTS = (
    "wolftui: `sla:bots=hard`: its policy was measured against version 1 of bot:hard, "
    f"not {BOTS_VERSION}.\n"
)


def games(ran: Ran, *, note: str = "") -> list[dict[str, Any]]:
    assert ran.code == 0
    assert ran.err == note
    return [json.loads(line) for line in ran.out.splitlines()]


def test_each_game_is_one_object_with_these_keys(wolftui: Program) -> None:
    found = games(wolftui("run", "--games", "3", "--json", *RANDOM))
    assert [list(game) for game in found] == [KEYS] * 3
    assert [game["seed"] for game in found] == [7, 8, 9]
    for game in found:
        assert list(game["seats"][0]) == ["seat", "name", "role", "player", "alive"]
        assert [seat["seat"] for seat in game["seats"]] == list(range(1, 8))
        assert {seat["player"] for seat in game["seats"]} == {"random"}


def test_what_is_printed_is_what_is_saved(wolftui: Program) -> None:
    (game,) = games(wolftui("run", "--json", *RANDOM))
    saved = read_game(Path(game["path"]))
    assert game["game"] == saved.id
    assert game["bytes"] == len(saved.log)
    assert game["events"] == len(saved.entries)
    assert saved.result is not None
    assert (game["winner"], game["ended"], game["days"]) == (
        saved.result.winner,
        saved.result.ended,
        saved.result.days,
    )
    assert wolftui("verify", game["game"]).code == 0


def test_nothing_is_kept_with_no_save(wolftui: Program) -> None:
    (game,) = games(wolftui("run", "--json", "--no-save", *RANDOM))
    assert game["path"] is None
    assert game["game"] is None
    assert not games_folder().exists()


def test_equal_seeds_give_equal_games(wolftui: Program) -> None:
    first, second = (
        wolftui("run", "--json", "--no-save", "--games", "3", "--board", "classic12", *RANDOM).out
        for _ in range(2)
    )
    assert first == second
    assert len(set(first.splitlines())) == 3


def test_house_bots_sit_where_nobody_was_asked_for(wolftui: Program) -> None:
    (game,) = games(wolftui("run", "--json", "--no-save", "--seed", "7"))
    assert {seat["player"] for seat in game["seats"]} == {"bot:normal"}


def test_a_deal_and_answers_are_kept_to(wolftui: Program, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        '{"ask": "n1.kill.2", "answer": {"choice": 3}}\n{"ask": "n1.protect.4", "answer": '
        '{"choice": 1}}\n'
    )
    deal = ("--deal", "1=Werewolf,2=Werewolf,4=Doctor", "--answers", str(answers))
    (game,) = games(wolftui("run", "--json", *RANDOM, *deal))
    assert [seat["role"] for seat in game["seats"]][:2] == ["Werewolf", "Werewolf"]
    saved = read_game(Path(game["path"]))
    assert saved.answers["n1.kill.2"].choice == 3
    assert saved.answers["n1.protect.4"].choice == 1


def test_answers_that_no_game_asked_for_are_named(wolftui: Program, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    never = [f"d1.speak.{seat}" for seat in range(20, 27)]
    answers.write_text(
        "".join(f'{{"ask": "{ask}", "answer": {{"choice": 3}}}}\n' for ask in ("n1.kill.2", *never))
    )
    ran = wolftui(
        "run",
        "--json",
        "--games",
        "2",
        "--deal",
        "1=Werewolf,2=Werewolf",
        "--answers",
        str(answers),
        *RANDOM,
    )
    assert ran.code == 0
    listed = ", ".join(never[:5])
    assert (
        ran.err
        == f"wolftui: Of the answers handed in, these asks never came: {listed} and 2 more.\n"
    )


def test_an_answer_that_one_of_the_games_asked_for_is_not_named(
    wolftui: Program, tmp_path: Path
) -> None:
    first, second = (
        read_game(Path(game["path"]))
        for game in games(wolftui("run", "--json", "--games", "2", *RANDOM))
    )
    ask = next(ask for ask in first.journal if ask not in second.journal)
    answers = tmp_path / "answers.jsonl"
    answers.write_text(f'{{"ask": "{ask}", "answer": {{"choice": {first.answers[ask].choice}}}}}\n')
    ran = wolftui("run", "--json", "--games", "2", "--answers", str(answers), *RANDOM)
    assert (ran.code, ran.err) == (0, "")


def test_without_json_a_line_a_game_and_a_summary(wolftui: Program) -> None:
    ran = wolftui("run", "--games", "2", *RANDOM)
    lines = ran.out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("seed 7: ")
    assert [line.split()[-1] for line in lines[1::-1]] == [
        game.id for game in list_games(games_folder())
    ]
    assert lines[2].startswith("2 games: ")


def test_a_game_that_was_under_way_at_ctrl_c_can_be_resumed(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = 0

    def play_one(game: Game, players: Mapping[int, SyncPlayer], *saved: Any) -> Result:
        nonlocal begun
        begun += 1
        if begun > 1:
            raise KeyboardInterrupt
        return play_now(game, players, *saved)

    monkeypatch.setattr("wolfcore.arena.machine_games.play_now", play_one)
    ran = wolftui("run", "--games", "5", *RANDOM)
    assert ran.code == 130
    unfinished = next(game.id for game in list_games(games_folder()) if game.ended is None)
    assert ran.err == (
        "\nwolftui: Stopped after 1 of 5 games. The game is saved; continue with `wolftui "
        f"resume {unfinished}`. {rest(9, 3)}\n"
    )
    assert len(ran.out.splitlines()) == 1


class Ticking:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.moment = 0.0

    def now(self) -> float:
        self.moment += 1.0
        return self.moment


def test_a_budget_of_minutes_stops_games_of_bots_too(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.settings.visitor_terms.SystemClock", Ticking)
    ran = wolftui("run", "--games", "9", "--max-minutes", "0.05", *RANDOM)
    assert ran.code == 1
    assert len(ran.out.splitlines()) == 2
    unfinished = list_games(games_folder())[0]
    assert unfinished.ended is None
    assert ran.err == (
        "\nwolftui: The budget of 0.05 min is spent (in 0 calls). "
        f"The game is saved; continue with `wolftui resume {unfinished.id}`. {rest(10, 6)}\n"
    )
    assert wolftui("resume", unfinished.id, "--max-minutes", "0.01").code == 1
    assert wolftui("resume", unfinished.id).code == 0


@pytest.fixture
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players break at every vote."""

    def answer_now(player: object, view: View, ask: Ask, desk: Desk) -> Answer:
        if ask.kind == "vote":
            raise SeatError(ask.seat, "the line is dead")
        return Answer(ask.options[0])

    async def answer(player: object, view: View, ask: Ask, desk: Desk) -> Answer:
        return answer_now(player, view, ask, desk)

    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer_now", answer_now)
    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", answer)


@pytest.mark.usefixtures("_silent")
@pytest.mark.parametrize("saving", [(), ("--no-save",)])
def test_seats_that_became_bots_are_named_with_the_reason(
    wolftui: Program, saving: tuple[str, ...]
) -> None:
    deal = (
        "--deal",
        "5=Werewolf,6=Werewolf",
        "--seat",
        "5=random",
        "--seat",
        "6=random",
        "--seed",
        "7",
    )
    ran = wolftui("run", *deal, "--on-dead", "bot", *saving)
    assert ran.code == 0
    assert "; bot:normal took over seats 5 and 6." in ran.out
    assert ran.err == "wolftui: bot:normal took over seats 5 and 6: the line is dead.\n"
    ran = wolftui("run", *deal, "--on-dead", "bot", "--games", "3", "--json", *saving)
    games = [json.loads(line) for line in ran.out.splitlines()]
    assert [[seat["player"] for seat in game["seats"]] for game in games] == [
        ["bot:normal"] * 7
    ] * 3
    assert ran.err == "wolftui: bot:normal took over 6 seats in 3 of 3 games: the line is dead.\n"


@pytest.mark.usefixtures("_silent")
def test_who_took_over_is_said_when_a_game_goes_on_with_nobody_looking(wolftui: Program) -> None:
    assert wolftui("run", "--deal", "5=Werewolf", "--seat", "5=random", "--seed", "7").code == 1
    ran = wolftui("resume", "latest", "--on-dead", "bot")
    assert (ran.code, ran.err) == (0, "wolftui: bot:normal took over seat 5: the line is dead.\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_keeps_what_is_done_and_says_so() -> None:
    command = [sys.executable, "-m", "wolftui", "run", "--games", "1000000", "--json", *RANDOM]
    process = subprocess.Popen(
        command,
        bufsize=0,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    found = [json.loads(line) for line in (first + out).splitlines()]
    assert all(Path(game["path"]).is_dir() for game in found)
    sentence = err.decode().strip()
    assert sentence.startswith(f"wolftui: Stopped after {len(found)} of 1000000 games.")
    assert "\n" not in sentence


def test_a_series_has_one_handler_of_ctrl_c_and_leaves_none(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_it, handlers = signal.signal, list[object]()

    def count(number: int, handler: Any) -> object:
        if number == signal.SIGINT:
            handlers.append(handler)
        return set_it(number, handler)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("signal.signal", count)
    assert wolftui("run", "--games", "9", "--no-save", *RANDOM).code == 0
    assert handlers[1:] == [before]
    assert signal.getsignal(signal.SIGINT) is before


def test_seeds_that_are_none_are_told_before_anything_is_played(wolftui: Program) -> None:
    ran = wolftui("run", "--games", "2", "--seed", str(2**63 - 1), "--seat", "*=random")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"wolftui: --seed: {2**63} is not a valid seed. ")
    assert not games_folder().exists()


_LEARNED = ("--board", "classic9", "--seed", "3")


def test_a_policy_is_refused_where_it_is_worse_unless_the_seat_says_anyway(
    wolftui: Program,
) -> None:
    ran = wolftui("run", *_LEARNED, "--seat", "wolves=sla:bots=hard")
    assert (ran.code, ran.out) == (2, "")
    assert "the policy `sla-acts` is worse than bot:hard as wolves on classic9" in ran.err
    assert "write `wolves=sla:bots=hard:anyway`" in ran.err
    ran = wolftui("run", *_LEARNED, "--json", "--seat", "wolves=sla:bots=hard:anyway")
    (anyway,) = games(ran)
    # The consent is not stored: what is saved is the player, as earlier versions saved it.
    assert {seat["player"] for seat in anyway["seats"]} == {"bot:normal", "sla:bots=hard"}
    verify(read_game(Path(anyway["path"])))


@pytest.mark.slow
def test_a_game_in_which_a_policy_played_goes_on_with_it(wolftui: Program, tmp_path: Path) -> None:
    duel = ("--board", "duel6", "--seed", "3")
    ran = wolftui("run", *duel, "--json", "--seat", "village=sla:bots=hard:anyway")
    (game,) = games(ran, note=OTHER_BOTS)
    whole = read_game(Path(game["path"]))
    cut = tmp_path / whole.path.name
    shutil.copytree(whole.path, cut)
    # A log that was not yet written is told again from the saved answers.
    for name, share in ((LOG_FILE, 6), (JOURNAL_FILE, 3)):
        lines = (whole.path / name).read_bytes().splitlines(keepends=True)
        (cut / name).write_bytes(b"".join(lines[: len(lines) // share]))
    (cut / DIGEST_FILE).unlink()
    assert wolftui("resume", str(cut), "--plain").code == 0
    assert read_game(cut).log == whole.log


@pytest.mark.slow
def test_where_a_policy_may_not_play_a_person_meets_the_hard_bot(wolftui: Program) -> None:
    def played(player: str) -> list[str]:
        ran = wolftui("play", "--plain", *_LEARNED, "--seat", f"wolves={player}", "--no-save")
        assert ran.code == 0
        return ran.out.splitlines()

    learned, hard = played("sla:bots=hard"), played("bot:hard")
    said = " ".join(map(str.strip, learned[: len(learned) - len(hard)]))
    assert said.startswith("`wolves=sla:bots=hard`: the policy `sla-acts` is worse than bot:hard")
    assert said.endswith("; so bot:hard plays. `:anyway` has the policy play.")
    assert learned[len(learned) - len(hard) :] == hard


def test_a_style_of_the_other_team_is_wrong_use(wolftui: Program) -> None:
    for command in ("run", "play"):
        ran = wolftui(command, "--seat", "village=bot:hard:quiet")
        assert (ran.code, ran.out) == (2, "")
        assert "the style `quiet` is for wolves and changes nothing for the village" in ran.err
