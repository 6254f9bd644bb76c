"""The covariance of leaving out deal after deal is what comes of really leaving them out."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.core.arena.rating.invented import draw_games
from wolfcore.arena.rating.logistic import coefficients, fit_clustered
from wolfcore.arena.rating.strengths import PRIOR, design_matrix

DEALS = 20


@pytest.mark.parametrize("seed", range(3))
def test_it_is_that_of_fits_without_each_deal(seed: int) -> None:
    laid = design_matrix(
        draw_games(Random(seed), {"a": 0.6, "b": 0.0, "c": -0.6}, {"sla7": 0.3}, DEALS)
    )
    rows, points, clusters = np.array(laid.rows), np.array(laid.points), np.array(laid.clusters)
    found = fit_clustered(rows, points, clusters, PRIOR)
    assert np.allclose(found.values, coefficients(rows, points, PRIOR))
    without = [
        coefficients(rows[clusters != deal], points[clusters != deal], PRIOR) - found.values
        for deal in range(DEALS)
    ]
    exact = sum(np.outer(moved, moved) for moved in without) * (DEALS - 1) / DEALS
    ratio = np.diag(found.clustered) / np.diag(exact)
    assert np.all((ratio > 0.93) & (ratio < 1.02)), ratio
