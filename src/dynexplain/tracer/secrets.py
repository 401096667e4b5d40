"""Which strings are secrets: by what they are called, and by how they look.

An environment and a module are looked at through their dictionaries, so that no code of the user's runs. The shapes are
those that the services document for their keys. A scanner such as detect-secrets knows more of them and would bring an
HTTP client into every notebook; it also finds no password, which has no shape.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType

SHAPES = re.compile(
    r"sk-(?=[\w-]*\d)[\w-]{12,}"  # OpenAI, Anthropic and others
    r"|hf_\w{16,}"  # Hugging Face
    r"|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}"  # GitHub, GitLab
    r"|(?:AKIA|ASIA)[0-9A-Z]{16}"  # AWS
    r"|AIza[\w-]{30,}"  # Google
    r"|xox[abprs]-[\w-]{10,}"  # Slack
    r"|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+"  # JSON Web Token
    r"|(?<=://)[^\s/:@'\"]+:[^\s/:@'\"]+(?=@)"  # user and password of an address
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----"
)
BEGINNINGS = tuple(
    b"sk- hf_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- AKIA ASIA AIza xox eyJ :// -----BEGIN".split(),
)
"""One of these is in whatever has such a shape: looked for first, since that is quick."""

_SURE = re.compile(r"passw|passphrase|secret|api_?key|(access|private|signing|encryption)_?key|credential|bearer", re.I)
_LIKELY = re.compile(r"(?<![a-z])(token|auth|key|cookie|dsn)$|_(token|auth|key|cookie|dsn)\b", re.I)
_RANDOM = re.compile(r"[0-9a-fA-F]{32,}|(?=[^ ]*\d)(?=[^ ]*[a-z])(?=[^ ]*[A-Z])[\w+/=-]{32,}")
_VARIED = 10
"""Different characters of a key that was drawn at random; a string that repeats a few is none."""
_MIXED = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[^\s/\\<>\[\]]{8,}")
_LAST_NAME = re.compile(r"(\w+)\W*$")


def is_secret(name: str, value: str) -> bool:
    """Whether a string that is called so is to be kept out of everything that is shown.

    Args:
        name: A variable's name, or an expression that ends in one: ``API_KEY``, ``self.password``, ``config['token']``.
        value: The string.
    """
    if SHAPES.search(value) or (_RANDOM.fullmatch(value) and len(set(value)) >= _VARIED):
        return True
    last = _LAST_NAME.search(name)
    called = last.group(1) if last is not None else ""
    if _SURE.search(called):
        return len(value) >= 4 and not any(character.isspace() for character in value)
    return bool(_LIKELY.search(called) and _MIXED.fullmatch(value))


def of_process(files: Iterable[str]) -> frozenset[str]:
    """The secrets in the environment, and in the global variables of the modules that these files are."""
    return frozenset((*_of_environment(), *_of_modules(frozenset(files))))


def _of_environment() -> Iterator[str]:
    # Another thread may change it meanwhile: the names are one copy, and one of them may be gone.
    for name in os.environ:
        if is_secret(name, value := os.environ.get(name, "")):
            yield value


def _of_modules(files: frozenset[str]) -> Iterator[str]:
    for module in tuple(sys.modules.values()):
        if type(module) is not ModuleType:
            continue
        names = module.__dict__
        if names.get("__file__") in files or names.get("__name__") == "__main__":
            for name, value in tuple(names.items()):
                if type(name) is str and type(value) is str and is_secret(name, value):
                    yield value
