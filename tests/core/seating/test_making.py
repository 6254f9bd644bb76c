"""Players from what was asked for."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext

import pytest

from tests.core.agents.remembering import ListedExperiences, SharedWords
from tests.core.agents.replies import model
from tests.core.players.sitters import a_spec
from wolfcore.agents import BRIEF_LENGTHS, PRESETS, USUAL_LENGTHS
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.memory import PoolRequest
from wolfcore.models import ChatModel, ScriptedModel
from wolfcore.players import Desk, HumanPlayer, RandomPlayer, ScriptedPlayer, SyncPlayer
from wolfcore.records import SeatSpec
from wolfcore.seating import (
    is_agent,
    make_player,
    make_players,
    player_meanings,
    quick_players,
    seat_players,
)
from wolfcore.table import play_now


class Front:
    """Nobody is asked in these tests."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        raise AssertionError(ask.id)


def test_players_sit_where_they_were_asked_for() -> None:
    seats = (SeatSpec("random"), SeatSpec("human"), SeatSpec("bot", ("hard",)), SeatSpec("human"))
    players = make_players(seats, front=Front())
    assert list(players) == [1, 2, 3, 4]
    assert isinstance(players[1], RandomPlayer)
    assert isinstance(players[2], HumanPlayer)
    assert players[4] is players[2], "one front is asked one thing at a time"
    assert players[3].__class__.__name__ == "HouseBot"


def test_bots_that_ask_for_the_same_are_one_and_language_players_never_are() -> None:
    bot, agent = SeatSpec("bot", ("hard",)), SeatSpec("vanilla", (), "gpt")
    players = make_players(
        (bot, SeatSpec("bot"), bot, agent, agent), models=lambda name: model(name=name)
    )
    assert players[1] is players[3]
    assert players[1] is not players[2]
    assert players[4] is not players[5]


def test_a_table_of_bots_plays_a_whole_game() -> None:
    spec = a_spec()
    seating = seat_players(["wolves=bot:easy", "1=random"], spec.board, spec.seed)
    quick = quick_players(make_players(seating.seats))
    assert quick is not None
    game = Game(spec)
    assert play_now(game, quick) == game.result


def test_a_table_with_a_person_takes_its_time() -> None:
    assert (
        quick_players(make_players((SeatSpec("random"), SeatSpec("human")), front=Front())) is None
    )


def test_recorded_answers_come_before_every_player() -> None:
    answers = {"n1.kill.1": Answer(3)}
    players = make_players((SeatSpec("random"), SeatSpec("human")), front=Front(), answers=answers)
    assert isinstance(players[1], ScriptedPlayer)
    assert isinstance(players[1], SyncPlayer)
    assert isinstance(players[2], ScriptedPlayer)
    assert not isinstance(players[2], SyncPlayer)


ILLEGAL = Ask("n1.kill.2", 2, "kill", 1, "night", (3, 4))


@pytest.mark.parametrize(
    ("people", "reported"), [((), True), ((2,), True), ((1,), False), ((1, 2), False)]
)
async def test_an_illegal_recorded_answer_in_secret_is_reported_to_nobody_else_in_person(
    people: tuple[int, ...], reported: bool
) -> None:
    class Front:
        async def ask(self, ask: Ask, view: View) -> Answer:
            return Answer(3)

    seats = [SeatSpec("human" if seat in people else "random") for seat in (1, 2)]
    player = make_players(seats, front=Front(), answers={ILLEGAL.id: Answer(9)})[2]
    game = Game(a_spec())
    desk = Desk(ILLEGAL, game.dice(ILLEGAL.id))
    if reported:
        with pytest.raises(ConfigError, match="answer 9 is not legal"):
            await player.answer(game.view(2), ILLEGAL, desk)
    else:
        assert (await player.answer(game.view(2), ILLEGAL, desk)).choice in ILLEGAL.options


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        (SeatSpec("human"), "a person cannot play at this table"),
        (
            SeatSpec("random", ("hard",)),
            r"`hard` is not an option of `random`\. `random` has no options",
        ),
        (SeatSpec("oracle"), r"there is no player `oracle`"),
        (SeatSpec("bot", ("hrad",)), "hrad"),
        (
            SeatSpec("vanilla", ("breif",), "gpt"),
            r"`breif` is not an option of a language model's seat\. Did you mean `brief`\?",
        ),
        (
            SeatSpec("vanilla", (), "gpt"),
            r"vanilla@gpt needs a model, and models are not available here",
        ),
    ],
)
def test_what_cannot_sit_down_is_said(spec: SeatSpec, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        make_player(spec)


def test_options_of_a_person_are_checked() -> None:
    with pytest.raises(
        ConfigError, match=r"`suspicion` is not an option of `human`\. Did you mean `suspicions`\?"
    ):
        make_player(SeatSpec("human", ("suspicion",)), front=Front())


@pytest.mark.parametrize("options", [(), ("suspicions",)])
async def test_a_person_is_asked_for_suspicions_who_wants_to_be(options: tuple[str, ...]) -> None:
    suspect = Ask("d1.vote.1.suspect", 1, "suspect", 1, "vote", (0,))
    person = make_player(SeatSpec("human", options), front=Front())
    with pytest.raises(AssertionError, match="suspect") if options else nullcontext():
        assert (
            await person.answer(Game(a_spec()).view(1), suspect, Desk.of_seed(suspect, 1))
            == Answer()
        )


def test_bots_are_loaded_when_one_sits_down() -> None:
    script = (
        "import sys, wolfcore.seating; assert 'wolfcore.bots' not in sys.modules; from "
        "wolfcore.records import SeatSpec; "
    )
    script += (
        "wolfcore.seating.make_player(SeatSpec('bot', ('normal',))); assert 'wolfcore.bots' "
        "in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_language_players_are_made_with_the_model_of_their_name() -> None:
    asked: list[str] = []

    def models(name: str) -> ChatModel:
        asked.append(name)
        return ScriptedModel([], name=name)

    seats = (
        SeatSpec("vanilla", (), "gpt"),
        SeatSpec("vanilla", ("brief",), "llama"),
        SeatSpec("random"),
    )
    players = make_players(seats, models=models)
    assert asked == ["gpt", "llama"]
    assert [type(player).__name__ for player in players.values()] == [
        "LanguagePlayer",
        "LanguagePlayer",
        "RandomPlayer",
    ]
    assert quick_players(players) is None


async def test_a_brief_language_player_is_asked_for_few_words() -> None:
    models = {name: model(name=name) for name in ("gpt", "llama")}
    players = make_players(
        (SeatSpec("vanilla", (), "gpt"), SeatSpec("vanilla", ("brief",), "llama")),
        models=models.__getitem__,
    )
    for seat, player in players.items():
        ask = Ask(f"d1.speak.{seat}", seat, "speak", 1, "discussion", (0,))
        await player.answer(Game(a_spec()).view(seat), ask, Desk.of_seed(ask, 1))
    schemas = [asked.requests[0].schema or {} for asked in models.values()]
    assert [schema["properties"]["speech"]["maxLength"] for schema in schemas] == [
        USUAL_LENGTHS.speaking,
        BRIEF_LENGTHS.speaking,
    ]


class Memories:
    """Gives one embedder and one pool, and notes which were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.wishes: list[PoolRequest] = []

    def embedder(self, name: str) -> SharedWords:
        self.asked.append(name)
        return SharedWords()

    def experiences(self, wishes: PoolRequest) -> ListedExperiences:
        self.wishes.append(wishes)
        return ListedExperiences()


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        (SeatSpec("vanilla", (), "gpt"), []),
        (SeatSpec("helmsman", (), "gpt"), []),
        (SeatSpec("xu2023", (), "gpt"), [""]),
        (SeatSpec("plus", ("embedder=all-mpnet-base-v2",), "gpt"), ["all-mpnet-base-v2"]),
        (SeatSpec("vanilla", ("record=retrieved",), "gpt"), [""]),
        (SeatSpec("xu2023", ("questions=none", "experience=none"), "gpt"), []),
    ],
)
def test_whoever_remembers_gets_an_embedder_and_nobody_else(
    spec: SeatSpec, asked: list[str]
) -> None:
    memories = Memories()
    make_player(spec, models=lambda name: model(name=name), memories=memories)
    assert memories.asked == asked


@pytest.mark.parametrize(
    ("spec", "wishes"),
    [
        (
            SeatSpec("xu2023", (), "gpt"),
            PoolRequest(tags=("team", "stage"), player="xu2023", model="gpt"),
        ),
        (
            SeatSpec("plus", ("pool=mine", "tags=role+board", "scope=village", "live"), "gpt"),
            PoolRequest(
                "mine",
                ("role", "board"),
                village=True,
                follow_revisions=True,
                player="plus",
                model="gpt",
            ),
        ),
        (SeatSpec("plus", ("tags=none",), "gpt"), PoolRequest(player="plus", model="gpt")),
        (SeatSpec("xu2023", ("experience=none",), "gpt"), None),
    ],
)
def test_whoever_has_experience_gets_a_pool_and_nobody_else(
    spec: SeatSpec, wishes: PoolRequest | None
) -> None:
    memories = Memories()
    make_player(spec, models=lambda name: model(name=name), memories=memories)
    assert memories.wishes == ([wishes] if wishes else [])


def test_whoever_remembers_cannot_sit_where_nothing_can_be_remembered() -> None:
    with pytest.raises(
        ConfigError, match="xu2023@gpt needs a memory, and memories are not available here"
    ):
        make_player(SeatSpec("xu2023", (), "gpt"), models=lambda name: model(name=name))


def test_every_agent_has_a_preset_and_the_other_way_round() -> None:
    assert set(PRESETS) == {name for name in player_meanings() if is_agent(name)}
    assert all(player_meanings()[name] == preset.meaning for name, preset in PRESETS.items())
