"""torch.cond has two operands and its functions one parameter."""

import torch


def f(x):
    return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x, x + 1))


def explained(dx):
    try:
        return dx.explain(f)(torch.ones(3))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"one parameter per operand",)
NOT = (r"make it before the compiled function is called",)
