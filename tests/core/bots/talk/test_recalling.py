"""What a bot recalls of a person's last game: once, by one seat, and no evidence."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES, view_with
from wolfcore.bots import HouseBot
from wolfcore.bots.talk.replies import RECOLLECTIONS, recollection
from wolfcore.game import Ask, Game, RoleName, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.table import play_now

PERSON = 4


def recalled(seed: int, kind: str, own: RoleName = "Villager") -> list[tuple[int, int]]:
    """(day, speaker) of each speech of a game in which a bot recalls something of seat 4."""
    game = Game(make_spec(get_board("sla7"), seed, deal={PERSON: own}))
    bot = HouseBot(recollection=(PERSON, kind))
    play_now(game, dict.fromkeys(range(1, 8), bot))
    found: list[tuple[int, int]] = []
    day = 0
    for fact in (entry.fact for entry in game.log):
        if isinstance(fact, f.Began):
            day = fact.day
        elif isinstance(fact, f.Thought) and "recall " in fact.text.partition("Saying: ")[2]:
            found.append((day, fact.seat))
    return found


def test_one_seat_recalls_it_once_on_the_first_two_days() -> None:
    told = 0
    days, speakers = set[int](), set[int]()
    for seed in range(60):
        found = recalled(seed, "exiled")
        assert len(found) <= 1, seed
        told += len(found)
        days |= {day for day, _ in found}
        speakers |= {speaker for _, speaker in found}
    assert 5 < told < 52
    assert days == {1, 2}
    assert PERSON not in speakers and len(speakers) > 2


def test_who_recalls_it_and_when_does_not_depend_on_the_deal() -> None:
    """Of the same names, on a day on which the seat is free to."""
    for seed in range(12):
        roles: tuple[RoleName, ...] = ("Werewolf", "Seer", "Villager")
        found = {each for own in roles for each in recalled(seed, "pack_won", own)}
        assert len(found) <= 1, seed


@pytest.mark.parametrize("kind", ["a kind of a later version", ""])
def test_what_is_not_known_is_not_recalled(kind: str) -> None:
    assert not any(recalled(seed, kind) for seed in range(6))


def test_every_kind_can_be_said_to_whom_it_is_about_and_to_nobody_who_is_dead() -> None:
    for kind in RECOLLECTIONS:
        said = set[int]()
        for me in (seat for seat in range(1, 8) if seat != PERSON):
            for day in (1, 2):
                facts = (*DAY_1, *((f.Began(2, "discussion"),) if day == 2 else ()))
                ask = Ask(f"d{day}.speak.{me}", me, "speak", day, "discussion", (0,))
                bot = HouseBot(recollection=(PERSON, kind))
                desk = Desk.of_seed(ask, 1)
                alive = recollection(bot.mind(view_with("sla7", me, "Villager", *facts), ask, desk))
                said |= {move.target for move in alive}
                fallen = view_with("sla7", me, "Villager", *facts, f.Died(PERSON))
                assert not recollection(bot.mind(fallen, ask, desk))
        assert said == {PERSON}, (kind, NAMES)
