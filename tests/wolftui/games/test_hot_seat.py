"""Several people at one screen: whom it is handed to at night, and in which order, is the same
whatever their roles."""

from __future__ import annotations

import pytest

from tests.wolftui.words.telling import open_gate
from wolfcore.game import Answer, Ask, View
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game

PEOPLE = ("2=human", "4=human", "6=human")


class Screen:
    """A shared front that answers by the first option and remembers who had it when."""

    def __init__(self) -> None:
        self.had: dict[int, list[int]] = {}
        self.asked: list[str] = []
        self.night = 1

    async def ask(self, ask: Ask, view: View) -> Answer:
        del view
        self.night = ask.day + (ask.phase != "night")
        if ask.phase == "night":
            self.had.setdefault(ask.day, []).append(ask.seat)
            self.asked.append(ask.id)
        return Answer(ask.options[-1])

    async def give_turn(self, view: View) -> None:
        assert view.role
        self.had.setdefault(self.night, []).append(view.seat)


async def first_night(
    board: str, deal: str, *, seed: int = 7, people: tuple[str, ...] = PEOPLE
) -> tuple[list[int], list[str]]:
    """Who had the screen in night 1, and which asks of it were put."""
    running = start_game(
        PlayOptions(
            board=board, seats=people, default_player="random", seed=seed, deal=deal, save=False
        )
    )
    screen = Screen()
    await running.play(screen, gate=open_gate)
    return screen.had[1], [ask for ask in screen.asked if ask.startswith("n1.")]


@pytest.mark.parametrize(
    ("deal", "asks"),
    [
        ("2=Villager,4=Villager,6=Villager", 0),
        ("2=Villager,4=Seer,6=Villager", 1),
        ("2=Doctor,4=Seer,6=Werewolf,7=Werewolf", 3),
        ("2=Werewolf,4=Seer,6=Doctor,7=Werewolf", 3),
        ("1=Werewolf,2=Villager,4=Villager,6=Werewolf", 1),
    ],
)
async def test_at_night_everybody_has_the_screen_once_in_the_order_of_the_seats(
    deal: str, asks: int
) -> None:
    had, asked = await first_night("sla7", deal)
    assert len(asked) == asks
    assert had == [2, 4, 6]


async def test_who_is_asked_again_in_the_same_night_is_not_the_only_one_who_has_the_screen_again() -> (
    None
):
    had, asked = await first_night("duel6", "4=Witch", people=("2=human", "4=human"))
    assert len([ask for ask in asked if ask.endswith(".4")]) > 0
    assert had == [2, 4] * (len(had) // 2)


async def test_a_person_alone_is_never_passed_by() -> None:
    had, asked = await first_night("sla7", "4=Seer", people=("4=human",))
    assert (had, asked) == ([4], ["n1.check.4"])
