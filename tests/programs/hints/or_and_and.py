"""Torch's note about `or` and `and`: only for a line that has one of them."""

HINT = r"Python `or`/`and` between tensor expressions"


def holds(x):
    if x.isnan().any() or x.isinf().any():
        x = x.nan_to_num()
    return x


def does_not(x):
    if x.isnan().any():
        x = x.nan_to_num()
    return x
