"""A host's commands show only the host's own seat of a game with friends before its end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.cli.running import Program
from wolfcore.errors import ConfigError, LogError
from wolfcore.game import Answer, Ask, View
from wolfcore.records import FRIENDS_FILE, is_locked
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.games.friends.kept_places import KeptFriend, KeptPlace, keep_table, read_table
from wolftui.games.game_starts import resume_saved
from wolftui.games.running_game import RunningGame
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import games_folder, tables_joined_folder

from .tables import BotFront, Visitor, opened, play_hosted, shut


class NoScreen:
    """A screen to which no ask may come."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        raise AssertionError


@pytest.fixture
def wolftui(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


async def _stopped() -> RunningGame:
    table = await opened()
    day = asyncio.Event()
    front = BotFront(lambda ask: ask.phase != "night" and (day.set() or True))
    visitors = [Visitor(table.link, name, front) for name in ("Ada", "Ben", "Cleo")]
    for each in visitors:
        await each.join()
    playing = [asyncio.ensure_future(each.play(games_folder())) for each in visitors]
    running = await table.start(ModelSettings())
    game = asyncio.ensure_future(play_hosted(table, running))
    await day.wait()
    game.cancel()
    with suppress(asyncio.CancelledError):
        await game
    await shut(table)
    running.close()
    for task in (*playing, game):
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return running


@pytest.fixture
def running() -> RunningGame:
    """A game of a host and three friends that stopped on its first day."""
    return asyncio.run(_stopped())


@pytest.mark.slow
def test_no_command_of_the_host_opens_an_unfinished_game(
    wolftui: Program, running: RunningGame
) -> None:
    own, (guest, *_) = running.people[0], running.guests
    roles = running.game.state.roles
    view = {role for role in running.game.view(own).state.roles if role}
    for eyes in ("moderator", str(guest)):
        for line in (["review", "latest", "--plain"], ["export", "latest", "--to", "txt"]):
            refused = wolftui(*line, "--eyes", eyes)
            assert refused.code == 2 and f"--eyes {own}" in refused.err, (line, eyes)
    lines = (
        ["review", "latest", "--plain"],
        ["review", "latest", "--plain", "--tab", "all"],
        ["export", "latest", "--to", "txt"],
        ["export", "latest", "--to", "csv"],
        ["watch", "latest", "--plain"],
        ["verify", "latest"],
        ["metrics", str(running.path)],
        ["analyse", "latest"],
        ["library"],
        ["library", "--search", "Werewolf"],
        ["fork", "latest", "--at", "d1.speak.1"],
        ["record", "--plain"],
        ["resume", "latest", "--seat", f"{guest}=bot"],
    )
    for line in lines:
        ran = wolftui(*line)
        text = ran.out + ran.err
        assert str(running.spec.seed) not in text, line
        for seat in range(1, running.spec.board.size + 1):
            role = roles[seat]
            told = f"{seat} {running.spec.names[seat - 1]}, "
            for sign in ("◈ ", "is "):
                assert seat == own or role in view or f"{sign}{told}{role}" not in text, line


def test_friends_keep_their_seats_when_a_game_is_resumed(running: RunningGame) -> None:
    assert running.path
    with pytest.raises(ConfigError, match="friends play in this game"):
        resume_saved(running.path, ("*=bot",))
    with resume_saved(running.path) as again:
        assert again.guests == running.guests
        with pytest.raises(ConfigError, match="friends play in this game"):
            asyncio.run(again.play(NoScreen()))  # no screen of the host puts the asks of friends


def test_the_friends_of_another_game_are_not_let_in(running: RunningGame) -> None:
    assert running.path
    kept = read_table(running.path)
    keep_table(running.path, replace(kept, friends=kept.friends[1:]))
    with pytest.raises(LogError, match="names other friends than the game"):
        HostedTable.of_saved(running.path, ModelSettings())
    assert not is_locked(running.path)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"\xff\xfe", b"[" * 9000, b'{"code": 1}'], ids=range(5)
)
def test_damaged_places_are_left_out_or_named(running: RunningGame, damage: bytes) -> None:
    assert running.path
    (running.path / FRIENDS_FILE).write_bytes(damage)
    with pytest.raises(LogError, match="the friends of this game cannot be let in"):
        read_table(running.path)
    place = KeptPlace("K7F2-9QXA")
    second = KeptPlace("K7F2-9QXA")  # another terminal of this user
    assert place.token != second.token
    place.close()
    second.close()
    for file in tables_joined_folder().rglob("place.json"):
        assert file.stat().st_mode & 0o77 == 0
        file.write_bytes(damage)
    again = KeptPlace("K7F2-9QXA")
    assert len(again.token) == 64 and again.token != place.token
    again.close()


@pytest.mark.parametrize(
    "planted",
    [
        {"port": 99_999},
        {"port": -1},
        {"seconds": -5},
        {"seconds": 10**18},
        {"code": "../../other"},
        {"numbers": ("zz",)},
        {"bots": "exec:touch planted"},
        {"friends": (KeptFriend("0" * 64, "A" * 12_000, 2),)},
        {"friends": (KeptFriend("zz", "Ada", 2),)},
    ],
    ids=str,
)
def test_what_no_host_keeps_opens_no_table(
    running: RunningGame, planted: dict[str, object]
) -> None:
    assert running.path
    keep_table(running.path, replace(read_table(running.path), **planted))
    with pytest.raises(LogError, match="the friends of this game cannot be let in"):
        read_table(running.path)


def test_the_place_at_a_table_outlives_the_program(tmp_path: Path) -> None:
    place = KeptPlace("K7F2-9QXA")
    place.keep(name="Ada")
    token = place.token
    place.close()
    again = KeptPlace("K7F2-9QXA")
    assert (again.token, again.name) == (token, "Ada")
    again.close()
