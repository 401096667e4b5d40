"""A backend prints the graph and forgets to return something that runs it."""

import torch


def look(gm, inputs):
    gm.graph.lint()


def f(x):
    return x.sin() + 1


def explained(dx):
    try:
        return dx.explain(f, backend=look)(torch.randn(3))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"`look` backend returned nothing that can be called", r"return gm\.forward")
NOT = (r"compiler_fn",)
