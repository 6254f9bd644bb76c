"""Agreement of two annotators, label by label: share, Cohen's kappa, precision and recall.

Intervals take a game as one observation. Only speeches with the same words are the same speech.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atanh, sqrt, tanh
from typing import NamedTuple, TypeAlias

from wolfcore.intervals import (
    FEWEST_WITHOUT_RANGE,
    UPPER_QUANTILE,
    Interval,
    bounded_mean_interval,
    student_quantile,
)

from .labels import labels
from .sample import Item

_FLAT = 1e-12


class ConfusionCounts(NamedTuple):
    """Speeches by what two say of them: both yes, only the first, only the second, neither."""

    both: int = 0
    first: int = 0
    second: int = 0
    neither: int = 0

    @property
    def n(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def agreed(self) -> int:
        """Those of which both say the same."""
        return self.both + self.neither

    def plus(self, other: ConfusionCounts) -> ConfusionCounts:
        """Both together."""
        return ConfusionCounts(*map(sum, zip(self, other, strict=True)))


class Share(NamedTuple):
    """A share of speeches with its interval; None where there is nothing to divide by."""

    value: float | None
    interval: Interval


class Agreement(NamedTuple):
    """Two on one label.

    Attributes:
        label: Its name.
        counts: The speeches of which both said something.
        games: How many games these are of.
        share: Agreed / all.
        kappa: Cohen's; None where both always said the same one thing, so that chance alone would
            agree as well.
        precision: Of those to which the second says yes, the share to which the first does, too.
        recall: Of those to which the first says yes, the share to which the second does, too.
    """

    label: str
    counts: ConfusionCounts
    games: int
    share: Share
    kappa: Share
    precision: Share
    recall: Share


def agreement_on_label(label: str, pairs: Iterable[tuple[str, bool, bool]]) -> Agreement:
    """How far two agree on a label.

    Args:
        label: Its name.
        pairs: Of each speech its game, what the first says and what the second says.
    """
    by_game: dict[str, ConfusionCounts] = {}
    for game, first, second in pairs:
        one = ConfusionCounts(
            first and second, first and not second, second and not first, not (first or second)
        )
        by_game[game] = by_game.get(game, ConfusionCounts()).plus(one)
    games = list(by_game.values())
    whole = ConfusionCounts()
    for each in games:
        whole = whole.plus(each)
    return Agreement(
        label,
        whole,
        len(games),
        _share([(each.agreed, each.n) for each in games]),
        Share(kappa(whole), kappa_interval(games)),
        precision=_share([(each.both, each.both + each.second) for each in games]),
        recall=_share([(each.both, each.both + each.first) for each in games]),
    )


def _share(games: Sequence[tuple[int, int]]) -> Share:
    """Hits and trials by game; games without trials say nothing."""
    told = [(hits, trials) for hits, trials in games if trials]
    if not told:
        return Share(None, Interval())
    hits, trials = [pair[0] for pair in told], [pair[1] for pair in told]
    return Share(sum(hits) / sum(trials), bounded_mean_interval(hits, trials, 0, 1))


def kappa(counts: ConfusionCounts) -> float | None:
    """Cohen's kappa (1960): agreement beyond what two who answer by chance, each as often yes as here, would have."""
    n = counts.n
    if not n:
        return None
    chance = _by_chance(counts)
    return None if 1 - chance < _FLAT else (counts.agreed / n - chance) / (1 - chance)


def _by_chance(counts: ConfusionCounts) -> float:
    first, second = (
        (counts.both + counts.first) / counts.n,
        (counts.both + counts.second) / counts.n,
    )
    return first * second + (1 - first) * (1 - second)


def kappa_interval(games: Sequence[ConfusionCounts]) -> Interval:
    """The 95 % interval of kappa: Student's t over games, as it is and by Fisher's z, the wider of both.

    Fleiss, Cohen and Everitt's (1969) standard error is that of independent speeches; those of one
    game are not, so that its terms are summed by game first, as for clustered surveys. In simulated
    samples of 5 to 100 games it held the true value in 94 to 99 % of 600 repeats, the first way
    alone in 88 to 98 %, and a bootstrap of games in 87 to 96 %, at 10 games the least. None for
    fewer than five games, and where no game moves it, as when two never disagree: the share that
    agrees has an interval then, too.

    Args:
        games: What both said, by game.
    """
    whole = ConfusionCounts()
    for each in games:
        whole = whole.plus(each)
    value = kappa(whole)
    if value is None:
        return Interval()
    if len(games) < FEWEST_WITHOUT_RANGE:
        return Interval(how="few games")
    moved = [kappa_influence(each, whole, value) for each in games]
    freedom = len(games) - 1
    error = sqrt(sum([each * each for each in moved]) * len(games) / freedom)
    if error < _FLAT:
        return Interval(how="no spread")
    room = student_quantile(UPPER_QUANTILE, freedom) * error
    turned, stretched = atanh(value), room / (1 - value * value)
    low, high = (
        min(value - room, tanh(turned - stretched)),
        max(value + room, tanh(turned + stretched)),
    )
    return Interval(low, high, "student").within(-1, 1)


def kappa_influence(game: ConfusionCounts, whole: ConfusionCounts, value: float) -> float:
    """What a game moves kappa: the sum of the derivatives by its speeches; over all games these sum to 0."""
    n = whole.n
    first, second = (whole.both + whole.first) / n, (whole.both + whole.second) / n
    chance = _by_chance(whole)
    each: Mapping[tuple[bool, bool], int] = {
        (True, True): game.both,
        (True, False): game.first,
        (False, True): game.second,
        (False, False): game.neither,
    }
    moved = 0.0
    for (yes, other), count in each.items():
        agreed = float(yes == other) - whole.agreed / n
        by_chance = (yes - first) * (2 * second - 1) + (other - second) * (2 * first - 1)
        moved += count * (agreed - (1 - value) * by_chance) / (1 - chance) / n
    return moved


LabelsBySpeech: TypeAlias = Mapping[Item, Mapping[str, bool]]
"""Yes or no by label, by speech."""


def agreements(first: LabelsBySpeech, second: LabelsBySpeech) -> list[Agreement]:
    """How far two agree on each label of which both said something; only speeches of the same words are the same speech.

    Where the second is the reader and the first is who counts as right, precision and recall are
    the reader's.
    """
    found: list[Agreement] = []
    both = [item for item in first if item in second]
    for label in labels():
        pairs = [
            (item.game, first[item][label.name], second[item][label.name])
            for item in both
            if label.name in first[item] and label.name in second[item]
        ]
        if pairs:
            found.append(agreement_on_label(label.name, pairs))
    return found
