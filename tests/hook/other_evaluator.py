"""Drives the foreign frame evaluator of other_evaluator.c."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from dynexplain import hook


class OtherEvaluator:
    """A foreign frame evaluator that can be put on top and taken off, in the way Dynamo does both."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library))
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
