"""Scripted people who play several games in a row with the same agents, and what they know at each."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path

import pytest

from tests.core.metrics.written import dawn, day, died, near, night, said, votes, written
from tests.new_roles.in_process import MEDIUM, add_medium
from wolfcore.bots import HouseBot
from wolfcore.bots.people import (
    KINDS,
    USUAL_WAY,
    WAYS,
    Known,
    Person,
    PersonPlayer,
    Way,
    kind_of,
    person_player,
    read_known,
    write_known,
)
from wolfcore.bots.people.habits import Habit, HabitMemory, PublicTraits
from wolfcore.bots.people.strategies import (
    accuses_the_seer,
    claims_seer_against_seers,
    follows_the_last_accuser,
)
from wolfcore.errors import ConfigError
from wolfcore.game import (
    Answer,
    Ask,
    Board,
    Entry,
    Fact,
    Game,
    RoleName,
    View,
    deal_roles,
    get_board,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import make_player, parse_player
from wolfcore.table import play_now

ROLES: tuple[RoleName, ...] = (
    "Doctor",
    "Werewolf",
    "Werewolf",
    "Seer",
    "Villager",
    "Villager",
    "Villager",
)


def revealed(*told: Fact | Sequence[Fact]) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The log and names of a game of the Doctor, two wolves, the Seer and three villagers, in
    this order."""
    game = written("DWWSVVV", *told)
    return tuple(game.entries), game.names


def asked(kind: str, seat: int) -> tuple[Game, Ask]:
    """A game with these roles in its first night, and what a seat is asked there."""
    game = Game(make_spec(get_board("sla7"), 3, deal=dict(enumerate(ROLES, 1))))
    (ask,) = (ask for ask in game.asks if ask.kind == kind and ask.seat == seat)
    return game, ask


def answer(memory: HabitMemory | None, kind: str, seat: int) -> Answer:
    game, ask = asked(kind, seat)
    return PersonPlayer(Way(), "hard", memory).answer_now(
        game.view(seat), ask, Desk.of_seed(ask, 3)
    )


# -- habits


def test_a_habit_says_nothing_before_it_was_seen_twice() -> None:
    habit = Habit()
    for traits, happened in (({"quiet"}, True), ({"loud"}, False), ({"loud"}, False)):
        habit.add(traits, happened)
    assert habit.log_odds(frozenset({"quiet"})) == 0
    habit.add({"quiet"}, happened=True)
    # quiet: 3/4 against 1/4, not loud: 3/4 against 1/4; together more than the most that is
    # believed of a few games
    assert habit.log_odds(frozenset({"quiet"})) == 2
    # quiet and loud: 3/4 against 1/4, and 1/4 against 3/4
    assert habit.log_odds(frozenset({"quiet", "loud"})) == near(0)
    assert habit.log_odds(frozenset({"loud"})) == -2


def test_a_doctor_protects_the_seat_that_is_always_attacked_first() -> None:
    memory = HabitMemory()
    usual = answer(None, "protect", 1).choice
    victim = next(seat for seat in (5, 6, 7) if seat != usual)
    assert answer(memory, "protect", 1).choice == usual
    for _ in range(3):
        memory.learn(*revealed(night(1), f.Attacked(victim)), roles=ROLES, me=1)
    assert answer(memory, "protect", 1).choice == victim


def test_a_wolf_attacks_who_is_never_protected() -> None:
    usual = answer(None, "kill", 2).choice
    memory = HabitMemory()
    for _ in range(6):
        memory.learn(*revealed(night(1), f.Protected(1, usual)), roles=ROLES, me=2)
    assert answer(memory, "kill", 2).choice not in (usual, 3)


def test_wolves_are_known_by_what_they_do_before_the_vote_and_never_by_the_persons_own_deeds() -> (
    None
):
    talk = [said(seat, "I think Gil is a wolf.") for seat in (1, 2, 3)]
    game = revealed(
        night(1), f.Attacked(6), dawn(1), died(6, "killed"), day(1), talk, votes("2 7 7 1 1 . 1")
    )
    memory = HabitMemory()
    memory.learn(*game, roles=ROLES, me=1)
    assert memory.wolf.log_odds(frozenset({"accuses"})) > 1
    assert memory.wolf.log_odds(frozenset()) < 0
    assert memory.killed.log_odds(frozenset({"has number 6"})) == 0, "it happened once"


def test_gods_are_told_from_the_village_alone_and_seats_are_counted_once_a_vote() -> None:
    talk = [said(seat, "I think Gil is a wolf.") for seat in (1, 2, 3, 4)]
    memory, later = HabitMemory(), (night(2), f.Attacked(5))
    for _ in range(2):
        memory.learn(
            *revealed(night(1), dawn(1), day(1), talk, votes("2 7 7 1 1 1 1"), *later),
            roles=ROLES,
            me=7,
        )
    # Doctor and Seer spoke, no villager did: 5/6 against 1/6 and so on, at most 2; were wolves
    # counted, speaking told less
    assert memory.god.log_odds(frozenset({"accuses"})) == 2
    fresh = HabitMemory()
    fresh.learn(
        *revealed(night(1), dawn(1), day(1), talk, votes("2 7 7 1 1 1 1")), roles=ROLES, me=7
    )
    # of wolves 2 of 2 spoke, of the others 2 of 4, nobody often: 3/4 against 1/2; Gil, who is
    # accused, is the person
    assert fresh.wolf.log_odds(frozenset({"accuses"})) == near(log(3 / 4 / (3 / 6)))


def test_secret_ballots_are_no_trait_of_a_seat() -> None:
    talk = [said(seat, "I think Gil is a wolf.") for seat in (1, 2, 3)]
    day_one = (night(1), dawn(1), day(1), talk, votes("2 7 7 1 1 1 1"))
    entries, names = revealed(*day_one, night(2), f.Attacked(5))
    public, secret = HabitMemory(), HabitMemory()
    public.learn(entries, names, roles=ROLES, me=1)
    secret.learn(
        [Entry((), entry.fact) if isinstance(entry.fact, f.Voted) else entry for entry in entries],
        names,
        roles=ROLES,
        me=1,
    )
    assert "votes with the most" in public.counted.killed.having
    assert "votes with the most" not in secret.counted.killed.having
    # The roles at a vote are counted all the same: the game is revealed.
    assert secret.counted.wolf == public.counted.wolf


def test_a_person_who_tries_ways_takes_what_won_and_one_who_does_not_stays() -> None:
    trying, same = Person(KINDS["ways"], "wolves"), Person(KINDS[USUAL_WAY], "wolves")
    facts, names = revealed(night(1))
    for seed in range(200):
        same.learn(seed, facts, names, ROLES, 2, won=False)
        trying.learn(seed, facts, names, ROLES, 2, won=trying.way_for(seed) == "quiet")
    taken = [trying.way_for(seed) for seed in range(200, 240)]
    assert taken.count("quiet") > 35
    assert {same.way_for(seed) for seed in range(40)} == {USUAL_WAY}
    assert {Person(KINDS["ways"], "wolves").way_for(seed) for seed in range(99)} == set(
        WAYS["wolves"]
    )


def playing(person: Person, seed: int, folder: Path) -> PersonPlayer:
    """Who plays the game of a seed for a person, by what stands in a file."""
    write_known(folder / "known.json", person.knowledge_before(seed))
    return person_player(("normal",), folder / "known.json")


class KillsTheLowest:
    """A house bot whose pack always attacks the lowest seat that it may."""

    def __init__(self) -> None:
        self._bot = HouseBot(("normal",))

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        prey = (
            [seat for seat in ask.options if seat and seat != view.seat and seat not in view.mates]
            if ask.kind == "kill"
            else []
        )
        return Answer(min(prey)) if prey else self._bot.answer_now(view, ask, desk)


@pytest.mark.slow
def test_who_seeks_habits_finds_one_where_there_is_one(tmp_path: Path) -> None:
    """The Doctor of eight series wins as many first games, and more later ones, where the pack
    always attacks the lowest seat."""
    won = {USUAL_WAY: [0] * 10, "habits": [0] * 10}
    agent = KillsTheLowest()
    for kind, wins in won.items():
        for series in range(8):
            person = Person(KINDS[kind], "village")
            for place in range(10):
                seed = 10 * series + place
                game = Game(make_spec(get_board("sla7"), seed))
                roles = deal_roles(game.spec)
                seat = roles.index("Doctor") + 1
                players: dict[int, SyncPlayer] = {
                    **dict.fromkeys(range(1, 8), agent),
                    seat: playing(person, seed, tmp_path),
                }
                village = play_now(game, players).winner == "village"
                wins[place] += village
                person.learn(seed, game.log, game.spec.names, roles, seat, village)
    assert won[USUAL_WAY][0] == won["habits"][0]
    assert sum(won["habits"]) >= sum(won[USUAL_WAY]) + 8


# -- what they know, as a file


def test_what_a_person_knows_is_the_same_bytes_whoever_counted_it(tmp_path: Path) -> None:
    talk = [said(seat, "I think Gil is a wolf.") for seat in (1, 2, 3)]
    game = revealed(
        night(1), f.Attacked(6), dawn(1), died(6, "killed"), day(1), talk, votes("2 7 7 1 1 . 1")
    )
    first, second = (Person(KINDS["adaptive"], "village") for _ in range(2))
    for person in (first, second):
        person.learn(4, *game, roles=ROLES, seat=1, won=False)
    write_known(tmp_path / "one", first.knowledge_before(5))
    write_known(tmp_path / "other", second.knowledge_before(5))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    known = read_known(tmp_path / "one")
    assert known == first.knowledge_before(5)
    assert known.habits is not None
    assert HabitMemory(known.habits).counted == known.habits
    assert known.habits.killed.seats == (4, 1)


def test_a_person_who_seeks_no_habits_brings_none(tmp_path: Path) -> None:
    write_known(tmp_path / "known", Person(KINDS["ways"], "wolves").knowledge_before(3))
    assert read_known(tmp_path / "known").habits is None
    assert kind_of(("ways", "easy")) == KINDS["ways"]
    assert kind_of(()) == KINDS["adaptive"]


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("person:wise", "`wise` is not an option of a person"),
        ("person:easy:hard", "`easy` and `hard` exclude each other"),
        ("person:knows={here}/none", "cannot be read"),
        ("person:knows={here}/other", "is not a memory file of a scripted person"),
        ("person:knows={here}/way", "`quiet` is not a way to play"),
        ("person@llama", "a person plays without a model"),
    ],
)
def test_what_a_person_cannot_be_is_one_line(tmp_path: Path, word: str, problem: str) -> None:
    (tmp_path / "other").write_text("{}")
    write_known(tmp_path / "way", Known("quiet", "village"))
    with pytest.raises(ConfigError) as caught:
        make_player(parse_player(word.format(here=tmp_path)))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("role", ["Seer", MEDIUM])
def test_a_claim_of_any_dealt_role_that_checks_is_countered(
    role: RoleName, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_medium(monkeypatch)
    board = Board("both", (MEDIUM, "Werewolf", "Seer", "Villager", "Villager"))
    view = View(2, board, ("Ada", "Bram", "Cleo", "Dov", "Elif"), [
        f.Began(1, "discussion"), f.Said(4, "speak", f"I am the {role}."),
    ])  # fmt: skip
    ask = Ask("d1.speak.2", 2, "speak", 1, "discussion", (0,))
    said = claims_seer_against_seers(view, ask)
    assert said
    assert said.text.startswith(f"I am the {role}. I checked seat 4")


def test_a_trait_is_often_from_the_second_time_on() -> None:
    traits = PublicTraits(("Ada", "Bram", "Cleo"), ())
    accusation = f.Said(1, "speak", "Bram is a wolf.")
    # Words with a ballot count like a speech.
    traits.observe(f.Voted(1, 2, "vote", accusation.text))
    assert {"accuses", "accuses often"} & traits.traits(1) == {"accuses"}
    traits.observe(accusation)
    assert {"accuses", "accuses often"} <= traits.traits(1)
    assert "is accused often" in traits.traits(2)


@pytest.mark.parametrize("is_line", [False, True], ids=["speech", "line"])
def test_strategies_hear_words_with_a_ballot_like_a_speech(is_line: bool) -> None:
    board = get_board("classic9")
    words = "I am the Seer. Bram is a wolf."
    said = f.Voted(4, 2, "vote", words) if is_line else f.Said(4, "speak", words)
    own = f.Voted(1, 5, "vote", "Elif is a wolf.")
    facts: list[f.Fact] = [f.Began(1, "vote"), said, own, f.Voted(3, 0, "vote")]
    names = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo")
    view = View(1, board, names, facts)
    vote = Ask("d1.vote2.1", 1, "vote", 1, "runoff", (0, 2, 4, 5))
    assert follows_the_last_accuser(view, vote) == Answer(2)
    assert accuses_the_seer(view, vote) == Answer(4)
