"""A step that scales by the time: the time is a constant in the graph behind the break, and checked before each call."""

import time

import torch


def decay(x):
    y = x.relu()
    elapsed = time.monotonic()
    return y * elapsed


def explained(dx):
    return dx.explain(decay)(torch.ones(4))


SAYS = (
    r"Decided while compiling",
    r"What Python gave in `?elapsed = time\.monotonic\(\)`?, [\d.]+, is a constant in the code behind the break",
    r"Another value compiles anew",
)
NOT = (r"___stack", r"L\['")
