"""A layer is given features of another number: no custom operator, and nothing to register."""

import torch


class Head(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(5, 2)

    def forward(self, x):
        return self.fc(x.flatten(1))


def explained(dx):
    try:
        return dx.explain(Head())(torch.ones(3, 4))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"`linear` refuses its arguments", r"\[3, 4\] X \[5, 2\]", r"return self\.fc\(x\.flatten\(1\)\)")
NOT = (r"register_fake", r"custom operator")
