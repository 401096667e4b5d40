"""A generator-based context manager is offered by itself only since a print left its loop to Python."""

import contextlib

import torch


@contextlib.contextmanager
def timed():
    yield


def epoch(x):
    for step in range(3):
        with timed():
            print(step)
            x = x * 2
    return x


def explained(dx):
    return dx.explain(epoch)(torch.ones(3))


SAYS = (r"\b1 `print`", r"[Gg]oes away with 1\b")
NOT = (r"Compile the function that the loop body calls",)
