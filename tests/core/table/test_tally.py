"""What models took, by player: counted while a table plays and read from what is saved, which
agree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.agents.golden.traces import Noting
from tests.core.agents.steps.tables import ask, view
from tests.core.agents.tables import BAD, HOUSE, SEATS, play
from tests.core.models.serving import chat, error
from tests.core.players.sitters import Talker, Waiting, a_spec, talkers
from wolfcore.agents import LanguagePlayer
from wolfcore.clock import SystemClock
from wolfcore.game import Game, dice_of
from wolfcore.models import (
    AttemptCounter,
    Budget,
    BudgetedModel,
    BudgetTracker,
    ChatReply,
    ScriptedModel,
    Usage,
)
from wolfcore.players import CallRecord, LostAttempts
from wolfcore.records import GameFolder, NewGame, SeatSpec, read_game
from wolfcore.table import (
    Replacement,
    Spent,
    Table,
    TableOptions,
    TimeLimits,
    UsageCounter,
    read_calls,
    usage_of_game,
)
from wolfcore.table.desk import CallTotals


async def test_who_took_over_is_not_blamed_for_the_player_of_before(tmp_path: Path) -> None:
    tally = UsageCounter(SEATS)
    played = await play(
        tmp_path, chat("No."), chat("No."), error(401, "bad key"), on_dead=HOUSE, watchers=[tally]
    )
    found = {spent.player: spent for spent in tally.usage}
    assert set(found) == {"vanilla@bad", "vanilla@good"}
    # Two replies of no use, then none at all: calls were made and paid for, and no answer came of
    # them.
    assert found["vanilla@bad"] == Spent("vanilla@bad", calls=3, tokens=240, lost=1)
    assert found["vanilla@good"].answers == found["vanilla@good"].calls > 10
    about = played.saved.about
    assert about
    assert about.seats_now()[BAD - 1].text == "bot:normal"
    saved = {spent.player: spent for spent in usage_of_game(played.notes, played.saved.journal)}
    assert saved["vanilla@good"] == found["vanilla@good"]
    assert "bot:normal" not in saved
    assert sum(spent.calls for spent in saved.values()) == sum(
        spent.calls for spent in found.values()
    )


async def test_repaired_and_replaced_answers_are_counted_alike_live_and_saved(
    tmp_path: Path,
) -> None:
    tally = UsageCounter(SEATS)
    played = await play(tmp_path, chat("No."), on_dead="stop", watchers=[tally])
    found = {spent.player: spent for spent in tally.usage}
    bad = found["vanilla@bad"]
    assert bad.replaced == list(played.hows().values()).count("fallback") > 0
    assert bad.calls == len(played.calls())
    assert {
        spent.player: spent for spent in usage_of_game(played.notes, played.saved.journal, SEATS)
    } == found


async def test_answers_for_models_that_were_late_count_as_replaced_though_no_call_came_to_its_end(
    tmp_path: Path,
) -> None:
    spec, late, seats = (
        a_spec(),
        Waiting(),
        (SeatSpec("vanilla", (), "m"), *[SeatSpec("random")] * 6),
    )
    folder, tally = (
        GameFolder.create(tmp_path, NewGame(spec, seats, version="1")),
        UsageCounter(seats),
    )
    stand_in = Replacement(SeatSpec("bot"), Talker())
    table = Table(
        Game(spec),
        {**talkers(spec), 1: late},
        folder=folder,
        options=TableOptions(watchers=[tally], stand_in=stand_in, limits=TimeLimits(0.001)),
    )
    await table.run()
    journal = read_game(folder.path).journal
    answers = [record for record in journal.values() if record.seat == 1]
    assert tally.usage == (Spent("vanilla@m", answers=len(answers), replaced=len(answers)),)
    assert usage_of_game(read_calls(folder.path).records, journal, seats) == tally.usage


ASKED = (("user", "x" * 400),)
LOST = LostAttempts(2, 900, 40, 940, 0.25)


@pytest.mark.parametrize(
    ("call", "spent"),
    [
        (CallRecord("m", ASKED, "x", tokens_in=100, tokens_out=20, cost=0.5),
         Spent("p", calls=1, tokens=120, cost=0.5)),
        (CallRecord("m", ASKED, "x" * 60, thinking="x" * 20),
         Spent("p", calls=1, tokens=120, estimated=1, estimated_tokens=120)),
        (CallRecord("m", ASKED, "x", tokens_in=70, thinking="x" * 39),
         Spent("p", calls=1, tokens=80, estimated=1, estimated_tokens=10)),
        # What is estimated of the reply itself is in the estimate of all attempts.
        (CallRecord("m", ASKED, "x" * 80, lost=LostAttempts(0, 0, 0, 118)),
         Spent("p", calls=1, tokens=120, estimated=1, estimated_tokens=118)),
        (CallRecord("m", ASKED, "x", tokens_in=100, tokens_out=20, cost=0.5, lost=LOST),
         Spent("p", calls=3, tokens=1060, cost=0.75, lost=2, estimated_tokens=940)),
        (CallRecord("m", ASKED, "", replied=False, problem="lost", lost=LOST),
         Spent("p", calls=2, tokens=940, cost=0.25, lost=2, estimated_tokens=940)),
        # Refused, or recorded by an earlier version.
        (CallRecord("m", ASKED, "", replied=False, problem="no", unfit=True), Spent("p", unfit=1)),
    ],
)  # fmt: skip
def test_a_call_counts_with_all_its_attempts(call: CallRecord, spent: Spent) -> None:
    found = Spent("p")
    found.add_call(call)
    assert found == spent


TOLD = Usage(90, tokens_out=30)
UNTOLD = Usage()


@pytest.mark.parametrize(
    "usages",
    [
        (TOLD, TOLD),
        # Before the first count a token is four characters, then as many as were measured.
        (UNTOLD, UNTOLD),
        (TOLD, UNTOLD),
        (UNTOLD, TOLD, UNTOLD),
        (TOLD, Usage(90), Usage(tokens_out=30)),
        (TOLD, Usage(tokens_thought=5), Usage(0, tokens_out=0), UNTOLD),
    ],
)
async def test_a_player_took_what_the_budget_counted(usages: Sequence[Usage]) -> None:
    replies = iter(
        [ChatReply(text='{"choice": "no one"}', thinking="Hm. " * 9, usage=each) for each in usages]
    )
    tracker = BudgetTracker(Budget(), SystemClock())
    scripted = ScriptedModel(lambda _: next(replies), name="m")
    model = BudgetedModel(scripted, AttemptCounter("m", tracker))
    spent, question = Spent("vanilla@m"), ask("vote")
    for _ in usages:
        desk = Noting(question, dice_of(3, question.id))
        await LanguagePlayer(model).answer(view(), question, desk)
        for call in desk.told:
            if isinstance(call, CallRecord):
                # As it is saved and read again.
                spent.add_call(msgspec.json.decode(msgspec.json.encode(call), type=CallRecord))
    assert (spent.calls, spent.tokens) == (tracker.calls, tracker.tokens)
    assert spent.estimated_tokens == tracker.estimated
    untold = [None in (each.tokens_in, each.tokens_out) for each in usages]
    assert spent.estimated == sum(untold)


def test_all_counts_of_a_player_are_added() -> None:
    fields = [name for name in Spent.__struct_fields__ if name not in ("player", "cost")]
    one = Spent("p", **{name: 2**place for place, name in enumerate(fields)}, cost=0.5)
    both = Spent("p", **{name: 2 * 2**place for place, name in enumerate(fields)}, cost=0.5)
    free = replace(one, cost=None)
    one.add(free)
    assert one == both
    free.add(one)
    assert free.cost == 0.5


def test_the_totals_of_an_ask_hold_what_its_calls_lost() -> None:
    totals = CallTotals()
    assert (totals.calls, totals.tokens_in, totals.faults) == (None, None, None)
    totals.add(
        CallRecord("m", ASKED, "x", tokens_in=100, tokens_out=20, cost=0.5, faults=("loop", "loop"))
    )
    totals.add(CallRecord("m", ASKED, "", replied=False, lost=LOST))
    totals.add(CallRecord("m", ASKED, "y", tokens_cached=8, faults=("cut", "loop"), lost=LOST))
    assert (totals.calls, totals.tokens_in, totals.tokens_out) == (3, 1900, 100)
    assert (totals.tokens_cached, totals.cost) == (8, 1.0)
    assert totals.faults == {"loop": 3, "cut": 1}
