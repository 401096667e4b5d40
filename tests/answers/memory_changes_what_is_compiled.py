"""A loop under optimize(), in a process that has seen other batch sizes: the note says why nothing recompiles."""

import torch


def loss(logits, target):
    return torch.nn.functional.mse_loss(logits, target)


def explained(dx):
    earlier = torch.compile(loss, backend="eager")
    for batch in (4, 5):
        earlier(torch.ones(batch, 3), torch.ones(batch, 3))
    step = dx.optimize("eager")(loss)
    for batch in (6, 7, 8):
        step(torch.ones(batch, 3), torch.ones(batch, 3))
    return step.explain_output()


SAYS = (r"Note: `logits\.size\(0\)` and `target\.size\(0\)` were variable from the start in `loss`", r"0 recompiles")
NOT = (r"logits\.size\(1\)", r"as in a fresh process")
