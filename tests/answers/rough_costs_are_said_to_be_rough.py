"""Guards on many strings of a config: the share of a single guard is a rough figure and is given as one."""

import torch


class Config:
    def __init__(self):
        self.names = ["x" * 20_000 + str(i) for i in range(40)]


def named(x, config):
    for name in config.names:
        x = x + len(name)
    return x


def explained(dx):
    return dx.explain(named)(torch.ones(3), Config())


SAYS = (r"No graph breaks", r"to check them all")
NOT = (r"costs most to check: .*\) (?!about)\d",)
