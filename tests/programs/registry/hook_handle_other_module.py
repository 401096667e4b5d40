"""The handle of a hook is kept in a global variable of another module."""

import types

import torch

EXPECTED = [("Storing Tensor hook handle in globals (inline call)", "GB0101", "# break", "resumed")]


other = types.ModuleType("other")
exec("def keep(h):\n    global handle\n    handle = h\n", other.__dict__)


def f(x):
    y = x * 2
    other.keep(x.register_hook(lambda grad: grad * 2))  # break
    return y


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
