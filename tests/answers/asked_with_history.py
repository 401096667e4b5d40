"""The same question with what the process remembers: which sizes are variable from the start, and that it is so."""

import torch


def pool(sequence, width):
    return sequence.unfold(0, width, 1).mean(-1)


def explained(dx):
    compiled = torch.compile(pool, backend="eager")
    for length, width in ((16, 3), (24, 5)):
        compiled(torch.ones(length), width)
    return dx.explain(pool, history=True)(torch.ones(40), 7)


SAYS = (
    r"with what Dynamo remembers",
    r"`sequence\.size\(0\)` and `width` were variable from the start in `pool`",
    r"In a fresh process the first version is for one value alone",
)
NOT = (r"as in a fresh process", r"L\['")
