"""A budget that several processes share: nothing is lost or counted twice, whoever is killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from wolfcore.errors import ConfigError, ModelUnreachable, OverBudget
from wolfcore.models import (
    AttemptCounter,
    Budget,
    BudgetedModel,
    BudgetTracker,
    ChatReply,
    ChatRequest,
    DeltaListener,
    Message,
    ScriptedModel,
    Usage,
)
from wolfcore.models.wrappers import shared_ledger
from wolfcore.models.wrappers.costs import Prices
from wolfcore.models.wrappers.shared_ledger import SharedBudget

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs locks of files")

CALL = ChatReply(text="Bram.", usage=Usage(100, 60, 20), cost=0.5)
PRICES = Prices(2_000_000.0, 1_000_000.0, 0.0, 0.0)
FOUR_TOKENS = ChatRequest(messages=(Message("user", "x" * 16),))
HAMMER = """
import sys
from wolfcore.models.wrappers.shared_ledger import SharedBudget
budget = SharedBudget(1e9, sys.argv[1])
for number in range(int(sys.argv[2])):
    budget.add(0.5)
    print(number + 1, flush=True)
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "spent.txt"


def hammering(ledger: Path, calls: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HAMMER, str(ledger), str(calls)], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_no_cost_is_lost_among_processes_that_count_at_once(ledger: Path) -> None:
    running = [hammering(ledger, 400) for _ in range(4)]
    for each in running:
        each.communicate()
        assert each.returncode == 0
    assert SharedBudget(1.0, str(ledger)).spent() == 4 * 400 * 0.5


@pytest.mark.slow
def test_a_killed_process_leaves_nothing_locked_or_lost(ledger: Path) -> None:
    counted = 0
    for _ in range(8):
        with hammering(ledger, 1_000_000) as one:
            assert one.stdout is not None
            one.stdout.readline()
            one.send_signal(signal.SIGKILL)
            said = [1, *(int(line) for line in one.stdout.read().splitlines() if line.strip())]
        # What was counted and not yet said is one call at most.
        total = SharedBudget(1.0, str(ledger)).spent() / 0.5
        assert total - counted - said[-1] in (0, 1)
        counted = round(total)


def test_threads_count_every_cost(ledger: Path) -> None:
    budget = SharedBudget(1.0, str(ledger))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(budget.add, [0.25] * 100))
    assert budget.spent() == 25.0
    assert ledger.stat().st_size == 32


def test_costs_of_any_size_are_added_exactly(ledger: Path) -> None:
    budget, total = SharedBudget(1.0, str(ledger)), 0.0
    for cost in (1e-9, 123456.789, 1e9, 3.3e-7):
        budget.add(cost)
        total += cost
        assert budget.spent() == total
        assert ledger.stat().st_size == 32


@pytest.mark.parametrize("content", ["nan", "-1", "inf", "1e999", "one", "\x00" * 32, "1 2"])
def test_a_damaged_ledger_is_a_sentence_and_spends_nothing(ledger: Path, content: str) -> None:
    ledger.write_text(content)
    budget = SharedBudget(1.0, str(ledger))
    for use in (budget.spent, budget.check, lambda: budget.add(1.0)):
        with pytest.raises(ConfigError, match="holds no sum of costs"):
            use()
    assert ledger.read_text() == content


def test_a_ledger_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be used \(.*\)"):
        SharedBudget(1.0, str(tmp_path / "gone" / "spent.txt")).add(1.0)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigError, match="it is a symbolic link"):
        SharedBudget(1.0, str(tmp_path / "link")).add(1.0)


def test_a_system_without_locks_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shared_ledger.is_supported()
    monkeypatch.setattr(shared_ledger, "find_spec", dict[str, object]().get)
    assert not shared_ledger.is_supported()


async def test_trackers_stop_together_and_say_whose_budget_it_is(
    ledger: Path, clock: JumpingClock
) -> None:
    budget = SharedBudget(1.0, str(ledger))
    trackers = [BudgetTracker(Budget(), clock, budget) for _ in range(2)]
    models = [
        BudgetedModel(ScriptedModel([CALL] * 3), AttemptCounter("m", each)) for each in trackers
    ]
    await models[0].complete(WORDS)
    await models[1].complete(WORDS)
    said = "The budget of 1 that the host of this site set for all visitors together is spent (1)"
    for model in models:
        with pytest.raises(OverBudget) as stopped:
            await model.complete(WORDS)
        assert str(stopped.value).startswith(said)
    assert budget.spent() == 1.0
    # A game of bots goes on: only calls are stopped.
    BudgetTracker(Budget(), clock, budget).check()


async def test_what_an_earlier_session_spent_is_not_counted_again(
    ledger: Path, clock: JumpingClock
) -> None:
    budget = SharedBudget(10.0, str(ledger))
    tracker = BudgetTracker(Budget(), clock, budget)
    await BudgetedModel(ScriptedModel([CALL]), AttemptCounter("m", tracker)).complete(WORDS)
    BudgetTracker(Budget(), clock, budget).add_spent(1, 160, 0.5)
    assert (tracker.cost, budget.spent()) == (0.5, 0.5)


class Failing:
    """A model whose calls end so."""

    name = "m"

    def __init__(self, error: BaseException) -> None:
        self._error = error

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        raise self._error


@pytest.mark.parametrize(
    ("error", "spent"), [(asyncio.CancelledError(), 8.0), (ModelUnreachable("m", "gone"), 0.0)]
)
async def test_a_call_that_is_cut_off_counts_what_was_sent(
    ledger: Path, clock: JumpingClock, error: BaseException, spent: float
) -> None:
    """A visitor who leaves in the middle of each call cannot spend for nothing."""
    budget = SharedBudget(100.0, str(ledger))
    tracker = BudgetTracker(Budget(), clock, budget)
    with pytest.raises(type(error)):
        await BudgetedModel(Failing(error), AttemptCounter("m", tracker, PRICES)).complete(
            FOUR_TOKENS
        )
    assert budget.spent() == spent


async def test_a_whole_call_counts_its_cost_alone(ledger: Path, clock: JumpingClock) -> None:
    budget = SharedBudget(100.0, str(ledger))
    tracker = BudgetTracker(Budget(), clock, budget)
    counter = AttemptCounter("m", tracker, PRICES)
    await BudgetedModel(ScriptedModel([CALL]), counter).complete(FOUR_TOKENS)
    assert budget.spent() == 0.5


async def test_an_unknown_cost_stops_the_next_call(ledger: Path, clock: JumpingClock) -> None:
    tracker = BudgetTracker(Budget(), clock, SharedBudget(100.0, str(ledger)))
    assert tracker.counts_money
    counter = AttemptCounter("m", tracker, only_endpoint_knows_cost=True)
    model = BudgetedModel(ScriptedModel([ChatReply(text="Bram.")] * 2), counter)
    await model.complete(WORDS)
    with pytest.raises(OverBudget, match="host's budget for all visitors cannot be kept"):
        await model.complete(WORDS)
