"""What a game will ask of models that cost money, said before it begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from math import isclose
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, TypeVar

import msgspec
import pytest

from wolfcore.agents import has_one_option
from wolfcore.game import Ask, Board, Game, GameSpec, View, deal_roles, get_board, make_spec
from wolfcore.models import ModelSpec
from wolfcore.models.capabilities import Capabilities
from wolfcore.players import Desk, SyncPlayer
from wolfcore.records import SeatSpec
from wolfcore.seating import DEFAULT_SEAT, make_player
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.cost_estimate import (
    MAX_REHEARSALS,
    MIN_REHEARSALS,
    ModelLoad,
    Rehearsal,
    Sample,
    estimate_text,
    rehearse,
)
from wolftui.games.game_starts import resume_saved, start_game
from wolftui.settings.endpoints import ModelSettings, model_memory

T = TypeVar("T")
PRICED = ModelSpec(
    model="x", base_url="http://127.0.0.1:9/v1", price_in=1.0, price_cached=0.1, price_out=4.0
)
BOARD = get_board("duel6")


def played(board: Board, of: Callable[[View, Ask], T]) -> list[list[tuple[int, T]]]:
    """What each ask that is open gives, with its seat, in each of the games that are played to find
    out."""
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, SyncPlayer)
    games: list[list[tuple[int, T]]] = []
    for seed in range(MAX_REHEARSALS):
        game, given = Game(make_spec(board, seed)), list[tuple[int, T]]()
        while game.asks:
            given += [
                (ask.seat, of(game.view(ask.seat), ask))
                for ask in game.asks
                if not has_one_option(ask)
            ]
            game.submit(
                {
                    ask.id: bot.answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, seed))
                    for ask in game.asks
                }
            )
        games.append(given)
    return games


def calls(seats: Container[int], board: Board = BOARD) -> float:
    """How often these seats are asked something that is open."""
    return fmean(
        sum(seat in seats for seat, _ in game) for game in played(board, lambda view, ask: None)
    )


class Amounts(NamedTuple):
    """What an estimate says."""

    calls: float
    tokens: float
    least: float
    most: float


def amounts(words: str) -> Amounts:
    found = re.search(
        r"`gpt` about ([\d.]+) times with about ([\d,]+) tokens; .* that is ([\d.]+) to ([\d.]+),",
        words,
    )
    assert found, words
    return Amounts(*(float(each.replace(",", "")) for each in found.groups()))


def sample(*seats: str, board: str = "duel6") -> Sample:
    """Games on a board with these seats."""
    return Arrangement(PlayOptions(board=board, seats=seats)).sample_game


@pytest.mark.slow(only=("plus10",))
@pytest.mark.parametrize("board", ["duel6", "plus10"])
def test_calls_are_those_of_whole_games_of_house_bots(board: str):
    # On plus10 some asks have one option left, and no model is called for those.
    words = estimate_text(sample("*=vanilla@gpt", board=board), {"gpt": PRICED})
    assert abs(amounts(words).calls - calls(range(1, 11), get_board(board))) <= 0.5
    assert words.startswith("This game may ask `gpt` about ")


def near(said: Sequence[float], expected: Sequence[float]) -> bool:
    """Whether amounts, said with two digits, are these."""
    return all(isclose(one, two, rel_tol=0.1) for one, two in zip(said, expected, strict=True))


def priced(
    price_in: float, price_cached: float, price_out: float, seat: str = "*=vanilla@gpt"
) -> Amounts:
    spec = ModelSpec(
        model="x",
        base_url=PRICED.base_url,
        price_in=price_in,
        price_cached=price_cached,
        price_out=price_out,
    )
    return amounts(estimate_text(sample(seat), {"gpt": spec}))


def loads(seat: str = "*=vanilla@gpt") -> list[ModelLoad]:
    """What each of the games that are rehearsed asks of the model."""
    return [rehearse(*sample(seat)(seed)).loads["gpt"] for seed in range(MAX_REHEARSALS)]


@pytest.mark.slow
def test_money_and_tokens_are_those_of_the_games_that_were_rehearsed():
    found = loads()
    sent, received = [load.tokens_sent for load in found], [load.tokens_received for load in found]
    new = [load.tokens_sent - load.tokens_cached for load in found]
    some = priced(100.0, 100.0, 0.0)
    assert near(some[1:], (fmean(sent) + fmean(received), min(sent) / 1e4, max(sent) / 1e4))
    assert near(priced(100.0, 0.0, 0.0)[2:], (min(new) / 1e4, max(sent) / 1e4))
    least, most = priced(0.0, 0.0, 1000.0)[2:]
    assert near((least, most), (min(received) / 1e3, max(received) / 1e3))
    assert priced(0.0, 0.0, 1000.0, "*=vanilla:brief@gpt").most < most / 2


@pytest.mark.slow
def test_waits_are_told_and_how_long_they_are():
    waits = fmean(
        rehearse(*sample("*=helmsman@gpt")(seed)).sequential_waits for seed in range(MAX_REHEARSALS)
    )
    words = estimate_text(sample("*=helmsman@gpt"), {"gpt": PRICED})
    assert (
        f" Parallel calls count as one wait: about {waits:.0f} waits, {waits / 12:.0f} "
        "minutes if a call takes 5 seconds. " in words
    )
    assert f" about {waits:.0f} waits a game, " in estimate_text(
        sample("*=helmsman@gpt"), {"gpt": PRICED}, 10
    )


def test_fewer_games_are_rehearsed_where_each_takes_many_tokens(monkeypatch: pytest.MonkeyPatch):
    rehearsed: list[int] = []

    def counted(spec: GameSpec, seats: Sequence[SeatSpec]) -> Rehearsal:
        rehearsed.append(spec.seed)
        return Rehearsal({"gpt": ModelLoad(calls=1, tokens_sent=len(seats) * 200_000)})

    monkeypatch.setattr("wolftui.games.cost_estimate.rehearse", counted)
    estimate_text(sample("*=vanilla@gpt"), {"gpt": PRICED})
    assert rehearsed == [0, 1, 2, 3], "of 1.2 million tokens each"
    rehearsed.clear()
    estimate_text(sample("*=vanilla@gpt", board="plus10"), {"gpt": PRICED})
    assert rehearsed == list(range(MIN_REHEARSALS))


@pytest.mark.slow
@pytest.mark.parametrize("option", ["speaker", "judge"])
def test_a_model_that_a_seat_names_beside_its_own_counts(option: str):
    models = ModelSettings(
        {"gpt": PRICED, "free": ModelSpec(model="y", base_url="http://127.0.0.1:9/v1")}
    )
    options = PlayOptions(board="duel6", seats=(f"*=sla-llm:{option}=gpt@free",), models=models)
    assert Arrangement(options).estimate().startswith("This game may ask `gpt` about ")


def test_seats_with_other_players_are_not_counted():
    words = estimate_text(
        sample("1=vanilla@gpt", "2=human", "3=vanilla:brief@free"),
        {"gpt": PRICED, "free": ModelSpec(model="y", base_url="http://127.0.0.1:9/v1")},
    )
    assert abs(amounts(words).calls - calls({1})) <= 0.5
    assert "free" not in words


def test_several_games_cost_as_often():
    one, ten = (
        amounts(estimate_text(sample("*=vanilla@gpt"), {"gpt": PRICED}, games)) for games in (1, 10)
    )
    assert abs(ten.calls - 10 * one.calls) <= 5
    assert near(ten[1:], [10 * amount for amount in one[1:]])


@pytest.mark.parametrize(
    ("seat", "said"), [("*=vanilla@gpt", True), ("*=vanilla@free", False), ("*=bot", False)]
)
def test_only_new_games_with_priced_models_have_an_estimate(seat: str, said: bool, tmp_path: Path):
    models = ModelSettings(
        {"gpt": PRICED, "free": ModelSpec(model="y", base_url="http://127.0.0.1:9/v1")}
    )
    options = PlayOptions(board="duel6", seats=(seat,), seed=1, games_root=tmp_path, models=models)
    running = start_game(options)
    running.close()
    assert bool(running.estimate()) is said
    again = resume_saved(running.path or tmp_path, models=models)
    again.close()
    assert again.estimate() == ""


@pytest.mark.slow
def test_the_estimate_of_seats_given_by_role_tells_nothing_of_the_deal(tmp_path: Path):
    models = ModelSettings({"gpt": PRICED})
    told, models_sit = set[str](), set[bool]()
    for seed in range(6):
        options = PlayOptions(
            board="duel6",
            seats=("seer=vanilla@gpt", "1=human"),
            seed=seed,
            save=False,
            models=models,
        )
        running = start_game(options)
        told.add(running.estimate())
        models_sit.add(any(spec.model for spec in running.seats))
    assert models_sit == {True, False}, "a person who is dealt the Seer sits in the model's place"
    assert len(told) == 1
    assert "`gpt` about" in told.pop()


def test_a_model_that_sits_in_some_of_the_games_alone_is_named():
    seer = deal_roles(make_spec(BOARD, 0)).index("Seer") + 1
    assert "`gpt` about" in estimate_text(
        sample("seer=vanilla@gpt", f"{seer}=human"), {"gpt": PRICED}
    )


@pytest.mark.slow
def test_thinking_counts_as_far_as_its_room_is_known():
    plain, unknown, thinking = (
        estimate_text(sample("*=vanilla@gpt"), {"gpt": PRICED}, rooms=rooms)
        for rooms in ({"gpt": 0}, {}, {"gpt": 6000})
    )
    assert "think" not in plain
    assert "The thinking tokens of `gpt` are not known yet and not counted." in unknown
    assert amounts(unknown)[:4] == amounts(plain)[:4]
    found = re.search(r" tokens and up to ([\d,]+) of thinking; ", thinking)
    assert found
    assert near([float(found[1].replace(",", ""))], [6000 * amounts(plain).calls])
    counted = re.sub(r" and up to [\d,]+ of thinking", "", thinking)
    played_calls = [sum(1 for _ in game) for game in played(BOARD, lambda view, ask: None)]
    assert (
        amounts(counted).least - amounts(plain).least
        > 0.9 * min(played_calls) * 6000 / 4 * 4.0 / 1e6
    )
    assert amounts(counted).most - amounts(plain).most > 0.9 * min(played_calls) * 6000 * 4.0 / 1e6


def test_the_room_for_thinking_is_that_of_the_settings_or_of_an_earlier_game():
    found_out = msgspec.structs.replace(PRICED, model="thinks")
    model_memory().store(found_out, Capabilities(room=6144))
    model_memory().store(PRICED, Capabilities(("json_schema",)))
    asked = ModelSpec(model="x", extra={"thinking": {"budget_tokens": 4000}})
    models = ModelSettings()
    assert [
        models.thinking_tokens_for(spec)
        for spec in (found_out, PRICED, ModelSpec(model="new"), asked)
    ] == [
        6144,
        0,
        None,
        4000,
    ]
    assert models.thinking_tokens_for(msgspec.structs.replace(found_out, thinking_tokens=99)) == 99
    options = PlayOptions(
        board="duel6", seats=("*=vanilla@gpt",), models=ModelSettings({"gpt": found_out})
    )
    assert "of thinking; in the currency of the prices" in Arrangement(options).estimate()
