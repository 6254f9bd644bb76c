"""Turns in words: what is told of players is what they are to the seat, never who they are."""

from __future__ import annotations

import re

import pytest

from tests.core.agents.policy.tables import BALLOTS, NAMES, turn
from tests.core.agents.steps.tables import ask
from wolfcore.agents import Candidate, Turn
from wolfcore.agents.policy.text_features import BotTurnTeller
from wolfcore.agents.policy.turn_text import turn_text
from wolfcore.bots import HouseThinker
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.players import Desk, Intention
from wolfcore.seating import make_player, parse_player, quick_players
from wolfcore.table import play_now


def test_a_candidate_names_whom_it_is_for_by_what_was_deduced() -> None:
    words = turn_text(turn(*BALLOTS))
    assert [each.action for each in words.candidates] == [
        "vote: a sure Werewolf, your first suspect", "vote: an unknown player", "vote: no one",
    ]  # fmt: skip
    assert [each.reasons for each in words.candidates] == [
        ("He lied.", "So he goes."),
        ("Nobody else is left.",),
        (),
    ]


def test_an_intention_is_told_by_what_it_is_to_do() -> None:
    made = turn(
        Candidate("", 0, plan=f"target 2 {NAMES[1]}", intention=Intention("target", seat=2)),
        BALLOTS[1],
    )
    assert turn_text(made).candidates[0].action == "mean to target an unknown player"


def test_deductions_are_told_with_their_reasons_and_without_names_or_numbers() -> None:
    assert turn_text(turn(*BALLOTS)).deduced == (
        "a sure Werewolf, your first suspect: an unknown player and a sure Doctor are one, "
        "many% sure.",
        "an unknown player",
        "a likely Seer",
        "a sure Doctor",
        "a likely Villager",
    )


def test_what_players_say_is_told_with_how_they_stand_and_sorted_by_whom_the_seat_believes() -> (
    None
):
    words = turn_text(turn(*BALLOTS, s4="I am the Seer.", s1="4 is lying. I suspect seat 3."))
    assert 'a player said: "I am the Seer."' in words.truths
    assert 'a player said: "a player is lying. I suspect you."' in words.falsehoods
    assert "a likely Seer, claims to be the Seer" in words.deduced
    assert "a player died." in words.facts
    assert not any(line.startswith("==") for line in words.facts)


def test_whoever_speaks_against_the_seat_today_is_told_so() -> None:
    made = turn(*BALLOTS)
    heard = turn_text(turn(*BALLOTS, s1="I suspect seat 3."))
    assert heard.deduced[0] == turn_text(made).deduced[0], "that was yesterday"
    first = Turn(made.view, ask("vote", day=1), deductions=made.deductions, candidates=BALLOTS)
    assert turn_text(first).situation[1] == "You are asked to vote"


@pytest.mark.parametrize("board", ["sla7", "plus9", "classic9"])
def test_no_text_of_a_game_names_anybody_or_counts_seats(board: str) -> None:
    spec = make_spec(get_board(board), 5)
    names = re.compile(rf"\b({'|'.join(map(re.escape, spec.names))})\b")
    thinker, found = HouseThinker(("hard",)), list[str]()
    teller = BotTurnTeller(thinker)
    bot = quick_players({1: make_player(parse_player("bot:hard"))})
    assert bot

    class Telling:
        async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
            return self.answer_now(view, ask, desk)

        def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
            given = bot[1].answer_now(view, ask, desk)
            if ask.kind != "suspect":
                candidate = Candidate(given.thought, given.choice, given.text)
                found.extend(teller.turn_text(Turn(view, ask, candidates=(candidate,)), desk).texts)
            return given

    play_now(Game(spec), dict.fromkeys(range(1, spec.board.size + 1), Telling()))
    assert len(found) > 100
    assert not [text for text in found if names.search(text)]
    assert not [
        text
        for text in found
        if re.search(r"\d", text) and not re.search(r"It is day \d|\d+ players live", text)
    ]
