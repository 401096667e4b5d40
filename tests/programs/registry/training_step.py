"""A whole training step."""

import torch

EXPECTED = [
    ("Attempted to inline function marked as skipped", "GB0008", "# break 1", "resumed"),
    ("Unsupported Tensor.backward() call", "GB0123", "# break 2", "resumed"),
    ("Call to `torch._dynamo.graph_break()`", "GB0025", "# break 3", "resumed"),
    ("Call to `torch._dynamo.graph_break()`", "GB0025", "# break 3", "resumed"),
]


linear = torch.nn.Linear(3, 3)
opt = torch.optim.Adam(linear.parameters())


def f(x):
    opt.zero_grad()  # break 1
    loss = linear(x).pow(2).mean()
    loss.backward()  # break 2
    opt.step()  # break 3
    return loss


def make():
    return f, [((torch.randn(3),), {})]
