"""One game at this screen: started, stopped, resumed, forked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.wolftui.words.telling import open_gate
from wolfcore.errors import ConfigError, GameStopped, LogError, SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.game import facts as f
from wolfcore.records import SeatSpec, find_game, read_game
from wolfcore.table import Replacement, verify
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import fork_saved, resume_saved, start_game
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import games_folder
from wolftui.words.spans import MODERATOR_EYES


class Person:
    """Gives the first option, until `leave` says to leave."""

    def __init__(self, leave: Callable[[Ask], bool] = lambda _: False) -> None:
        self.asked: list[str] = []
        self._leave = leave

    async def ask(self, ask: Ask, view: View) -> Answer:
        assert view.seat == ask.seat
        if self._leave(ask):
            raise GameStopped("You left the game")
        self.asked.append(ask.id)
        return Answer(ask.options[0])


def options(*seats: str, **changes: Any) -> PlayOptions:
    """A wolf in seat 4 is asked in the first night and on the first day, whatever chance makes of
    the rest."""
    return replace(
        PlayOptions(default_player="random", seed=7, seats=seats, deal="4=Werewolf"), **changes
    )


def test_the_seats_are_those_asked_for_and_bots_elsewhere() -> None:
    running = start_game(
        PlayOptions(seats=("4=human", "wolves=random"), default_player="random", seed=7, save=False)
    )
    assert running.people == (4,)
    assert running.seats[3] == SeatSpec("human")
    assert set(running.players) == {"human", "random"}
    assert running.by_role
    assert running.path is None
    assert running.session.eyes == 4


def test_without_a_person_the_session_sees_everything() -> None:
    assert start_game(options(save=False)).session.eyes == MODERATOR_EYES


def test_a_star_of_the_person_s_own_beats_the_setting() -> None:
    running = start_game(PlayOptions(seats=("*=human",), default_player="random", save=False))
    assert set(running.players) == {"human"}


def test_a_drawn_seed_gives_nobody_the_person_s_name() -> None:
    for _ in range(30):
        running = start_game(
            PlayOptions(seats=("4=human",), default_player="random", names=("Ada",), save=False)
        )
        assert running.spec.names[3] == "Ada"
        assert running.spec.names.count("Ada") == 1


def test_a_name_that_a_given_seed_gives_away_is_refused() -> None:
    taken = start_game(options(save=False)).spec.names[0]
    with pytest.raises(ConfigError, match=f"another seat is called {taken}"):
        start_game(options("4=human", names=(taken,)))
    assert not games_folder().exists()


def test_the_name_of_the_settings_goes_to_the_first_person_and_troubles_nobody_else() -> None:
    assert (
        start_game(options("4=human", person_name="Ada Lovelace", save=False)).spec.names[3]
        == "Ada Lovelace"
    )
    start_game(options(person_name="Ada Lovelace", save=False))


def test_suspicions_are_asked_of_people_where_they_want_them() -> None:
    assert (
        start_game(options("4=human", suspicions=True, save=False)).players[3] == "human:suspicions"
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"board": "sla8"}, "there is no board `sla8`"),
        ({"seats": ("9=human",)}, "there is no seat 9"),
        ({"seats": ("4=human", "4=random")}, "`4` is given twice"),
        ({"seats": ("4=robot",)}, "there is no player `robot`"),
        ({"seats": ("4=random:fast",)}, "`fast` is not an option of `random`"),
        ({"seed": -1}, "-1 is not a valid seed"),
        ({"deal": "4=Witch"}, "does not deal the role `Witch`"),
        ({"answers": Path("none.jsonl")}, "there is no such file"),
        ({"seats": ("4=human",), "people": False}, "a person cannot play a game without a screen"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_saved(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        start_game(options(**changes))
    assert not games_folder().exists()


async def test_a_person_who_leaves_can_go_on_and_gets_the_game_of_one_who_stayed() -> None:
    whole = start_game(options("4=human", save=False))
    stayed = Person()
    await whole.play(stayed, gate=open_gate)
    running = start_game(options("4=human"))
    first = Person(lambda ask: ask.kind == "vote")
    with pytest.raises(GameStopped):
        await running.play(first, gate=open_gate)
    resumed = resume_saved(find_game(games_folder(), "latest"))
    assert resumed.people == (4,)
    second = Person()
    await resumed.play(second, gate=open_gate)
    assert first.asked + second.asked == stayed.asked
    assert resumed.game.log == whole.game.log
    assert verify(read_game(find_game(games_folder(), "latest"))).finished


async def test_a_resumed_session_stands_where_the_game_stopped() -> None:
    running = start_game(options("4=human"))
    with pytest.raises(GameStopped):
        await running.play(Person(lambda ask: ask.kind == "vote"), gate=open_gate)
    resumed = resume_saved(find_game(games_folder(), "latest"))
    with pytest.raises(GameStopped):
        await resumed.play(Person(lambda _: True))
    assert resumed.session.at_edge
    assert resumed.session.facts


def test_a_game_has_one_writer() -> None:
    running = start_game(options())
    with pytest.raises(LogError, match="is being played by another wolftui"):
        resume_saved(games_folder() / running.id)
    running.close()


def test_players_who_never_wait_play_at_once_and_people_do_not() -> None:
    running = start_game(options())
    result = running.play_now()
    assert result is not None
    assert running.game.over
    assert read_game(games_folder() / running.id).result == result
    assert running.outcome.winner == result.winner
    waiting = start_game(options("4=human", save=False))
    assert waiting.play_now() is None
    assert not waiting.game.over


async def test_the_table_gives_the_game_of_the_fast_loop() -> None:
    fast, table = start_game(options(save=False)), start_game(options(save=False))
    fast.play_now()
    await table.play(gate=open_gate)
    assert fast.game.log == table.game.log


async def test_a_fork_changes_whom_it_names_and_nobody_else() -> None:
    running = start_game(options())
    running.play_now()
    saved = read_game(games_folder() / running.id)
    forked = fork_saved(saved, "d1.vote.4", ("4=human",))
    assert forked.people == (4,)
    assert [player for seat, player in enumerate(forked.players, 1) if seat != 4] == ["random"] * 6
    person = Person()
    await forked.play(person, gate=open_gate)
    assert person.asked[0] == "d1.vote.4"
    assert forked.id != saved.id
    assert read_game(games_folder() / saved.id).log == saved.log


@pytest.mark.parametrize(
    ("seats", "people", "seat_4"),
    [
        (("2=human",), (2,), "random"),
        (("2=human", "4=human"), (2, 4), "human:looked"),
        (("2=human", "4=bot:hard"), (2,), "bot:hard"),
        (("2=bot:hard",), (4,), "human:looked"),
        ((), (4,), "human:looked"),
    ],
)
async def test_who_plays_a_fork_plays_alone_unless_the_other_person_is_named_too(
    seats: tuple[str, ...], people: tuple[int, ...], seat_4: str
) -> None:
    running = start_game(options("4=human", "5=bot:easy"))
    await running.play(Person(), gate=open_gate)
    running.close()
    saved = read_game(games_folder() / running.id)
    forked = fork_saved(saved, "d1.vote.4", seats)
    assert forked.people == people
    assert forked.players[3] == seat_4
    assert forked.players[4] == "bot:easy"
    told = [note for note in forked.notes if "seat 4 does not play" in note]
    assert bool(told) == (seat_4 == "random")
    forked.close()
    again = read_game(games_folder() / forked.id)
    assert again.about
    assert [seat.text for seat in again.about.seats_now()] == list(forked.players)


def test_a_fork_may_name_a_role_or_a_team() -> None:
    running = start_game(options())
    running.play_now()
    forked = fork_saved(read_game(games_folder() / running.id), "d1.vote.4", ("wolves=human",))
    assert forked.people == tuple(
        seat for seat, role in enumerate(forked.game.state.roles) if role == "Werewolf"
    )
    assert forked.by_role
    forked.close()


async def test_an_answer_of_the_file_that_is_not_legal_names_file_and_ask(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text('{"ask": "d1.vote.4", "answer": {"choice": 4}}\n', encoding="utf-8")
    for play_now in (True, False):
        running = start_game(options(answers=file, save=False))
        with pytest.raises(
            ConfigError, match=r"answers\.jsonl: d1\.vote\.4: the answer 4 is not legal"
        ):
            _ = running.play_now() if play_now else await running.play(gate=open_gate)


def test_an_answers_file_answers_what_it_holds(tmp_path: Path) -> None:
    running = start_game(options(save=False))
    legal = next(ask for ask in running.game.asks if ask.kind == "protect")
    for choice in legal.options:
        file = tmp_path / "answers.jsonl"
        file.write_text(
            f'{{"ask": "{legal.id}", "answer": {{"choice": {choice}}}}}\n', encoding="utf-8"
        )
        told = start_game(options(answers=file, save=False))
        told.play_now()
        assert told.game.state.protections[0][1].target == choice


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (("wolves=random",), "one of the players gives no answer"),
        (("*=random",), "seat {}: the line to kindx is dead"),
    ],
)
async def test_why_a_player_fails_tells_no_person_who_plays_a_seat_that_was_given_by_role(
    monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], said: str
) -> None:
    class Gone(Exception):
        """The test has seen enough."""

    async def fail(player: object, view: View, ask: Ask, desk: object) -> Answer:
        if ask.public:
            raise SeatError(ask.seat, "the line to kindx is dead")
        return Answer(ask.options[0])

    async def seen(seat: int, error: SeatError, decided: bool) -> Replacement:
        assert running.session.status.reason == said.format(seat)
        raise Gone

    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", fail)
    running = start_game(options("4=human", *seats, save=False))
    with pytest.raises(Gone):
        await running.play(Person(), gate=open_gate, take_over=seen)


async def test_who_took_over_is_said_at_the_end_of_a_game_that_is_not_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(player: object, view: View, ask: Ask, desk: object) -> Answer:
        raise SeatError(ask.seat, "the line is dead")

    async def bot(seat: int, error: SeatError, decided: bool) -> Replacement:
        return running.replacement(SeatSpec("bot", ("easy",)))

    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", fail)
    running = start_game(options("2=random", default_player="bot", save=False))
    await running.play(gate=open_gate, take_over=bot)
    assert [fate.player for fate in running.outcome.fates][:2] == ["bot:normal", "bot:easy"]


@pytest.mark.parametrize(
    ("seats", "patience", "how"),
    [
        (("1=human", "*=bot"), 0.05, {"stand_in"}),
        (("1=human", "*=bot"), 0.0, set[str]()),
        (("*=bot",), 0.05, set[str]()),
    ],
)
async def test_a_table_waits_for_a_person_s_patience_and_without_persons_for_ever(
    monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], patience: float, how: set[str]
) -> None:
    async def never(*_: object) -> Answer:
        return await asyncio.get_running_loop().create_future()

    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", never)
    running = start_game(
        options("2=random", *seats, deal="2=Seer", models=ModelSettings(patience=patience))
    )
    playing = asyncio.ensure_future(running.play(Person(), gate=open_gate))
    await asyncio.wait([playing], timeout=0.5 if how else 0.2)
    assert {
        entry.fact.how for entry in running.game.log if isinstance(entry.fact, f.Fallback)
    } == how
    if not how:
        running.stop_waiting()
        await asyncio.sleep(0.05)
        assert [
            entry.fact.how for entry in running.game.log if isinstance(entry.fact, f.Fallback)
        ] == ["stand_in"]
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    running.close()
