"""`Sequential.compile()` never compiles; a module of one's own does, and nothing is said about that one."""

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        for step in range(2):
            print(step)
            x = self.linear(x)
        return x


def explained(dx):
    stack = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
    stack.compile(backend="eager")
    own = Net()
    own.compile(backend="eager")
    with dx.watch() as inside:
        own(torch.randn(3, 4))
    assert "in place" not in str(inside)
    with dx.watch() as session:
        stack(torch.randn(3, 4))
    with dx.watch() as helped:
        torch.compile(torch.nn.Sequential(torch.nn.Linear(4, 4)), backend="eager")(torch.randn(3, 4))
    assert "1 graph" in str(helped)
    return session.explain_output()


SAYS = (r"Nothing was compiled", r"`Sequential", r"`torch\.compile\(module\)`")
NOT = (r"nothing to compile",)
