"""What the examples of a fix use beside ``x``: the names that the code around them would have defined."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import datetime
import functools
import io
import logging
import os
import threading
import time
import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
import tqdm
from torch._dynamo.comptime import comptime
from torch.distributed.fsdp import FullyShardedDataParallel
from torch.testing._internal.distributed.fake_pg import FakeStore
from torch.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts

MODULES = (torch, tqdm, contextlib, copy, dataclasses, functools, os, time, warnings)


@contextlib.contextmanager
def scope() -> Iterator[None]:
    yield


class Scale:
    factor = 2


@dataclasses.dataclass
class Settings:
    scale: int = 2


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return gradient * 2


class Policy:
    def __call__(self, *args: Any, **kwargs: Any) -> bool:
        return False


class Registering(type):
    def __getattribute__(cls, name: str) -> Any:
        return super().__getattribute__(name)


class Registry(metaclass=Registering):
    @classmethod
    def double(cls, x: Any) -> Any:
        return x * 2


def double(x: Any) -> Any:
    return x * 2


def multiply(ctx: Any, x: Any, factor: int) -> Any:
    return x * factor


def block(x: Any) -> Any:
    return x.sin().cos()


def inner(x: Any) -> Iterator[Any]:
    factor = yield x
    yield x * factor


def hooks() -> types.ModuleType:
    """Another module, which keeps what it is given in a global variable."""
    module = types.ModuleType("hooks")
    exec("def keep(given):\n    global handle\n    handle = given\n", module.__dict__)
    return module


class Model(torch.nn.Linear):
    def __init__(self) -> None:
        super().__init__(3, 3)
        self.register_buffer("mean", torch.zeros(3))
        self.steps = 0


@contextlib.contextmanager
def process_group() -> Iterator[None]:
    """What a model is wrapped for that is to be trained on several devices; here there is one process."""
    torch.distributed.init_process_group("fake", store=FakeStore(), rank=0, world_size=1)
    try:
        yield
    finally:
        torch.distributed.destroy_process_group()


@contextlib.contextmanager
def world() -> Iterator[dict[str, Any]]:
    """The names, made anew, because examples change things; a library of operators lives as long as it is open."""
    library = torch.library.Library("demo", "FRAGMENT")
    weight = torch.nn.Parameter(torch.ones(3))
    tensor = torch.ones(3, requires_grad=True)
    try:
        yield {
            **{module.__name__: module for module in MODULES},
            **{
                one.__name__: one for one in (Scale, Settings, Double, Policy, Registry, double, multiply, block, inner)
            },
            "np": np,
            "comptime": comptime,
            "checkpoint": checkpoint,
            "contexts_for": create_selective_checkpoint_contexts,
            "invoke_subgraph": torch._higher_order_ops.invoke_subgraph,
            "engine": torch.autograd.Variable._execution_engine,
            "log": logging.getLogger("examples"),
            "lock": threading.Lock(),
            "sink": io.StringIO(),
            "scope": scope,
            "scale": 2,
            "settings": Settings(),
            "folder": "models",
            "now": 1.0,
            "clock": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
            "policy": Policy(),
            "report": lambda: None,
            "kept": [],
            "model": Model(),
            "layer": torch.nn.Linear(3, 3),
            "device": torch.device("cpu"),
            "FSDP": FullyShardedDataParallel,
            "w": torch.ones(3),
            "noise": torch.ones(3),
            "weight": weight,
            "quantized": torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8),
            "ragged": [torch.ones(2), torch.ones(3)],
            "handle": tensor.register_hook(torch.neg),
            "hooks": hooks(),
            "library": library,
            "empty": torch.empty(0),
            "pairs": zip([1], [2], strict=True),
            "list_of_pairs": [(1, 2)],
            "numbers": memoryview(b"abc"),
            "list_of_numbers": [1, 2, 3],
            "generator": torch.Generator(),
            "optimizer": torch.optim.SGD([weight]),
        }
    finally:
        library._destroy()
