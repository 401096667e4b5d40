"""A helper allows breaks by its decorator; fullgraph=True at the top overrules that too."""

import torch


@torch._dynamo.error_on_graph_break(False)
def log(y):
    print("mean", y.shape)


def f(x):
    y = x + 10
    log(y)
    return y * 2


def explained(dx):
    try:
        return dx.explain(f, fullgraph=True)(torch.ones(1))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"`error_on_graph_break\(False\)`, and `fullgraph=True` overrules that", r"error_on_graph_break\(True\):")
