"""A small model behind a function with breaks of several kinds, one of which leaves a function to Python."""

import torch


class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.up = torch.nn.Linear(width, 2 * width)
        self.down = torch.nn.Linear(2 * width, width)

    def forward(self, x):
        return x + self.down(torch.relu(self.up(self.norm(x))))


class Model(torch.nn.Module):
    def __init__(self, width=16, depth=4):
        super().__init__()
        self.blocks = torch.nn.Sequential(*[Block(width) for _ in range(depth)])
        self.scale = 0.5
        self.register_buffer("offset", torch.zeros(width))

    def forward(self, x):
        return self.blocks(x) * self.scale + self.offset


def trim(h, limit):
    for name in ("low", "high"):
        print("trim", name)
        h = h.clamp(max=limit)
    return h


def score_batch(model, x, y):
    h = model(x)
    stats = h.float().mean()
    print("mean", stats)
    gate = stats - y.mean()
    if gate > 0:
        h = h * 2
    h = trim(h, 3.0)
    return h + x


def make():
    torch.manual_seed(0)
    return score_batch, [((Model(), torch.randn(2, 8, 16), torch.randn(2)), {})]
