"""Agreement of two annotators, label by label: share, Cohen's kappa, precision and recall.

Intervals treat a game as one observation. Two speeches are the same only if their words are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atanh, sqrt, tanh
from typing import NamedTuple, TypeAlias

from wolfcore.intervals import (
    UPPER_QUANTILE,
    Interval,
    bounded_mean_interval,
    student_quantile,
)

from .labels import labels
from .sample import Item

_FLAT = 1e-12


_FEWEST = 5
"""The least number of games for an interval of kappa."""


class ConfusionCounts(NamedTuple):
    """Counts of speeches by two annotators' answers: both yes, only one of them yes, neither."""

    both: int = 0
    first: int = 0
    second: int = 0
    neither: int = 0

    @property
    def n(self) -> int:
        """The number of all speeches."""
        return sum(self)

    @property
    def agreed(self) -> int:
        """The number of speeches with equal answers."""
        return self.both + self.neither

    def plus(self, other: ConfusionCounts) -> ConfusionCounts:
        """Return the sum of these and other counts."""
        return ConfusionCounts(*map(sum, zip(self, other, strict=True)))


class Share(NamedTuple):
    """A share, or kappa, with its interval; the value is None if the denominator is 0."""

    value: float | None
    interval: Interval


class Agreement(NamedTuple):
    """The agreement of two annotators on one label.

    Attributes:
        label: The name of the label.
        counts: The speeches that both annotators labelled.
        games: The number of games that these speeches come from.
        share: Speeches with equal answers / all speeches.
        kappa: Cohen's kappa; None if both always gave the same one answer, so that chance alone
            would agree as well.
        precision: Of the speeches with yes from the second annotator, the share with yes from the
            first, too.
        recall: Of the speeches with yes from the first annotator, the share with yes from the
            second, too.
    """

    label: str
    counts: ConfusionCounts
    games: int
    share: Share
    kappa: Share
    precision: Share
    recall: Share


def agreement_on_label(label: str, pairs: Iterable[tuple[str, bool, bool]]) -> Agreement:
    """Compute the agreement of two annotators on a label.

    Args:
        label: The name of the label.
        pairs: For each speech its game, the first annotator's answer and the second's.
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
    """Compute a share and its interval from (hits, trials) by game; ignore games without trials."""
    counted = [(hits, trials) for hits, trials in games if trials]
    if not counted:
        return Share(None, Interval())
    hits, trials = [pair[0] for pair in counted], [pair[1] for pair in counted]
    return Share(sum(hits) / sum(trials), bounded_mean_interval(hits, trials, 0, 1))


def kappa(counts: ConfusionCounts) -> float | None:
    """Compute Cohen's kappa (1960): agreement beyond what would be expected by chance.

    Chance means two annotators who answer at random, each with yes as often as here. None without
    speeches, or if agreement by chance is certain.
    """
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
    """Compute the 95 % interval of kappa: Student's t over games, untransformed or by Fisher's z.

    The wider of both counts. Fleiss, Cohen and Everitt's (1969) standard error assumes independent
    speeches; those of one game are not independent, so its terms are summed by game first, as for
    clustered surveys. In simulated samples of 5 to 100 games it held the true value in 94 to 99 %
    of 600 repeats, the untransformed interval alone in 88 to 98 %, and a bootstrap of games in 87
    to 96 %, at 10 games the least. No interval for fewer than five games, or if no game changes
    kappa, as when the annotators never disagree; the share of equal answers has an interval in that
    case.

    Args:
        games: The counts of each game.
    """
    whole = ConfusionCounts()
    for each in games:
        whole = whole.plus(each)
    value = kappa(whole)
    if value is None:
        return Interval()
    if len(games) < _FEWEST:
        return Interval(how="few games")
    moved = [kappa_influence(each, whole, value) for each in games]
    freedom = len(games) - 1
    error = sqrt(sum([each * each for each in moved]) * len(games) / freedom)
    if error < _FLAT:
        return Interval(how="no spread")
    room = student_quantile(UPPER_QUANTILE, freedom) * error
    # Where kappa is 1 or -1 no game moves it, so that `atanh` is finite here.
    turned, stretched = atanh(value), room / (1 - value * value)
    low, high = (
        min(value - room, tanh(turned - stretched)),
        max(value + room, tanh(turned + stretched)),
    )
    return Interval(low, high, "student").within(-1, 1)


def kappa_influence(game: ConfusionCounts, whole: ConfusionCounts, value: float) -> float:
    """Compute how much a game changes kappa: the sum of derivatives by its speeches.

    Over all games the influences sum to 0.

    Args:
        game: The counts of the game.
        whole: The counts of all games.
        value: Kappa of all games.
    """
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
"""For each speech, the answer (yes or no) for each label."""


def agreements(first: LabelsBySpeech, second: LabelsBySpeech) -> list[Agreement]:
    """Compute the agreement of two annotators on each label that both used.

    Speeches are the same only if their words are equal. If the first annotator is the reference and
    the second is the speech reader, precision and recall are those of the reader.
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
