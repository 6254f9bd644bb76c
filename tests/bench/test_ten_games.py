"""Scripted people who play several games in a row with the same agents, and what is counted of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from shutil import rmtree

import pytest

from bench.__main__ import main
from bench.adaptive import ADAPTIVE, KINDS, USUAL, WAYS, AdaptivePlayer, Person, Way
from bench.habits import Habit, Memory
from bench.kept import Kept, kept
from bench.table3 import found_of, most_of_slope, rise
from bench.ten_games import Table, outcomes, play_series, seat_of, texts
from core.bots import HouseBot
from core.game import Answer, Ask, Fact, Game, RoleName, Team, View, deal_roles, get_board, make_spec
from core.game import facts as f
from core.intervals import exact
from core.players import Desk, QuickPlayer
from core.records import read_game
from core.table import play_now
from tests.core.metrics.written import dawn, day, died, near, night, said, votes, written

ROLES: tuple[RoleName, ...] = ("Doctor", "Werewolf", "Werewolf", "Seer", "Villager", "Villager", "Villager")


def revealed(*told: Fact | Sequence[Fact]) -> tuple[list[Fact], tuple[str, ...]]:
    """The facts and names of a game of the Doctor, two wolves, the Seer and three villagers, in this order."""
    game = written("DWWSVVV", *told)
    return [entry.fact for entry in game.entries], game.names


def asked(kind: str, seat: int) -> tuple[Game, Ask]:
    """A game with these roles in its first night, and what a seat is asked there."""
    game = Game(make_spec(get_board("sla7"), 3, deal=dict(enumerate(ROLES, 1))))
    (ask,) = (ask for ask in game.asks if ask.kind == kind and ask.seat == seat)
    return game, ask


def answer(memory: Memory | None, kind: str, seat: int) -> Answer:
    game, ask = asked(kind, seat)
    return AdaptivePlayer(Way(), "hard", memory).answer_now(game.view(seat), ask, Desk.of_seed(ask, 3))


# -- habits


def test_a_habit_says_nothing_before_it_was_seen_twice() -> None:
    habit = Habit()
    for traits, happened in (({"quiet"}, True), ({"loud"}, False), ({"loud"}, False)):
        habit.add(traits, happened)
    assert habit.odds(frozenset({"quiet"})) == 0
    habit.add({"quiet"}, happened=True)
    # quiet: 3/4 against 1/4, not loud: 3/4 against 1/4; together more than the most that is believed of a few games
    assert habit.odds(frozenset({"quiet"})) == 2
    # quiet and loud: 3/4 against 1/4, and 1/4 against 3/4
    assert habit.odds(frozenset({"quiet", "loud"})) == near(0)
    assert habit.odds(frozenset({"loud"})) == -2


def test_a_doctor_protects_the_seat_that_is_always_attacked_first() -> None:
    memory = Memory()
    usual = answer(None, "protect", 1).choice
    victim = next(seat for seat in (5, 6, 7) if seat != usual)
    assert answer(memory, "protect", 1).choice == usual
    for _ in range(3):
        memory.learn(*revealed(night(1), f.Attacked(victim)), roles=ROLES, me=1)
    assert answer(memory, "protect", 1).choice == victim


def test_a_wolf_attacks_who_is_never_protected() -> None:
    usual = answer(None, "kill", 2).choice
    memory = Memory()
    for _ in range(6):
        memory.learn(*revealed(night(1), f.Protected(1, usual)), roles=ROLES, me=2)
    assert answer(memory, "kill", 2).choice not in (usual, 3)


def test_wolves_are_known_by_what_they_do_before_the_vote_and_never_by_the_persons_own_deeds() -> None:
    talk = [said(seat, "I think Gil is a wolf.") for seat in (1, 2, 3)]
    game = revealed(night(1), f.Attacked(6), dawn(1), died(6, "killed"), day(1), talk, votes("2 7 7 1 1 . 1"))
    memory = Memory()
    memory.learn(*game, roles=ROLES, me=1)
    assert memory.wolf.odds(frozenset({"accuses"})) > 1
    assert memory.wolf.odds(frozenset()) < 0
    assert memory.killed.odds(frozenset({"has number 6"})) == 0, "it happened once"


def test_gods_are_told_from_the_village_alone_and_seats_are_counted_once_a_vote() -> None:
    talk = [said(seat, "I think Gil is a wolf.") for seat in (1, 2, 3, 4)]
    memory, later = Memory(), (night(2), f.Attacked(5))
    for _ in range(2):
        memory.learn(*revealed(night(1), dawn(1), day(1), talk, votes("2 7 7 1 1 1 1"), *later), roles=ROLES, me=7)
    # Doctor and Seer spoke, no villager did: 5/6 against 1/6 and so on, at most 2; were wolves counted, speaking told less
    assert memory.god.odds(frozenset({"accuses"})) == 2
    fresh = Memory()
    fresh.learn(*revealed(night(1), dawn(1), day(1), talk, votes("2 7 7 1 1 1 1")), roles=ROLES, me=7)
    # of wolves 2 of 2 spoke, of the others 2 of 4, nobody often: 3/4 against 1/2; Gil, who is accused, is the person
    assert fresh.wolf.odds(frozenset({"accuses"})) == near(log(3 / 4 / (3 / 6)))


def test_a_person_who_tries_ways_takes_what_won_and_one_who_does_not_stays() -> None:
    trying, same = Person(KINDS["ways"], "wolves", "easy"), Person(KINDS[USUAL], "wolves", "easy")
    facts, names = revealed(night(1))
    for seed in range(200):
        same.learn(seed, facts, names, ROLES, 2, won=False)
        trying.learn(seed, facts, names, ROLES, 2, won=trying.way(seed) == "quiet")
    taken = [trying.way(seed) for seed in range(200, 240)]
    assert taken.count("quiet") > 35
    assert {same.way(seed) for seed in range(40)} == {USUAL}
    assert {Person(KINDS["ways"], "wolves", "easy").way(seed) for seed in range(99)} == set(WAYS["wolves"])


class KillsTheLowest:
    """A house bot whose pack always attacks the lowest seat that it may."""

    def __init__(self) -> None:
        self._bot = HouseBot(("normal",))

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        prey = [seat for seat in ask.options if seat and seat != view.seat and seat not in view.mates] if ask.kind == "kill" else []
        return Answer(min(prey)) if prey else self._bot.answer_now(view, ask, desk)


def test_who_seeks_habits_finds_one_where_there_is_one() -> None:
    """The Doctor of eight series wins as many first games, and more later ones, where the pack always attacks the lowest seat."""
    won = {USUAL: [0] * 10, "habits": [0] * 10}
    agent = KillsTheLowest()
    for kind, wins in won.items():
        for series in range(8):
            person = Person(KINDS[kind], "village", "normal")
            for place in range(10):
                seed = 10 * series + place
                game = Game(make_spec(get_board("sla7"), seed))
                roles = deal_roles(game.spec)
                seat = roles.index("Doctor") + 1
                players: dict[int, QuickPlayer] = {**dict.fromkeys(range(1, 8), agent), seat: person.player(seed)}
                village = play_now(game, players).winner == "village"
                wins[place] += village
                person.learn(seed, [entry.fact for entry in game.log], game.spec.names, roles, seat, village)
    assert won[USUAL][0] == won["habits"][0]
    assert sum(won["habits"]) >= sum(won[USUAL]) + 8


# -- counting


def test_slopes() -> None:
    assert rise([0, 0, 1, 1]) == near(0.4)
    assert rise([1]) == 0
    assert most_of_slope(10) == near(12.5 / 82.5)


def kept_game(person: str, team: Team, seed: int, place: int, winner: Team) -> Kept:
    return Kept(Path(), seed, ROLES, texts(Table(person, team, "random").specs(ROLES, seed, place)), winner)


def test_a_person_is_compared_with_who_changes_nothing_on_the_same_deals() -> None:
    series = [range(0, 2), range(2, 4)]
    wins: dict[str, tuple[Team, ...]] = {
        USUAL: ("wolves", "wolves", "village", "wolves"),
        ADAPTIVE: ("wolves", "village", "village", "village"),
    }
    games = [
        kept_game(person, "village", seed, seed % 2, winner) for person, won in wins.items() for seed, winner in enumerate(won)
    ]
    usual, adaptive = found_of(games, {"bots": "random"}, (USUAL, ADAPTIVE), series)[:2]
    assert (usual.series, usual.by_game, usual.mean) == (2, (1, 0), (1, 4))
    assert (adaptive.by_game, adaptive.mean) == ((1, 2), (3, 4))
    assert usual.slope.value == -0.5
    assert adaptive.slope.value == 0.5
    assert adaptive.rises is not None
    assert adaptive.rises.value == 1
    assert adaptive.ahead is not None
    assert (adaptive.ahead.gain, adaptive.ahead.pairs, adaptive.ahead.deals) == (0.5, 4, 2)
    assert usual.ahead is usual.rises is None
    assert exact(1, 2)[:2] != usual.interval[:2]


def test_a_series_that_is_not_whole_and_a_game_of_another_place_do_not_count() -> None:
    games = [kept_game(USUAL, "village", 0, 0, "village"), kept_game(USUAL, "village", 1, 0, "village")]
    assert outcomes(games, Table(USUAL, "village", "random"), [range(2)]) == [None]
    assert outcomes(games, Table(USUAL, "village", "random"), [range(1)]) == [[True]]


# -- playing


def test_a_series_goes_on_where_it_stopped_with_what_the_person_knew(tmp_path: Path) -> None:
    tables, series = [Table(ADAPTIVE, "village", "bot:easy")], [range(4)]
    play_series(tmp_path, "sla7", tables, series, jobs=1)
    before = kept(tmp_path, "sla7").games
    last = before[-1].path
    log = read_game(last).log
    rmtree(last)
    play_series(tmp_path, "sla7", tables, series, jobs=2)
    after = kept(tmp_path, "sla7").games
    assert [game.path for game in after[:-1]] == [game.path for game in before[:-1]], "nothing is played twice"
    assert read_game(after[-1].path).log == log
    for place, game in enumerate(after):
        seat = seat_of(game.roles, "village", game.seed)
        assert game.players[seat - 1] == f"person:adaptive:hard:game{place + 1}"
        assert set(game.players) == {"bot:easy", game.players[seat - 1]}


def test_the_agent_in_the_persons_place_plays_one_game_for_both_teams(tmp_path: Path) -> None:
    tables: list[Table] = [Table("random", "village", "random"), Table("random", "wolves", "random")]
    play_series(tmp_path, "sla7", tables, [range(2)], jobs=1)
    games = kept(tmp_path, "sla7").games
    assert len(games) == 2
    village, wolves = (outcomes(games, table, [range(2)])[0] for table in tables)
    assert village
    assert wolves == [not won for won in village]


def test_both_tables_are_made_from_the_same_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: list[str] = []
    for words in (f"table3 --series 2 --games {tmp_path}", f"table1 --from {tmp_path}"):
        options = "--length 2 --alone --agent vanilla=random --level easy --json"
        monkeypatch.setattr("sys.argv", ["bench", *words.split(), *options.split()])
        assert main() == 0
        said.append(capsys.readouterr().out)
    rows, again = (json.loads(text.splitlines()[-1]) for text in said)
    assert rows == again
    assert [(row["team"], row["person"], row["series"]) for row in rows] == [
        (team, person, 2) for team in ("village", "wolves") for person in (USUAL, ADAPTIVE)
    ]
    assert len(kept(tmp_path, "sla7").games) == 2 * 2 * 2 * 2
    assert sum("slope beyond that of usual" in line for line in said[0].splitlines()) == 2
    assert sum(line.strip().startswith("less usual:") for line in said[1].splitlines()) == 2
    assert sum("paper 0.42" in line for line in said[1].splitlines()) == 2
