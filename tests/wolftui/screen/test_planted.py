"""No widget of a running game differs by secrets of any kind: on the table, over it, in a search, a
copy or a notification."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from tests.core.game.planting import MARK, Round, plants, rounds, two_games
from tests.wolftui.screen.stage import LONG, SIZES, answer, live_of, table_of, text_of
from wolfcore.game import Entry, Fact, GameSpec, get_board, make_spec, view_of
from wolfcore.game import facts as f
from wolfcore.players import Progress
from wolfcore.speech.secret_slips import SecretSlip, SlipWatch
from wolfcore.table import TakeOver
from wolftui.games.front import ScreenFront
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.takeover import TakeoverMenu
from wolftui.screen.app import WolfApp

pytestmark = pytest.mark.usefixtures("whole_steps")

KINDX, SEED = "kindx", 987654321


class Quiet:
    """A game whose entries a test brings by itself."""

    takeover_menu: TakeoverMenu | None = None

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        await asyncio.Event().wait()

    def stop_waiting(self) -> None: ...

    def close(self) -> None: ...


async def painted(pilot: Pilot[int], *, picture: bool = True) -> str:
    """All that any widget holds or paints when the screen has come to rest: words, hints, titles,
    and the picture."""
    for _ in range(2):
        await pilot.pause()
    words = [text_of(pilot), pilot.app.title, pilot.app.sub_title, pilot.app.clipboard]
    for screen in pilot.app.screen_stack:
        words += [str(screen.title), str(screen.sub_title)]
        for widget in screen.query(Widget):
            words += [
                str(widget.tooltip),
                str(widget.border_title),
                str(widget.name),
                str(widget.id),
                " ".join(sorted(widget.classes)),
            ]
    if picture:
        words.append(re.sub(r"terminal-\d+", "", pilot.app.export_screenshot()))
    return "\n".join(words)


async def opened(pilot: Pilot[int], *, small: bool) -> list[str]:
    """All that can be opened over the table, looked for in it, copied from it or called up from it."""
    seen = [await painted(pilot)]
    app = pilot.app
    assert isinstance(app, WolfApp)
    seen += [f"{command.title}: {command.help}" for command in app.get_system_commands(app.screen)]
    table_of(pilot).transcript.focus()
    for keys in (
        ["f1"],
        ["B"],
        ["f2"],
        ["v"],
        ["t"],
        ["r"],
        ["i"],
        ["s"] if small else [],
        ["ctrl+q"],
        ["y"],
    ):
        depth = len(pilot.app.screen_stack)
        await pilot.press(*keys)
        seen.append(await painted(pilot))
        if len(pilot.app.screen_stack) > depth or keys == ["s"]:
            await pilot.press("escape")
            await pilot.pause()
    for seat in range(1, 10):
        await pilot.press(str(seat))
        seen.append(await painted(pilot, picture=False))
        await pilot.press("escape")
    for word in (MARK, "checks"):
        await pilot.press("/", *word.replace(MARK, MARK[:3]), "enter")
        seen.append(await painted(pilot))
        await pilot.press("escape", "escape")
        await pilot.pause()
    table = table_of(pilot)
    table.action_do("home")
    seen.append(await painted(pilot))
    table.action_do("end")
    return seen


async def seen_by(
    spec: GameSpec, game: Sequence[Round], size: tuple[int, int], *people: int
) -> list[str]:
    """Everything that a screen shows of a running game, with a person in it who is asked and
    answers.

    On a wide screen seats were given by role, and on a small one words are heard as they are
    spoken.
    """
    by_role = size[0] >= 120
    session = GameSession(spec.board, spec.names, people=people, by_role=by_role)
    players = tuple(f"{KINDX}{seat}" for seat in range(1, spec.board.size + 1)) if by_role else ()
    shown = ShownGame(
        session, "play" if people else "live", "an-id", players, seed=SEED, path="games/an-id"
    )
    app = WolfApp(lambda app: app.make_table(shown, Quiet()), heartbeat=False)
    seen: list[str] = []
    async with app.run_test(size=size) as pilot:
        told: list[Entry] = []
        everything = False
        for each in game:
            session.asked(each.asks)
            for ask in each.asks:
                session.progress(ask, Progress("retrying", 180 if ask.public else 987))
                session.partial(ask, MARK if not ask.public else "Well")
                if ask.seat in people:
                    asking = asyncio.create_task(
                        live_of(pilot).front.ask(
                            ask, view_of(told, ask.seat, spec.board, spec.names)
                        )
                    )
                    await pilot.pause()
                    seen.append(await painted(pilot))
                    await answer(pilot)
                    await asking
                session.answered(ask)
            session.entries(each.new)
            told += each.new
            table_of(pilot).beat(LONG)
            if session.state.day > 1 or session.over:
                break
            if any(ask.public for ask in each.asks):
                seen.append(await painted(pilot, picture=False))
            if not everything and any(ask.kind == "vote" for ask in each.asks):
                seen += await opened(pilot, small=size[0] < 120)
                everything = True
    return seen


def spec_of(board: str, seat: int) -> GameSpec:
    return make_spec(get_board(board), 11, people={seat: None})


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("board", ["classic12", "helmsman7"])
async def test_no_widget_differs_by_secrets_of_any_kind(board: str, size: tuple[int, int]) -> None:
    seat = 1 if size[0] < 120 else 7
    spec = spec_of(board, seat)
    game, grown = two_games(spec, seat)
    plain = await seen_by(spec, game, size, seat)
    assert plain == await seen_by(spec, grown, size, seat)
    assert len(plain) > 20
    assert [
        word
        for word in (MARK, KINDX, str(SEED), " 87 ", "987 tokens")
        if any(word in words for words in plain)
    ] == []


def name_of(kind: type[Fact]) -> str:
    return kind.__name__


KINDS: list[type[Fact]] = sorted(plants(7), key=name_of)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
async def test_a_secret_of_any_kind_can_be_seen_by_the_moderator(kind: type[Fact]) -> None:
    """Without this the test above could not fail."""
    spec = spec_of("xu7", 7)
    one, two = (game[:8] for game in two_games(spec, 7, [kind]))
    assert await seen_by(spec, one, (120, 36)) != await seen_by(spec, two, (120, 36))


def slips_always(self: SlipWatch, fact: Fact) -> SecretSlip | None:
    """Finds a slip in every speech."""
    del self
    return SecretSlip("attack", 1, fact.text) if isinstance(fact, f.Said) else None


@pytest.mark.slow
async def test_no_mark_of_a_slip_reaches_a_widget_of_a_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SlipWatch, "add", slips_always)
    spec = spec_of("xu7", 7)
    game = rounds(spec)
    seen = await seen_by(spec, game, SIZES[0], 7)
    assert len(seen) > 20
    assert [words for words in seen if "slip:" in words] == []
    day = next(place for place, each in enumerate(game) if each.asks and each.asks[0].public)
    moderator = await seen_by(spec, game[: day + 2], SIZES[0])
    assert any("slip:" in words for words in moderator)
