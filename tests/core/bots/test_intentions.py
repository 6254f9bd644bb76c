"""What a house bot does when it is told what to: legal on every board, and heard by the reader as
it was meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.core.bots.playing import play
from wolfcore.bots import HouseBot, HouseThinker
from wolfcore.game import HOLDERS, Answer, Ask, Game, View, board_names, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk, Intention
from wolfcore.players.intentions import HIDE, PUBLIC_SPEECH_KINDS, TARGET_KINDS
from wolfcore.speech import (
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    read,
)
from wolfcore.table import play_now

Met = Callable[[View, Ask, Desk, Answer, Intention, Answer], None]
"""Told the view, the ask, the desk, the usual answer, an intention, and the answer with it."""


class Meaning:
    """A house bot that gives one of its intended answers, drawn, after all of them were looked at."""

    def __init__(self, met: Met, *, wanders: bool = True) -> None:
        self._met, self._wanders, self._bot, self._thinker = (
            met,
            wanders,
            HouseBot(("normal",)),
            HouseThinker(),
        )

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        usual = self._bot.answer_now(view, ask, desk)
        found = [
            (each, self._thinker.answer_with_intention(view, ask, desk, each))
            for each in self._thinker.intentions(view, ask)
        ]
        for intention, answer in found:
            self._met(view, ask, desk, usual, intention, answer)
        return desk.dice.pick("wander", found)[1] if found and self._wanders else usual


def played(board: str, seed: int, met: Met, *, wanders: bool = True) -> None:
    """A game whose seats do as intended, or where all is looked at and none is done."""
    game = Game(make_spec(get_board(board), seed))
    play_now(
        game, {seat: Meaning(met, wanders=wanders) for seat in range(1, game.spec.board.size + 1)}
    )
    assert game.result


@pytest.mark.slow(only=("classic12", "plus11+sheriff", "plus12", "plus12+sheriff"))
@pytest.mark.parametrize("board", board_names())
def test_every_intention_is_answered_legally_on_every_board(board: str) -> None:
    kinds = Counter[str]()

    def met(
        view: View, ask: Ask, desk: Desk, usual: Answer, intention: Intention, answer: Answer
    ) -> None:
        kinds[ask.kind] += 1
        assert answer.choice in ask.options
        assert answer.beliefs == usual.beliefs
        if ask.kind in TARGET_KINDS or (
            ask.kind == "summarise" and intention.kind in ("idle", "target")
        ):
            assert answer.choice == intention.seat

    for seed in range(2):
        played(board, seed, met)
    assert {"speak", "vote", "kill", "check"} <= set(kinds)


def follows(intention: Intention, text: str, acts: tuple[Act, ...]) -> bool:
    """Whether those who hear a speech would say that it does as intended."""
    against = {act.seat for act in acts if isinstance(act, Accuses | CallsVote)}
    against |= {
        act.seat
        for act in acts
        if isinstance(act, ReportsCheck) and act.result in ("wolves", "Werewolf")
    }
    claims = {act.role for act in acts if isinstance(act, ClaimsRole)}
    reports = any(isinstance(act, ReportsCheck) for act in acts)
    match intention.kind:
        case "idle":
            return not text
        case "target":
            return intention.seat in against
        case "claim":
            # Whoever reports a check tells what it is, claimed before or not.
            return claims == {intention.role} or (
                not claims and reports and intention.role in HOLDERS["check"]
            )
        case "hide":
            told = any(isinstance(act, TellsProtected | TellsSaved | TellsPoisoned) for act in acts)
            return bool(text) and not claims and not reports and not told


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sla7", "classic12"])
@pytest.mark.parametrize("wanders", [False, True])
def test_at_least_95_of_100_speeches_of_each_kind_are_heard_as_intended(
    board: str, wanders: bool
) -> None:
    tried, heard = Counter[str](), Counter[str]()

    def met(
        view: View, ask: Ask, desk: Desk, usual: Answer, intention: Intention, answer: Answer
    ) -> None:
        if ask.kind in PUBLIC_SPEECH_KINDS:
            kind = f"{intention.kind} {intention.role}"
            tried[kind] += 1
            heard[kind] += follows(
                intention, answer.text, read(answer.text, view.seat, view.names, view.board.size)
            )

    for seed in range(20 if board == "sla7" else 3):
        played(board, seed, met, wanders=wanders)
    assert len(tried) == 3 + len(set(get_board(board).roles))
    assert min(tried.values()) > 100
    assert {
        kind: (heard[kind], many) for kind, many in tried.items() if heard[kind] < 0.95 * many
    } == {}


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sla7", "classic9", "plus10+sheriff"])
def test_the_usual_answer_follows_one_of_them_and_is_left_as_it_is_by_that_one(board: str) -> None:
    thinker, same, other = HouseThinker(), Counter[str](), Counter[str]()

    def met(
        view: View, ask: Ask, desk: Desk, usual: Answer, intention: Intention, answer: Answer
    ) -> None:
        intended = thinker.usual_intention(view, ask, desk)
        assert intended in thinker.intentions(view, ask)
        if intention == intended:
            assert answer == usual
            same[intention.kind] += 1
        else:
            other[intention.kind] += (answer.choice, answer.text) != (usual.choice, usual.text)

    for seed in range(4):
        played(board, seed, met, wanders=False)
    assert {"target", "claim", "hide"} <= set(same)
    assert set(other) == {"idle", "target", "claim", "hide"}


@pytest.mark.slow
def test_a_true_seer_that_claims_so_reports_what_it_saw_and_a_false_one_makes_it_up() -> None:
    true, false = Counter[bool](), Counter[bool]()

    def met(
        view: View, ask: Ask, desk: Desk, usual: Answer, intention: Intention, answer: Answer
    ) -> None:
        if ask.kind != "speak" or intention.role != "Seer":
            return
        acts = read(answer.text, view.seat, view.names, view.board.size)
        told = {
            (act.seat, act.result in ("wolves", "Werewolf"))
            for act in acts
            if isinstance(act, ReportsCheck)
        }
        if view.role == "Seer":
            seen = {
                (check.target, check.result in ("wolves", "Werewolf"))
                for check in view.state.checks
            }
            true[told <= seen] += 1
        elif view.state.day == 1:
            false[bool(told)] += 1

    for seed in range(12):
        played("sla7", seed, met, wanders=False)
    assert set(true) == {True}
    assert true[True] > 10
    assert false[True] > 0.9 * false.total()
    assert false[True] > 50


@pytest.mark.slow
def test_words_for_a_target_name_nobody_else_even_as_an_answer() -> None:
    thinker, seen, answered = HouseThinker(), 0, 0

    def met(
        view: View, ask: Ask, desk: Desk, usual: Answer, intention: Intention, answer: Answer
    ) -> None:
        nonlocal seen, answered
        if (
            ask.kind not in PUBLIC_SPEECH_KINDS
            or intention.kind != "target"
            or thinker.usual_intention(view, ask, desk) == intention
        ):
            return
        seen += 1
        answered += "answer suspect" in answer.thought
        for act in read(answer.text, view.seat, view.names, view.board.size):
            if isinstance(act, Accuses | CallsVote):
                assert act.seat == intention.seat, answer.text

    for seed in range(8):
        played("sla7", seed, met, wanders=False)
    assert seen > 100
    assert answered > 10


@pytest.mark.slow
def test_whoever_would_claim_and_is_to_reveal_nothing_speaks_of_others_instead() -> None:
    thinker, against = HouseThinker(), Counter[bool]()

    def met(
        view: View, ask: Ask, desk: Desk, usual: Answer, intention: Intention, answer: Answer
    ) -> None:
        if (
            ask.kind == "speak"
            and intention == HIDE
            and thinker.usual_intention(view, ask, desk).kind == "claim"
        ):
            acts = read(answer.text, view.seat, view.names, view.board.size)
            against[any(isinstance(act, Accuses | CallsVote) for act in acts)] += 1

    for seed in range(20):
        played("sla7", seed, met, wanders=False)
    assert against.total() > 20
    assert against[True] > 0.6 * against.total()


def test_whoever_is_asked_for_its_role_and_is_to_reveal_nothing_claims_none() -> None:
    thinker, claimed, hidden = HouseThinker(), Counter[bool](), Counter[bool]()

    def claims(view: View, answer: Answer) -> bool:
        return any(
            isinstance(act, ClaimsRole)
            for act in read(answer.text, view.seat, view.names, view.board.size)
        )

    def taken(view: View, ask: Ask) -> Answer | None:
        said = sum(isinstance(fact, f.Said) for fact in view.facts)
        if ask.kind == "speak" and not said:
            asked = min(seat for seat in view.living if seat != view.seat)
            return Answer(0, f"{view.names[asked - 1]}, what is your role?")
        if ask.kind == "speak" and said == 1:
            desk = Desk.of_seed(ask, 1)
            claimed[claims(view, thinker.answer(view, ask, desk))] += 1
            hidden[claims(view, thinker.answer_with_intention(view, ask, desk, HIDE))] += 1
        return None

    for seed in range(40):
        play(
            "sla7",
            seed,
            takeover=taken,
            until=lambda game: any(ask.kind == "vote" for ask in game.asks),
        )
    assert claimed[True] > 8
    assert hidden == {False: 40}
