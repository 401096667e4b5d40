"""Builds the frame hook; everything else is in pyproject.toml."""

import os

from setuptools import Extension, setup

# Strict warnings are for developers: a user's newer compiler must not fail an install over a new warning.
strict = ["-Wall", "-Wextra", "-Werror"] if os.environ.get("DYNEXPLAIN_STRICT") else []

setup(
    ext_modules=[
        Extension(
            "dynexplain.hook._hook",
            sources=["csrc/module.c", "csrc/hook.c", "csrc/event.c"],
            depends=["csrc/hook.h", "csrc/event.h", "csrc/compat.h"],
            extra_compile_args=["-std=c11", "-O2", *strict],
        )
    ]
)
