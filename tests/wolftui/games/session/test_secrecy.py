"""What a seat may not know: planted in every kind of fact, it changes nothing that a session hands
out or plain lines say."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from tests.core.game.planting import MARK, Round, plants, rounds, two_games
from tests.core.game.twins import Twins, cornered, play_part, twins
from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.game import (
    Ask,
    Entry,
    Fact,
    Game,
    GameSpec,
    board_names,
    get_board,
    make_spec,
    view_of,
)
from wolfcore.players import CallRecord, Progress
from wolfcore.table import Noted
from wolftui.games.session.game_session import GameSession, SessionUpdate
from wolftui.plain.front import PlainFront
from wolftui.plain.line_layout import LineLook
from wolftui.plain.printer import Printer
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

KINDS = sorted(plants(7), key=lambda kind: kind.__name__)
BOARDS = ("classic12", "helmsman7", "helmsman7+appointed", "xu7", "arena8")
LONG = 100_000.0
STILL = 0.5
"""Seconds in which a reader has read little."""


def spec_of(board: str, seed: int = 11, seat: int = 7) -> GameSpec:
    return make_spec(get_board(board), seed, people={seat: None})


def tell(session: GameSession, each: Round) -> None:
    """Tell a session of a round, as a table does."""
    session.asked(each.asks)
    for ask in each.asks:
        think(session, ask, f"{MARK if not ask.public else ''} hm")
        session.answered(ask)
    session.entries(each.new)


def think(session: GameSession, ask: Ask, words: str) -> None:
    """Tell a session of all that a model's player tells of: how far it is, its words, a call that
    is tried again."""
    session.progress(ask, Progress("thinking", len(words)))
    session.partial(ask, words)
    session.noted(
        Noted(
            ask.id,
            ask.seat,
            call=CallRecord(
                f"model {MARK}", (("user", MARK),), words, problem=words, thinking=words
            ),
        )
    )
    session.progress(ask, Progress("speaking", 2 * len(words)))
    session.partial(ask, "")
    session.progress(ask, Progress("retrying", 2 * len(words)))


def shown(session: GameSession) -> str:
    """All that a session hands out at its cursor."""
    parts = (
        session.facts,
        session.known_facts,
        session.state,
        session.blocks,
        session.all_blocks,
        session.status,
        session.partials,
        session.seat_activity,
        session.fact_count,
        session.at_edge,
        session.caught_up,
        session.over,
        session.may_see_all,
        session.sees_calls,
        session.may_unlock,
        session.hides_players,
        [eyes for eyes in range(-1, session.board.size + 1) if session.may_use(eyes)],
    )
    return repr(parts)


def followed(
    spec: GameSpec, game: Sequence[Round], *people: int
) -> tuple[list[SessionUpdate], list[str]]:
    """Every update of a whole game, and what could be read when; a calm reader holds the table at
    its gate.

    A round of which these eyes see nothing may not even cost the reader a moment.
    """
    session = GameSession(spec.board, spec.names, people=people)
    updates: list[SessionUpdate] = []
    session.subscribe(updates.append)
    read, moments = [""], 0
    for each in game:
        tell(session, each)
        while not session.caught_up:
            session.tick(STILL)
            moments += 1
            read.append(
                f"{session.fact_count} facts and {len(session.blocks)} blocks after {moments}"
            )
        now = f"{shown(session)} after {moments}"
        if now != next(text for text in reversed(read) if " facts and " not in text):
            read.append(now)
    return updates, read


# -- sessions


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_secret_of_any_kind_changes_no_update_and_nothing_that_a_session_hands_out(
    kind: type[Fact],
) -> None:
    for seat in (1, 7):
        spec = spec_of("classic12", seat=seat)
        game, grown = two_games(spec, seat, [kind])
        assert followed(spec, game, seat) == followed(spec, grown, seat)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_secret_of_any_kind_is_there_for_the_moderator(kind: type[Fact]) -> None:
    """Without this the tests of this module could not fail."""
    spec = spec_of("classic12")
    told: list[str] = []
    for game in two_games(spec, 7, [kind]):
        session = GameSession(spec.board, spec.names)
        for each in game:
            tell(session, each)
        session.go_end()
        told.append(shown(session))
    assert kind.__name__ in told[1]
    assert told[0] != told[1]


@pytest.mark.slow(only=("classic12",))
@pytest.mark.parametrize("board", board_names())
def test_no_update_differs_by_secrets_on_any_board(board: str) -> None:
    spec = spec_of(board, seed=3, seat=4)
    game, grown = two_games(spec, 4)
    for people in ((4,), (4, 5)):
        assert followed(spec, game, *people) == followed(spec, grown, *people)
        updates, read = followed(spec, grown, *people)
        assert MARK not in repr(updates) + read[-2]


@pytest.mark.slow
@given(twins())
@settings(max_examples=80)
def test_a_seat_cannot_tell_two_games_apart_by_its_updates(pair: Twins) -> None:
    heard: list[list[SessionUpdate]] = [[], []]
    sessions: list[tuple[Game, GameSession]] = []
    for spec, updates in zip((pair.one, pair.two), heard, strict=True):
        session = GameSession(spec.board, spec.names, people=(pair.seat,))
        session.subscribe(updates.append)
        game = Game(spec)
        session.entries(game.log)
        sessions.append((game, session))
    while all(game.asks for game, _ in sessions) and not cornered(sessions[0][0], pair):
        for game, session in sessions:
            play_part(
                game, pair, Thinking(session, "the other" if game.spec is pair.two else "one")
            )
            session.tick(LONG)
        assert heard[0] == heard[1]
        assert shown(sessions[0][1]) == shown(sessions[1][1])


class Thinking:
    """Tells a session of a table whose players all think aloud; in secret each twin's think
    something else."""

    def __init__(self, session: GameSession, secret: str) -> None:
        self._session, self._secret = session, secret

    def asked(self, batch: Sequence[Ask]) -> None:
        self._session.asked(batch)
        for ask in batch:
            think(
                self._session,
                ask,
                "aloud" if all(ask.public for ask in batch) else f"{self._secret} {ask.id}",
            )

    def answered(self, ask: Ask) -> None:
        self._session.answered(ask)

    def entries(self, new: Sequence[Entry]) -> None:
        self._session.entries(new)


def heard(
    spec: GameSpec, game: Sequence[Round], models: Sequence[int], eyes: int, *, by_role: bool
) -> tuple[list[SessionUpdate], list[str]]:
    """Every update that these eyes get before the end of a game in which some seats are models and
    the others bots."""
    session = GameSession(
        spec.board, spec.names, people=(eyes,) if eyes > 0 else (), by_role=by_role
    )
    session.set_eyes(eyes)
    updates: list[SessionUpdate] = []
    session.subscribe(updates.append)
    read: list[str] = []
    for each in game[:-1]:
        session.asked(each.asks)
        for ask in each.asks:
            if ask.seat in models:
                think(session, ask, "Well")
            session.tick(STILL)
            read.append(shown(session))
            session.answered(ask)
        session.entries(each.new)
        session.tick(LONG)
    return updates, read


@pytest.mark.parametrize("eyes", [PUBLIC_EYES, 4])
@pytest.mark.parametrize("board", ["helmsman7", "arena8", "xu7"])
def test_where_seats_were_given_by_role_a_model_looks_like_a_bot(board: str, eyes: int) -> None:
    spec = spec_of(board, seat=4)
    game = rounds(spec)
    bots, models = (heard(spec, game, seats, eyes, by_role=True) for seats in ((), (2, 3, 6)))
    assert bots == models


@pytest.mark.parametrize(
    ("eyes", "by_role"), [(PUBLIC_EYES, False), (4, False), (MODERATOR_EYES, True)]
)
def test_who_may_know_a_model_sees_it_work(eyes: int, by_role: bool) -> None:
    """Without this the test above could not fail."""
    spec = spec_of("helmsman7", seat=4)
    game = rounds(spec)
    bots, models = (heard(spec, game, seats, eyes, by_role=by_role) for seats in ((), (2, 3, 6)))
    assert bots[0] != models[0]
    assert "retrying" in repr(models[1])


# -- plain lines


def written(spec: GameSpec, game: Sequence[Round], *people: int) -> str:
    """Every plain line of a game, with all that may be asked for at each question of a person."""
    commands: list[str] = []
    session = GameSession(spec.board, spec.names, people=people)
    console = ListedConsole(lambda lines: commands.pop() if commands else first_choice(lines))
    printer = Printer(session, LineLook(), console.write)
    front = PlainFront(session, console, LineLook(), printer)
    told: list[Entry] = []

    async def play() -> None:
        for each in game:
            for ask in each.asks:
                if ask.seat in people:
                    commands[:] = ["/help", "/rules", "/seats", "/log"]
                    await front.ask(ask, view_of(told, ask.seat, spec.board, spec.names))
            tell(session, each)
            told.extend(each.new)
            session.tick(LONG)
            printer.catch_up()

    asyncio.run(play())
    return console.text


@pytest.mark.parametrize("board", BOARDS)
def test_no_plain_line_of_a_person_differs_by_secrets(board: str) -> None:
    for seat in (1, 7):
        spec = spec_of(board, seat=seat)
        game, grown = two_games(spec, seat)
        lines = written(spec, game, seat)
        assert "How it is won" in lines
        assert lines == written(spec, grown, seat)


@pytest.mark.slow
def test_plain_lines_show_every_planted_secret_to_the_moderator_but_a_belief() -> None:
    spec = spec_of("classic12")
    for kind in KINDS:
        game, grown = two_games(spec, 7, [kind])
        part = len(game) // 3
        # A planted round follows each of the game.
        one, two = written(spec, game[:part]), written(spec, grown[: 2 * part])
        assert (one != two) == (kind.__name__ != "Believed")
