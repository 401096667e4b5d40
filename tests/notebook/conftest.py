"""Tests in here run Dynamo: each starts afresh and proves that it left nothing behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from IPython.core.interactiveshell import InteractiveShell

# The first shell of a process sets warning filters; this is not the test's doing.
InteractiveShell()


@pytest.fixture(autouse=True)
def fresh_dynamo(untouched: None) -> Iterator[None]:
    import torch._dynamo

    torch._dynamo.reset()
    yield
    torch._dynamo.reset()
