"""One version for training and one for evaluation is how it is meant."""

from __future__ import annotations

from typing import Any

import torch


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.drop(x) + 1


def explained(dx: Any) -> Any:
    net = Net()
    g = dx.optimize("eager")(net)
    g(torch.ones(3))
    net.eval()
    g(torch.ones(3))
    return g.explain_output()


SAYS = (
    r"training` was True, now it is False",
    r"Expected\. There is one compiled version for `\.train\(\)`",
)
NOT = (
    r"(?i)keep it the same",
    r"register_buffer",
)
