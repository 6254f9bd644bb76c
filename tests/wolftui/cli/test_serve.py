"""`serve` where it cannot: one clear line."""

from __future__ import annotations

import pytest

from tests.wolftui.cli.running import Program
from wolfcore.extras import install_hint
from wolftui.cli import serve as command
from wolftui.settings.paths import config_file, visitors_ledger
from wolftui.web.site import SiteConfig

MODELS = """
[models.paid]
model = "m"
base_url = "https://host.example/v1"
price_in = 1
price_out = 2
[models.unpriced]
model = "m"
base_url = "https://host.example/v1"
[models.own]
model = "m"
server = "ollama"
"""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[SiteConfig]:
    """The configurations that were served, at once over; the settings have three models."""
    config_file().parent.mkdir(parents=True)
    config_file().write_text(MODELS)
    found: list[SiteConfig] = []

    def serve(place: SiteConfig, *_: object) -> None:
        found.append(place)

    monkeypatch.setattr(command, "serve", serve)
    monkeypatch.setattr(command, "is_installed", lambda: True)
    return found


def test_without_the_extra_one_line_says_so(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.web.site.LIBRARY", "textual_serve_that_is_not_there")
    ran = wolftui("serve")
    sentence = (
        f"wolftui: a browser needs textual-serve, which is not installed. {install_hint('web')}\n"
    )
    assert (ran.code, ran.out, ran.err) == (2, "", sentence)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "0"), "--port"),
        (("--visitors", "0"), "--visitors"),
        (("--host", ""), "--host"),
        (("serve",), "WORD"),
        (("--model", "gpt"), "--model"),
        (("--model", "smollm", "--share-home"), "--model"),
        (("--max-cost", "0"), "--max-cost"),
        (("--max-cost", "nan"), "--max-cost"),
    ],
)
def test_what_cannot_be_served_is_said(wolftui: Program, words: tuple[str, ...], said: str) -> None:
    ran = wolftui("serve", *words)
    assert ran.code == 2
    assert ran.err.startswith(f"wolftui: {said}: ")


def test_visitors_have_the_models_that_are_offered(
    wolftui: Program, served: list[SiteConfig]
) -> None:
    wolftui("serve")
    wolftui("serve", "--model", "own", "--", "play", "--board", "mine.toml")
    none, own = (place.terms for place in served)
    assert none.models == {}
    assert own.models is not None and list(own.models) == ["own"]
    assert [folder.endswith("/mine.toml") for folder in own.folders] == [True]


def test_models_that_cost_money_without_a_budget_are_said_in_one_line(
    wolftui: Program, served: list[SiteConfig]
) -> None:
    closed = "wolftui: Closed. Games that were being played are saved.\n"
    assert wolftui("serve").err == closed
    assert wolftui("serve", "--model", "own").err == closed
    free = "; --max-cost sets a budget for them all.\n"
    said = "wolftui: Visitors may spend without limit on "
    assert wolftui("serve", "--model", "paid").err == f"{said}`paid`{free}{closed}"
    assert wolftui("serve", "--share-home").err == f"{said}`paid`, `unpriced`{free}{closed}"


def test_a_budget_says_what_is_spent_and_is_kept_from_start_to_start(
    wolftui: Program, served: list[SiteConfig]
) -> None:
    said = f"of the budget of 5 is spent; {visitors_ledger()} counts it"
    assert wolftui("serve", "--model", "paid", "--max-cost", "5").err.startswith(
        f"wolftui: 0 {said}"
    )
    budget = served[0].terms.budget
    assert budget is not None
    budget.add(1.25)
    assert wolftui("serve", "--model", "paid", "--max-cost", "5").err.startswith(
        f"wolftui: 1.25 {said}"
    )


def test_a_budget_needs_prices_and_locks(
    wolftui: Program, served: list[SiteConfig], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = wolftui("serve", "--model", "unpriced", "--max-cost", "5")
    assert ran.code == 2
    assert "models.unpriced: has no price, so a budget of money cannot be kept" in ran.err
    monkeypatch.setattr(command, "is_supported", lambda: False)
    ran = wolftui("serve", "--model", "paid", "--max-cost", "5")
    assert ran.code == 2
    assert ran.err.startswith("wolftui: --max-cost: needs locks of files, which this system does")
    assert not served
