"""Sentences on model usage: calls, tokens, cost, and answers that were repaired or replaced."""

from __future__ import annotations

from collections.abc import Iterable

from wolfcore.models import BudgetTracker
from wolfcore.table import Spent

CURRENCY = "in the currency of the prices"
"""Of which currency a sum of money is: the settings name none."""


_MANY = 10
"""A warning is due if more than one in this many answers was replaced."""


BUDGET_HINT = "A budget can be set with --max-cost, --max-tokens or --max-minutes."
"""What follows an estimate where a command line can be changed."""


RESUMED_WITHOUT_BUDGET = (
    "A resumed game has no budget unless it is given a new one, in which the money and the tokens "
    "of all its runs count."
)
"""What follows the command that resumes a game whose command had a budget."""


def spent_sentence(trackers: Iterable[BudgetTracker]) -> str:
    """Say what a command spent on models so far; empty where no model was called.

    Example: `Spent: 1.23 (in the currency of the prices), 34,560 tokens in 120 calls (2,000 tokens
    estimated).`
    """
    found = [each for each in trackers if each.calls]
    if not found:
        return ""
    cost = sum(each.cost for each in found)
    money = f"{money_text(cost)} ({CURRENCY}), " if cost else ""
    tokens, calls = sum(each.tokens for each in found), sum(each.calls for each in found)
    estimated = sum(each.estimated for each in found)
    notes = [f"{estimated:,} tokens estimated"] if estimated else []
    if any(each.earlier_calls for each in found):
        notes.append("earlier runs included")
    more = f" ({', '.join(notes)})" if notes else ""
    return f"Spent: {money}{tokens:,} tokens in {counted(calls, 'call')}{more}."


def usage_line(spent: Spent) -> str:
    """Summarise one player's usage: calls, tokens, cost, failed calls, answers not its own.

    Example: `vanilla@m: 31 calls, 62,010 tokens, cost 0.041, of 30 answers 2 repaired, 1 replaced`.
    """
    about = "about " if spent.estimated or spent.estimated_tokens else ""
    words = [counted(spent.calls, "call"), f"{about}{spent.tokens:,} tokens"]
    if spent.cost is not None:
        words.append(f"cost {about}{money_text(spent.cost)}")
    if spent.lost:
        words.append(f"{counted(spent.lost, 'call')} without a reply")
    if bad := replaced_text((spent,)):
        words.append(f"of {counted(spent.answers, 'answer')} {bad}")
    if unfit := too_long_text((spent,)):
        words.append(unfit)
    return f"{spent.player}: {', '.join(words)}"


def replaced_text(spent: Iterable[Spent]) -> str:
    """Count repaired and replaced answers: `2 repaired, 1 replaced`; empty if there are none."""
    found = list(spent)
    counts = {
        "repaired": sum(each.repaired for each in found),
        "replaced": sum(each.replaced for each in found),
    }
    return ", ".join(f"{count:,} {word}" for word, count in counts.items() if count)


def too_long_text(spent: Iterable[Spent]) -> str:
    """Count prompts that did not fit the context: `2 prompts too long`; empty if all did."""
    found = sum(each.unfit for each in spent)
    return f"{counted(found, 'prompt')} too long" if found else ""


def reliability_notes(spent: Iterable[Spent]) -> str:
    """Warn about what keeps a game from showing how well its models play; empty if nothing does.

    Names players with more than a tenth of their answers replaced, and players whose prompts did
    not fit into the context.
    """
    found = list(spent)
    replaced = [
        f"{each.replaced:,} of {counted(each.answers, 'answer')} of {each.player}"
        for each in found
        if _is_bad(each)
    ]
    unfit = [f"{counted(each.unfit, 'prompt')} of {each.player}" for each in found if each.unfit]
    words: list[str] = []
    if replaced:
        said = "were replaced by fallbacks or house bots, so the games show little of how they play"
        words.append(f"{' and '.join(replaced)} {said}.")
    if unfit:
        said = (
            "did not fit into the context and lost their oldest parts; the inspector "
            "shows why, and a larger context helps"
        )
        words.append(f"{' and '.join(unfit)} {said}.")
    return " ".join(words)


def _is_bad(spent: Spent) -> bool:
    return _MANY * spent.replaced > spent.answers


def estimated_note(models: Iterable[str]) -> str:
    """Say which models' endpoints do not report token counts, so that counts are estimated.

    Empty if `models` is empty.
    """
    names = " and ".join(f"`{model}`" for model in models)
    if not names:
        return ""
    return (
        f"The endpoint of {names} does not report the tokens of a call; they are "
        "estimated, with those of visible thinking."
    )


def counted(count: int, word: str) -> str:
    """Return a number with its noun: `1 call`, `1,200 calls`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def money_text(amount: float, digits: int = 4) -> str:
    """Return a sum of money with some significant digits: `0.041`, `12,350`."""
    return f"{float(f'{amount:.{digits}g}'):,.12g}"
