"""Views: a seat knows its own facts and nothing else, neither by what is in its view nor by what is
missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import msgspec
import pytest
from hypothesis import given, settings

from tests.core.game.random_play import played, specs, steps
from tests.core.game.table_talk import Table
from tests.core.game.twins import Twins, cornered, play_part, twins
from wolfcore.game import (
    ALL,
    Answer,
    Ask,
    Belief,
    Entry,
    Game,
    GameSpec,
    State,
    View,
    dice_of,
    get_board,
    make_spec,
    view_of,
)
from wolfcore.game import facts as f
from wolfcore.game.dice import Dice, DiceSet
from wolfcore.game.moderator import Moderator

SECRET = "\u2042marked\u2042"


# -- a view is its seat's part of the log


@given(specs())
@settings(max_examples=30)
def test_a_view_equals_the_fold_of_the_log(spec: GameSpec) -> None:
    game = played(spec)
    for seat in range(spec.board.size + 1):
        folded = view_of(game.log, seat, spec.board, spec.names)
        live = game.view(seat)
        assert folded.facts == live.facts
        assert folded.state == live.state
        assert (folded.role, folded.team, folded.mates, folded.living) == (
            live.role,
            live.team,
            live.mates,
            live.living,
        )
        assert (folded.answered, folded.names, folded.board) == ([], spec.names, spec.board)


@given(specs())
@settings(max_examples=10)
def test_a_view_is_kept_at_every_step(spec: GameSpec) -> None:
    for game in steps(spec):
        for seat in range(spec.board.size + 1):
            assert game.view(seat).facts == [
                entry.fact for entry in game.log if entry.to == ALL or seat in entry.to
            ]


@given(specs())
@settings(max_examples=30)
def test_the_public_view_holds_only_what_is_for_all(spec: GameSpec) -> None:
    game = played(spec)
    assert game.view(0).facts == [entry.fact for entry in game.log if entry.to == ALL]
    assert game.view(0).role is None
    assert game.view(0).answered == []
    assert not any(isinstance(fact, f.Dealt) for fact in game.view(0).facts)


@given(specs())
@settings(max_examples=20)
def test_the_payload_of_a_view_has_no_audience_and_no_number_of_an_entry(spec: GameSpec) -> None:
    game = played(spec)
    for seat in range(spec.board.size + 1):
        payload = msgspec.json.encode([game.view(seat).facts, game.view(seat).answered]).decode()
        keys = set(re.findall(r'"(\w+)":', payload))
        assert "is" in keys
        assert not {"to", "seq", "entry", "audience", "fact"} & keys


def test_no_way_leads_from_a_view_to_the_game() -> None:
    game = played(make_spec(get_board("plus12"), 1))
    for seat in (0, 1):
        view = game.view(seat)
        assert view.state.day
        reached = list(_reachable(view))
        assert any(isinstance(thing, State) for thing in reached)
        assert not any(
            isinstance(thing, Game | Moderator | Entry | GameSpec | Dice | DiceSet)
            for thing in reached
        )
        assert sum(isinstance(thing, View) for thing in reached) == 1


def _reachable(start: object) -> Iterator[object]:
    """Everything that attributes and containers lead to."""
    seen, left = set[int](), [start]
    while left:
        thing = left.pop()
        if id(thing) in seen or isinstance(thing, str | int | float | type(None)):
            continue
        seen.add(id(thing))
        yield thing
        left += _parts(thing)


def _parts(thing: object) -> list[object]:
    kind = type(thing)
    slots = cast(
        "tuple[str, ...]",
        getattr(kind, "__struct_fields__", None) or getattr(kind, "__slots__", ()),
    )
    parts: list[object] = [getattr(thing, name) for name in slots if hasattr(thing, name)]
    parts += cast("dict[str, object]", getattr(thing, "__dict__", {})).values()
    if isinstance(thing, Mapping):
        parts += cast("Mapping[object, object]", thing).values()
    elif isinstance(thing, Iterable):
        parts += cast("Iterable[object]", thing)
    return parts


# -- what follows from it


def test_each_seat_knows_its_role_team_and_mates() -> None:
    table = Table("WWSGXHV")
    views = [table.game.view(seat) for seat in range(8)]
    assert [view.role for view in views] == [
        None,
        "Werewolf",
        "Werewolf",
        "Seer",
        "Guard",
        "Witch",
        "Hunter",
        "Villager",
    ]
    assert [view.team for view in views] == [None, "wolves", "wolves", *["village"] * 5]
    assert [view.mates for view in views] == [(), (2,), (1,), (), (), (), (), ()]
    assert [sum(role is not None for role in view.state.roles) for view in views] == [
        0,
        2,
        2,
        1,
        1,
        1,
        1,
        1,
    ]


def test_a_wolf_knows_its_dead_mates() -> None:
    table = Table("WWVVVVV", wolves_may_pass=True).play({"d1.vote": 1}, until="n2")
    assert table.game.view(2).mates == (1,)
    assert table.game.view(2).living == (2, 3, 4, 5, 6, 7)


def test_a_view_grows_with_the_game_and_holds_its_own_answers() -> None:
    table = Table("WWSGXVVVV")
    seer = table.game.view(3)
    table.play({"n1.kill": 9, "check": Answer(1, thought="so", memo='{"a": 1}')}, until="d1")
    assert seer is table.game.view(3)
    assert seer.state.checks == (f.Checked(3, 1, "wolves"),)
    assert [own.ask.id for own in seer.answered] == ["n1.check.3"]
    assert seer.answered[0].answer.memo == '{"a": 1}'
    assert [type(fact) for fact in seer.facts[seer.answered_after[0] :][:1]] == [f.Checked], (
        "it knew all that came before its result"
    )
    assert seer.living == (1, 2, 3, 4, 5, 6, 7, 8)
    assert seer.name(1).startswith("A")


def test_what_a_seat_knows_of_a_death() -> None:
    table = Table("WWSGXVVVV").play({"n1.kill": 9, "n1.poison": 8, "d1.vote": 1}, until="n2")
    for seat in (0, 7):
        deaths = [
            (death.seat, death.day, death.at_night, death.cause)
            for death in table.game.view(seat).state.deaths
        ]
        assert deaths == [(8, 1, True, None), (9, 1, True, None), (1, 1, False, "exiled")]
    assert [death.cause for death in table.game.state.deaths] == ["poisoned", "killed", "exiled"]


AUDIENCES: list[tuple[str, str]] = [
    # a fact, and who knows it in a game of wolves 1 and 2, seer 3, guard 4, witch 5, hunter 6,
    # villagers 7 to 9
    ("Proposed", "12"),
    ("Attacked", "12"),
    ("Whispered", "12"),
    ("Protected", "4"),
    ("Checked", "3"),
    ("Victim", "5"),
    ("Saved", "5"),
    ("Poisoned", "5"),
    ("Believed", ""),
    ("Thought", ""),
    ("Fallback", ""),
    ("Cause", ""),
]


@pytest.mark.parametrize(("name", "seats"), AUDIENCES)
def test_who_knows_what_of_a_night(name: str, seats: str) -> None:
    reply = Answer(9, thought="hm", beliefs=(Belief(1, "Werewolf", 7),), how="repaired")
    table = Table("WWSGXHVVV", whisper_rounds=1).play({"n1.kill": reply, "n1.check": 1}, until="d1")
    knowing = [
        seat
        for seat in range(10)
        if any(type(fact).__name__ == name for fact in table.game.view(seat).facts)
    ]
    assert knowing == [int(seat) for seat in seats]
    assert any(type(entry.fact).__name__ == name for entry in table.game.log)


def test_the_dead_of_the_pack_hear_no_more_of_it() -> None:
    table = Table("WWWVVVVVV", whisper_rounds=1, wolf_kill="one_decides", wolves_may_pass=True)
    table.play({"d1.vote": 1, "n2.kill": 9}, until="d2")
    night = table.entries(f.Whispered, f.Decider, f.Proposed, f.Attacked)[-5:]
    assert [entry.to for entry in night] == [(2, 3)] * 5


# -- nothing secret is in it


@given(specs())
@settings(max_examples=40)
def test_a_marked_secret_is_in_no_view_that_may_not_hold_it(spec: GameSpec) -> None:
    game = Game(spec)
    planted = dict[str, set[int]]()
    while game.asks:
        answers = dict[str, Answer]()
        for ask in game.asks:
            answers[ask.id] = _with_secrets(ask, spec)
            pack = {seat for seat in game.state.living if game.view(seat).role == "Werewolf"}
            planted[_token(ask, "own")] = {ask.seat}
            planted[_token(ask, "text")] = pack if ask.kind == "whisper" else {ask.seat}
        game.submit(answers)
    shown = {
        seat: repr((game.view(seat).facts, game.view(seat).answered, game.view(seat).state))
        for seat in range(spec.board.size + 1)
    }
    log = repr(game.log)
    assert _token_found(log, planted)
    for seat, text in shown.items():
        tokens = {part.split(SECRET)[0] for part in text.split(f"{SECRET}<")[1:]}
        assert all(seat in planted[token] for token in tokens)


def _token(ask: Ask, what: str) -> str:
    return f"{what}:{ask.id}>"


def _token_found(text: str, planted: Mapping[str, set[int]]) -> bool:
    return all(f"{SECRET}<{token}{SECRET}" in text for token in planted if token.startswith("own"))


def _with_secrets(ask: Ask, spec: GameSpec) -> Answer:
    """An answer with a marked secret in every text that is not said to all."""
    secret = {what: f"{SECRET}<{_token(ask, what)}{SECRET}" for what in ("own", "text")}
    said_to_all = ask.kind in {"campaign", "speak", "summarise", "defend", "plead", "last_words"}
    said_to_all |= ask.kind == "vote" and spec.board.switches.hears_vote_lines
    choice = dice_of(spec.seed, ask.id).pick("choice", ask.options)
    return Answer(
        choice,
        text="" if said_to_all else secret["text"],
        thought=secret["own"],
        memo=secret["own"],
    )


@given(specs())
@settings(max_examples=30)
def test_marked_beliefs_are_in_no_view_but_the_holders(spec: GameSpec) -> None:
    game, number = Game(spec), 0
    holders = dict[str, int]()
    while game.asks:
        answers = dict[str, Answer]()
        for ask in game.asks:
            number += 1
            mark = 0.5 + number / 2**20
            holders[repr(mark)] = ask.seat
            answers[ask.id] = Answer(
                dice_of(spec.seed, ask.id).pick("c", ask.options),
                beliefs=(Belief(1, "Uncertain", 5, mark),),
            )
        game.submit(answers)
    for seat in range(spec.board.size + 1):
        view = game.view(seat)
        assert not any(isinstance(fact, f.Believed) for fact in view.facts)
        assert view.state.beliefs == ()
        assert all(
            holders[repr(belief.p_wolf)] == seat
            for own in view.answered
            for belief in own.answer.beliefs
        )


@given(specs())
@settings(max_examples=30)
def test_the_roles_in_a_view_are_the_own_the_packs_and_those_revealed(spec: GameSpec) -> None:
    game = played(spec)
    roles = game.state.roles
    for seat in range(1, spec.board.size + 1):
        view = game.view(seat)
        pack = (
            {other for other in range(1, len(roles)) if roles[other] == "Werewolf"}
            if roles[seat] == "Werewolf"
            else set[int]()
        )
        shown = {fact.seat for fact in view.facts if isinstance(fact, f.Revealed)}
        known = {other for other, role in enumerate(view.state.roles) if role}
        assert known == {seat} | pack | shown


# -- two games that differ only in what a seat may not know


@pytest.mark.slow
@given(twins())
@settings(max_examples=200)
def test_two_games_that_differ_in_what_a_seat_may_not_know_give_it_equal_views(pair: Twins) -> None:
    one, two = Game(pair.one), Game(pair.two)
    while one.asks and two.asks and not cornered(one, pair):
        play_part(one, pair)
        play_part(two, pair)
        for eyes in (pair.seat, 0):
            assert one.view(eyes).facts == two.view(eyes).facts
            assert one.view(eyes).answered == two.view(eyes).answered
            assert one.view(eyes).state == two.view(eyes).state
    assert one.log != two.log
