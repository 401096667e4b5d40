"""The second call of a model whose loop broke: Dynamo is not offered it again, and reset() makes it look."""

import torch


class Decoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        for step in range(2):
            print("step", step)
            x = self.linear(x)
        return x


def explained(dx):
    model = torch.compile(Decoder(), backend="eager")
    model(torch.ones(2, 4))
    with dx.watch() as session:
        model(torch.ones(2, 4))
    torch._dynamo.reset()
    with dx.watch() as again:
        model(torch.ones(2, 4))
    assert "1 graph break" in str(again)
    return session.explain_output()


SAYS = (
    r"Nothing was compiled: `forward`",
    r"gave it up for good \(then: `print` cannot be traced, given_up_by_an_earlier_call\.py:13\)",
    r"1 function left to Python",
    r"`torch\._dynamo\.reset\(\)` lets",
)
NOT = (r"nothing to compile",)
