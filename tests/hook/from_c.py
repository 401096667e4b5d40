"""Drives what is in from_c.c: a foreign frame evaluator and an allocator."""

from __future__ import annotations

import ctypes
from typing import Any

from dynexplain import hook


class OtherEvaluator:
    """A foreign frame evaluator that can be put on top and taken off, in the way Dynamo does both."""

    def __init__(self, library: ctypes.PyDLL) -> None:
        self._library = library
        self._library.put_above.argtypes = [ctypes.c_void_p]
        self._library.put_above.restype = ctypes.c_void_p
        self._library.frames_seen.restype = ctypes.c_long
        self._set = ctypes.pythonapi._PyInterpreterState_SetEvalFrameFunc
        self._set.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        self._set.restype = None
        interpreter: Any = ctypes.pythonapi.PyInterpreterState_Get
        interpreter.restype = ctypes.c_void_p
        self._interpreter = interpreter()
        self._below = 0

    def put_on(self) -> None:
        self._below = hook.current_evaluator()
        self._set(self._interpreter, self._library.put_above(self._below))

    def take_off(self) -> None:
        self._set(self._interpreter, self._below)

    def frames_seen(self) -> int:
        return int(self._library.frames_seen())


class Allocator:
    """The allocator that the hook uses, watched while this is a context."""

    def __init__(self, library: ctypes.PyDLL) -> None:
        self._library = library
        self._library.blocks_allocated.restype = ctypes.c_long

    def __enter__(self) -> Allocator:
        self._library.watch_allocator()
        return self

    def __exit__(self, *_: object) -> None:
        self.have_memory_again()
        self._library.unwatch_allocator()

    def run_out_of_memory(self) -> None:
        self._library.set_out_of_memory(1)

    def have_memory_again(self) -> None:
        self._library.set_out_of_memory(0)

    def blocks(self) -> int:
        """How many more blocks were taken than given back."""
        return int(self._library.blocks_allocated())
