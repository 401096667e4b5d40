"""Writes a file as a whole or not at all: a full disk or an interrupt leaves the old one as it was."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write(path: str | Path, data: bytes) -> None:
    """Put ``data`` in place of what the file held.

    The file that a link leads to is replaced, not the link, and keeps its permissions. What is no plain file, such as
    ``/dev/stdout`` or a pipe, is written to as it is.

    Raises:
        OSError: The file cannot be written; what it held is there still.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        Path(path).write_bytes(data)
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "The file is read-only", str(path))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.", suffix=".part")
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, "No such folder to write to", str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode_of(target))
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def mode_of(target: Path) -> int:
    """The permissions that the file has, or that Python would give a new one."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
