"""A logger is called."""

import logging

import torch

EXPECTED = [("logging.Logger method not supported for non-export cases", "GB0291", "# break", "resumed")]


log = logging.getLogger(__name__)


def f(x):
    y = x + 1
    log.info("got %s", y.shape)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
