"""What is said of what models took and of answers that were not theirs, with endpoints on real
sockets that act it out."""

from __future__ import annotations

import json
import re

import pytest

from tests.core.agents.tables import fields_for, good, question_of, serving
from tests.core.models.serving import Request, chat, said
from tests.wolftui.cli.model_games import GAME, set_model, stopped, the_game
from tests.wolftui.cli.running import Program, Ran
from wolfcore.clock import SystemClock
from wolfcore.models import Budget, BudgetTracker
from wolfcore.records import read_game
from wolfcore.table import Spent
from wolftui.cli.progress import usage_text
from wolftui.games.sources import review_game
from wolftui.settings.paths import games_folder
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.role_tabs import cost_page
from wolftui.views.result.tabs import result_page
from wolftui.words.glyphs import FANCY
from wolftui.words.spending import reliability_notes, usage_line
from wolftui.words.wrapping import plain_text

PRICES = "price_in = 700\nprice_out = 1500"
SILENT = (
    r"wolftui: The endpoint of `m` does not report the tokens of a call; they are "
    r"estimated, .*\."
)


def _untold(request: Request) -> bytes:
    """A good answer after some thinking, from an endpoint that reports no usage."""
    message = {
        "role": "assistant",
        "content": json.dumps(fields_for(request)),
        "reasoning_content": "hm, " * 100,
    }
    return said({"choices": [{"message": message, "finish_reason": "stop"}]})


def _no_votes(request: Request) -> bytes:
    """Nothing of use at a vote."""
    if "Vote: who shall be exiled?" in question_of(request):
        return chat("I would rather not.")
    return good(request)


def _spent(ran: Ran) -> dict[str, float]:
    (spent,) = json.loads(ran.out)["spent"]
    assert spent.pop("player") == "vanilla@m"
    return spent


@pytest.mark.slow
def test_a_game_says_what_its_models_took_to_the_token(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, PRICES)
        told = _spent(wolftui("run", *GAME, "--json"))
        asked = len(endpoint.requests)
        line = wolftui("run", *GAME)
    cost = asked * (100 * 700 + 20 * 1500) / 1_000_000
    assert told == {"calls": asked, "tokens": 120 * asked, "cost": told["cost"], "answers": asked}
    assert round(told["cost"], 9) == round(cost, 9)
    assert line.err.count("\n") == 2
    assert "may ask" in line.err
    assert f" vanilla@m: {asked} calls, {120 * asked:,} tokens, cost {cost:.4g}.  " in line.out


@pytest.mark.slow
def test_more_than_a_tenth_replaced_is_one_warning_and_counted(wolftui: Program) -> None:
    with serving(_no_votes) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME, "--games", "2", "--json")
    found = [json.loads(line)["spent"][0] for line in ran.out.splitlines()]
    replaced, answers = (sum(each[name] for each in found) for name in ("replaced", "answers"))
    hows = [
        record.answer.how
        for path in games_folder().iterdir()
        for record in read_game(path).journal.values()
    ]
    assert replaced == hows.count("fallback") > answers / 10
    assert ran.code == 0
    warned = (
        f"wolftui: {replaced} of {answers} answers of vanilla@m were replaced by fallbacks "
        "or house bots, "
    )
    bill = f"wolftui: Spent: {sum(each['tokens'] for each in found):,} tokens in "
    assert ran.err.startswith(f"{warned}so the games show little of how they play.\n{bill}")


def test_bots_have_no_word_of_it(wolftui: Program) -> None:
    ran = wolftui("run", "--board", "duel6", "--seed", "4", "--json")
    assert "spent" not in json.loads(ran.out)


def test_a_budget_of_money_holds_an_endpoint_that_counts_nothing_and_says_so(
    wolftui: Program,
) -> None:
    with serving(_untold) as endpoint:
        set_model(endpoint.url, PRICES)
        ran = wolftui("run", *GAME, "--max-cost", "5")
        stopped(ran, r"The budget of 5 is spent \((\d\.\d+) in (\d+) calls(, and .*)?\)\.")
    assert len(re.findall(SILENT, ran.err)) == 1
    # The thinking alone is a hundred tokens a call.
    costs = [record.cost or 0 for record in the_game().journal.values() if record.calls]
    assert min(costs) > 100 * 1500 / 1_000_000


@pytest.mark.slow
def test_a_resumed_game_goes_on_counting_from_what_it_took(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url, PRICES)
        stopped(wolftui("run", *GAME, "--max-cost", "0.9"), r"The budget of 0.9 is spent \(.*\)\.")
        before = len(endpoint.requests)
        stopped(
            wolftui("resume", "latest", "--max-cost", "0.9"),
            r"The budget of 0.9 is spent \(0\.\d+ in \d+ calls(, and .*)?\)\.",
        )
        assert len(endpoint.requests) == before
        stopped(
            wolftui("resume", "latest", "--max-cost", "1.65"),
            r"The budget of 1.65 is spent \(1(\.\d+)? in \d+ calls(, and .*)?\)\.",
        )
        assert before < len(endpoint.requests) <= 2 * before + 2
        ran = wolftui("resume", "latest")
        assert ran.code == 0
        assert (
            f"vanilla@m: {len(endpoint.requests)} calls, {120 * len(endpoint.requests):,} "
            "tokens, cost " in ran.out
        )


def test_the_result_and_plain_lines_show_it_of_a_game_played_and_of_one_reviewed(
    wolftui: Program,
) -> None:
    with serving(_no_votes) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("play", *GAME, "--plain", "--speed", "16")
    assert ran.code == 0
    shown = review_game(the_game())
    (spent,) = shown.spent()
    assert spent.calls == len(endpoint.requests)
    assert spent.tokens == 120 * spent.calls
    assert 0 < spent.replaced < spent.answers
    assert f"{usage_line(spent)}." in " ".join(ran.out.split())
    assert reliability_notes([spent]) in " ".join(ran.out.split())
    assert shown.outcome
    book = GameNumbers(shown, shown.outcome, FANCY)
    lines = [plain_text(line) for line in cost_page(book, 200).lines]
    at = lines.index("models")
    assert lines[at + 1 : at + 3] == [usage_line(spent), reliability_notes([spent])]
    assert reliability_notes([spent]) in [plain_text(line) for line in result_page(book, 200).lines]


def test_a_context_that_is_too_small_is_said_once() -> None:
    fine, small = (
        Spent("vanilla@a", calls=9, answers=9),
        Spent("vanilla@b", calls=9, answers=9, unfit=2),
    )
    assert reliability_notes([fine]) == ""
    assert reliability_notes([fine, small]) == (
        "2 prompts of vanilla@b did not fit into the context and lost their oldest "
        "parts; the inspector shows why, and a"
        " larger context helps."
    )
    assert usage_line(small) == "vanilla@b: 9 calls, 0 tokens, 2 prompts too long"
    assert (
        usage_text(BudgetTracker(Budget(), SystemClock()), [fine, small])
        == "0 calls, 0 tokens, 2 prompts too long"
    )
    small.add(small)
    assert reliability_notes([small]).startswith("4 prompts of vanilla@b did not fit")


def test_the_line_of_progress_counts_what_was_replaced(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with serving(_no_votes) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME)
    assert re.search(r"\rday 1, \d alive: \d+ calls, [\d,]+ tokens, [1-4] replaced", ran.err)
