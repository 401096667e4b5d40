"""The same backend without a backward(): nothing is said of one."""

import torch


def explained(dx):
    return dx.explain(torch.nn.Linear(4, 2), backend="aot_eager")(torch.ones(3, 4))


SAYS = (r"No graph breaks", r"to compile")
NOT = (r"for the backward",)
