"""`annotate --judge MODEL`: has a model label the speeches of a sample, in a sheet of its own.

Forecasts the cost first; a stopped run goes on where it stopped. Then prints usage and the
agreement with the speech reader.
"""

from __future__ import annotations

import asyncio
import sys

from wolfcore.errors import LogError, ModelError, OverBudget
from wolfcore.metrics.annotation import Item, Place, SheetFile, agreements
from wolfcore.metrics.annotation.judge import CostForecast, Judge, forecast_cost
from wolfcore.metrics.annotation.sample import SpeechInContext
from wolfcore.models import prices_of
from wolftui.measures.speech_agreement import (
    Comparison,
    SpeechSource,
    agreement_lines,
    labels_by_day,
    labels_by_side,
)
from wolftui.plain.annotation_page import speech_for_model
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.words.spending import BUDGET_HINT, CURRENCY, money_text

from .command import FAILED, OK, STOPPED
from .progress import show_count


def judge_by_model(
    name: str, speeches: SpeechSource, items: list[Item], sheet: SheetFile, settings: ModelSettings
) -> int:
    """Have a model label the rest of a sample, and print its results; returns the exit code.

    Args:
        name: The model, by its name in the settings.
        speeches: The games.
        items: The sample.
        sheet: The file that takes the labels.
        settings: The models of the settings, with the budget.

    Raises:
        ConfigError: There is no such model, or it cannot be opened.
    """
    games, models = speeches.games(items), GameModels(settings)

    def show(place: Place) -> SpeechInContext:
        item = items[place[0] - 1]
        return speech_for_model(games[item.game], item.entry, item.seat, place[1])

    judge = Judge(models.open(name), sheet, show)
    spec = settings.specs[name]
    if judge.remaining:
        _print_forecast(
            name,
            forecast_cost(judge, show, prices_of(spec), settings.thinking_tokens_for(spec) or 0),
        )

    async def judged() -> None:
        try:
            await judge.run(lambda done, of: show_count(done, of, "speeches"))
        finally:
            await models.close()

    code = OK
    try:
        asyncio.run(judged())
    except (ModelError, OverBudget, LogError) as error:
        sys.stderr.write(
            f"wolftui: {str(error).rstrip('.')}. The judgements so far are kept; the same "
            "command continues.\n"
        )
        code = FAILED
    except KeyboardInterrupt:
        sys.stderr.write(
            "\nwolftui: Stopped. The judgements so far are kept; the same command continues.\n"
        )
        code = STOPPED
    _print_usage(name, judge)
    _print_counts(name, sheet, speeches)
    return code


def _print_forecast(name: str, found: CostForecast) -> None:
    money = "" if found.cost is None else f"; {CURRENCY} that is about {money_text(found.cost, 2)}"
    sys.stderr.write(
        f"wolftui: {name} will be asked about {found.calls} times, with about "
        f"{found.sent + found.received:,} tokens{money}. {BUDGET_HINT}\n"
    )


def _print_usage(name: str, judge: Judge) -> None:
    took = judge.cost
    cost = f", cost {money_text(took.cost)}" if took.cost else ""
    print(
        f"{name}: {took.calls} calls, {took.tokens:,} tokens{cost}; {took.repaired} answers "
        "repaired, "
        f"{took.unreadable} speeches without a readable answer."
    )


def _print_counts(name: str, sheet: SheetFile, speeches: SpeechSource) -> None:
    """Print the agreement of the model with the reader, for each label, by side and by day."""
    said, reader = sheet.answers(), speeches.read(sheet.head.items)
    if said:
        print(
            "\n".join(
                (
                    "",
                    *agreement_lines(
                        Comparison(name, "the reader", agreements(said, reader), reader=True)
                    ),
                    "",
                )
            )
        )
        sides = speeches.sides()
        print(
            "\n".join(
                (
                    *labels_by_side(name, said, reader, sides),
                    "",
                    *labels_by_day(name, said, reader, sides),
                    "",
                )
            )
        )
    print(
        f"All judgements are in {sheet.path}; the same command continues, --compare reads the file."
    )
