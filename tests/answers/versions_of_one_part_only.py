"""A size that only the part behind the break depends on: that part has two versions, the first has one."""

import torch


def f(x, scale):
    y = x.sin()
    print("half")
    return y * scale


def explained(dx):
    compiled = dx.optimize("eager", dynamic=False)(f)
    compiled(torch.ones(4), torch.ones(4))
    compiled(torch.ones(4), torch.ones(1))
    return compiled.explain_output()


SAYS = (r"into 2 pieces, compiled into 3 graphs for other inputs", r"3 graphs of 2 pieces")
NOT = (r"into 3 graphs\b(?! for)",)
