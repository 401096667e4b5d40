"""A selection by a mask can keep its shape: here `torch.where` is the answer, and the setting works."""

import torch


def positive(x):
    return x[x > 0].sum()


def explained(dx):
    return dx.explain(positive)(torch.tensor([1.0, -1.0]))


SAYS = (r"torch\.where", r"capture_dynamic_output_shape_ops = True")
