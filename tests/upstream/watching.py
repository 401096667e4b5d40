"""A plugin for pytest: writes down how each test ended, and runs it inside ``dynexplain.watch()`` if asked to.

Set by run.py, in the environment:
    UPSTREAM_RESULTS   the file that gets one JSON object per line
    UPSTREAM_AROUND    "nothing", "test" (a session around each test, set-up included), "method" (around the test's
                       own function only) or "file" (one session around all tests)
"""

from __future__ import annotations

import functools
import json
import os
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checks import left_behind, report_faults

import dynexplain

AROUND = os.environ["UPSTREAM_AROUND"]
RESULTS = Path(os.environ["UPSTREAM_RESULTS"])
_troubles: list[str] = []
_seen: list[int] = []
_whole: Any = None


def _note(**what: Any) -> None:
    with RESULTS.open("a") as file:
        file.write(json.dumps(what) + "\n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what an earlier process has begun: it got stuck or died there."""
    if RESULTS.exists():
        begun = {json.loads(line).get("begins") for line in RESULTS.read_text().splitlines()}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in begun])
        items[:] = [item for item in items if item.nodeid not in begun]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _note(begins=item.nodeid)
    _troubles.clear()
    _seen.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    if AROUND != "test":
        return (yield)
    session = dynexplain.watch()
    try:
        with session:
            return (yield)
    finally:
        _look_at(session)


def _look_at(session: Any) -> None:
    _seen.append(len(session.recorder.compiles))
    _troubles.extend(report_faults(session))
    _troubles.extend(left_behind())


def _watched(method: Any) -> Any:
    @functools.wraps(method)
    def test(*args: Any, **kwargs: Any) -> Any:
        session = dynexplain.watch()
        try:
            with session:
                return method(*args, **kwargs)
        finally:
            _look_at(session)

    return test


def _call_test_method(self: unittest.TestCase, method: Any) -> None:
    _watched(method)()


if AROUND == "method":
    unittest.TestCase._callTestMethod = _call_test_method  # type: ignore[attr-defined]


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[bool]:
    global _whole
    if AROUND != "file":
        return (yield)
    _whole = dynexplain.watch()
    with _whole:
        result = yield
    _troubles.clear()
    _seen.clear()
    _look_at(_whole)
    _note(id="<the session>", outcome="", trouble=list(_troubles), compilations=sum(_seen))
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[pytest.TestReport]:
    report = yield
    found = item.stash.setdefault(_KEY, {"outcome": "passed", "message": ""})
    if report.failed:
        found["outcome"] = "failed"
        found["message"] += report.longreprtext[-4000:]
    elif report.skipped and found["outcome"] == "passed":
        found["outcome"] = "xfailed" if hasattr(report, "wasxfail") else "skipped"
    if report.when == "teardown":
        _note(id=item.nodeid, **found, trouble=list(_troubles), compilations=sum(_seen))
    return report


_KEY = pytest.StashKey[dict[str, Any]]()
