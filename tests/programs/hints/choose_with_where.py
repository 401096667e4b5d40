"""Our `torch.where` for a branch: not for a check, which has nothing to choose between."""

HINT = r"choose with `torch\.where`"


def holds(x):
    if x.sum() > 0:
        x = x * 2
    return x


def does_not(x):
    if x.isnan().any():
        raise ValueError("not a number")
    return x * 2
