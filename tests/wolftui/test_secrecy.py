"""What a seat may not know: planted in every kind of fact, it changes nothing that a session hands out or plain lines say."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from core.game import Entry, Fact, Game, GameSpec, board_names, get_board, make_spec, view_of
from tests.core.game.planting import MARK, Round, plants, two_games
from tests.core.game.twins import Twins, cornered, play_part, twins
from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolftui.plain.asking import PlainFront
from wolftui.plain.lines import Look
from wolftui.plain.printer import Printer
from wolftui.session import GameSession, Update

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
        session.partial(ask, f"{MARK if not ask.open else ''} hm")
        session.answered(ask)
    session.entries(each.new)


def shown(session: GameSession) -> str:
    """All that a session hands out at its cursor."""
    parts = (
        session.facts, session.known_facts, session.state, session.blocks, session.all_blocks, session.status, session.partials,
        session.told, session.at_edge, session.caught_up, session.over, session.free, session.may_unlock,
        [eyes for eyes in range(-1, session.board.size + 1) if session.may_use(eyes)],
    )  # fmt: skip
    return repr(parts)


def followed(spec: GameSpec, game: Sequence[Round], *people: int) -> tuple[list[Update], list[str]]:
    """Every update of a whole game, and what could be read when; a calm reader holds the table at its gate.

    A round of which these eyes see nothing may not even cost the reader a moment.
    """
    session = GameSession(spec.board, spec.names, people=people)
    updates: list[Update] = []
    session.subscribe(updates.append)
    read, moments = [""], 0
    for each in game:
        tell(session, each)
        while not session.caught_up:
            session.tick(STILL)
            moments += 1
            read.append(f"{session.told} facts and {len(session.blocks)} blocks after {moments}")
        now = f"{shown(session)} after {moments}"
        if now != next(text for text in reversed(read) if " facts and " not in text):
            read.append(now)
    return updates, read


# -- sessions


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_secret_of_any_kind_changes_no_update_and_nothing_that_a_session_hands_out(kind: type[Fact]) -> None:
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


@pytest.mark.parametrize("board", board_names())
def test_no_update_differs_by_secrets_on_any_board(board: str) -> None:
    spec = spec_of(board, seed=3, seat=4)
    game, grown = two_games(spec, 4)
    for people in ((4,), (4, 5)):
        assert followed(spec, game, *people) == followed(spec, grown, *people)
        updates, read = followed(spec, grown, *people)
        assert MARK not in repr(updates) + read[-2]


@given(twins())
@settings(max_examples=80)
def test_a_seat_cannot_tell_two_games_apart_by_its_updates(pair: Twins) -> None:
    heard: list[list[Update]] = [[], []]
    sessions: list[tuple[Game, GameSession]] = []
    for spec, updates in zip((pair.one, pair.two), heard, strict=True):
        session = GameSession(spec.board, spec.names, people=(pair.seat,))
        session.subscribe(updates.append)
        game = Game(spec)
        session.entries(game.log)
        sessions.append((game, session))
    while all(game.asks for game, _ in sessions) and not cornered(sessions[0][0], pair):
        for game, session in sessions:
            play_part(game, pair, session)
            session.tick(LONG)
        assert heard[0] == heard[1]
        assert shown(sessions[0][1]) == shown(sessions[1][1])


# -- plain lines


def written(spec: GameSpec, game: Sequence[Round], *people: int) -> str:
    """Every plain line of a game, with all that may be asked for at each question of a person."""
    commands: list[str] = []
    session = GameSession(spec.board, spec.names, people=people)
    console = ListedConsole(lambda lines: commands.pop() if commands else first_choice(lines))
    printer = Printer(session, Look(), console.write)
    front = PlainFront(session, console, Look(), printer)
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


def test_plain_lines_show_every_planted_secret_to_the_moderator_but_a_belief() -> None:
    spec = spec_of("classic12")
    for kind in KINDS:
        one, two = (written(spec, game[: len(game) // 3]) for game in two_games(spec, 7, [kind]))
        assert (one != two) == (kind.__name__ != "Believed")
