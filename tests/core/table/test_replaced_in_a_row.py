"""A model whose answers are replaced one after the other counts as silent, and its game stops."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.core.players.sitters import Talker, a_spec, everywhere, new_folder
from wolfcore.errors import SeatError
from wolfcore.game import Answer, AnswerOrigin, Ask, Game, View
from wolfcore.players import CallRecord, Desk
from wolfcore.records import SeatSpec, read_game
from wolfcore.table import OnDead, ReplacedInARow, Replacement, Table, TableOptions, resume
from wolfcore.table.desk import CallTotals
from wolfcore.table.replaced_answers import UnusableModel

REPLY = "I am the\x1b wolf, " + "and so on, " * 50


class Model(Talker):
    """Calls a model for every ask; the origins of its answers come from a list, in turn."""

    def __init__(self, hows: Sequence[AnswerOrigin], name: str = "gpt") -> None:
        super().__init__()
        self.hows, self.name, self.asked = hows, name, 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self.asked += 1
        desk.record(CallRecord(self.name, (("user", "?"),), REPLY, problem="it is no JSON object"))
        how = self.hows[(self.asked - 1) % len(self.hows)]
        return Answer(ask.options[0], how=how)


class Silent(Talker):
    """Answers without a model; a bot's fallback answers count for no model."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return Answer(ask.options[0], how="fallback")


@pytest.mark.parametrize(
    ("most", "hows", "asked"),
    [
        (3, ["fallback"], 3),
        (1, ["fallback"], 1),
        (3, ["given", "fallback", "fallback", "fallback"], 4),
        (3, ["repaired", "fallback", "fallback"], None),
        (0, ["fallback"], None),
    ],
)
async def test_a_game_stops_where_so_many_answers_in_a_row_were_replaced(
    tmp_path: Path, most: int, hows: Sequence[AnswerOrigin], asked: int | None
) -> None:
    spec, model = a_spec("duel6"), Model(hows)
    folder = new_folder(tmp_path, spec)
    players = {**everywhere(spec, Silent()), 1: model}
    table = Table(
        Game(spec), players, folder=folder, options=TableOptions(replaced=ReplacedInARow(most))
    )
    if asked is None:
        assert await table.run()
        assert model.asked > 3
        return
    with pytest.raises(SeatError, match=f"seat 1: {most} answers of `gpt` in a row"):
        await table.run()
    assert model.asked == asked
    # The answer that completed the row is not kept: its ask is put again.
    kept = [record for record in read_game(folder.path).journal.values() if record.seat == 1]
    assert len(kept) == asked - 1


async def test_a_row_goes_on_in_the_next_game_of_a_command() -> None:
    replaced, games = ReplacedInARow(10), 0
    with pytest.raises(SeatError, match="10 answers of `gpt` in a row"):
        for seed in range(10):
            spec = a_spec("duel6", seed=seed)
            players = {**everywhere(spec, Silent()), 1: Model(["fallback"])}
            await Table(Game(spec), players, options=TableOptions(replaced=replaced)).run()
            games += 1
    assert 0 < games < 10


async def test_two_models_are_counted_apart() -> None:
    spec, good = a_spec("duel6"), Model(["given"], "good")
    players = {**everywhere(spec, good), 1: Model(["fallback"], "bad")}
    with pytest.raises(SeatError, match="3 answers of `bad` in a row"):
        await Table(Game(spec), players, options=TableOptions(replaced=ReplacedInARow(3))).run()


async def test_the_message_quotes_replies_shortly_and_the_general_part_quotes_none() -> None:
    spec = a_spec("duel6")
    players = {**everywhere(spec, Silent()), 1: Model(["fallback"])}
    with pytest.raises(SeatError) as caught:
        await Table(Game(spec), players, options=TableOptions(replaced=ReplacedInARow(3))).run()
    message = str(caught.value)
    assert message.count("wolf, and so on") == 3
    assert len(message) < 300
    assert "\x1b" not in message
    assert caught.value.shared_problem == "3 answers of `gpt` in a row could not be used"


async def test_a_stopped_game_is_resumed_and_the_model_gets_as_many_answers_again(
    tmp_path: Path,
) -> None:
    spec = a_spec("duel6")
    folder = new_folder(tmp_path, spec)
    players = {**everywhere(spec, Silent()), 1: Model(["fallback"])}
    options = TableOptions(replaced=ReplacedInARow(2))
    with pytest.raises(SeatError):
        await Table(Game(spec), players, folder=folder, options=options).run()
    again = resume(folder.path)
    model = Model(["given"])
    table = Table(
        again.game,
        {**players, 1: model},
        folder=again.folder,
        journal=again.journal,
        options=TableOptions(replaced=ReplacedInARow(2)),
    )
    assert await table.run()
    assert model.asked


@pytest.mark.parametrize("way", ["bot", "fallback"])
async def test_a_row_is_no_output_at_all_where_somebody_takes_over(
    tmp_path: Path, way: str
) -> None:
    spec, bot, model = a_spec("duel6"), Talker(), Model(["fallback"])
    folder = new_folder(tmp_path, spec)
    on_dead: OnDead = Replacement(SeatSpec("bot"), bot) if way == "bot" else "fallback"
    table = Table(
        Game(spec),
        {**everywhere(spec, Silent()), 1: model},
        folder=folder,
        options=TableOptions(replaced=ReplacedInARow(2), on_dead=on_dead),
    )
    assert await table.run()
    called = [each for each in read_game(folder.path).journal.values() if each.calls]
    if way == "bot":
        assert (model.asked, len(called)) == (2, 1)
    else:
        # Any number of replaced answers is what was asked for: each is kept with its calls.
        assert model.asked == len(called) > 3


@pytest.mark.parametrize(("model", "asked"), [("gpt", 4), ("other", 3)])
async def test_a_model_chosen_again_gets_a_new_row_and_another_choice_holds_for_its_other_seats(
    model: str, asked: int
) -> None:
    spec, first, other = a_spec("duel6"), Model(["fallback"]), Model(["fallback"])
    new = Replacement(SeatSpec("vanilla", (), model), Talker())
    asks: list[int] = []

    async def take_over(seat: int, error: SeatError, decided: bool) -> Replacement:
        asks.append(seat)
        return new

    options = TableOptions(replaced=ReplacedInARow(2), on_dead="pause", take_over=take_over)
    players = {**everywhere(spec, Silent()), 1: first, 2: other}
    await Table(Game(spec), players, options=options).run()
    assert len(asks) == 2
    # The other seat has as many answers again, or none.
    assert first.asked + other.asked == asked


def calls_of(*models: str) -> CallTotals:
    """Return the totals of an ask for which these models were called, in order."""
    totals = CallTotals()
    for model in models:
        totals.add(CallRecord(model, (("user", "?"),), f"words of {model}"))
    return totals


Row = Sequence[tuple[AnswerOrigin, Sequence[str]]]


@pytest.mark.parametrize(
    ("answers", "model"),
    [
        ([("fallback", "a"), ("fallback", "a")], "a"),
        # The model that was called last is to blame, also if it was called before another.
        ([("fallback", "ab"), ("fallback", "b")], "b"),
        ([("fallback", "aba"), ("fallback", "a")], "a"),
        ([("fallback", "ab"), ("fallback", "a")], ""),
        # A usable answer ends the row of each model that was called for it.
        ([("fallback", "a"), ("given", "ab"), ("fallback", "a")], ""),
        ([("fallback", "a"), ("repaired", "ba"), ("fallback", "a")], ""),
        ([("fallback", "a"), ("given", "b"), ("fallback", "a")], "a"),
        # A late answer neither counts nor ends a row.
        ([("fallback", "a"), ("timeout", "a"), ("stand_in", "a")], ""),
        ([("fallback", "a"), ("timeout", "a"), ("stand_in", "a"), ("fallback", "a")], "a"),
        ([("fallback", ""), ("fallback", "")], ""),
    ],
)
def test_a_row_is_of_the_model_that_was_called_last(answers: Row, model: str) -> None:
    replaced, ended = ReplacedInARow(2), ""
    for how, models in answers:
        try:
            replaced.check(1, how, calls_of(*models))
        except UnusableModel as error:
            ended = error.model
            assert f"`words of {ended}`, `words of {ended}`" in str(error)
    assert ended == model


def test_a_row_is_of_ten_where_nobody_says_how_many() -> None:
    replaced = ReplacedInARow()
    for _ in range(9):
        replaced.check(1, "fallback", calls_of("a"))
    with pytest.raises(UnusableModel, match="10 answers of `a` in a row"):
        replaced.check(1, "fallback", calls_of("a"))


@pytest.mark.parametrize(
    ("most", "hows", "quoted"),
    [
        (5, ["fallback"] * 5, "`2`, `3`, `4`"),
        (2, ["fallback", "given", *["fallback"] * 2], "`2`, `3`"),
    ],
)
def test_a_message_quotes_the_last_three_replies_of_its_row(
    most: int, hows: Sequence[AnswerOrigin], quoted: str
) -> None:
    replaced = ReplacedInARow(most)
    with pytest.raises(UnusableModel) as caught:
        for number, how in enumerate(hows):
            totals = CallTotals()
            totals.add(CallRecord("a", (("user", "?"),), str(number)))
            replaced.check(1, how, totals)
    assert str(caught.value).endswith(f"; its last replies: {quoted}")
