"""nonzero under fullgraph, and an early return for no hits: the condition of the user's own line is what to check."""

import torch


def f(x):
    hits = x.nonzero()
    if hits.shape[0] == 0:
        return x
    return x[hits[:, 0]].sum()


def explained(dx):
    try:
        return dx.explain(f, fullgraph=True)(torch.ones(4))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"torch\._check\(hits\.shape\[0\] != 0\)", r"known only when the graph runs")
NOT = (r"torch\._check\(n >= 2\)", r"Size-like symbols")
