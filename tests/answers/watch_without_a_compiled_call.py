"""Somebody watches a block that compiles nothing: there was nothing to see, and `explain` is what they want."""

import torch


def explained(dx):
    model = torch.nn.Linear(4, 4)
    with dx.watch() as session:
        model(torch.ones(2, 4)).sum().backward()
    return session.explain_output()


SAYS = (r"no compiled function was called in this block", r"`explain\(f\)\(x\)`")
NOT = (r"nothing to compile", r"given? .{0,4}up")
