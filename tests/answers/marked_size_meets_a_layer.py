"""A size that was marked dynamic meets the weight of a linear layer: it cannot vary, whatever is marked."""

import torch


def explained(dx):
    project = torch.nn.Linear(8, 4)

    def f(x):
        return project(x).relu()

    batch = torch.randn(2, 8)
    torch._dynamo.mark_dynamic(batch, 1)
    try:
        return dx.explain(f)(batch)
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"`x.size\(1\)` was marked dynamic, but the code fixes it to 8", r"`project.weight` \(\[4, 8\]\) has that size")
NOT = (r"maybe_mark_dynamic", r"L\['x'\]", r"symbolic_shapes\.py")
