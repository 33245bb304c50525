#!/usr/bin/env python3
"""Time of a fleet's identification on 1 and on 2 workers, as processes of this machine and as a Dask cluster.

usage: benchmarks/fleet.py [ROBOTS] [SECONDS]      needs the wheel, and dask[distributed] for the second half
       ROBOTS   virtual robots (60); SECONDS of log each (60)
"""
import pathlib
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "python"))


def main():
    from tauforge import fleet
    from virtual_fleet import log_of, planar

    robots, seconds = (int(a) for a in (sys.argv[1:] + ["60", "60"][len(sys.argv) - 1:]))
    with tempfile.TemporaryDirectory() as name:
        folder, random = pathlib.Path(name), np.random.default_rng(1)
        robot, logs = planar(folder), {}
        for k in range(robots):
            t, q, tau = log_of(robot, random, seconds=seconds, rate=200.0)
            path = folder / f"robot{k}.csv"
            np.savetxt(path, np.column_stack([t, q, tau]), delimiter=",", header="t,q1,q2,tau1,tau2", comments="", fmt="%.12g")
            logs[path.stem] = [str(path)]
        size = sum(path.stat().st_size for path in folder.glob("*.csv"))
        print(f"{robots} robots, {robots * seconds * 200} samples, {size / 1e6:.0f} MB of logs")

        def timed(what, **more):
            begin = time.perf_counter()
            found = fleet.identify(robot, logs, cutoff=8.0, **more)
            print(f"  {what:28} {time.perf_counter() - begin:7.2f} s   {found.bytes / robots / 1e3:.1f} kB left each robot", flush=True)

        timed("1 worker, this process")
        timed("2 workers, processes", workers=2)
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            print("  without Dask: pip install 'dask[distributed]'")
            return
        for workers in (1, 2):
            with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
                client.run(lambda: __import__("tauforge").__version__)  # imports are not part of it
                timed(f"Dask, {workers} worker{'s' * (workers > 1)}", client=client)


if __name__ == "__main__":
    main()
