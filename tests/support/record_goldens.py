"""Record the golden reports that pytest and vitest share: ``python tests/support/record_goldens.py``.

Each program in tests/programs is explained in a fresh interpreter. Paths are cut down to what is the same everywhere.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import subprocess
import sys
import sysconfig
from pathlib import Path

import msgspec

from dynexplain import ExplainOutput

TESTS = Path(__file__).resolve().parents[1]
PROGRAMS = ("score_batch", "clean", "recompiles", "raises", "empty", "bert")


def load_program(name: str):
    """Import a program of tests/programs; its ``make()`` gives a callable and the calls to make."""
    path = TESTS / "programs" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def explain_program(name: str):
    """Make all calls of a program through ``optimize`` and return the output."""
    import dynexplain

    function, calls = load_program(name).make()
    context = dynexplain.optimize("eager")
    wrapped = context(function)
    with contextlib.redirect_stdout(io.StringIO()):
        for args, kwargs in calls:
            try:
                wrapped(*args, **kwargs)
            except ValueError as error:
                return error.explain_output
    return context.explain_output()


def record(name: str) -> None:
    output = explain_program(name)
    # The source text of other people's packages does not belong into this repository.
    sources = tuple(source for source in output.report.sources if source.user)
    text = ExplainOutput(msgspec.structs.replace(output.report, sources=sources)).to_json()
    text = text.replace(f"{TESTS.parent}/", "").replace(f"{sysconfig.get_path('purelib')}/", "site-packages/")
    text = text.replace(f"{sysconfig.get_path('stdlib')}/", "lib/").replace(f"{TESTS.parent}", "")
    (TESTS / "golden" / "reports" / f"{name}.json").write_text(text)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        record(sys.argv[1])
    else:
        for program in PROGRAMS:
            subprocess.run([sys.executable, __file__, program], check=True)
