"""The records of the frame hook as frozen columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from types import CodeType
from typing import TypeAlias

RawColumns: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, bytes, tuple[CodeType, ...], tuple[int, ...], int, int]
"""What the compiled part returns: the fields of `FrameRecords`, in their order."""


class Ended(IntEnum):
    """How the run of a frame ended."""

    OPEN = 0
    """It had not ended when the records were read."""
    RETURNED = 1
    """It returned. A call that only creates a generator or a coroutine returns that."""
    RAISED = 2
    """It raised. A generator that is closed while it waits raises GeneratorExit, if it is run for that at all."""
    YIELDED = 3
    """A generator, coroutine or asynchronous generator waits at a `yield` or `await`. Its next run is a new record."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FrameRecords:
    """What the frame hook saw: a row for every run of a frame, in columns, sorted by start over all threads.

    The columns are read-only memoryviews of one length, so ``records.depth[i]``, ``records.depth.tolist()`` and
    ``numpy.asarray(records.depth)`` all work. Rows of a thread keep their order even when their starts are equal.
    Within a thread the caller of a row is the last row before it whose depth is one less.

    The records are a copy: they stay as they are when the hook goes on, and they keep the code objects alive.
    """

    code: memoryview
    """int32: index into `codes`."""
    start_ns: memoryview
    """int64: nanoseconds on the clock of `time.perf_counter_ns`."""
    end_ns: memoryview
    """int64: likewise; for a row that is still open, the moment at which the records were read."""
    depth: memoryview
    """int32: how many watched frames were open below this one in its thread (0: none)."""
    thread: memoryview
    """int32: index into `threads`."""
    ended: memoryview
    """int8: a value of `Ended`."""
    codes: tuple[CodeType, ...]
    """The code objects, in order of appearance."""
    threads: tuple[int, ...]
    """What `threading.get_ident` gives in each thread. Idents are used again after a thread ended, indices are not."""
    dropped: int
    """Frames that were not recorded because the limit was reached or memory was short."""
    gaps: int
    """How often the hook stepped aside because a deep recursion had used half of the C stack. Frames deeper than that,
    and new frames of other threads until the recursion had unwound, were not seen."""

    @classmethod
    def from_columns(cls, columns: RawColumns) -> FrameRecords:
        """Gives the columns their types."""
        code, start_ns, end_ns, depth, thread, ended, codes, threads, dropped, gaps = columns
        return cls(
            code=memoryview(code).cast("i"),
            start_ns=memoryview(start_ns).cast("q"),
            end_ns=memoryview(end_ns).cast("q"),
            depth=memoryview(depth).cast("i"),
            thread=memoryview(thread).cast("i"),
            ended=memoryview(ended).cast("b"),
            codes=codes,
            threads=threads,
            dropped=dropped,
            gaps=gaps,
        )

    def first(self, most: int) -> FrameRecords:
        """The first rows of these, `most` at most; the rest count as dropped."""
        columns = (self.code, self.start_ns, self.end_ns, self.depth, self.thread, self.ended)
        code, start_ns, end_ns, depth, thread, ended = (column[:most] for column in columns)
        return replace(
            self,
            code=code,
            start_ns=start_ns,
            end_ns=end_ns,
            depth=depth,
            thread=thread,
            ended=ended,
            dropped=self.dropped + max(0, len(self) - most),
        )

    def since(self, before: FrameRecords) -> FrameRecords:
        """These, with what was counted before they began taken off the counts."""
        return replace(self, dropped=self.dropped - before.dropped, gaps=self.gaps - before.gaps)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.start_ns)

    def __repr__(self) -> str:
        """A summary: the columns may have millions of rows."""
        return (
            f"<FrameRecords: {len(self)} frames of {len(self.codes)} code objects in {len(self.threads)} threads, "
            f"{self.dropped} dropped, {self.gaps} gaps>"
        )
