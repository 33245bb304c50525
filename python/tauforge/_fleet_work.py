"""Work spread over this process, processes of this machine or a Dask cluster. What died with its worker is begun again.

>>> with Workers(None, 1, 3) as crew:
...     crew.run(divmod, [(7, 2), (9, 4)])
[(3, 1), (2, 1)]
"""
from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple


class Workers:
    def __init__(self, client: Any, count: int, retries: int):
        self._client, self._count, self._retries = client, max(1, count), retries
        self._pool: Optional[ProcessPoolExecutor] = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: Any) -> None:
        self._close()

    def _close(self, broken: bool = False) -> None:
        if self._pool is not None:
            # A pool ends the processes that it has when it breaks. One that was just being started waits for work for ever, and
            # so does, at its end, this interpreter for it.
            left = list((getattr(self._pool, "_processes", None) or {}).values()) if broken else []
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in left:
                process.kill()
        self._pool = None

    def run(self, work: Callable[..., Any], calls: Sequence[Tuple[Any, ...]]) -> List[Any]:
        """work(*call) of every call, in the order of the calls."""
        if self._client is None and self._count == 1:
            return [work(*call) for call in calls]
        done: Dict[int, Any] = {}
        for attempt in range(self._retries + 1):
            left = [k for k in range(len(calls)) if k not in done]
            if not left:
                break
            try:
                (self._by_dask if self._client is not None else self._by_pool)(work, calls, left, done)
            except Exception as failure:  # which kinds there are is known to who has Dask
                if attempt == self._retries or not _died(failure):
                    raise
        return [done[k] for k in range(len(calls))]

    def _by_pool(self, work: Callable[..., Any], calls: Sequence[Tuple[Any, ...]], left: List[int], done: Dict[int, Any]) -> None:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._count, mp_context=multiprocessing.get_context("spawn"))
        futures: Dict[int, Any] = {}
        broken: Optional[BaseException] = None
        try:
            for k in left:
                futures[k] = self._pool.submit(work, *calls[k])
        except (BrokenProcessPool, OSError, ValueError) as failure:  # one died while others were started; its pipes are closed
            broken = BrokenProcessPool(str(failure))
        for k, future in futures.items():  # those that were finished before a worker died are kept
            try:
                done[k] = future.result()
            except BrokenProcessPool as failure:
                broken = failure
        if broken is not None:
            self._close(broken=True)
            raise broken

    def _by_dask(self, work: Callable[..., Any], calls: Sequence[Tuple[Any, ...]], left: List[int], done: Dict[int, Any]) -> None:
        futures = {k: self._client.submit(work, *calls[k], pure=False, retries=self._retries) for k in left}
        broken: Optional[BaseException] = None
        for k, future in futures.items():
            try:
                done[k] = future.result()
            except Exception as failure:
                if not _died(failure):
                    raise
                broken = failure
        if broken is not None:
            raise broken


def _died(failure: BaseException) -> bool:
    """Whether a worker ended, rather than its work."""
    return isinstance(failure, (BrokenProcessPool, ConnectionError)) or type(failure).__name__ in (
        "KilledWorker", "CommClosedError", "FutureCancelledError", "CancelledError", "FuturesCancelledError")
