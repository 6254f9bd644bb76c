"""Who is offered to take over, and what may be typed for each of them."""

from __future__ import annotations

import pytest

from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.errors import SeatError
from wolfcore.models import SMOLLM, ModelSpec
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.takeover import LEAVE_WORDS, TakeoverMenu, TakeoverOffer
from wolftui.plain.front import PlainFront
from wolftui.plain.line_layout import LineLook
from wolftui.plain.printer import Printer
from wolftui.settings.endpoints import ModelSettings
from wolftui.words.questions import Option, match_option

LOCAL = ModelSpec(kind="openai", model="x", base_url="http://127.0.0.1:1/v1")


def offers(
    *models: str, seats: tuple[str, ...], waits: str = "seat 4: no answer"
) -> tuple[TakeoverOffer, ...]:
    """The offers for seat 4."""
    settings = ModelSettings(specs=dict.fromkeys(models, LOCAL))
    running = start_game(PlayOptions(seats=(*seats, "*=bot"), seed=7, save=False, models=settings))
    running.session.pause(waits)
    return TakeoverMenu(running).offers(4)


def labels(offered: tuple[TakeoverOffer, ...]) -> list[str]:
    return [offer.label for offer in offered]


def test_the_model_that_failed_is_offered_once() -> None:
    offered = offers("a", "b", seats=("4=vanilla@b",))
    assert labels(offered) == [
        "Try again with the same player (vanilla@b)",
        "bot:normal takes over",
        "vanilla@a takes over",
        "You take over",
    ]
    assert "vanilla@b takes over" in labels(offers("a", "b", seats=("4=vanilla@a",)))


@pytest.mark.parametrize(
    ("specs", "models"),
    [
        ({"smollm": SMOLLM}, []),
        ({"smollm": SMOLLM, "a": LOCAL}, ["vanilla@a takes over"]),
        ({"smollm": LOCAL}, ["vanilla@smollm takes over"]),
    ],
)
def test_the_model_for_tests_is_not_offered(specs: dict[str, ModelSpec], models: list[str]) -> None:
    settings = ModelSettings(specs=specs)
    running = start_game(PlayOptions(seats=("*=bot",), seed=7, save=False, models=settings))
    assert labels(TakeoverMenu(running).offers(4))[2:-1] == models


def test_another_model_plays_as_the_agent_that_sat_there_with_its_options_but_for_models_that_it_named() -> (
    None
):
    offered = offers("a", "b", seats=("4=sla-llm:judge=b:speaker=a:candidates=5@b",))
    assert labels(offered)[2:-1] == [
        "sla-llm:candidates=5@a takes over",
        "sla-llm:candidates=5@b takes over",
    ]
    assert labels(offers("a", seats=("4=random",)))[2:-1] == ["vanilla@a takes over"]
    assert labels(offers("a", seats=("4=deduce:bots",)))[2:-1] == ["vanilla@a takes over"]


def test_each_seat_of_a_model_keeps_its_own_agent_when_another_model_was_chosen_for_one() -> None:
    settings = ModelSettings(specs=dict.fromkeys(("a", "b"), LOCAL))
    seats = ("1=helmsman:batch@a", "2=deduce@a", "*=bot")
    running = start_game(PlayOptions(seats=seats, seed=7, save=False, models=settings))
    running.session.pause("no answer")
    menu = TakeoverMenu(running)
    front = PlainFront(
        running.session, ListedConsole(), LineLook(), Printer(running.session, LineLook(), print)
    )
    chosen = next(offer for offer in menu.offers(1) if offer.spec.model == "b")
    assert chosen.spec.text == "helmsman:batch@b"
    menu.seat_player(1, chosen, front)
    before = menu.repeated_choice(2, decided=True)
    assert before is not None
    assert before.spec.text == "deduce@b"


def test_who_may_not_know_which_player_failed_is_offered_every_model_alike() -> None:
    hidden = [
        offers("a", "b", seats=("1=human", f"4={player}"), waits="")
        for player in ("vanilla@a", "helmsman@b", "random")
    ]
    assert labels(hidden[0]) == labels(hidden[1]) == labels(hidden[2])
    assert {"vanilla@a takes over", "vanilla@b takes over"} < set(labels(hidden[0]))


@pytest.mark.parametrize("name", ["bot", "again", "human", "stop", "Bot", "me", "leave"])
def test_a_model_named_like_a_word_that_means_something_else_is_chosen_by_its_number_alone(
    name: str,
) -> None:
    plain = offers("a", seats=("4=random",))
    offered = offers("a", name, seats=("4=random",))
    words = {word: offer.spec for offer in plain for word in offer.words}
    options = [
        Option(number, offer.label, "", words=offer.words)
        for number, offer in enumerate(offered, 1)
    ]
    options.append(Option(len(options) + 1, "Leave the game", "", words=LEAVE_WORDS))
    for word in (*words, *LEAVE_WORDS):
        found = match_option(options, word)
        assert isinstance(found, Option), word
        assert (
            (offered[found.value - 1].spec == words[word])
            if word in words
            else found is options[-1]
        )
    number = labels(offered).index(f"vanilla@{name} takes over") + 1
    assert match_option(options, str(number)) == options[number - 1]
    assert offered[number - 1].spec.model == name


def test_what_was_chosen_for_a_model_holds_for_its_other_seats_and_no_others() -> None:
    settings = ModelSettings(specs=dict.fromkeys(("a", "b"), LOCAL))
    seats = ("1=vanilla@a", "2=vanilla:brief@a", "3=vanilla@b", "*=bot")
    running = start_game(PlayOptions(seats=seats, seed=7, save=False, models=settings))
    menu, front = (
        TakeoverMenu(running),
        PlainFront(
            running.session,
            ListedConsole(),
            LineLook(),
            Printer(running.session, LineLook(), print),
        ),
    )
    assert [menu.repeated_choice(seat, decided=True) for seat in (1, 2, 3, 4)] == [None] * 4
    again = menu.offers(1)[0]
    menu.seat_player(1, again, front)
    assert menu.repeated_choice(2, decided=False) is None, "trying again was of no use"
    same = menu.repeated_choice(2, decided=True)
    assert same is not None
    assert same.spec.text == "vanilla:brief@a", "each seat keeps its own player"
    assert [menu.repeated_choice(seat, decided=True) for seat in (3, 4)] == [None, None]
    menu.seat_player(2, menu.offers(2)[1], front)
    chosen = [menu.repeated_choice(1, decided=decided) for decided in (True, False)]
    assert [offer.spec.text if offer else "" for offer in chosen] == ["bot:normal", "bot:normal"]
    me = next(offer for offer in menu.offers(3) if offer.spec.player == "human")
    menu.seat_player(3, me, front)
    assert menu.repeated_choice(3, decided=True) is None, "one person sits on one seat"


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (("*=vanilla@a",), "a: its endpoint cannot be reached."),
        (("2=vanilla@a", "*=bot"), "a: its endpoint cannot be reached."),
        (("2=vanilla@a", "*=vanilla@b"), "One of the players gives no answer."),
        (("2=random", "*=bot"), "One of the players gives no answer."),
    ],
)
def test_who_may_not_know_who_failed_learns_what_is_wrong_with_an_only_model(
    seats: tuple[str, ...], said: str
) -> None:
    settings = ModelSettings(specs=dict.fromkeys(("a", "b"), LOCAL))
    running = start_game(
        PlayOptions(seats=("1=human", *seats), seed=7, save=False, models=settings)
    )
    running.session.pause("")
    error = SeatError(
        2,
        "a: http://127.0.0.1:1/v1 cannot be reached",
        "a: its endpoint cannot be reached" if "@" in seats[0] else "",
    )
    why = TakeoverMenu(running).reason_text(error)
    assert why.startswith(said)
    assert "seat 2" not in why
    assert "127.0.0.1" not in why
