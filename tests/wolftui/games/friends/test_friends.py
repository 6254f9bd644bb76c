"""Games of friends over real sockets: to the end, cut connections, absence, and changed deals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.bots import HouseBot
from wolfcore.errors import ConfigError
from wolfcore.game import ALL, Entry, Fact, Game, get_board, make_spec, view_of
from wolfcore.game.state import fold, initial_state
from wolfcore.protocol import (
    Asked,
    Commitments,
    Drawing,
    DrawnDeal,
    Everything,
    Facts,
    Hello,
    Notice,
    Over,
    People,
    Record,
    ToFriend,
    Waiting,
    card_draw,
    commitment_of,
    draw_deal,
    new_number,
    to_friend,
)
from wolfcore.protocol import friend as friends
from wolfcore.protocol import hub as hubs
from wolfcore.records import read_game
from wolfcore.table import Table, compare
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.games.friends.kept_places import KeptPlace, read_table
from wolftui.games.friends.sockets import JoinError
from wolftui.games.game_starts import fork_saved
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.settings.endpoints import ModelSettings

from .tables import BotFront, Visitor, hosted, opened, play_hosted, shut, until

NAMES = ("Ada", "Ben", "Cleo")


NOBODY_DIES = "classic9+safe-night"
"""A board on which everybody is asked on day 1, whatever was drawn."""


def heard(visitor: Visitor) -> list[ToFriend]:
    return [to_friend(line) for line in visitor.lines]


def facts_in(messages: list[ToFriend]) -> list[Fact]:
    return [fact for each in messages if isinstance(each, Facts) for fact in each.facts]


async def test_everybody_plays_to_the_end_and_hears_exactly_their_view(tmp_path: Path) -> None:
    table = await opened()
    table.hub.out_sees_all = False
    visitors = [Visitor(table.link, name) for name in NAMES]
    for each in visitors:
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in visitors]
    running = await hosted(table, tmp_path / "host")
    await asyncio.gather(*playing)
    await shut(table)

    log, spec = running.game.log, running.spec
    assert set(NAMES) | {"Hana"} == {spec.names[seat - 1] for seat in spec.people}
    assert len(running.people) == 1 and len(running.guests) == 3
    secrets = [str(spec.seed), table.hub.numbers[0]]
    for each in visitors:
        messages = heard(each)
        (hello,) = [message for message in messages if isinstance(message, Hello)]
        assert spec.names[hello.seat - 1] == each.guest.place.name
        assert facts_in(messages) == view_of(log, hello.seat, spec.board, spec.names).facts
        assert all(asked.ask.seat == hello.seat for asked in messages if isinstance(asked, Asked))
        kinds = (People, Drawing, Commitments, Hello, Facts, Asked, Waiting, Over, Record)
        assert all(isinstance(message, (*kinds, Notice)) for message in messages)
        waiting = [ask for each in messages if isinstance(each, Waiting) for ask in each.asks]
        assert {ask.seat for ask in waiting} > {hello.seat}, "each hears of whom all wait for"
        assert all(ask.public for ask in waiting)
        told = [set(each.asks) for each in messages if isinstance(each, Waiting)]
        assert any(set() < later < early for early, later in pairwise(told)), "an answer is told"
        # Before the record, which comes last, no line holds what would give the deal away.
        assert isinstance(messages[-1], Record)
        assert not [word for word in secrets if word.encode() in b"".join(each.lines[:-1])]
        assert each.said[-1].startswith("The deal is the one that all of you drew")
        assert each.game and each.game.session.over and each.game.shown.has_outcome
        each.game.session.go_end()
        assert each.said[-1] in "\n".join(block.text for block in each.game.session.all_blocks)
        saved = read_game(Path(each.game.shown.path))
        assert [entry.fact for entry in saved.entries] == [entry.fact for entry in log]
        assert not compare(saved).differences
        assert saved.about and saved.about.seats[hello.seat - 1].player == "human"
    assert running.path and not compare(read_game(running.path)).differences
    # In a fork of the game, which is over, house bots play for the friends.
    first = next(iter(read_game(running.path).journal))
    with fork_saved(read_game(running.path), first, root=tmp_path / "host") as forked:
        assert not forked.guests and forked.people == running.people
        assert "Your friends do not play in the fork" in " ".join(forked.notes)


async def test_who_is_out_sees_everything_and_speaks_with_who_is_out_alone(tmp_path: Path) -> None:
    table = await opened()
    visitors = [Visitor(table.link, name) for name in ("Ada", "Ben", "Cleo", "Dora", "Eva", "Finn")]
    watcher = Visitor(table.link, "", watch=True)
    for each in (*visitors, watcher):
        await each.join()
    assert table.hub.news.watching == 1
    playing = [
        asyncio.ensure_future(each.play(tmp_path / str(number)))
        for number, each in enumerate((*visitors, watcher))
    ]
    running = await table.start(ModelSettings(), tmp_path / "host")

    def chat(_: object) -> None:
        """Each friend tries to speak, whenever anything has changed."""
        if running.game.over:
            return  # now all hear all
        for friend in (*table.hub.friends, *table.hub.watching):
            table.hub.chat(f"It is {friend.name}.", friend)

    running.session.subscribe(chat)
    await play_hosted(table, running)
    await asyncio.gather(*playing)
    await shut(table)

    log, spec = running.game.log, running.spec
    shown, words = set[str](), list[Notice]()
    for each in visitors:
        messages = heard(each)
        (hello,) = [message for message in messages if isinstance(message, Hello)]
        name = spec.names[hello.seat - 1]
        assert facts_in(messages) == view_of(log, hello.seat, spec.board, spec.names).facts
        facts, entries = list[Fact](), list[Entry]()
        for message in messages:
            match message:
                case Facts(facts=new):
                    facts += new
                case Everything(begin=begin, entries=new):
                    state = fold(initial_state(spec.board.size), facts)
                    assert entries or state.is_out(hello.seat), "nobody sees more while they play"
                    assert begin == len(entries)
                    entries += new
                case Notice(by=by) if by:
                    assert entries, "nobody who plays hears who is out"
                    words.append(message)
                case _:
                    pass
        assert entries == log[: len(entries)] and len(entries) in (0, len(log))
        if entries:
            shown.add(name)
        assert each.said[-1].startswith("The deal is the one that all of you drew")
    # Who dies last may be out only when the game is over.
    assert shown and {word.by for word in words} <= shown and len(words) >= len(shown) - 1
    messages = heard(watcher)
    public = [entry.fact for entry in log if entry.to == ALL]
    assert facts_in(messages) == public
    assert not [each for each in messages if isinstance(each, Everything | Asked)]
    assert watcher.said == ["The game is what you saw. Without a number you cannot check the deal."]
    assert watcher.game and watcher.game.session.over


async def test_a_guest_sees_whom_the_table_waits_for_unless_it_is_a_secret(tmp_path: Path) -> None:
    table = await opened(NOBODY_DIES)
    held = asyncio.Event()
    slow = Visitor(table.link, "Ben", BotFront(lambda ask: ask.public and (held.set() or True)))
    other = Visitor(table.link, "Ada")
    for each in (slow, other):
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in (slow, other)]
    game = asyncio.ensure_future(hosted(table, tmp_path / "host"))
    await held.wait()
    assert slow.game and other.game
    (waited_for,) = slow.game.session.people
    session, seen = other.game.session, asyncio.Event()

    def look(_: object = None) -> None:
        if session.status.seats == (waited_for,) and session.status.kind in ("speak", "vote"):
            seen.set()

    session.subscribe(look)
    look()
    async with asyncio.timeout(20):
        await seen.wait()
    for each in (game, *playing):
        each.cancel()
    await asyncio.gather(game, *playing, return_exceptions=True)
    await shut(table)


def open_dialog(session: GameSession) -> None:
    session.set_held(held=True)


@pytest.mark.parametrize("stop", [GameSession.toggle_play, open_dialog])
async def test_neither_a_host_in_a_dialog_nor_who_pauses_holds_up_the_table(
    tmp_path: Path, stop: Callable[[GameSession], object]
) -> None:
    table = await opened(NOBODY_DIES)
    asked = asyncio.Event()
    visitor = Visitor(table.link, "Ada", BotFront(lambda ask: asked.set()))
    await visitor.join()
    playing = asyncio.ensure_future(visitor.play(tmp_path / "guests"))
    running = await table.start(ModelSettings(), tmp_path / "host")
    stop(running.session)
    game = asyncio.ensure_future(play_hosted(table, running))
    async with asyncio.timeout(15):
        await asked.wait()
        assert visitor.game
        visitor.game.session.toggle_play()
        await asyncio.gather(game, playing)
    await shut(table)
    assert running.game.over and (running.session.held or not running.session.playing)


def test_who_is_out_sees_no_more_before_the_end() -> None:
    game = Game(make_spec(get_board("classic9"), 3))
    asyncio.run(Table(game, dict.fromkeys(range(1, 10), HouseBot(("normal",)))).run())
    (dead, *_) = set(range(1, 10)) - set(game.state.living)
    unlocked = dict[bool, bool]()
    for sealed in (True, False):
        session = GameSession(game.spec.board, game.spec.names, people=(dead,), sealed=sealed)
        unlocked[sealed] = False
        for entry in game.log[:-1]:
            session.entries([entry])
            unlocked[sealed] = session.unlock_after_death()
    assert unlocked == {True: False, False: True}


async def test_a_killed_guest_comes_back_to_the_same_ask(tmp_path: Path) -> None:
    table = await opened(NOBODY_DIES)
    asked = asyncio.Event()
    dying = Visitor(table.link, "Ben", BotFront(lambda ask: asked.set() or True))
    staying = Visitor(table.link, "Ada")
    for each in (staying, dying):
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in (staying, dying)]
    game = asyncio.ensure_future(hosted(table, tmp_path / "host"))
    await asked.wait()
    playing[1].cancel()
    await dying.die()
    back = Visitor(table.link, "")
    await back.come_back()
    await back.play(tmp_path / "guests")
    running = await game
    await playing[0]
    await shut(table)
    assert back.front.asked[0] == dying.front.asked[0]
    hello = next(each for each in heard(back) if isinstance(each, Hello))
    view = view_of(running.game.log, hello.seat, running.spec.board, running.spec.names)
    assert facts_in(heard(back)) == view.facts
    assert running.path
    answers = [each for each in read_game(running.path).journal.values() if each.player == "guest"]
    assert {each.answer.how for each in answers} == {"given"}
    assert back.said[-1].startswith("The deal is the one")


async def test_a_house_bot_plays_for_who_never_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "AWAY_SECONDS", 0.0)
    table = await opened()
    visitors = [Visitor(table.link, name) for name in ("Ada", "Ben")]
    for each in visitors:
        await each.join()
    staying = asyncio.ensure_future(visitors[0].play(tmp_path / "guests"))
    leaving = asyncio.ensure_future(visitors[1].play(tmp_path / "guests"))
    running = await table.start(ModelSettings(), tmp_path / "host")
    leaving.cancel()
    lost = asyncio.Event()
    with table.hub.listening(
        lambda notice: lost.set() if notice and "lost" in notice.text else None
    ):
        await visitors[1].die()
        await lost.wait()
    await play_hosted(table, running)
    await staying
    await shut(table)
    assert running.path
    seat = next(each.seat for each in table.hub.friends if each.name == "Ben")
    answers = [each for each in read_game(running.path).journal.values() if each.seat == seat]
    assert answers and {each.answer.how for each in answers} <= {"stand_in"}
    assert not compare(read_game(running.path)).differences


async def moved(tmp_path: Path, *, agreed: bool) -> tuple[HostedTable, Visitor, Visitor, str]:
    """A guest goes on at another machine, whom the host lets in or not."""
    table = await opened(NOBODY_DIES)
    asked = asyncio.Event()
    ada = Visitor(table.link, "Ada", BotFront(lambda ask: ask.day > 0 and (asked.set() or True)))
    ben = Visitor(table.link, "Ben")
    for each in (ada, ben):
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in (ada, ben)]
    running = await table.start(ModelSettings(), tmp_path / "host")
    game = asyncio.ensure_future(play_hosted(table, running))
    await asked.wait()
    playing[0].cancel()
    await asyncio.gather(playing[0], return_exceptions=True)
    await ada.die()
    await until(lambda: table.hub.friends[0].line is None)

    other, names = Visitor(table.link, ""), list[str]()
    other.guest.place.close()
    other.guest.place = KeptPlace("ZZZZ-ZZZZ")  # nothing is kept there

    async def claim(away: Sequence[str]) -> str:
        names.extend(away)
        return "Ada"

    waiting = asyncio.ensure_future(other.guest.wait(print, print, claim))
    await until(lambda: running.session.request)
    request = running.session.request
    assert request and request.question == "Is it Ada?" and names == ["Ada"]
    request.answer(agreed)
    try:
        hello = await waiting
    except JoinError as error:
        said = str(error)
    else:
        await other.go_on(hello, tmp_path / "other")
        await game
        await playing[1]
        said = other.said[-1]
    await until(lambda: running.session.request is None)
    if running.path:
        kept = {each.name: each.token for each in read_table(running.path).friends}
        assert (kept["Ada"] == other.guest.place.token) is agreed
    for task in (game, playing[1]):
        task.cancel()
    await asyncio.gather(game, playing[1], return_exceptions=True)
    await shut(table)
    return table, other, ben, said


async def test_a_guest_goes_on_at_another_machine_if_the_host_agrees(tmp_path: Path) -> None:
    _, other, ben, said = await moved(tmp_path, agreed=True)
    assert said == "The game is what you saw. Without a number you cannot check the deal."
    assert ben.said[-1] == "The deal is the one that all of you drew, and your number is in it."
    assert other.game and other.game.session.over


def asked_of(running: RunningGame, question: str) -> bool:
    request = running.session.request
    return request is not None and request.question == question


async def test_the_host_is_asked_about_each_who_claims_a_seat(tmp_path: Path) -> None:
    table = await opened(NOBODY_DIES)
    visitors = [Visitor(table.link, name, BotFront(lambda _: True)) for name in ("Ada", "Ben")]
    for each in visitors:
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in visitors]
    running = await table.start(ModelSettings(), tmp_path / "host")
    game = asyncio.ensure_future(play_hosted(table, running))
    await until(lambda: all(each.game for each in visitors))
    for each, task in zip(visitors, playing, strict=True):
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await each.die()
    await until(lambda: not any(each.line for each in table.hub.friends))

    claimants, let_in = list[Guest](), list[asyncio.Task[Hello]]()
    for number, name in enumerate(("Ada", "Ben")):

        async def claim(_: Sequence[str], name: str = name) -> str:
            return name

        claimants.append(guest := Guest(table.link))
        guest.place.close()
        guest.place = KeptPlace(f"ZZZZ-ZZZ{'AB'[number]}")
        let_in.append(asyncio.create_task(guest.wait(print, print, claim)))
        await until(lambda: len(table.hub.claimants) == len(claimants))
    for name in ("Ada", "Ben"):
        await until(partial(asked_of, running, f"Is it {name}?"))
        assert running.session.request
        running.session.request.answer(True)
    assert len(await asyncio.gather(*let_in)) == 2
    game.cancel()
    await asyncio.gather(game, return_exceptions=True)
    for guest in claimants:
        await guest.close()
    await shut(table)


async def test_who_is_not_let_in_gets_nothing_of_the_game(tmp_path: Path) -> None:
    _, other, _, said = await moved(tmp_path, agreed=False)
    assert said == "The host did not let you in."
    assert other.game is None


async def test_who_is_silent_is_answered_for_by_the_fallback_and_then_by_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "LAST_CALL_SECONDS", 0.02)
    table = await opened(seconds=1)
    visitor = Visitor(table.link, "Ada", BotFront(lambda ask: True))
    await visitor.join()
    playing = asyncio.ensure_future(visitor.play(tmp_path / "guests"))
    running = await hosted(table, tmp_path / "host")
    await playing
    await shut(table)
    assert running.path
    hows = [
        each.answer.how
        for each in read_game(running.path).journal.values()
        if each.player == "guest"
    ]
    assert hows[:2] == ["timeout", "timeout"]
    assert set(hows[2:]) <= {"stand_in"}
    assert "Your time was up, and the table went on." in visitor.said


async def test_a_host_who_was_killed_goes_on_with_the_same_people(tmp_path: Path) -> None:
    table = await opened()
    stop = asyncio.Event()
    visitors = [
        Visitor(table.link, name, BotFront(lambda ask: ask.day > 0 and stop.set()))
        for name in NAMES
    ]
    for each in visitors:
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in visitors]
    running = await table.start(ModelSettings(), tmp_path / "host")
    game = asyncio.ensure_future(play_hosted(table, running))
    await stop.wait()
    game.cancel()
    table.hub.friends, gone = [], table.hub.friends
    for each in gone:  # no word of farewell, as when the process is killed
        if each.line:
            each.line.end()
    await shut(table)
    running.close()
    assert running.path
    table, running = HostedTable.of_saved(running.path, ModelSettings(), address="127.0.0.1")
    assert table.hub.friends
    await table.open()
    await play_hosted(table, running)
    await asyncio.gather(*playing)
    await shut(table)
    assert all(each.said[-1].startswith("The deal is the one") for each in visitors)


async def test_the_same_people_play_again(tmp_path: Path) -> None:
    table = await opened()
    visitors = [Visitor(table.link, name) for name in NAMES]
    for each in visitors:
        await each.join()
    seeds = set[int]()
    for number in range(2):
        playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in visitors]
        running = await hosted(table, tmp_path / "host")
        await asyncio.gather(*playing)
        seeds.add(running.spec.seed)
        assert set(NAMES) < set(running.spec.names)
        fair = "The deal is the one that all of you drew, and your number is in it."
        assert [each.said[-1] for each in visitors] == [fair] * len(visitors), number
        running.close()
        table.hub.gather_again()
        assert not table.hub.ready, "each says again that they are there"
        for each in visitors:
            await each.guest.choose_name(each.guest.place.name)
        while len(table.hub.ready) < len(NAMES):
            await visitors[0].guest.receive()
    await shut(table)
    assert len(seeds) == 2


def chosen_seed(hub: hubs.Hub, deal: DrawnDeal) -> DrawnDeal:
    return deal._replace(spec=replace(deal.spec, seed=deal.spec.seed ^ 1))


def other_people(hub: hubs.Hub, deal: DrawnDeal) -> DrawnDeal:
    """Draw again from the same numbers, now known, under another name of the host."""
    hub.host = "Zed"
    return draw_deal(hub.numbers, hub.board, (hub.host, *(each.name for each in hub.friends)))


def own_numbers(hub: hubs.Hub, deal: DrawnDeal) -> DrawnDeal:
    """Draw from numbers that the host alone chose, also those of the guests."""
    hub.numbers = tuple(new_number() for _ in hub.numbers)
    return draw_deal(hub.numbers, hub.board, (hub.host, *(each.name for each in hub.friends)))


async def told_at_the_end(tmp_path: Path) -> list[str]:
    """Return what each guest of a game was told last."""
    table = await opened()
    visitors = [Visitor(table.link, name) for name in NAMES]
    for each in visitors:
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path / "guests")) for each in visitors]
    await hosted(table, tmp_path / "host")
    await asyncio.gather(*playing)
    await shut(table)
    return [each.said[-1] for each in visitors]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (chosen_seed, "the cards do not follow from the numbers"),
        (other_people, "the numbers were drawn for another board or other people"),
        (own_numbers, "the numbers are not those that were committed to"),
    ],
)
async def test_every_guest_notices_a_changed_deal(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[hubs.Hub, DrawnDeal], DrawnDeal],
    problem: str,
) -> None:
    draw = hubs.Hub.draw

    async def cheat(hub: hubs.Hub) -> DrawnDeal:
        deal = change(hub, await draw(hub))
        for friend, seat in zip(hub.friends, deal.chairs[1:], strict=True):
            friend.seat = seat
        return deal

    monkeypatch.setattr(hubs.Hub, "draw", cheat)
    assert await told_at_the_end(tmp_path) == [f"The deal was changed: {problem}."] * len(NAMES)


async def test_every_guest_notices_that_the_cards_were_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = hubs.Hub.draw

    async def twice(hub: hubs.Hub) -> DrawnDeal:
        await draw(hub)
        return await draw(hub)

    monkeypatch.setattr(hubs.Hub, "draw", twice)
    for told in await told_at_the_end(tmp_path):
        assert "The cards were drawn 2 times since your last whole game here" in told


async def test_no_guest_opens_a_number_that_is_not_in_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_guests(commitments: tuple[str, ...], terms: str) -> Commitments:
        made = tuple(commitment_of(new_number()) for _ in commitments[1:])
        return Commitments((commitments[0], *made), terms)

    monkeypatch.setattr(card_draw, "Commitments", without_guests)
    monkeypatch.setattr(card_draw, "DRAW_SECONDS", 1.0)
    table = await opened()
    visitors = [Visitor(table.link, name) for name in NAMES]
    for each in visitors:
        await each.join()
    playing = [asyncio.ensure_future(each.play(tmp_path)) for each in visitors]
    with pytest.raises(ConfigError, match="nobody is ready"):
        async with asyncio.timeout(20):
            await table.start(ModelSettings(), tmp_path / "host")
    for each in await asyncio.gather(*playing, return_exceptions=True):
        assert isinstance(each, JoinError) and "left your number out" in str(each)
    assert not any(friend.number for friend in table.hub.friends)
    await shut(table)
