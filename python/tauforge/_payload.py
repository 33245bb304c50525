"""What the last link carries."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np


@dataclass(frozen=True)
class Payload:
    """A body on the last link, in its frame.

    >>> Payload(2.0, centre=(0, 0, 0.1)).moments()[:4]
    array([2. , 0. , 0. , 0.2])
    """

    mass: float  # [kg]
    centre: Tuple[float, float, float] = (0.0, 0.0, 0.0)  # of mass [m]
    inertia: Tuple[float, float, float, float, float, float] = (0.0,) * 6  # about it: xx yy zz xy yz xz [kg m^2]

    def moments(self) -> np.ndarray:
        """The ten numbers of generated code: mass [kg], first moments [kg m], inertia about the frame's origin [kg m^2].

        >>> Payload(1.0).moments().shape
        (10,)
        """
        m, (x, y, z) = self.mass, self.centre
        about_origin = np.array([y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -y * z, -x * z])
        return np.concatenate([[m, m * x, m * y, m * z], np.asarray(self.inertia) + m * about_origin])
