"""Files are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

import dynexplain
from dynexplain import files
from dynexplain.render import json
from support import reports


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()], ids=type)
@pytest.mark.parametrize("when", ["fsync", "replace"])
def test_an_old_file_survives_a_full_disk_and_an_interrupt(tmp_path, monkeypatch, error, when):
    old = tmp_path / "report.json"
    old.write_text("old")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, when, fail)
    with pytest.raises(type(error)):
        json.save(reports.one_node(), old)
    assert old.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["report.json"]


def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path):
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "real.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    output = dynexplain.ExplainOutput(reports.one_node())
    output.to_json(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert stat.S_IMODE((tmp_path / "real.json").stat().st_mode) == 0o640
    assert dynexplain.load(tmp_path / "real.json").report == output.report


def test_a_new_file_has_the_permissions_that_python_gives(tmp_path):
    (tmp_path / "plain").write_text("")
    files.write(tmp_path / "new", b"new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_folder_that_is_not_there_is_an_error_that_names_the_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none/report\.json"):
        files.write(tmp_path / "none" / "report.json", b"")


def test_what_is_no_plain_file_is_written_to_as_it_is():
    files.write("/dev/null", b"gone")
    assert Path("/dev/null").is_char_device()
