"""A method of `unittest.TestCase`."""

import unittest

import torch

EXPECTED = [("Failed to trace unittest method", "GB0060", "# break", "rest_eager")]
SETTINGS = {"config": {"enable_trace_unittest": True}}


class Case(unittest.TestCase):
    pass


def f(x, case):
    y = x + 1
    with case.assertWarns(UserWarning) if y.dim() == 7 else torch.no_grad():
        y = y * 2
    g = case.assertWarns  # break
    return y


def make():
    return f, [((torch.randn(3), Case()), {})]
