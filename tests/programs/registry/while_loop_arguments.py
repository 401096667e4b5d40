"""`torch.while_loop` whose condition gives no boolean scalar."""

import torch
from torch._higher_order_ops.while_loop import while_loop

EXPECTED = [("torch.while_loop: unsupported cond_fn return type", "GB0308", "# break", "error")]


def f(x):
    return while_loop(lambda x: x.sum(), lambda x: (x + 1,), (x,))  # break


def make():
    return f, [((torch.randn(3),), {})]
