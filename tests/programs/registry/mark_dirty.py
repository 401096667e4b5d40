"""`mark_dirty` for a tensor that is not returned."""

import torch

EXPECTED = [
    ("autograd.Function.apply: mark_dirty input not returned", "GB2464", "# break 1", "resumed"),
    (
        "Unsupported autograd.Function context `mark_dirty`",
        "GB2019",
        "# break 2",
        "frame_skipped",
        "Reconstruction failure",
    ),
]


class Bump(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)  # break 2
        return x + 1

    @staticmethod
    def backward(ctx, grad):
        return grad


def f(x):
    return Bump.apply(x * 2)  # break 1


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
