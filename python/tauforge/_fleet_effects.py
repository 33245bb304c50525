"""Random effects of one parameter over robots, and how many of many tests are believed.

    y_i = x_i b + u_i + e_i,   u_i ~ (0, between^2),   e_i ~ (0, s_i^2)                                              (1)

y_i is robot i's value, x_i a one and its covariates, s_i what its logs leave open, u_i what makes it a robot of its own. Robots
that drifted must decide neither b nor `between`: weights fall to zero far from the others (Tukey's biweight). `between` begins as
what makes the median size of the standardised residuals that of a normal distribution, and is then what makes their mean square
within three deviations that of a normal distribution cut off there: the median alone wastes two thirds of the robots, and a
`between` that is 8 % too small makes chances of 1e-4 come three times as often (normal distribution).

A robot has few resampling blocks, so its own jackknife deviation is uncertain by a third. By how much residuals that are alike
widen deviations is much the same for all robots of a fleet: the median of the ratio to deviations of independent residuals is
taken for all.                                                                                                       (2)
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Optional, Tuple

import numpy as np


@dataclass
class Effects:
    slopes: np.ndarray  # b
    slope_deviations: np.ndarray
    between: float
    residuals: np.ndarray  # y_i - x_i b; NaN: the robot's logs do not tell
    deviations: np.ndarray  # s_i
    chances: np.ndarray  # of so large a residual, two-sided
    freedom: float


def random_effects(table: np.ndarray, X: np.ndarray) -> Optional[Effects]:
    """Of columns value, jackknife deviation, independent deviation, degrees of freedom; nothing: too few robots.

    >>> values = np.array([1.0, 1.1, 0.9, 1.05, 0.95, 3.0])
    >>> table = np.column_stack([values, np.full(6, 0.1), np.full(6, 0.1), np.full(6, 9.0)])
    >>> found = random_effects(table, np.ones((6, 1)))
    >>> bool(abs(found.slopes[0] - 1.0) < 0.05), int(np.argmin(found.chances))
    (True, 5)
    """
    told = np.isfinite(table[:, :3]).all(axis=1) & (table[:, 2] > 0)
    count, width = int(told.sum()), X.shape[1]
    if count < width + 2:
        return None
    y, jackknife, independent, blocks = table[told].T
    x = X[told]
    typical = (1 - 2 / (9 * np.maximum(blocks, 1))) ** 3  # median of chi-square over its degrees of freedom
    inflation = max(1.0, float(np.median((jackknife / independent) ** 2 / typical)))  # (2)
    s2 = inflation * independent**2
    between2, robust = 0.0, np.ones(count)
    b = np.zeros(width)
    b[0] = np.median(y)
    for _ in range(50):
        w = robust / (s2 + between2)
        A = x * np.sqrt(w)[:, None]
        before, b = b, np.linalg.lstsq(A, y * np.sqrt(w), rcond=None)[0]
        residual = y - x @ b
        between2 = _between(residual, s2, width)
        z = residual / np.sqrt(s2 + between2)
        robust = np.where(np.abs(z) < 4.685, (1 - (z / 4.685) ** 2) ** 2, 0.0)
        if robust.sum() < width + 2:
            robust = 1 / np.maximum(1.0, np.abs(z))
        if np.max(np.abs(x @ (b - before)) / np.sqrt(s2 + between2)) < 1e-8:
            break
    between2 = _between_by_squares(residual, s2, between2, width)
    w = robust / (s2 + between2)
    covariance = np.linalg.pinv((x * w[:, None]).T @ x)
    freedom = max(1.0, EFFICIENCY * count - width)
    predicted = np.einsum("ij,jk,ik->i", x, covariance, x)
    size = np.abs(residual) / np.sqrt(s2 + between2 + predicted)
    residuals, deviations, chances = (np.full(len(table), np.nan) for _ in range(3))
    residuals[told], deviations[told] = residual, np.sqrt(s2)
    chances[told] = [student_chance(float(t), freedom) for t in size]
    return Effects(b, np.sqrt(np.maximum(np.diag(covariance), 0)), math.sqrt(between2), residuals, deviations, chances, freedom)


def _between(residual: np.ndarray, s2: np.ndarray, width: int) -> float:
    """between^2, so that the median of |residual| / sqrt(s^2 + between^2) is that of a normal distribution."""
    normal = 0.6744897501960817 * math.sqrt(max(1e-9, 1 - width / len(residual)))
    sizes = lambda b2: float(np.median(np.abs(residual) / np.sqrt(s2 + b2)))  # noqa: E731
    if sizes(0.0) <= normal:
        return 0.0
    low, high = 0.0, float(np.max(residual**2)) / normal**2 + float(np.max(s2))
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if sizes(middle) > normal else (low, middle)
    return 0.5 * (low + high)


CUT = 3.0  # deviations; farther residuals say nothing of how much usual robots differ
EFFICIENCY = 0.87  # of a variance by squares within CUT, beside all squares: 3000 samples of 200 numbers; by the median 0.36


def _between_by_squares(residual: np.ndarray, s2: np.ndarray, between2: float, width: int) -> float:
    """between^2, so that the mean of residual^2 / (s^2 + between^2) within CUT is that of a normal distribution cut off there."""
    inside = math.erf(CUT / math.sqrt(2))
    normal = (1 - 2 * CUT * math.exp(-CUT * CUT / 2) / math.sqrt(2 * math.pi) / inside) * max(1e-9, 1 - width / len(residual))
    for _ in range(50):
        near = residual**2 < CUT**2 * (s2 + between2)
        squares = lambda b2: float(np.mean(residual[near] ** 2 / (s2[near] + b2)))  # noqa: E731
        low, high = 0.0, float(np.max(residual[near] ** 2)) / normal if near.any() else 0.0
        if not near.any() or squares(0.0) <= normal:
            return 0.0
        for _ in range(80):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if squares(middle) > normal else (low, middle)
        if abs(middle - between2) <= 1e-9 * middle:
            break
        between2 = middle
    return between2


def student_chance(t: float, freedom: float) -> float:
    """P(|T| > t) of Student's distribution.

    >>> round(student_chance(2.262157, 9), 6), round(student_chance(1.959964, 1e9), 4)
    (0.05, 0.05)
    """
    if freedom > 1e6:
        return math.erfc(abs(t) / math.sqrt(2))
    return _incomplete_beta(0.5 * freedom, 0.5, freedom / (freedom + t * t))


@lru_cache(maxsize=None)
def student_limit(freedom: float, confidence: float = 0.95) -> float:
    """t with P(|T| <= t) = confidence.

    >>> round(student_limit(9), 4)
    2.2622
    """
    low, high = 0.0, 1e4
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if student_chance(middle, freedom) > 1 - confidence else (low, middle)
    return 0.5 * (low + high)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _incomplete_beta(b, a, 1.0 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d, tiny = 1.0, 1.0 - (a + b) * x / (a + 1), 1e-300
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 500):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1.0 + step * d
            c = 1.0 + step / c
            d, c = 1.0 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
            value *= d * c
        if abs(d * c - 1.0) < 1e-14:
            break
    return front * value


def benjamini_hochberg(chances: np.ndarray, rate: float) -> Tuple[np.ndarray, float]:
    """Which of these tests are believed, so that at most this share of them is expected to be wrong; and the level.

    >>> benjamini_hochberg(np.array([0.001, 0.2, 0.02, 0.9]), 0.05)[0].tolist()
    [True, False, True, False]
    """
    order = np.sort(chances)
    below = np.nonzero(order <= rate * np.arange(1, len(order) + 1) / max(1, len(order)))[0]
    level = float(order[below[-1]]) if len(below) else -1.0
    return chances <= level, level
