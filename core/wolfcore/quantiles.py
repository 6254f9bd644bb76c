"""Quantiles of the beta and of Student's t distribution, which intervals for small numbers of games are made of.

The standard library has the normal distribution alone (`statistics.NormalDist`). scipy has both, and with numpy it is 200 MB that
take more than a second to load; mpmath is small, but a quantile by its `betainc` took 36 ms where one from here takes 0.3 ms, and
a folder of games by seat and role asks for thousands. Both are one incomplete beta function, whose continued fraction (DLMF
8.17.22) is a page of plain Python; the tests compare it with scipy's values.
"""

from __future__ import annotations

from math import exp, inf, lgamma, log, log1p, sqrt

_CLOSE = 1e-10
_TINY = 1e-300
_MOST_TERMS = 100_000
_MOST_STEPS = 200
_MANY = 1e6


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b): P(X <= x) of a beta distribution; a and b above 0."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = exp(_log_front(x, a, b))
    if x < (a + 1) / (a + b + 2):
        return front * _continued_fraction(x, a, b) / a
    return 1 - front * _continued_fraction(1 - x, b, a) / b


def _log_front(x: float, a: float, b: float) -> float:
    return lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of I_x(a, b), by Lentz's method; it converges fast for x below the mean."""
    above, below = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    found = below
    for m in range(1, _MOST_TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            below = 1 / _nonzero(1 + term * below)
            above = _nonzero(1 + term / above)
            found *= above * below
        if abs(above * below - 1) < _CLOSE:
            break
    return found


def _nonzero(value: float) -> float:
    """A value, or something next to 0 instead of 0, by which can be divided."""
    return value if abs(value) > _TINY else _TINY


def beta_quantile(p: float, a: float, b: float) -> float:
    """The x with I_x(a, b) = p, to about 1e-9.

    Args:
        p: The probability, above 0 and below 1.
        a: The first shape, above 0.
        b: The second shape, above 0.
    """
    low, high, mean = 0.0, 1.0, a / (a + b)
    x = mean + (2 * p - 1) * 2 * sqrt(mean * (1 - mean) / (a + b + 1))
    x = x if low < x < high else mean
    for _ in range(_MOST_STEPS):
        off = beta_cdf(x, a, b) - p
        low, high = (low, x) if off > 0 else (x, high)
        slope = exp(_log_front(x, a, b)) / (x * (1 - x)) if 0 < x < 1 else inf
        step = x - off / slope if slope else inf
        coming = step if low < step < high else (low + high) / 2  # Newton's step where it stays inside, else the middle
        if abs(coming - x) < 1e-9:
            return coming
        x = coming
    return x


def student_quantile(p: float, degrees_of_freedom: float) -> float:
    """The t that Student's distribution with `freedom` degrees of freedom stays below with probability p, p above one half."""
    x = beta_quantile(2 * (1 - p), degrees_of_freedom / 2, 0.5)
    return sqrt(degrees_of_freedom * (1 - x) / x)


def chi_square_quantile(p: float, degrees_of_freedom: int) -> float:
    """The quantile of the chi-square distribution at `p`, 0..1 without the ends, with at least one degree of freedom.

    2 b X / (1 - X) tends to it where X has a beta distribution with the shapes freedom / 2 and b, and b grows; here within 1e-5.
    """
    odds = beta_quantile(p, degrees_of_freedom / 2, _MANY)
    return 2 * _MANY * odds / (1 - odds)
