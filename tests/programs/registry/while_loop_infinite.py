"""`torch.while_loop` whose condition is always true."""

import torch
from torch._higher_order_ops.while_loop import while_loop

EXPECTED = [("torch.while_loop: infinite loop detected", "GB0339", "# break", "error")]


def f(x):
    return while_loop(lambda x: True, lambda x: (x + 1,), (x,))  # break


def make():
    return f, [((torch.randn(3),), {})]
