"""Two inputs are added, and only one is marked: the other has to be marked as well."""

import torch


def add(a, b):
    return a * 2 + b


def explained(dx):
    a, b = torch.randn(5, 8), torch.randn(5, 8)
    torch._dynamo.mark_dynamic(a, 0)
    try:
        return dx.explain(add)(a, b)
    except RuntimeError as error:
        return error.explain_output


SAYS = (
    r"`a.size\(0\)` was marked dynamic, but the code fixes it to 5",
    r"mark it too, `torch._dynamo.mark_dynamic\(b, 0\)`",
)
NOT = (r"one version for 5",)
