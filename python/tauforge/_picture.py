"""A robot in its zero pose, as a picture for notebooks: an SVG without any library."""
from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, List, Tuple

import numpy as np

if TYPE_CHECKING:
    from ._robot import Robot

WIDTH, HEIGHT, MARGIN = 320, 260, 26  # [px]
AZIMUTH, ELEVATION = np.radians(-55.0), np.radians(20.0)  # from where it is seen


def zero_pose(robot: Robot) -> Tuple[np.ndarray, np.ndarray]:
    """Origins of the links that joints move [m], and the directions of their joints, in the world."""
    q = np.zeros(robot.nq)
    if robot.floating:
        q[6] = 1.0  # x y z w
    origins = robot.forward_kinematics(q)[-len(robot.joints):, 9:]
    axes = np.zeros_like(origins)
    if len(robot.drives) == len(robot.joints):  # else a column of the Jacobian is not one joint's
        first = robot.nv - len(robot.drives)
        for i, joint in enumerate(robot.joints):
            column = robot.jacobian(q, link=joint.link)[:, first + i]
            axis = column[3:] if joint.revolute else column[:3]
            axes[i] = axis / max(np.linalg.norm(axis), 1e-12)
    return origins, axes


def on_paper(points: np.ndarray) -> np.ndarray:
    """Right and down on the paper; z of the world is up."""
    right = np.array([-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0])
    towards = np.array([np.cos(AZIMUTH) * np.cos(ELEVATION), np.sin(AZIMUTH) * np.cos(ELEVATION), np.sin(ELEVATION)])
    return np.stack([points @ right, -points @ np.cross(towards, right)], axis=-1)


def picture(robot: Robot) -> str:
    """Links as lines from joint to joint, revolute joints as circles, sliding ones as squares, axes in red, and a scale.

    >>> picture(tauforge.example("scara")).count("<circle")
    3
    """
    origins, axes = zero_pose(robot)
    flat, base = on_paper(origins), on_paper(np.zeros(3))
    everything = np.vstack([flat, base])
    low, size = everything.min(axis=0), np.maximum(np.ptp(everything, axis=0), 1e-9)
    scale = min((WIDTH - 2 * MARGIN) / size[0], (HEIGHT - 2 * MARGIN) / size[1])  # [px/m]
    shift = np.array([WIDTH, HEIGHT]) / 2 - scale * (low + size / 2)

    def at(point: np.ndarray) -> str:
        x, y = scale * point + shift
        return f"{x:.1f} {y:.1f}"

    parts: List[str] = []
    for i, parent in enumerate(robot._core.parents):
        start = base if parent < 0 else flat[parent]
        parts.append(f'<path d="M{at(start)}L{at(flat[i])}" stroke="#678" stroke-width="5" stroke-linecap="round"/>')
    for i, joint in enumerate(robot.joints):
        tick = 12 / scale * on_paper(axes[i])
        parts.append(f'<path d="M{at(flat[i] - tick)}L{at(flat[i] + tick)}" stroke="#c22" stroke-width="1.5"/>')
        x, y = at(flat[i]).split()
        name = f"<title>{escape(joint.name)}</title>"
        parts.append(f'<circle cx="{x}" cy="{y}" r="4.5" fill="#fff" stroke="#234">{name}</circle>' if joint.revolute else
                     f'<rect x="{float(x) - 4.5:.1f}" y="{float(y) - 4.5:.1f}" width="9" height="9" fill="#fff" '
                     f'stroke="#234">{name}</rect>')
    x, y = at(base).split()
    parts.append(f'<rect x="{float(x) - 9:.1f}" y="{float(y):.1f}" width="18" height="5" fill="#234"><title>base</title></rect>')
    length = max((step for step in (0.001, 0.01, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if step * scale < WIDTH / 3), default=0.001)
    parts.append(f'<path d="M8 {HEIGHT - 8}h{length * scale:.1f}" stroke="#234" stroke-width="2"/>'
                 f'<text x="8" y="{HEIGHT - 12}" font-size="10" font-family="sans-serif" fill="#234">{length:g} m</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" aria-label="{escape(robot.name)} in its zero pose"><g fill="none">{"".join(parts)}</g></svg>')
