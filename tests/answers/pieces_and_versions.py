"""One print and three dtypes: two pieces, each compiled three times, and no pipeline of six graphs."""

import torch


def f(x):
    y = x.sin()
    print("half")
    return y * 2


def explained(dx):
    compiled = dx.optimize("eager")(f)
    for dtype in (torch.float32, torch.float64, torch.float16):
        compiled(torch.ones(4, dtype=dtype))
    return compiled.explain_output()


SAYS = (r"split `f` into 2 pieces, each compiled 3 times", r"6 graphs of 2 pieces", r"version 3")
NOT = (r"into 6 graphs",)
