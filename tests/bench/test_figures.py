"""The matrix and the distributions of a paper, made from kept games."""

from __future__ import annotations

import json
from math import log2
from pathlib import Path
from shutil import rmtree

import pytest

from bench.__main__ import main
from bench.alone import FOLDER, SEATS, bring_about
from bench.figure3 import leads, matrix
from bench.figure4 import evenness, shares
from bench.kept import Kept, Pairing, kept
from bench.model_games import endpoint
from core.game import Team, get_board, make_spec
from core.intervals import exact
from core.metrics import TABLES, TableCell, recorded, tables_of
from core.metrics.strategy import claims
from core.records import GameFolder, read_game
from core.records.seat_specs import SeatSpec
from tests.core.metrics.written import near

PLAYERS = {"ours": "random", "vanilla": "bot:easy"}
ROLES = ("Werewolf", "Villager")


def game(village: str, wolves: str, seed: int, winner: Team) -> Kept:
    return Kept(Path(), seed, ROLES, (wolves, village), winner)


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str) -> str:
    monkeypatch.setattr("sys.argv", ["bench", *words.split()])
    assert main() == 0
    return capsys.readouterr().out


def test_the_matrix_counts_each_ordered_pair_and_has_the_papers_figure_beside_it() -> None:
    games = [
        game("random", "bot:easy", 1, "village"), game("random", "bot:easy", 2, "wolves"), game("bot:easy", "random", 1, "wolves"),
        game("bot:hard", "random", 1, "village"),
    ]  # fmt: skip
    found = {(rate.village, rate.wolves): rate for rate in matrix(games, PLAYERS)}
    assert {pair: (rate.won, rate.n) for pair, rate in found.items()} == {
        ("ours", "ours"): (0, 0), ("ours", "vanilla"): (1, 2), ("vanilla", "ours"): (0, 1), ("vanilla", "vanilla"): (0, 0),
    }  # fmt: skip
    assert found["ours", "vanilla"].interval == exact(1, 2)
    assert found["ours", "vanilla"].paper == 0.46, "the row is the village"
    assert found["vanilla", "ours"].paper == 0.16


def test_a_lead_compares_the_same_deals_against_the_same_opponents() -> None:
    games = [
        game("random", "random", 1, "village"), game("bot:easy", "random", 1, "wolves"),  # as village against random: won and lost
        game("random", "bot:easy", 1, "village"), game("bot:easy", "bot:easy", 1, "village"),  # both won
        game("random", "random", 2, "village"),  # nobody else played it
    ]  # fmt: skip
    village, wolves = leads(games, PLAYERS, "ours")
    assert (village.gain.pairs, village.gain.deals, village.gain.a, village.gain.b) == (2, 1, 1.0, 0.5)
    assert (wolves.gain.pairs, wolves.gain.a, wolves.gain.b) == (2, 0.5, 0.0)


def cell(table: str, column: str, n: int, games: int = 10) -> TableCell:
    (found,) = (each for each in TABLES if each.name == table)
    return TableCell(found, "random", column, n, n / games, games, 0.1, 0.9, "range")


def test_shares_of_a_player_with_what_never_happened() -> None:
    board = get_board("sla7")
    entries = [cell("first_kill", "seat 2", 7), cell("first_kill", "seat 5", 3), cell("first_kill", "entropy", 10)]
    found = shares(entries, board, "random")
    assert [(share.choice, share.n, share.of) for share in found if share.n] == [("seat 2", 7, 10), ("seat 5", 3, 10)]
    assert {share.choice for share in found if not share.n} == {"seat 1", "seat 3", "seat 4", "seat 6", "seat 7"}
    (even,) = evenness(found, board)
    assert (even.n, even.bits, even.even) == (10, near(0.8813, within=1e-4), log2(7))
    assert shares(entries, board, "bot:easy") == []


def test_games_are_played_once_kept_and_counted_from_the_folder(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    players = "--alone --player ours=random --player vanilla=bot:easy"
    said = run(monkeypatch, capsys, f"figure3 --games {tmp_path} --deals 3 {players}")
    first = kept(tmp_path, "sla7").games
    assert len(first) == 4 * 3
    rmtree(first[0].path)
    assert run(monkeypatch, capsys, f"figure3 --games {tmp_path} --deals 3 {players}") == said
    again = kept(tmp_path, "sla7").games
    assert [game.path for game in again if game.path in {kept.path for kept in first}] == [game.path for game in first[1:]]
    assert len(again) == len(first)
    counted = json.loads(run(monkeypatch, capsys, f"figure3 --from {tmp_path} {players} --json").splitlines()[-1])
    assert [(each["village"], each["n"]) for each in counted["cells"]] == [("ours", 3), ("ours", 3), ("vanilla", 3), ("vanilla", 3)]
    assert [each["gain"]["deals"] for each in counted["leads"]] == [3, 3]
    lines = run(monkeypatch, capsys, f"figure4 --from {tmp_path} {players}").splitlines()
    assert lines[0].startswith("sla7, 6 games"), "those in which a player plays both teams"
    assert sum("first kill, by seat, of 3 games" in line for line in lines) == 2
    assert any("entropy" in line and "even draw of seats 2.81, n 3" in line for line in lines)
    assert any("itself" in line and "paper 0.94" in line for line in lines)


def test_what_does_not_count_is_said(tmp_path: Path) -> None:
    spec = make_spec(get_board("sla7"), 5)
    GameFolder.create(tmp_path, spec, [SeatSpec("random")] * 7, version="test").close()
    GameFolder.create(tmp_path, make_spec(get_board("duel6"), 5), [SeatSpec("random")] * 6, version="test").close()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.jsonl").write_text("nothing\n")
    assert sorted(kept(tmp_path, "sla7").says()) == [
        "left out: 1 games that are not on sla7", "left out: 1 games that cannot be read",
        "left out: 1 games that did not come to their end",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("figure3", "one of the arguments --games --from is required"),
        ("figure3 --games x --player ours", "`ours` is no player with its name"),
        ("figure4 --games x --player ours=robot", "there is no player `robot`"),
    ],
)
def test_wrong_use_is_one_sentence(
    words: str, problem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", *words.split()])
    with pytest.raises(SystemExit):
        main()
    assert problem in capsys.readouterr().err


def test_a_side_of_several_players_has_all_their_names() -> None:
    mixed = Kept(Path(), 1, ("Werewolf", "Villager", "Seer"), ("random", "bot:hard", "bot:easy"), None)
    assert mixed.pairing == Pairing("bot:easy and bot:hard", "random")


def test_players_with_a_model_sit_at_real_tables_and_are_not_played_twice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    games = tmp_path / "games"
    words = f"figure3 --games {games} --board duel6 --deals 2 --alone --player ours=random --player small=vanilla@m --json"
    with endpoint(0.0) as url:
        (tmp_path / "CONFIG" / "wolftui").mkdir(parents=True)
        (tmp_path / "CONFIG" / "wolftui" / "config.toml").write_text(f'[models.m]\nbase_url = "{url}"\nmodel = "m"\n')
        found = json.loads(run(monkeypatch, capsys, words).splitlines()[-1])
    assert [(cell["village"], cell["wolves"], cell["n"]) for cell in found["cells"]] == [
        ("ours", "ours", 2), ("ours", "small", 2), ("small", "ours", 2), ("small", "small", 2),
    ]  # fmt: skip
    assert json.loads(run(monkeypatch, capsys, words).splitlines()[-1]) == found, "the endpoint is gone, and nobody is asked"
    rmtree(kept(games, "duel6").games[-1].path)
    said = run(monkeypatch, capsys, words.replace(" --json", ""))
    assert said.splitlines()[-2].startswith("broken: ") and "seeds 1 to 1" in said.splitlines()[-2]


def test_a_model_that_is_not_known_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "CONFIG"))
    monkeypatch.setattr("sys.argv", f"bench figure4 --games {tmp_path} --deals 1 --alone --player small=vanilla@nobody".split())
    assert main() == 2
    problem = capsys.readouterr().err
    assert "nobody" in problem
    assert "vanilla@nobody against vanilla@nobody cannot be played" in problem


def test_a_last_wolf_is_alone_with_seer_and_doctor_whoever_plays(tmp_path: Path) -> None:
    seeds = range(2 * SEATS)
    assert bring_about(tmp_path, ["bot:easy", "random"], seeds, jobs=1) == []
    games = kept(tmp_path / FOLDER, "sla7").games
    assert len(games) == 2 * len(seeds)
    for game in games:
        t = tables_of(recorded(read_game(game.path)))
        living = [game.roles[seat - 1] for seat in range(1, SEATS + 1) if not t.dead_before(seat, t.attacks[2].entry)]
        assert sorted(living) == ["Doctor", "Seer", "Werewolf"]
        assert claims(t, game.roles.index("Seer") + 1, "check", t.attacks[2].entry)
        assert claims(t, game.roles.index("Doctor") + 1, "protect", t.attacks[2].entry)
    assert len({game.roles.index("Doctor") for game in games}) == SEATS, "seats are turned"
    assert bring_about(tmp_path, ["bot:easy", "random"], seeds, jobs=1) == []
    assert kept(tmp_path / FOLDER, "sla7").games == games, "nothing is played twice"


def test_the_last_wolfs_choice_is_counted_apart_from_ordinary_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = f"figure4 --games {tmp_path} --deals 4 --alone --player vanilla=bot:easy"
    lines = run(monkeypatch, capsys, words).splitlines()
    assert lines[0].startswith("sla7, 4 games")
    place = lines.index("  kill, alone with Seer and Doctor, of 4 games")
    assert [line.split()[:2] for line in lines[place + 1 : place + 3]] == [["the", "Seer"], ["the", "Doctor"]]
    assert "paper 0.90" in lines[place + 2]
    assert "an even draw of seats 1.00, n 4" in lines[place + 3]
