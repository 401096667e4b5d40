"""An LSTM."""

import torch

EXPECTED = [("Attempted to wrap RNN, GRU, or LSTM", "GB0014", "# break", "frame_skipped")]


class Tagger(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(3, 4)

    def forward(self, x):
        y = x + 1
        out, _ = self.lstm(y)  # break
        return out * 2


def make():
    return Tagger(), [((torch.randn(2, 1, 3),), {})]
