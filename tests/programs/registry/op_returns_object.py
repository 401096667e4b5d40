"""An operation of torch that returns something that is no tensor."""

import torch

EXPECTED = [
    ("torch.* op returned non-Tensor", "GB0208", "# break 1", "resumed"),
    ("Attempted to call function marked as skipped", "GB0007", "# break 2", "resumed"),
    ("Attempted to call function marked as skipped", "GB0007", "# break 3", "resumed"),
]


def f(x):
    y = x + 1
    kind = torch.result_type(y, 3)  # break 1
    text = torch.typename(y)  # break 2
    info = torch.utils.data.get_worker_info()  # break 3
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
