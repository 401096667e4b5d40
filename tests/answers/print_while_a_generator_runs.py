"""A print while a generator expression is half read: the print is the root, the generator is why all runs eagerly."""

import torch


def f(x):
    doubled = (t * 2 for t in [x, x + 1])
    y = next(doubled)
    print("half")
    return y + next(doubled)


def explained(dx):
    return dx.explain(f)(torch.ones(3))


SAYS = (r"1 graph break", r"1 +`print` cannot be traced", r"could not stop here and go on: .{0,100}generator")
NOT = (r"alone would not help",)
