"""A reader's place in a game: steps and jumps, playback at a reader's speed, and a gate that makes
the table wait."""

from __future__ import annotations

import asyncio

from tests.wolftui.words.telling import played, tell
from wolfcore.game import Game, get_board, make_spec
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.playback import reading_seconds
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES


def test_a_replay_starts_before_the_first_fact_with_the_moderators_eyes() -> None:
    _, session = played()
    assert session.eyes == MODERATOR_EYES
    assert (session.fact_count, list(session.blocks)) == (0, [])


def test_changing_eyes_keeps_the_place() -> None:
    _, session = played()
    session.jump(1)
    session.jump(1)
    day = session.state.day, session.state.phase
    session.set_eyes(PUBLIC_EYES)
    assert (session.state.day, session.state.phase) == day


def test_steps_go_block_by_block_and_back_again() -> None:
    _, session = played()
    seen: list[int] = []
    while not session.at_edge:
        session.step(1)
        seen.append(len(session.blocks))
    facts_told = sorted({block.fact_count for block in session.all_blocks})
    assert len(seen) == len(facts_told)
    assert seen == sorted(set(seen))
    assert seen[-1] == len(session.all_blocks)
    session.step(-3)
    assert len(session.blocks) == seen[-4]


def test_jumps_stop_at_nights_and_days() -> None:
    _, session = played()
    stops: list[str] = []
    while True:
        session.jump(1)
        if session.at_edge:
            break
        stops.append(session.blocks[-1].text)
    assert stops[:4] == ["☾ night 1", "☀ day 1", "☾ night 2", "☀ day 2"]
    session.jump(-1, days=True)
    assert session.blocks[-1].text.startswith("☀ day")


def test_playback_reads_at_its_speed_and_stops_at_the_end() -> None:
    _, session = played()
    session.toggle_play()
    first = session.all_blocks[0]
    assert session.tick(0.001)
    assert len(session.blocks) == 1
    assert not session.tick(reading_seconds(first) * 0.9)
    assert session.tick(reading_seconds(first) * 0.2)
    assert len(session.blocks) == 2
    session.change_speed(4)
    session.tick(10_000)
    assert session.at_edge


async def test_the_gate_holds_the_table_until_the_reader_has_caught_up() -> None:
    game = Game(make_spec(get_board("sla7"), 5))
    session = GameSession(game.spec.board, game.spec.names)
    session.entries(game.log)
    waiting = asyncio.create_task(session.gate())
    await asyncio.sleep(0)
    assert not waiting.done()
    session.tick(10_000)
    await waiting
    session.toggle_play()
    held = asyncio.create_task(session.gate())
    await asyncio.sleep(0)
    assert not held.done()
    session.toggle_play()
    await held


def test_stepping_back_in_a_live_game_moves_only_the_view() -> None:
    game = Game(make_spec(get_board("sla7"), 5))
    session = GameSession(game.spec.board, game.spec.names)
    tell(game, [session], batches=8)
    session.tick(10_000)
    shown = len(session.blocks)
    session.step(-4)
    assert not session.following
    assert len(session.blocks) == shown - 4
    assert session.caught_up
    session.go_end()
    assert session.following
    assert len(session.blocks) == shown


def test_a_bound_closes_what_was_reached_before_it() -> None:
    _, session = played()
    every = len(session.all_blocks)
    session.go_to(len(session.known_facts))
    session.set_bound(session.day_ends[0][1])
    assert session.at_bound
    first = len(session.all_blocks)
    assert first < every, "the rest of the game is not searched"
    session.set_bound(session.day_ends[1][1])
    session.step(-1)
    assert len(session.all_blocks) == first, "a further bound alone opens nothing"
