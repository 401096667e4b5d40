"""Our way out for checks: not where the branch does more than raise."""

HINT = r"Write the check as an `assert`"


def holds(x):
    if (x == 0).any():
        raise ValueError("zero")
    return 1 / x


def does_not(x):
    if (x == 0).any():
        x = x + 1
    return 1 / x
