"""Generated code as functions of CasADi, with exact derivatives where the catalogue has them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

from ._code import _without_options, generate
from ._errors import Error

if TYPE_CHECKING:
    from ._robot import Robot


def casadi_function(robot: Robot, function: str = "inverse_dynamics", *, rigid: bool = False, effort: int = 33000,
                    compiler: str = "cc", flags: Sequence[str] = ("-O3", "-march=native", "-ffp-contract=fast"),
                    cache: bool = True, progress: Optional[Callable[..., Any]] = None) -> Any:
    """A casadi.Function of q, qd, qdd (or tau) as columns [SI units].

    inverse_dynamics and forward_dynamics have their derivatives by all arguments in one call, with the true zeros left out of
    the patterns. Other functions, and all functions of floating bases, have none: CasADi says so when it is asked to
    differentiate. There are no second derivatives: ask for a Gauss-Newton or limited-memory Hessian.

    >>> import casadi
    >>> f = tauforge.example("scara").casadi("forward_dynamics", effort=200)
    >>> f.name_in(), f.size1_out(0)
    (['q', 'qd', 'tau'], 4)
    >>> q, qd, tau = (casadi.MX.sym(n, 4) for n in ("q", "qd", "tau"))
    >>> casadi.jacobian(f(q, qd, tau), tau).shape
    (4, 4)
    """
    import casadi

    wanted = {"functions": [function], "run_time": [], "rigid": rigid, "effort": effort, "compiler": compiler,
              "flags": list(flags), "cache": cache, "prefix": "", "within": 0.0, "casadi": True}
    try:
        code, _ = generate(robot, wanted, progress)
    except Error as error:
        raise _without_options(error) from None
    return casadi.external(f"{code.prefix}_casadi_{code.functions[0]}", code.library)
