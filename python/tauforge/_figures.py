"""Figures for papers, by matplotlib: vectors, thin lines, units on the axes."""
from __future__ import annotations

from typing import TYPE_CHECKING, List

import numpy as np

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._identify import Prediction


def stacked(names: List[str], label: str, title: str):
    """A figure with an axis per drive over the same time."""
    from matplotlib.figure import Figure  # without pyplot: no window, no state that leaks

    figure = Figure(figsize=(6.5, 1.1 * len(names) + 0.8), layout="constrained")
    axes = np.atleast_1d(figure.subplots(len(names), 1, sharex=True))
    for axis, name in zip(axes, names):
        axis.set_ylabel(f"{name}\n{label}", fontsize=7)
        axis.tick_params(labelsize=7)
    axes[-1].set_xlabel("time [s]", fontsize=8)
    figure.suptitle(title, fontsize=9)
    return figure, axes


def torques_figure(prediction: Prediction) -> Figure:
    figure, axes = stacked(prediction.drives, "[N m, N]", f"{prediction.name}: error {prediction.error:.3g} %")
    for j, axis in enumerate(axes):
        axis.plot(prediction.t, prediction.measured[:, j], color="0.6", linewidth=0.8, label="measured")
        axis.plot(prediction.t, prediction.predicted[:, j], color="C0", linewidth=0.8, label="predicted")
    axes[0].legend(fontsize=7, loc="upper right", ncols=2)
    return figure


def motion_figure(drives: List[str], t, wanted, q, title: str) -> Figure:
    figure, axes = stacked(drives, "[rad, m]", title)
    for j, axis in enumerate(axes):
        if wanted is not None:
            axis.plot(t, wanted[:, j], color="0.6", linewidth=0.8, label="wanted")
        axis.plot(t, q[:, j], color="C0", linewidth=0.8, label="position")
    axes[0].legend(fontsize=7, loc="upper right", ncols=2)
    return figure
