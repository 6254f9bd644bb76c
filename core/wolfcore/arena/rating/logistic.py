"""Logistic regression with a weak normal prior and cluster-robust covariance; imports numpy."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]


_MOST_STEPS, _LONGEST_STEP, _CLOSE = 100, 2.0, 1e-9


class Fit(NamedTuple):
    """A fitted logistic regression.

    Attributes:
        values: The coefficients, one per column.
        model: Their covariance if all observations are independent, prior included.
        clustered: Their covariance by a jackknife over clusters.
    """

    values: Floats
    model: Floats
    clustered: Floats


def expit(values: Floats) -> Floats:
    """Return 1 / (1 + exp(-x)), without overflow."""
    return 0.5 * (1 + np.tanh(values / 2))


def fit_clustered(rows: Floats, points: Floats, clusters: NDArray[np.int64], prior: float) -> Fit:
    """Fit the most probable (MAP) coefficients, and compute their two covariances.

    Args:
        rows: The features of each observation, shape (n, k).
        points: The outcome of each, 0..1, shape (n,); a half counts as half a success and half a
            failure.
        clusters: The cluster of each, 0, 1, ... without gaps, shape (n,).
        prior: The prior standard deviation of each coefficient.
    """
    values = coefficients(rows, points, prior)
    chances = expit(rows @ values)
    spread = chances * (1 - chances)
    whole = _information(rows, spread) + np.eye(rows.shape[1]) / prior**2
    many = int(clusters.max()) + 1
    scores, parts = np.zeros((many, rows.shape[1])), np.zeros((many, *whole.shape))
    np.add.at(scores, clusters, rows * (points - chances)[:, None])
    np.add.at(parts, clusters, (rows * spread[:, None])[:, :, None] * rows[:, None, :])
    # The jackknife by one Newton step: the change if a cluster were left out.
    moved = np.linalg.solve(whole - parts, scores[:, :, None])[:, :, 0]
    model = np.asarray(np.linalg.inv(whole), dtype=np.float64)
    return Fit(values, model, moved.T @ moved * (many - 1) / many)


def coefficients(rows: Floats, points: Floats, prior: float) -> Floats:
    """Find the most probable coefficients by Newton's method.

    The log posterior is concave, so there is exactly one maximum and the method finds it.
    """
    values = np.zeros(rows.shape[1])
    for _ in range(_MOST_STEPS):
        chances = expit(rows @ values)
        slope = rows.T @ (points - chances) - values / prior**2
        step = np.linalg.solve(
            _information(rows, chances * (1 - chances)) + np.eye(len(values)) / prior**2, slope
        )
        longest = float(np.abs(step).max())
        # Far from the maximum a whole step could overshoot.
        values = values + step * min(1.0, _LONGEST_STEP / max(longest, _CLOSE))
        if longest < _CLOSE:
            break
    return values


def _information(rows: Floats, spread: Floats) -> Floats:
    return (rows * spread[:, None]).T @ rows
