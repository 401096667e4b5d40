"""A size that depends on the data decides about something, where Dynamo captures such sizes."""

import torch

EXPECTED = [("Data-dependent branching", "GB0170", "# break", "resumed")]
SETTINGS = {"config": {"capture_dynamic_output_shape_ops": True}}


def f(x):
    y = x + 1
    kept = y[y > 0]
    if kept.shape[0] > 2:  # break
        return kept * 2
    return kept


def make():
    return f, [((torch.randn(3),), {})]
