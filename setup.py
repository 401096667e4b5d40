"""Builds the frame hook; everything else is in pyproject.toml."""

import os

from setuptools import Extension, setup

# Strict warnings are for developers: a user's newer compiler must not fail an install over a new warning.
strict = bool(os.environ.get("DYNEXPLAIN_STRICT"))
if os.name == "nt":
    flags = ["/std:c11", "/O2", *(["/W3", "/WX"] if strict else [])]
else:
    flags = ["-std=c11", "-O2", *(["-Wall", "-Wextra", "-Werror"] if strict else [])]

parts = ("hook", "event", "columns", "stack", "around", "block", "shield", "standin", "extra")

setup(
    ext_modules=[
        Extension(
            "dynexplain.hook._hook",
            sources=[f"csrc/{name}.c" for name in ("module", *parts)],
            depends=[f"csrc/{name}.h" for name in (*parts, "compat")],
            extra_compile_args=flags,
            # Without a C compiler the rest works all the same; starting the hook then says what is missing.
            optional=not strict,
        )
    ]
)
