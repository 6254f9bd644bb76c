"""A session shows its eyes what they may know, keeps the place, and makes the table wait for the
reader."""

from __future__ import annotations

import pytest

from tests.wolftui.words.telling import (
    Choose,
    go_on,
    played,
    quiet,
    tell,
)
from wolfcore.game import (
    Answer,
    Ask,
    AskKind,
    Board,
    Game,
    Switches,
    View,
    get_board,
    kind_of,
    make_spec,
    may_know,
    read_roles,
    team_of,
)
from wolfcore.game import facts as f
from wolfcore.players import CallRecord, Progress
from wolfcore.table import Noted
from wolftui.games.session.game_session import GameSession, SessionUpdate
from wolftui.games.session.table_activity import SeatActivity
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES


def test_a_thought_stands_with_its_own_speech_and_no_other() -> None:
    def thinking(ask: Ask, view: View) -> Answer:
        answer = quiet(ask, view)
        return Answer(answer.choice, thought="" if ask.kind == "speak" and ask.day == 1 else ask.id)

    game = Game(make_spec(get_board("sla7"), 3))
    tell(game, [], thinking)
    session = GameSession(game.spec.board, game.spec.names, live=False)
    session.entries(game.log)
    thoughts = {
        (block.day, block.thought) for block in session.all_blocks if block.kind == "speech"
    }
    assert {(1, ""), (2, "d2.speak.2")} <= thoughts
    assert all(kind_of(thought) == "speak" for _, thought in thoughts if thought)


def test_every_pair_of_eyes_sees_its_own_facts_and_no_others() -> None:
    game, session = played()
    for seat in range(1, game.spec.board.size + 1):
        assert session.set_eyes(seat)
        session.go_end()
        assert list(session.facts) == game.view(seat).facts
    assert session.set_eyes(PUBLIC_EYES)
    assert all(may_know("all", 1) for _ in session.facts)
    assert list(session.facts) == [entry.fact for entry in game.log if entry.to == "all"]


def test_a_person_sees_through_no_other_eyes_until_the_end() -> None:
    game = Game(make_spec(get_board("sla7"), 5, people={4: None}))
    session = GameSession(game.spec.board, game.spec.names, people=(4,))
    tell(game, [session], batches=3)
    assert session.eyes == 4
    assert not any(
        session.set_eyes(eyes) for eyes in (MODERATOR_EYES, PUBLIC_EYES, 1, 2, 3, 5, 6, 7)
    )
    go_on(game, [session])
    assert session.over
    assert session.set_eyes(MODERATOR_EYES)


def test_who_watches_a_persons_game_has_public_eyes_until_the_end() -> None:
    game = Game(make_spec(get_board("sla7"), 5, people={4: None}))
    session = GameSession(game.spec.board, game.spec.names, guarded=True)
    tell(game, [session], batches=3)
    assert session.eyes == PUBLIC_EYES
    assert not session.set_eyes(4)
    assert not session.set_eyes(MODERATOR_EYES)


def test_the_dead_may_see_all_only_when_no_person_here_can_be_asked_again() -> None:
    game = Game(make_spec(get_board("sla7"), 5, people={1: None, 2: None}))
    session = GameSession(game.spec.board, game.spec.names, people=(1, 2))
    session.entries([*game.log, f.Entry("all", f.Died(1))])
    assert not session.unlock_after_death()
    session.entries([f.Entry("all", f.Died(2))])
    assert session.unlock_after_death()
    assert session.set_eyes(MODERATOR_EYES)


def test_while_anything_is_asked_in_secret_a_seat_sees_one_waiting() -> None:
    game = Game(make_spec(get_board("sla7"), 5))
    seat = GameSession(game.spec.board, game.spec.names, people=(7,))
    watcher = GameSession(game.spec.board, game.spec.names)
    for session in (seat, watcher):
        session.entries(game.log)
        session.asked(game.asks)
    assert (seat.status.doing, seat.status.seats, seat.status.kind) == ("waiting", (), None)
    assert watcher.status.doing == "asking"
    assert watcher.status.seats == tuple(sorted(ask.seat for ask in game.asks))
    seat.pause("seat 2 does not answer")
    assert (seat.status.doing, seat.status.reason) == ("paused", "")


def stream_of(seat: int, game: Game, choose: Choose = quiet) -> list[SessionUpdate]:
    """Every update that a person in `seat` gets in a whole game."""
    session = GameSession(game.spec.board, game.spec.names, people=(seat,))
    updates: list[SessionUpdate] = []
    session.subscribe(updates.append)
    tell(game, [session], choose)
    return updates


def test_a_hunter_who_holds_fire_leaves_no_trace_in_anybodys_updates() -> None:
    """The twins differ in who of 5 and 6 is the hunter; 5 is killed, and only a hunter is asked
    whether to shoot."""
    board = Board(
        "twins",
        read_roles("2 Werewolf, Seer, Hunter, 3 Villager"),
        Switches(last_words="exile_and_first_night"),
    )

    def choose(ask: Ask, view: View) -> Answer:
        if ask.kind == "kill" and ask.day == 1:
            return Answer(5)
        return quiet(ask, view) if ask.kind != "kill" else Answer(ask.options[0])

    def game(hunter: int) -> Game:
        return Game(
            make_spec(board, 1, deal={1: "Werewolf", 2: "Werewolf", 3: "Seer", hunter: "Hunter"})
        )

    for seat in (4, 7):
        assert stream_of(seat, game(5), choose) == stream_of(seat, game(6), choose)
    assert stream_of(5, game(5), choose) != stream_of(5, game(6), choose)


@pytest.mark.parametrize(
    "board", ["sla7", "xu7", "plus12+sheriff", "classic12", "arena8", "helmsman7"]
)
def test_a_secret_is_in_no_update_of_a_seat_that_may_not_know_it(board: str) -> None:
    def choose(ask: Ask, view: View) -> Answer:
        answer = quiet(ask, view)
        wolf = team_of(view.role or "Villager") == "wolves"
        return Answer(
            answer.choice,
            "PACK" if ask.kind == "whisper" else "loud",
            f"THOUGHT {'W' if wolf else 'V'}{ask.seat}",
        )

    game = Game(make_spec(get_board(board), 11))
    for seat in range(1, game.spec.board.size + 1):
        text = repr(stream_of(seat, Game(game.spec), choose))
        assert "THOUGHT" not in text
        role = Game(game.spec).view(seat).role
        assert ("PACK" in text) <= (role == "Werewolf")


def test_a_speech_that_is_being_made_is_withdrawn_and_never_a_fact() -> None:
    game = Game(make_spec(get_board("sla7"), 5))
    session = GameSession(game.spec.board, game.spec.names)
    session.entries(game.log)
    speak = Ask("d1.speak.3", 3, "speak", 1, "discussion", (0,))
    session.asked((speak,))
    session.partial(speak, "I am")
    assert session.partials == {3: "I am"}
    session.partial(speak, "")
    assert session.partials[3] == ""
    session.answered(speak)
    assert session.partials == {}


def asked_of(*seats: int, kind: AskKind = "vote") -> tuple[Ask, ...]:
    """A batch of day 1, or of night 1 for what is done then."""
    night = kind in ("kill", "check", "whisper")
    part = "n1" if night else "d1"
    return tuple(
        Ask(f"{part}.{kind}.{seat}", seat, kind, 1, "night" if night else "vote", (0,))
        for seat in seats
    )


def at_table(*people: int, by_role: bool = False) -> GameSession:
    game = Game(make_spec(get_board("sla7"), 5))
    session = GameSession(game.spec.board, game.spec.names, people=people, by_role=by_role)
    session.entries(game.log)
    session.tick(10_000)
    return session


def test_each_seat_of_a_batch_shows_what_it_does_for_how_long_and_how_many_tokens_came() -> None:
    session = at_table(4)
    one, two, three = asked_of(1, 2, 3)
    session.asked((one, two, three))
    session.tick(4.5)
    session.progress(two, Progress("retrying", 180))
    session.progress(three, Progress("speaking", 20))
    session.tick(1.0)
    assert session.seat_activity == {
        1: SeatActivity("vote", "thinking", 5),
        2: SeatActivity("vote", "retrying", 5, 180),
        3: SeatActivity("vote", "speaking", 5, 20),
    }
    session.answered(two)
    assert set(session.seat_activity) == {1, 3}
    session.progress(two, Progress("thinking", 999))
    session.partial(two, "too late")
    assert set(session.seat_activity) == {1, 3}
    assert session.partials == {}
    session.asked((one,))
    assert session.seat_activity == {1: SeatActivity("vote")}


def test_a_pause_of_the_reader_stops_the_seconds() -> None:
    session = at_table()
    session.asked(asked_of(1))
    session.toggle_play()
    session.tick(60)
    assert session.seat_activity == {1: SeatActivity("vote")}


def test_what_is_asked_in_secret_shows_nobody_at_work_but_to_the_moderator() -> None:
    (wolf,) = asked_of(2, kind="whisper")
    for session, shown in ((at_table(4), False), (at_table(), True)):
        updates: list[SessionUpdate] = []
        session.subscribe(updates.append)
        session.asked((wolf,))
        session.tick(3)
        session.progress(wolf, Progress("retrying", 7))
        session.partial(wolf, "psst")
        session.noted(Noted(wolf.id, 2, call=CallRecord("m", (), "")))
        assert bool(updates) == shown
        assert session.seat_activity == (
            {2: SeatActivity("whisper", "retrying", 3, 7)} if shown else {}
        )
        assert session.partials == ({2: "psst"} if shown else {})


def test_other_eyes_hear_no_word_of_a_whisper_that_the_moderator_hears() -> None:
    session = at_table()
    (wolf,) = asked_of(2, kind="whisper")
    session.asked((wolf,))
    session.partial(wolf, "psst")
    assert session.set_eyes(PUBLIC_EYES)
    assert (session.partials, session.seat_activity) == ({}, {})
    assert session.set_eyes(MODERATOR_EYES)
    assert session.partials == {2: "psst"}


def test_calls_may_be_looked_into_by_the_moderator_of_a_game_without_people_or_that_is_over() -> (
    None
):
    assert at_table().sees_calls
    person, watcher = at_table(4), at_table()
    assert not person.sees_calls
    assert watcher.set_eyes(PUBLIC_EYES)
    assert not watcher.sees_calls
    person.entries([f.Entry("all", f.Ended(1, "draw"))])
    assert not person.sees_calls
    assert person.set_eyes(MODERATOR_EYES)
    assert person.sees_calls


def test_a_person_who_takes_over_has_their_own_eyes_and_no_others_from_then_on() -> None:
    session = at_table()
    assert session.state.roles[1]
    session.seat_person(4)
    assert (session.eyes, session.people, session.may_see_all, session.sees_calls) == (
        4,
        (4,),
        False,
        False,
    )
    assert not any(session.set_eyes(eyes) for eyes in (MODERATOR_EYES, PUBLIC_EYES, 1, 7))
    assert [seat for seat, role in enumerate(session.state.roles) if role] == [4]


def test_what_was_unlocked_after_death_is_locked_when_a_person_takes_over_another_seat() -> None:
    session = at_table(1)
    session.entries([f.Entry("all", f.Died(1)), f.Entry("all", f.Began(1, "discussion"))])
    assert session.unlock_after_death()
    assert session.set_eyes(MODERATOR_EYES)
    session.seat_person(4)
    assert (session.people, session.eyes, session.may_see_all) == ((1, 4), PUBLIC_EYES, False)
    assert not session.set_eyes(MODERATOR_EYES)
