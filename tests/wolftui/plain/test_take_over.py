"""Before plain lines: a seat whose player is gone is taken over or the game is left, and a spent
budget loses nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.cli.running import first_choice
from tests.wolftui.gone import RANDOM, sit_with
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.errors import ConfigError, GameStopped, OverBudget, SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.models import ModelSpec
from wolfcore.models.wrappers.retrying import CircuitBreaker
from wolfcore.players import FrontEnd
from wolfcore.records import read_game
from wolfcore.table import Replacement
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.takeover import TakeoverMenu, TakeoverOffer
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.settings.endpoints import ModelSettings
from wolftui.words.spans import MODERATOR_EYES

ASKED = "Number or name (? for the choices): "


async def playing(console: ListedConsole, running: RunningGame) -> RunningGame:
    await PlainGame(running, console, LineLook()).play()
    return running


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("word", ["2", "bot"])
async def test_a_house_bot_takes_over_for_good_by_number_or_name(word: str) -> None:
    console = ListedConsole(["what", "", "99", word])
    running = await playing(console, sit_with(None, "4=random"))
    assert running.game.over
    assert "seat 4: the line is dead." in console.lines
    assert (
        "  1  Try again with the same player (random). The same ask is put once more."
        in console.lines
    )
    assert "  2  bot:normal takes over. A house bot plays the seat from now on." in console.lines
    assert "  3  vanilla@keyless takes over. A model plays the seat from now on." in console.lines
    assert "  5  Leave the game. It is not saved and is lost." in console.lines
    assert "`what` is not among the choices: " in console.text
    assert "99 is not among the choices: " in console.text


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("word", ["?", " help ", "/help"])
async def test_the_choices_are_said_again_for_who_asks(word: str) -> None:
    console = ListedConsole([word, "bot"])
    await playing(console, sit_with(None, "4=random"))
    first, second = (place for place, line in enumerate(console.lines) if line == ASKED)
    assert console.lines[first + 1 : second] == console.lines[first - 5 : first]
    assert console.lines[first + 1].startswith("  1  Try again")


@pytest.mark.usefixtures("broken")
async def test_the_same_player_may_be_tried_again_and_a_model_that_cannot_sit_down_is_refused_in_words() -> (
    None
):
    console = ListedConsole(["again", "1", "keyless", "bot"])
    running = await playing(console, sit_with(None, "4=random"))
    assert running.game.over
    assert console.lines.count("seat 4: the line is dead.") == 3
    assert "NO_SUCH_KEY_IN_ANY_TEST" in console.text


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(("typed", "ended"), [(["leave"], False), (["stop"], False), ([], True)])
async def test_leaving_and_the_end_of_input_stop_the_game_where_it_is(
    tmp_path: Path, typed: list[str], ended: bool
) -> None:
    console = ListedConsole(typed)
    running = sit_with(tmp_path, "4=random")
    game = PlainGame(running, console, LineLook())
    with pytest.raises(GameStopped, match="A player gave no answer any more"):
        await game.play()
    running.close()
    assert game.front.input_ended == ended
    assert "  5  Leave the game. It is saved and can be resumed." in console.lines
    assert read_game(tmp_path / running.id).result is None


@pytest.mark.usefixtures("broken")
async def test_the_person_there_takes_over_with_the_eyes_of_the_seat_and_no_others() -> None:
    console = ListedConsole(lambda lines: "me" if lines[-1] == ASKED else first_choice(lines))
    running = await playing(console, sit_with(None, "4=random"))
    assert running.game.over
    before, _, after = console.text.partition(
        "You take over. You play it with its eyes alone, marked as having looked."
    )
    until_the_end = after.partition(f"\n{running.outcome.title}. ")[0]
    assert "is ▲ Werewolf." in before
    assert "is ▲ Werewolf." not in until_the_end
    assert f"You are 4 {running.spec.names[3]}" in until_the_end
    assert len(running.game.view(4).answered) > 1
    assert "What was secret:" in after
    assert running.session.eyes == MODERATOR_EYES


@pytest.mark.usefixtures("broken")
async def test_at_night_a_person_is_told_neither_which_seat_it_is_nor_who_played_it() -> None:
    told: list[str] = []
    for deal in ("4=Villager,2=Seer", "4=Villager,3=Seer"):
        console = ListedConsole(
            lambda lines: "leave" if lines[-1] == ASKED else first_choice(lines)
        )
        seat = deal[-6]
        with pytest.raises(GameStopped):
            await playing(console, sit_with(None, "4=human", f"{seat}=random", deal=deal))
        told.append(console.text)
    assert told[0] == told[1]
    assert "One of the players gives no answer." in told[0]
    assert "Try again with the same player. The same ask" in told[0]
    assert "You take over" not in told[0]


class Typist(ListedConsole):
    """Somebody who takes a while to type a line, which answers one question and no other."""

    reading = False

    async def read(self) -> str | None:
        assert not self.reading
        self.reading = True
        for _ in range(20):
            await asyncio.sleep(0)
        self.reading = False
        return await super().read()


async def test_who_is_asked_answers_before_it_is_asked_who_takes_over_another_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def answer(player: object, view: View, ask: Ask, desk: object) -> Answer:
        if ask.kind == "vote":
            raise SeatError(ask.seat, "the line is dead")
        return Answer(ask.options[-1])

    monkeypatch.setattr(RANDOM, answer)
    console = Typist(lambda lines: "bot" if lines[-1] == ASKED else first_choice(lines))
    running = await playing(
        console, sit_with(None, "4=human", "6=random", deal="4=Villager,6=Werewolf")
    )
    assert running.game.over
    assert console.lines.count(ASKED) == 1


@pytest.mark.usefixtures("spent")
async def test_a_spent_budget_ends_the_game_with_all_that_happened_told_and_saved(
    tmp_path: Path,
) -> None:
    console = ListedConsole()
    running = sit_with(tmp_path, "4=random", deal="4=Villager")
    with pytest.raises(OverBudget, match="The budget of 1 is spent"):
        await playing(console, running)
    assert "day 1" in console.text
    saved = read_game(tmp_path / running.id)
    assert saved.result is None
    assert len(saved.entries) == len(running.game.log)
    assert saved.journal


DEAD = ModelSpec(kind="openai", model="x", base_url="http://127.0.0.1:1/v1", tries=1)
"""Nobody listens at port 1."""


async def test_what_a_game_may_take_is_said_before_anything_else() -> None:
    console = ListedConsole(["leave"])
    models = ModelSettings(specs={"m": replace(DEAD, price_in=1.0, price_out=2.0)})
    running = start_game(PlayOptions(seats=("*=vanilla@m",), seed=7, save=False, models=models))
    with pytest.raises(GameStopped):
        await playing(console, running)
    assert running.estimate()
    assert running.estimate().startswith(console.lines[0])


@pytest.mark.parametrize(("typed", "asked"), [(["bot"], 1), (["again", "again", "bot"], 3)])
async def test_all_seats_of_a_model_that_failed_are_asked_about_once(
    typed: list[str], asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CircuitBreaker.__init__, "__kwdefaults__", {"failures": 6, "pause": 0.1})
    console = ListedConsole(typed)
    models = ModelSettings(specs={"m": DEAD})
    running = start_game(PlayOptions(seats=("*=vanilla@m",), seed=7, save=False, models=models))
    await playing(console, running)
    assert console.lines.count(ASKED) == asked
    words = " ".join(console.text.split())
    assert "m: http://127.0.0.1:1/v1 cannot be reached (Connection refused)" in words
    assert "What you choose holds for every seat of the model that failed." in words
    assert set(running.players) == {"bot:normal"}


async def test_a_choice_that_no_longer_seats_anybody_is_refused_in_words_before_it_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated: list[int] = []
    really = TakeoverMenu.seat_player

    def once(menu: TakeoverMenu, seat: int, offer: TakeoverOffer, front: FrontEnd) -> Replacement:
        seated.append(seat)
        if len(seated) == 2:
            raise ConfigError("the chair of the bot is gone")
        return really(menu, seat, offer, front)

    monkeypatch.setattr(TakeoverMenu, "seat_player", once)
    console = ListedConsole(["bot", "bot"])
    running = start_game(
        PlayOptions(
            seats=("*=vanilla@m",), seed=7, save=False, models=ModelSettings(specs={"m": DEAD})
        )
    )
    await playing(console, running)
    assert console.lines.count(ASKED) == 2
    assert "the chair of the bot is gone" in console.text
