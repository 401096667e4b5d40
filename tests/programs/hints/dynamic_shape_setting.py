"""Torch's setting for dynamic shapes: not where Python then needs a number of the result."""

import torch

HINT = r"capture_dynamic_output_shape_ops = True"


def holds(x):
    kept = x[x > 0]
    return kept.sum()


def does_not(x):
    counts = torch.bincount(x.argsort())
    return torch.cat([part * 2 for part in torch.split(x, counts.tolist())])
