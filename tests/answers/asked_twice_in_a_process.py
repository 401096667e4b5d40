"""A question that is asked again after training has taught Dynamo two batch sizes: the answer is that of the first."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x).relu()


def explained(dx):
    model = Model()
    train = torch.compile(model, backend="eager")
    for batch in (8, 6, 5):
        train(torch.ones(batch, 4))
    return dx.explain(model)(torch.ones(7, 4))


SAYS = (r"No graph breaks", r"0 recompiles", r"as in a fresh process")
NOT = (r"variable from the start", r"Dynamo remembers")
