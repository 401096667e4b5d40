"""`str` of an object whose `__str__` is written in C."""

import datetime

import torch

EXPECTED = [("Attempted to a str() method implemented in C/C++", "GB0005", "# break", "resumed")]


def f(x, when):
    y = x + 1
    text = str(when)  # break
    return y * len(text)


def make():
    return f, [((torch.randn(3), datetime.timedelta(days=3)), {})]
