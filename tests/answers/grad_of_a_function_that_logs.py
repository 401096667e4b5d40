"""torch.func.grad of a function that logs: the log call is what to mend."""

import logging

import torch

log = logging.getLogger("training")


def energy(x):
    log.warning("energy asked")
    return (x * x).sum()


def force(x):
    return -torch.func.grad(energy)(x * 3)


def explained(dx):
    return dx.explain(force)(torch.ones(4))


SAYS = (r"[Gg]oes away with 1\b", r"\b1 .{0,60}(log|warning)")
