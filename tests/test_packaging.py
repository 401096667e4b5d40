"""What an install has in it, and what it says where something could not be built."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
VIEWER = ("widget.js", "page.js", "graphviz.gz")
EXPLAIN = """
import torch
from dynexplain import explain

def f(x):
    y = x.sin()
    print("now")
    return y.cos()

out = explain(f)(torch.ones(3))
"""


def copy_source(to: Path) -> Path:
    """The files of the package as in a fresh clone, with nothing built."""
    built = shutil.ignore_patterns("*.so", "*.pyd", "*.js", "*.gz", "*.egg-info", "__pycache__")
    for name in ("src", "csrc"):
        shutil.copytree(ROOT / name, to / name, ignore=built)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, to)
    return to


def build(source: Path, *what: str, strict: bool = False, **env: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m build`` without a network; ``env`` adds to the environment."""
    environment = {name: value for name, value in os.environ.items() if name != "DYNEXPLAIN_STRICT"}
    if strict:
        environment["DYNEXPLAIN_STRICT"] = "1"
    return subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *what, str(source)],
        env={**environment, **env},
        capture_output=True,
        text=True,
    )


def unpack(wheel: Path, to: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(to)
    return to


def run(installed: Path, program: str, folder: Path) -> str:
    """What a program prints that uses the package in ``installed`` and not the one of this checkout."""
    script = folder / "program.py"
    script.write_text(program)
    check = f"import dynexplain; assert dynexplain.__file__.startswith({str(installed)!r}), dynexplain.__file__\n"
    script.write_text(check + program)
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(installed)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An install from source on a machine with neither a C compiler nor Node."""
    source = copy_source(tmp_path_factory.mktemp("bare"))
    done = build(source, "--wheel", CC=str(source / "no-such-compiler"))
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (source / "dist").glob("*.whl")
    return unpack(wheel, source / "installed")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it, as for a release."""
    source = copy_source(tmp_path_factory.mktemp("whole"))
    for name in VIEWER:
        (source / "src" / "dynexplain" / "static" / name).write_text("// built\n")
    done = build(source, strict=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return source / "dist"


def test_the_wheel_has_all_that_runs(dist: Path):
    (wheel,) = dist.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    wanted = {f"dynexplain/static/{name}" for name in VIEWER}
    wanted |= {"dynexplain/py.typed", "dynexplain/hook/_hook.pyi", "dynexplain/render/page/templates/page.html"}
    assert wanted <= set(names)
    assert any(name.startswith("dynexplain/hook/_hook.") and name.endswith((".so", ".pyd")) for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "notebooks", "csrc", "js"))]


def test_commands_of_the_wheel_exist(dist: Path):
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        declared = [archive.read(name).decode() for name in names if name.endswith("entry_points.txt")]
    modules = re.findall(r"= *([\w.]+):", "".join(declared))
    assert [module for module in modules if f"{module.replace('.', '/')}.py" not in names] == []


def test_the_sdist_has_all_to_build_from(dist: Path):
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {f"csrc/{path.name}" for path in (ROOT / "csrc").iterdir() if path.suffix in (".c", ".h")}
    wanted |= {f"src/dynexplain/static/{name}" for name in VIEWER}
    wanted |= {"src/dynexplain/py.typed", "src/dynexplain/hook/_hook.pyi", "setup.py", "LICENSE", "README.md"}
    assert wanted <= names


def test_without_a_compiler_everything_but_the_frames_works(bare: Path, tmp_path: Path):
    printed = run(bare, EXPLAIN + "print(out.graph_count, out.graph_break_count)\nprint(out.report.notes)", tmp_path)
    now, counts, notes = printed.splitlines()
    assert (now, counts) == ("now", "2 1")
    assert "frame" in notes
    assert "C compiler" in notes


def test_without_a_compiler_the_hook_says_what_to_do(bare: Path, tmp_path: Path):
    program = """
from dynexplain import HookUnavailableError, hook
try:
    hook.start()
except HookUnavailableError as error:
    print(error)
"""
    assert "pip install" in run(bare, program, tmp_path)


def test_a_developer_without_a_compiler_is_told(tmp_path: Path):
    source = copy_source(tmp_path)
    done = build(source, "--wheel", strict=True, CC=str(source / "no-such-compiler"))
    assert done.returncode != 0
    assert "no-such-compiler" in done.stdout + done.stderr


def test_without_the_viewer_it_is_named_how_to_build_it(bare: Path, tmp_path: Path):
    program = """
from dynexplain import ViewerNotBuiltError
assert out.to_svg().startswith("<svg") or "<svg" in out.to_svg()
try:
    out.to_html()
except ViewerNotBuiltError as error:
    print(error)
data, metadata = out._repr_mimebundle_()
print(sorted(data))
print("make build" in data["text/plain"])
"""
    _now, error, shown, told = run(bare, EXPLAIN + program, tmp_path).splitlines()
    assert "make build" in error
    assert "npm ci && npm run build" in error
    assert shown == "['text/html', 'text/plain']"
    assert told == "True"
