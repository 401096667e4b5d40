"""Our "keep the value a tensor": not where the number is only written."""

HINT = r"most operations take a 0-dimensional tensor"


def holds(x):
    return x / x.max().item()


def does_not(x):
    return x * 2, f"max {x.max().item():.2f}"
