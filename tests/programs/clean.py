"""Nothing breaks: one graph."""

import torch


def attention(q, k, v):
    weights = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)
    return weights @ v


def make():
    torch.manual_seed(0)
    return attention, [(tuple(torch.randn(2, 4, 8) for _ in range(3)), {})]
