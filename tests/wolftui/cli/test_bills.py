"""However a command that calls models ends, it says what it spent, and its bill is the endpoint's."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from tests.core.models.serving import DROP, Request, Served, chat, error
from tests.wolftui.cli.model_games import DEAL, GAME, set_model
from tests.wolftui.cli.running import Program
from wolfcore.clock import SystemClock
from wolfcore.errors import ConfigError
from wolfcore.models import Budget, BudgetTracker, ModelSpec
from wolfcore.players import CallRecord, LostAttempts
from wolfcore.records import GameFolder, NewGame, SeatSpec
from wolfcore.table import Noted, Spent
from wolftui.cli.entry import run
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.cost_estimate import ModelLoad, Rehearsal, cost_range_text, estimate_text
from wolftui.games.earlier_calls import repeat_shares
from wolftui.games.game_budget import GameBudget
from wolftui.games.game_starts import start_game
from wolftui.games.sources import local_game
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.visitor_terms import budget_tracker, take_trackers
from wolftui.words.glyphs import FANCY
from wolftui.words.spending import BUDGET_HINT, reliability_notes, spent_sentence, usage_line

HOSTED = ModelSpec(model="x", base_url="https://models.example/v1")
PRICED = ModelSpec(model="x", base_url="https://models.example/v1", price_in=1.0, price_out=4.0)


def budget_of(specs: dict[str, ModelSpec]) -> GameBudget:
    return GameBudget(GameModels(ModelSettings(specs)), specs)


def _drops(request: Request) -> bytes:
    """A connection that is dropped with the second speech, after it took the prompt."""
    return DROP if "speech" in str(request.body["messages"][-1]) else good(request)


@pytest.mark.parametrize(
    ("argv", "served", "code"),
    [
        (("run", *GAME), good, 0),
        (("run", *GAME, "--json"), good, 0),
        (("run", *GAME), error(401, "bad key"), 1),
        (("run", *GAME), _drops, 1),
        (("run", *GAME, "--max-tokens", "1500"), good, 1),
        (("play", *GAME, "--plain", "--speed", "16", "--max-tokens", "1500"), good, 1),
        (("quiz", "run", "--seat", "vanilla@m", "--questions", "2"), chat("no"), 0),
        (("models", "test"), good, 0),
        (("models", "test"), chat("no"), 1),
        (("doctor",), good, 0),
    ],
    ids=["run", "json", "refused", "dropped", "budget", "plain", "quiz", "test", "unfit", "doctor"],
)
def test_every_end_says_what_was_spent(
    wolftui: Program, argv: tuple[str, ...], served: Served, code: int
) -> None:
    with serving(served) as endpoint:
        set_model(endpoint.url)
        ran = wolftui(*argv)
        assert ran.code == code, ran.err
        bill = re.search(
            r"\nwolftui: Spent: ([\d,]+) tokens in (\d+) calls?( \(.*\))?\.\n\Z", f"\n{ran.err}"
        )
    assert bill, ran.err
    assert int(bill[2]) == len(endpoint.requests)


def test_a_command_without_models_says_nothing_of_it(wolftui: Program) -> None:
    assert "Spent" not in wolftui("run", "--board", "duel6", "--seed", "4").err


def test_the_sentence_tells_money_tokens_calls_and_what_is_estimated() -> None:
    tracker = BudgetTracker(Budget(), SystemClock())
    assert spent_sentence((tracker,)) == ""
    tracker.add_spent(120, 34_560, 1.23, 2_000)
    assert spent_sentence((tracker,)) == (
        "Spent: 1.23 (in the currency of the prices), 34,560 tokens in 120 calls (2,000 tokens "
        "estimated, earlier runs included)."
    )

    second = BudgetTracker(Budget(), SystemClock())
    second.add_spent(1, 40, 20_000.0, 5)
    assert spent_sentence((tracker, second)) == (
        "Spent: 20,000 (in the currency of the prices), 34,600 tokens in 121 calls (2,005 tokens "
        "estimated, earlier runs included)."
    )


@pytest.mark.parametrize(
    ("earlier", "own", "interrupted", "bill"),
    [
        (0, 0, False, ""),
        (5, 0, False, ""),
        (5, 2, False, "wolftui: Spent: 70 tokens in 7 calls (earlier runs included).\n"),
        (0, 2, True, "wolftui: Spent: 20 tokens in 2 calls.\n"),
    ],
)
def test_a_bill_is_printed_once_for_what_this_command_called_itself(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    earlier: int,
    own: int,
    interrupted: bool,
    bill: str,
) -> None:
    def command(argv: object) -> int:
        budget_tracker()
        tracker = budget_tracker()
        tracker.add_spent(earlier, 10 * earlier, 0.0)
        tracker.calls += own
        tracker.tokens += 10 * own
        if interrupted:
            raise KeyboardInterrupt
        return 0

    take_trackers()
    monkeypatch.setattr("wolftui.cli.entry._run_command", command)
    with pytest.raises(KeyboardInterrupt) if interrupted else nullcontext():
        assert run([]) == 0
    assert capsys.readouterr().err == bill
    assert take_trackers() == ()


@pytest.mark.parametrize(
    ("spent", "line"),
    [
        (Spent("a", 31, 62_010, cost=0.041), "a: 31 calls, 62,010 tokens, cost 0.041"),
        (Spent("a", 1, 9, cost=0.0), "a: 1 call, 9 tokens, cost 0"),
        (Spent("a", 2, 9, 1, 12_000.0), "a: 2 calls, about 9 tokens, cost about 12,000"),
        (Spent("a", 3, 40, lost=1, estimated_tokens=9),
         "a: 3 calls, about 40 tokens, 1 call without a reply"),
        (Spent("a", 9, 9, answers=8, repaired=2, replaced=1),
         "a: 9 calls, 9 tokens, of 8 answers 2 repaired, 1 replaced"),
    ],
)  # fmt: skip
def test_a_line_tells_what_a_player_took(spent: Spent, line: str) -> None:
    assert usage_line(spent) == line


def test_a_tenth_of_replaced_answers_is_no_warning_and_more_is() -> None:
    assert reliability_notes([Spent("a", answers=20, replaced=2)]) == ""
    assert reliability_notes([Spent("a", answers=20, replaced=3)]).startswith("3 of 20 answers of")


def test_what_failed_is_counted_for_its_player() -> None:
    spent = Spent("vanilla@m")
    spent.add_call(CallRecord("m", (), "", replied=False, lost=LostAttempts(2, 900, 40, 940, 0.5)))
    spent.add_call(CallRecord("m", (), "x", tokens_in=100, tokens_out=20, cost=0.1))
    assert spent == Spent("vanilla@m", calls=3, tokens=1060, cost=0.6, lost=2, estimated_tokens=940)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("2.5", Budget(cost=2.5)),
        (" 2,5 ", Budget(cost=2.5)),
        ("200000 tokens", Budget(tokens=200_000)),
        ("30 minutes", Budget(seconds=1800.0)),
    ],
)
def test_a_budget_is_read_as_a_person_writes_it(text: str, budget: Budget) -> None:
    assert budget_of({}).read(text) == budget


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "nan", "1e9", "2.5 tokens", "9" * 400, "five", "\x00"]
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="this is no budget"):
        budget_of({}).read(text)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("gpt", ("3=vanilla:brief@gpt",)),
        ("gpt:effort=low", ("3=vanilla:brief@gpt:effort=low",)),
        ("gpt", ("3=sla-llm:judge=gpt@own",)),
        ("gpt", ("seer=vanilla:brief@gpt", "3=human")),
    ],
    ids=["seat", "setting", "step", "not dealt"],
)
def test_money_is_no_budget_where_any_model_of_the_table_has_no_price(
    name: str, seats: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def rehearsed(*_: object) -> Rehearsal:
        return Rehearsal({name: ModelLoad(calls=1)})

    monkeypatch.setattr("wolftui.games.cost_estimate.rehearse", rehearsed)
    models = ModelSettings({"gpt": HOSTED, "own": PRICED})
    arguments = PlayOptions(
        board="duel6", seats=seats, seed=4, deal=DEAL, models=models, save=False
    )
    shown, _ = local_game(start_game(arguments), FANCY)
    assert f"`{name}` about" in shown.estimate
    assert BUDGET_HINT not in shown.estimate, "the dialog that shows it offers to set a budget"
    assert shown.budget
    with pytest.raises(ConfigError, match=f"`{name}` has no price"):
        shown.budget.read("2.5")
    assert shown.budget.read("9 tokens") == Budget(tokens=9)


def test_a_table_of_models_without_an_estimate_can_say_what_it_spent() -> None:
    models = ModelSettings({"own": ModelSpec(model="x", base_url="http://127.0.0.1:9/v1")})
    for seat, has_models in (("3=vanilla:brief@own", True), ("3=bot", False)):
        running = start_game(PlayOptions(board="duel6", seats=(seat,), models=models, save=False))
        shown, _ = local_game(running, FANCY)
        assert shown.estimate == ""
        assert bool(shown.budget) == has_models
        if shown.budget:
            running.models.budget_meter.add_spent(2, 40, 0.0)
            assert shown.budget.spent.startswith("Spent: 40 tokens in 2 calls")


@pytest.mark.parametrize("spec", [PRICED, ModelSpec(server="openrouter", model="x")])
def test_money_is_a_budget_where_a_price_is_told(spec: ModelSpec) -> None:
    assert budget_of({"m": spec}).read("2.5") == Budget(cost=2.5)


def test_the_other_limits_of_a_command_stay() -> None:
    meter = BudgetTracker(Budget(1, 5, 9.0), SystemClock())
    budget = GameBudget(GameModels(ModelSettings({}, budget_meter=meter)), {})
    assert budget.read("7 tokens") == Budget(1, 7, 9.0)
    assert budget.read("1 min") == Budget(1, 5, 60.0)
    assert budget.read("2") == Budget(2, 5, 9.0)


def test_a_model_without_a_price_is_estimated_with_its_limits_and_repeats() -> None:
    limited = ModelSpec(model="x", base_url="https://models.example/v1", requests_per_minute=2)
    sample = Arrangement(PlayOptions(board="duel6", seats=("*=vanilla:brief@gpt",))).sample_game
    words = estimate_text(sample, {"gpt": limited}, shares={"gpt": 0.5})
    found = re.match(
        r"This game may ask `gpt` about (\d+) times with about [\d,]+ tokens \(no price in the "
        r"settings\), .* Up to (\d+) more calls of `gpt` .* \(50 in 100, as in its games\)\. .* about "
        r"\d+ waits, .*`gpt` has a limit of 2 requests a minute: (\d+) min or more\.",
        words,
    )
    assert found, words
    calls, more, minutes = map(int, found.groups())
    assert abs(more - calls / 2) <= 1
    assert abs(minutes - calls / 2) <= 1


LOADED = ModelLoad(60, 1_000_000, 500_000, 100_000)
"""What a game takes of a model in the tables below."""


@pytest.mark.parametrize(
    ("share", "games", "range_"),
    [(0.0, 1, "1.4 to 1.4"), (0.5, 1, "1.4 to 2.1"), (None, 100, "140 to 150"),
     (1.0, 1000, "1,400 to 2,800")],
)  # fmt: skip
def test_the_upper_price_foresees_repeats(share: float | None, games: int, range_: str) -> None:
    words = cost_range_text("gpt", PRICED, [LOADED], games, 0, share)
    assert words.endswith(f"; in the currency of the prices that is {range_}")


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({}, ""),
        ({"requests_per_minute": 1}, "`m` has a limit of 1 request a minute: 60 min or more."),
        ({"concurrency": 1}, "`m` has a limit of 1 call at a time: 5 min or more."),
        ({"requests_per_minute": 30, "concurrency": 2},
         "`m` has a limit of 2 calls at a time: 2 min or more."),
        ({"requests_per_minute": 6, "concurrency": 2},
         "`m` has a limit of 6 requests a minute: 10 min or more."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("address", ["http://127.0.0.1:9/v1", "https://models.example/v1"])
def test_an_estimate_names_the_limit_that_takes_longest(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], words: str, address: str
) -> None:
    def rehearsed(*_: object) -> Rehearsal:
        return Rehearsal({"m": LOADED}, 24)

    monkeypatch.setattr("wolftui.games.cost_estimate.rehearse", rehearsed)
    sample = Arrangement(PlayOptions(board="duel6")).sample_game
    specs = {"m": ModelSpec(model="x", base_url=address, **limits)}  # pyright: ignore[reportArgumentType]
    text = estimate_text(sample, specs, local=True)
    assert "Up to 3 more calls of `m` are foreseen" in text
    assert "(5 in 100, an assumption)" in text
    assert ("(no price in the settings)" in text) == ("example" in address)
    assert text.endswith(BUDGET_HINT)
    assert re.findall(r"`m` has a limit .* or more\.", text) == [words] * bool(words)
    assert bool(estimate_text(sample, specs)) == ("example" in address)


@pytest.mark.parametrize(
    ("games", "took"),
    [(1, "24 waits, 2 minutes if a"), (20, "24 waits a game, 2 minutes each if a")],
)
def test_an_estimate_of_a_model_that_never_failed(
    monkeypatch: pytest.MonkeyPatch, games: int, took: str
) -> None:
    def rehearsed(*_: object) -> Rehearsal:
        return Rehearsal({"m": LOADED}, 24)

    monkeypatch.setattr("wolftui.games.cost_estimate.rehearse", rehearsed)
    sample = Arrangement(PlayOptions(board="duel6")).sample_game
    text = estimate_text(sample, {"m": PRICED}, games, shares={"m": 0.0})
    assert took in text
    assert "Up to 0" not in text
    assert "No more calls of `m` are foreseen, since none failed in its games." in text


def test_the_share_of_repeated_calls_is_measured_in_earlier_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = Arrangement(PlayOptions(board="duel6")).sample_game(1)[0]
    with GameFolder.create(
        tmp_path, NewGame(spec, [SeatSpec("random")] * 6, version="1")
    ) as folder:
        for number in range(24):
            bad = "is no JSON" if number % 6 == 5 else ""
            lost = LostAttempts(1, 9, 0, 9) if number % 12 == 0 else None
            call = CallRecord("m", (), "x", problem=bad, lost=lost)
            folder.add_call(Noted(f"d1.vote.{number}", 1, call=call))
        path = folder.path
    assert repeat_shares(tmp_path, ["m", "other"]) == {"m": 6 / 20}
    for limit in ("_BYTES", "_GAMES"):
        with monkeypatch.context() as patch:
            patch.setattr(f"wolftui.games.earlier_calls.{limit}", 0)
            assert repeat_shares(tmp_path, ["m"]) == {}
    (path / "calls.jsonl").write_bytes(b"\xff not a line\n" * 9)
    assert repeat_shares(tmp_path, ["m"]) == {}
    assert repeat_shares(tmp_path / "nowhere", ["m"]) == {}
