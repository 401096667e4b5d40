"""An installed library checks its input: the way out is at the user's line, and the library's line is shown."""

import pathlib
import sys

import torch

LIBRARY = """
def checked(x):
    if x.sum() > 1e6:
        raise ValueError("too large")
    return x.relu()
"""


def explained(dx):
    folder = pathlib.Path("site-packages")
    folder.mkdir()
    (folder / "checks_of_others.py").write_text(LIBRARY)
    sys.path.insert(0, str(folder.resolve()))
    import checks_of_others as library

    def f(x):
        return library.checked(x.sin()) + 1

    return dx.explain(f)(torch.ones(3))


SAYS = (r"not yours to change", r"`library\.checked`", r"if x\.sum\(\) > 1e6", r"in f return library\.checked")
NOT = (r"torch\.where", r"torch\.cond", r"[Tt]orch\._check")
