"""A debug switch from the environment and one for the compiler: both are read once, and no guard looks at them again."""

import os

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 4)
        self.seen = None

    def forward(self, x):
        if os.environ.get("MODEL_DEBUG_NAMES") == "1":
            x = x * 2
        y = self.fc(x)
        if not torch.compiler.is_compiling():
            self.seen = y
        return y


def explained(dx):
    os.environ.pop("MODEL_DEBUG_NAMES", None)
    return dx.explain(Model())(torch.ones(2, 4))


SAYS = (
    r"Decided while compiling",
    r"`?MODEL_DEBUG_NAMES`? was read once, and no guard looks at it: a later change has no effect",
    r"`?is_compiling\(\)`? is True while Dynamo traces, and never asked again",
)
NOT = (r"encodekey", r"Another value compiles anew")
