"""Arrays as users bring them: every one gives the right result or a clear error."""
import gc
import resource
import threading

import numpy as np
import pytest
import tauforge
from conftest import QUICK


@pytest.fixture(scope="module")
def robot():
    return tauforge.example("puma560")


@pytest.fixture(scope="module")
def compiled(robot):
    return robot.compile("inverse_dynamics", **QUICK)


@pytest.fixture(params=["templates", "compiled"])
def function(request, robot, compiled):
    return robot.inverse_dynamics if request.param == "templates" else compiled


def states(random, *leading):
    return [random.uniform(-1, 1, (*leading, 6)) for _ in range(3)]


def one_by_one(robot, q, qd, qdd):
    return np.array([robot.inverse_dynamics(*x) for x in zip(q, qd, qdd)])


def test_leading_dimensions_are_states(function, robot, random):
    q, qd, qdd = states(random, 3, 5)
    tau = function(q, qd, qdd)
    assert tau.shape == (3, 5, 6)
    expected = one_by_one(robot, *(a.reshape(-1, 6) for a in (q, qd, qdd)))
    np.testing.assert_allclose(tau.reshape(-1, 6), expected, rtol=0, atol=1e-12)


def test_leading_dimensions_are_broadcast(function, random):
    q, qd, qdd = states(random, 4)
    np.testing.assert_allclose(function(q, qd[0], qdd), function(q, np.tile(qd[0], (4, 1)), qdd), rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match="leading dimensions"):
        function(q, qd[:3], qdd)


@pytest.mark.parametrize("change", [
    lambda a: a[:, ::-1][:, ::-1], lambda a: np.asfortranarray(a), lambda a: a.astype(">f8"),
    lambda a: np.repeat(a, 2, axis=0)[::2], lambda a: a.tolist(), lambda a: np.ma.masked_array(a),
    lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(float).reshape(a.shape),
], ids=["reversed", "fortran", "big endian", "every second", "list", "masked without a mask", "unaligned"])
def test_other_layouts_give_the_same(function, random, change):
    q, qd, qdd = states(random, 7)
    np.testing.assert_array_equal(function(change(q), qd, qdd), function(q, qd, qdd))


def test_other_numbers_are_converted_where_nothing_is_lost(function):
    zeros, ones = np.zeros(6), np.ones(6)
    for kind in (np.int32, np.int64, np.float32, bool):
        np.testing.assert_array_equal(function(ones.astype(kind), zeros, zeros), function(ones, zeros, zeros))


@pytest.mark.parametrize("bad", [np.zeros(6, complex), np.array(["1"] * 6), "123456", None, object(), [1, 2, "x", 4, 5, 6],
                                 np.zeros(6, "datetime64[s]")],
                         ids=["complex", "text array", "text", "None", "object", "mixed list", "dates"])
def test_what_is_no_number_is_refused(function, bad):
    with pytest.raises((TypeError, ValueError), match="q"):
        function(bad, np.zeros(6), np.zeros(6))


@pytest.mark.parametrize("shape", [(), (5,), (7,), (6, 1), (3, 5), (0,)])
def test_wrong_shapes_are_named(function, shape):
    with pytest.raises(ValueError, match=r"qd has the shape .*; its last dimension has to be 6"):
        function(np.zeros(6), np.zeros(shape), np.zeros(6))


def test_no_states_give_no_results(function):
    assert function(np.zeros((0, 6)), np.zeros((0, 6)), np.zeros((0, 6))).shape == (0, 6)
    assert function(np.zeros((4, 0, 6)), np.zeros(6), np.zeros(6)).shape == (4, 0, 6)


def test_nan_reaches_the_results_of_its_state_alone(function, random):
    q, qd, qdd = states(random, 20)
    clean = function(q, qd, qdd)
    q[11, 2] = np.nan
    tau = function(q, qd, qdd)
    assert np.isnan(tau[11]).any()
    np.testing.assert_array_equal(np.delete(tau, 11, 0), np.delete(clean, 11, 0))


def test_out_is_filled_and_returned(function, random):
    q, qd, qdd = states(random, 9)
    out = np.full((9, 6), np.nan)
    assert function(q, qd, qdd, out=out) is out
    np.testing.assert_array_equal(out, function(q, qd, qdd))
    block = np.zeros((2, 9, 6))
    function(q, qd, qdd, out=block[1])
    np.testing.assert_array_equal(block[1], out)
    assert not block[0].any()


def test_out_that_does_not_fit_is_refused_and_untouched(function, random):
    q, qd, qdd = states(random, 4)
    read_only = np.zeros((4, 6))
    read_only.flags.writeable = False
    cases = [(np.zeros((4, 5)), ValueError, "shape"), (np.zeros((4, 6), np.float32), TypeError, "float64"),
             (np.zeros((6, 4)).T, ValueError, "contiguous"), (read_only, ValueError, "read-only"),
             ([0.0] * 6, TypeError, "array"), (q, ValueError, "shares memory"), (np.zeros(6), ValueError, "shape")]
    before = q.copy()
    for out, error, text in cases:
        with pytest.raises(error, match=text):
            function(q, qd, qdd, out=out)
    np.testing.assert_array_equal(q, before)
    assert not read_only.any()


def test_read_only_input_is_read(function, random):
    q, qd, qdd = states(random, 3)
    expected = function(q, qd, qdd)
    for a in (q, qd, qdd):
        a.flags.writeable = False
    np.testing.assert_array_equal(function(q, qd, qdd), expected)


def test_arrays_beyond_memory_are_an_error_of_memory(function):
    huge = np.broadcast_to(np.zeros(6), (10**12, 6))
    with pytest.raises(MemoryError):
        function(huge, np.zeros(6), np.zeros(6))


def test_wrong_arguments_are_errors_of_type(compiled):
    x = np.zeros(6)
    for arguments, named in [((x, x), {}), ((x, x, x, x), {}), ((x, x, x), {"q": x}), ((x, x, x), {"speed": 1}), ((), {})]:
        with pytest.raises(TypeError, match=r"inverse_dynamics\(q, qd, qdd"):
            compiled(*arguments, **named)
    np.testing.assert_array_equal(compiled(qdd=x, qd=x, q=x), compiled(x, x, x))


def test_several_results_go_into_several_arrays(robot, random):
    f = robot.compile("inverse_dynamics_derivatives", **QUICK)
    q, qd, qdd = states(random, 300)
    expected = robot.inverse_dynamics_derivatives(q, qd, qdd)
    out = (np.empty((300, 6)), np.empty((300, 6, 6)), np.empty((300, 6, 6)))
    for results in (f(q, qd, qdd), f(q, qd, qdd, out=out), out):
        for got, wanted in zip(results, expected):
            np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-10)
    with pytest.raises(ValueError, match="3 arrays"):
        f(q, qd, qdd, out=out[:2])
    with pytest.raises(ValueError, match="share memory"):
        f(q, qd, qdd, out=(out[0], out[1], out[1]))


def test_threads_change_nothing(function, random):
    q, qd, qdd = states(random, 5001)
    alone = function(q, qd, qdd, threads=1)
    for threads in (2, 3, 8, None):
        np.testing.assert_array_equal(function(q, qd, qdd, threads=threads), alone)


def test_threads_of_python_share_nothing(robot, compiled, random):
    q, qd, qdd = states(random, 2000)
    heavy = tauforge.Payload(5.0, centre=(0, 0, 0.2))
    expected = {"plain": robot.inverse_dynamics(q, qd, qdd), "loaded": robot.inverse_dynamics(q, qd, qdd, payload=heavy),
                "compiled": compiled(q, qd, qdd)}
    assert np.abs(expected["plain"] - expected["loaded"]).max() > 1
    calls = {"plain": lambda: robot.inverse_dynamics(q, qd, qdd),
             "loaded": lambda: robot.inverse_dynamics(q, qd, qdd, payload=heavy), "compiled": lambda: compiled(q, qd, qdd)}
    wrong = []

    def work(name):
        for _ in range(20):
            if not np.array_equal(calls[name](), expected[name]):
                wrong.append(name)

    workers = [threading.Thread(target=work, args=(name,)) for name in calls for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def test_memory_does_not_grow_over_a_million_calls(robot, compiled):
    x, out = np.zeros(6), np.zeros(6)
    singular = tauforge.example("puma560")

    def calls(count):
        for _ in range(count):
            compiled(x, x, x, out=out)
        for _ in range(count // 10):
            compiled(x, x, x)
            robot.inverse_dynamics(x, x, x, out=out)
        for _ in range(count // 100):
            for bad in (lambda: compiled(x, x), lambda: compiled(x[:5], x, x), lambda: singular.gravity("x")):
                try:
                    bad()
                except (TypeError, ValueError):
                    pass

    calls(20_000)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(1_000_000)
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000, "kilobytes"


def test_contiguous_input_is_not_copied(robot, compiled):
    """Copies of 144 MB would show in the largest memory that the process ever had."""
    q = np.zeros((1_000_000, 6))
    out = np.empty_like(q)
    compiled(q[:10], q[:10], q[:10], out=out[:10])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    compiled(q, q, q, out=out)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000 + out.nbytes // 1024
