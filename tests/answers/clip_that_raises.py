"""clip_grad_norm_ that is to raise for what is not finite: the branch is torch's own."""

import torch


def clipped(parameters):
    return torch.nn.utils.clip_grad_norm_(parameters, 1.0, error_if_nonfinite=True) * 2


def explained(dx):
    parameter = torch.nn.Parameter(torch.ones(3))
    parameter.grad = torch.ones(3)
    return dx.explain(clipped)([parameter])


SAYS = (r"torch/nn/utils/clip_grad\.py", r"not yours to change", r"`torch\.nn\.utils\.clip_grad_norm_`")
NOT = (r"torch\.where", r"Use `torch\.cond`")
