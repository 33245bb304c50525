"""Tauforge: from a robot file and measurement logs to minimal, verified code.

>>> robot = tauforge.example("panda")
>>> tau = robot.inverse_dynamics(np.zeros(7), np.zeros(7), np.zeros(7))
>>> fast = robot.compile("inverse_dynamics", effort=200)
>>> bool(np.allclose(fast(np.zeros(7), np.zeros(7), np.zeros(7)), tau))
True
"""
from . import fleet
from ._code import CompiledFunction
from ._core import version as __version__
from ._derive import Derivation, TradePoint, derive
from ._errors import Error, Finding
from ._identify import Identification, Parameter, Prediction, Recording, identify
from ._motion import Excitation, Simulation, excite, simulate
from ._payload import Payload
from ._robot import Joint, Limits, Robot, example, examples
from ._verdict import Hausman, LogScore, Score, Verdict

__all__ = ["CompiledFunction", "Derivation", "Error", "Excitation", "Finding", "Hausman", "Identification", "Joint", "Limits",
           "LogScore", "Parameter", "Payload", "Prediction", "Recording", "Robot", "Score", "Simulation", "TradePoint", "Verdict", "derive",
           "example", "examples", "excite", "fleet", "identify", "simulate"]
