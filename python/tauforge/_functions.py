"""Every function of a robot on arrays, by the templates: no compiler is needed.

The last dimension of an array holds the numbers of one state, leading dimensions hold states. SI units throughout. Contiguous
arrays of float64 are read where they lie; the interpreter lock is released; many states are shared among threads.
"""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._payload import Payload

Array = np.ndarray


class Functions:
    """The functions of a Robot. Arguments that all of them take:

    out       array (a tuple of arrays where there are several results) that gets the result instead of a new one
    payload   Payload on the last link
    gravity   acceleration instead of the robot's own, in the world frame [m/s^2]
    rigid     bodies alone: no rotor inertia, no friction
    threads   None: as many as are worth it
    """

    _core: _core.Robot

    def _compute(self, function: str, *inputs: Any, out: Any = None, payload: Optional[Payload] = None, wrench: Any = None,
                 gravity: Optional[Sequence[float]] = None, rigid: bool = False, link: str = "",
                 threads: Optional[int] = None) -> Any:
        return self._core.compute(function, inputs, out, payload, wrench, gravity, rigid, link, threads or 0)

    def inverse_dynamics(self, q: Any, qd: Any, qdd: Any, *, wrench: Any = None, **more: Any) -> Array:
        """Torques [N m or N] of a motion: q [rad or m], qd [rad/s or m/s], qdd [rad/s^2 or m/s^2].

        `wrench`: fx fy fz nx ny nz on the last link, in its frame [N, N m].

        >>> robot = tauforge.example("puma560")
        >>> robot.inverse_dynamics(np.zeros(6), np.zeros(6), np.zeros(6)).shape
        (6,)
        >>> robot.inverse_dynamics(np.zeros((100, 6)), np.zeros(6), np.zeros(6)).shape
        (100, 6)
        """
        return self._compute("inverse_dynamics", q, qd, qdd, wrench=wrench, **more)

    def forward_dynamics(self, q: Any, qd: Any, tau: Any, *, wrench: Any = None, **more: Any) -> Array:
        """Accelerations [rad/s^2 or m/s^2] from torques [N m or N].

        >>> robot = tauforge.example("puma560")
        >>> qdd = robot.forward_dynamics(np.zeros(6), np.zeros(6), robot.gravity(np.zeros(6)))
        >>> bool(np.abs(qdd).max() < 1e-12)
        True
        """
        return self._compute("forward_dynamics", q, qd, tau, wrench=wrench, **more)

    def gravity(self, q: Any, **more: Any) -> Array:
        """Torques that hold the robot still [N m or N].

        >>> tauforge.example("scara").gravity(np.zeros(4)).shape
        (4,)
        """
        return self._compute("gravity", q, **more)

    def velocity_torque(self, q: Any, qd: Any, **more: Any) -> Array:
        """Coriolis and centrifugal torques of the bodies [N m or N].

        >>> tauforge.example("puma560").velocity_torque(np.zeros(6), np.ones(6)).shape
        (6,)
        """
        return self._compute("velocity_torque", q, qd, **more)

    def friction(self, q: Any, qd: Any, **more: Any) -> Array:
        """Friction of the drives [N m or N].

        >>> tauforge.example("puma260").friction(np.zeros(6), np.ones(6)).shape
        (6,)
        """
        return self._compute("friction", q, qd, **more)

    def bias(self, q: Any, qd: Any, *, wrench: Any = None, **more: Any) -> Array:
        """Torques without accelerations: velocity torques, gravity and friction [N m or N].

        >>> robot, q, qd = tauforge.example("puma560"), np.full(6, 0.3), np.full(6, 0.5)
        >>> bool(np.allclose(robot.bias(q, qd), robot.inverse_dynamics(q, qd, np.zeros(6))))
        True
        """
        return self._compute("bias", q, qd, wrench=wrench, **more)

    def mass_matrix(self, q: Any, **more: Any) -> Array:
        """Mass matrix with the rotors [kg m^2, kg m, kg].

        >>> M = tauforge.example("panda").mass_matrix(np.zeros(7))
        >>> M.shape, bool(np.allclose(M, M.T))
        ((7, 7), True)
        """
        return self._compute("mass_matrix", q, **more)

    def coefficients(self, q: Any, **more: Any) -> Tuple[Array, Array]:
        """Inertial coefficients D [kg m^2, kg m, kg] and gravity torques DI [N m or N] together.

        >>> D, DI = tauforge.example("puma560").coefficients(np.zeros(6))
        >>> D.shape, DI.shape
        ((6, 6), (6,))
        """
        return self._compute("coefficients", q, **more)

    def coriolis_matrix(self, q: Any, qd: Any, **more: Any) -> Array:
        """C [kg m^2/s, kg m/s, kg/s] with C qd the velocity torque and dM/dt - 2 C skew; fixed base, direct drives.

        >>> robot, q, qd = tauforge.example("panda"), np.full(7, 0.3), np.full(7, 0.5)
        >>> bool(np.allclose(robot.coriolis_matrix(q, qd) @ qd, robot.velocity_torque(q, qd)))
        True
        """
        return self._compute("coriolis_matrix", q, qd, **more)

    def momentum(self, q: Any, qd: Any, **more: Any) -> Tuple[Array, Array]:
        """Generalised momentum M qd [kg m^2/s or kg m/s], and what changes it besides torques and friction [N m or N].

        >>> p, rate = tauforge.example("puma560").momentum(np.zeros(6), np.ones(6))
        >>> p.shape, rate.shape
        ((6,), (6,))
        """
        return self._compute("momentum", q, qd, **more)

    def regressor(self, q: Any, qd: Any, qdd: Any, **more: Any) -> Array:
        """Y of tau = Y pi [N m or N], all parameters pi: masses, moments, inertias, rotors, friction [SI units].

        >>> tauforge.example("puma560").regressor(np.zeros(6), np.zeros(6), np.zeros(6)).shape[0]
        6
        """
        return self._compute("regressor", q, qd, qdd, **more)

    def base_regressor(self, q: Any, qd: Any, qdd: Any, **more: Any) -> Array:
        """The independent columns of the regressor [SI units].

        >>> tauforge.example("puma560").base_regressor(np.zeros(6), np.zeros(6), np.zeros(6)).shape[0]
        6
        """
        return self._compute("base_regressor", q, qd, qdd, **more)

    def forward_kinematics(self, q: Any, **more: Any) -> Array:
        """Pose of every moved link in the world: per link its rotation row by row, then its position [m].

        >>> X = tauforge.example("panda").forward_kinematics(np.zeros(7))
        >>> X.shape, X[-1, 9:].shape
        ((7, 12), (3,))
        """
        return self._compute("forward_kinematics", q, **more)

    def jacobian(self, q: Any, *, link: str = "", **more: Any) -> Array:
        """Geometric Jacobian of a link (the last) in the world: linear [m or 1], then angular velocity [1 or 0].

        >>> tauforge.example("panda").jacobian(np.zeros(7)).shape
        (6, 7)
        """
        return self._compute("jacobian", q, link=link, **more)

    def inverse_dynamics_derivatives(self, q: Any, qd: Any, qdd: Any, **more: Any) -> Tuple[Array, Array, Array]:
        """Torques [N m or N] and their derivatives by q and qd [per rad or m, per rad/s or m/s]; fixed base. The derivative by qdd is the mass matrix.

        >>> tau, by_q, by_qd = tauforge.example("panda").inverse_dynamics_derivatives(*np.zeros((3, 7)))
        >>> by_q.shape
        (7, 7)
        """
        return self._compute("inverse_dynamics_derivatives", q, qd, qdd, **more)

    def forward_dynamics_derivatives(self, q: Any, qd: Any, tau: Any, **more: Any) -> Tuple[Array, Array, Array, Array]:
        """Accelerations [rad/s^2 or m/s^2] and their derivatives by q, qd and tau; fixed base, direct drives.

        >>> qdd, by_q, by_qd, by_tau = tauforge.example("panda").forward_dynamics_derivatives(*np.zeros((3, 7)))
        >>> by_tau.shape
        (7, 7)
        """
        return self._compute("forward_dynamics_derivatives", q, qd, tau, **more)
