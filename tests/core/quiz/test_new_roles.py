"""Boards whose powers do what no shipped one does: the key of a question is what the engine does,
and a question that a power makes ambiguous is not asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

import pytest
from msgspec.structs import replace

import wolfcore.game.night
from tests.core.quiz.test_kinds import drafts, question
from tests.new_roles.in_process import FOOL, MEDIUM, add_roles, stay
from wolfcore.game import (
    Board,
    Fact,
    Game,
    Switches,
    apply,
    board_names,
    get_board,
    initial_state,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.game.moderator import Moderator
from wolfcore.game.powers import POWERS
from wolfcore.game.powers.power import AfterDeaths, NightRules, Tonight
from wolfcore.game.rulebook import vote_changes
from wolfcore.game.views import AnsweredAsk
from wolfcore.quiz import KINDS
from wolfcore.quiz.kind import Draft, everybody_votes
from wolfcore.quiz.question import Question
from wolfcore.quiz.question_text import make_question, rule_sentences, rulebook_sentences
from wolfcore.quiz.scenes import Unsettled
from wolfcore.records import SeatSpec
from wolfcore.roles import layout_roles
from wolfcore.seating import make_players, quick_players
from wolfcore.table import play_now

WITH_FOOL = Board(
    "with a fool",
    ("Werewolf", "Werewolf", "Seer", "Doctor", FOOL, "Villager", "Villager", "Villager"),
    Switches(sheriff="candidates", last_words="exile", suspicions="before_vote", tie="runoff"),
)
WITH_MEDIUM = Board(
    "with a medium",
    ("Werewolf", "Werewolf", "Seer", "Guard", MEDIUM, "Villager", "Villager"),
)
ALONE = Board("medium alone", ("Werewolf", "Werewolf", MEDIUM, "Witch", *["Villager"] * 3))
ADDED = {board.name: board for board in (WITH_FOOL, WITH_MEDIUM, ALONE)}


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    add_roles(monkeypatch)


def found(board: Board, *kinds: str, tries: int = 100) -> list[Draft]:
    return [draft for kind in kinds for draft in drafts(board, KINDS[kind], tries) if draft]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ADDED, *board_names()])
def test_equal_words_have_equal_keys_whatever_was_dealt(name: str) -> None:
    board = ADDED[name] if name in ADDED else get_board(name)
    for kind in KINDS:
        keys = defaultdict[tuple[str, tuple[tuple[str, str], ...]], set[object]](set)
        for draft in found(board, kind, tries=30):
            keys[draft.sentence_name, tuple(sorted(draft.fills.items()))].add(draft.key)
        assert [words for words, key in keys.items() if len(key) > 1] == [], kind


def played(board: Board, seed: int) -> Sequence[Fact]:
    game = Game(make_spec(board, seed))
    players = quick_players(make_players([SeatSpec("random")] * board.size))
    assert players
    play_now(game, players)
    return [entry.fact for entry in game.log]


def after_exiles(facts: Sequence[Fact]) -> Iterator[tuple[bool, bool]]:
    """For each exile: whether the exiled speaks a last time, and whether its role is shown."""
    for place, exiled in enumerate(facts):
        if isinstance(exiled, f.Exiled) and exiled.seat:
            rest = takewhile(lambda fact: not isinstance(fact, f.Began), facts[place:])
            of_seat = [fact for fact in rest if getattr(fact, "seat", 0) == exiled.seat]
            spoke = any(isinstance(fact, f.Said) for fact in of_seat)
            yield spoke, any(isinstance(fact, f.Revealed) for fact in of_seat)


def all_vote(board: Board, facts: Sequence[Fact]) -> Iterator[bool]:
    """For each vote of a day: whether all the living cast a ballot."""
    state = initial_state(board.size)
    for place, fact in enumerate(facts):
        if isinstance(fact, f.Began) and fact.phase == "vote":
            rest = takewhile(lambda fact: not isinstance(fact, f.Began), facts[place + 1 :])
            voters = {fact.voter for fact in rest if isinstance(fact, f.Voted)}
            yield voters == set(state.living)
        state = apply(state, fact)


@pytest.mark.parametrize("name", [*ADDED, *board_names()])
def test_what_whole_games_show_is_the_key_or_is_not_asked(name: str) -> None:
    board = ADDED[name] if name in ADDED else get_board(name)
    # What a power changes of an exile shows in few games.
    rare = any(rules.vote and board.roles_with(power) for power, rules in POWERS.items())
    games = [played(board, seed) for seed in range(24 if rare else 4)]
    exiles = [found for facts in games for found in after_exiles(facts)]
    shown = {
        "last words": ({"is exiled"}, {spoke for spoke, _ in exiles}),
        "told at a death": ({"is exiled"}, {told for _, told in exiles}),
        "who votes": (
            {"a living player"},
            {vote for facts in games for vote in all_vote(board, facts)},
        ),
    }
    for kind, (words, values) in shown.items():
        keys = {
            draft.key
            for draft in found(board, kind, tries=12)
            if any(
                word in words or word.partition(" on day")[0] in words
                for word in draft.fills.values()
            )
        }
        assert keys == (values if len(values) == 1 else set()), kind
    if name in ADDED:
        assert (len(shown["who votes"][1]) > 1) == (name == WITH_FOOL.name)


@pytest.mark.parametrize("kind", ["last words", "told at a death", "badge chosen"])
def test_what_follows_an_exile_is_not_asked_of_a_seat_whose_role_is_not_named(kind: str) -> None:
    exiled = [
        draft
        for draft in found(WITH_FOOL, kind)
        if "exiled" in draft.fills.get("how", draft.fills.get("when", ""))
        or draft.fills.get("what") == "the sheriff chooses who gets the badge"
    ]
    assert exiled == []


@pytest.mark.parametrize("kind", ["who votes", "may vote for", "straw vote", "runoff"])
def test_a_living_player_is_not_said_to_have_a_vote_where_one_may_have_lost_it(kind: str) -> None:
    def of_votes(board: Board) -> list[Draft]:
        return [
            draft
            for draft in found(board, kind)
            if draft.sentence_name == "may_vote_nobody"
            or draft.fills.get("who") in ("a living player", "the living sheriff")
            or draft.fills.get("what") in ("vote", "the sheriff casts a straw vote")
        ]

    assert not everybody_votes(WITH_FOOL)
    assert of_votes(WITH_FOOL) == []
    usual = Board("usual", ("Werewolf", "Werewolf", "Seer", *["Villager"] * 4), WITH_FOOL.switches)
    assert everybody_votes(usual)
    assert of_votes(usual)


def test_a_vote_that_a_power_of_the_night_takes_is_a_lost_vote(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: dict[str, NightRules] = vars(wolfcore.game.night)["_STEPS"]
    night = steps["seer"]

    def resolve(m: Moderator, tonight: Tonight, given: list[AnsweredAsk]) -> None:
        night.resolve(m, tonight, given)
        for own in given:
            m.tell(f.LostVote(own.answer.choice))

    monkeypatch.setitem(steps, "seer", night._replace(resolve=resolve))
    assert not everybody_votes(replace(ALONE, name="votes are taken"))


@pytest.mark.parametrize("after_deaths", [None, POWERS["shoot"].after_deaths])
def test_of_every_role_that_may_stay_it_is_open_whether_the_exiled_speaks(
    monkeypatch: pytest.MonkeyPatch, after_deaths: AfterDeaths | None
) -> None:
    shooting = POWERS["shoot"]._replace(exile=stay.RULES.exile, after_deaths=after_deaths)
    monkeypatch.setitem(POWERS, "shoot", shooting)
    roles = ("Werewolf", "Werewolf", "Hunter", *["Villager"] * 4)
    board = Board("stays", roles, Switches(last_words="exile"))
    exiled = [d for d in found(board, "last words", tries=40) if "exiled" in d.fills["how"]]
    assert exiled == []


def test_of_a_named_role_that_stays_the_engine_says_what_follows() -> None:
    won = [
        draft
        for draft in found(WITH_FOOL, "won by an exile")
        if f"{draft.fills['gone']} ({FOOL})" in draft.fills["alive"]
    ]
    assert won
    assert {draft.key for draft in won} == {"nobody has won, and the game goes on"}


def questions(board: Board, kind: str) -> list[Question]:
    found: list[Question] = []
    for number in range(40):
        with suppress(Unsettled):
            found.append(make_question(board, KINDS[kind], seed=1, number=number, binary=True)[0])
    assert found
    return found


@pytest.mark.parametrize(
    ("kind", "exile"),
    [("won by an exile", True), ("badge", True), ("won by a kill", False), ("last words", False)],
)
def test_what_a_power_does_at_an_exile_is_a_reason_where_one_is_exiled(
    kind: str, exile: bool
) -> None:
    (sentence,) = vote_changes(WITH_FOOL)
    for asked in questions(WITH_FOOL, kind):
        assert (sentence in asked.why) == exile
        assert set(asked.why) <= set(rulebook_sentences(WITH_FOOL))
    for asked in questions(get_board("plus8"), kind):
        assert asked.why == rule_sentences(get_board("plus8"), KINDS[kind])


def test_an_exiled_seat_that_stays_alive_acts_in_the_next_night(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(POWERS, "check", POWERS["check"]._replace(exile=stay.RULES.exile))
    asked = [
        (draft.fills["role"], draft.key)
        for draft in found(ALONE, "who acts that night")
        if draft.sentence_name == "long_dead_act"
    ]
    assert set(asked) == {(MEDIUM, True)}


def test_two_roles_with_the_check_are_asked_about_each_by_its_name() -> None:
    for kind in ("what the seer learns", "seer may check", "who learns of a check"):
        assert {draft.fills["seer"] for draft in found(WITH_MEDIUM, kind, tries=30)} == {
            "Seer",
            MEDIUM,
        }
    told = {
        (draft.fills["seer"], draft.fills["who"]): draft.key
        for draft in found(WITH_MEDIUM, "who learns of a check")
    }
    assert told["Seer", f"a {MEDIUM}"] is False
    assert told[MEDIUM, f"the {MEDIUM}"] is True
    acting = {draft.fills["role"] for draft in found(WITH_MEDIUM, "who acts that night")}
    assert acting == {"Seer", "Guard", MEDIUM}
    assert {draft.fills["role"] for draft in found(ALONE, "who acts that night")} == {MEDIUM}


@pytest.mark.parametrize("name", ADDED)
def test_every_kind_that_fits_an_added_board_gives_both_answers(name: str) -> None:
    for kind in KINDS.values():
        if kind.fits(ADDED[name]):
            for wanted in (True, False):
                assert question(ADDED[name], kind, wanted)


def test_a_role_that_a_board_does_not_deal_changes_none_of_its_questions() -> None:
    assert {draft.fills["role"] for draft in found(get_board("sla7"), "role count")} == set(
        layout_roles()
    )
