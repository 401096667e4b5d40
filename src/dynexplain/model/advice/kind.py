"""What is known about one kind of graph break, as one entry: its title, how torch names its subject, and what helps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..report import Example
from .situation import Condition


@dataclass(frozen=True, slots=True)
class About:
    """What is told in another way where a break is about one subject, such as the builtin ``print``."""

    title: str = ""
    hint: str = ""
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Instead:
    """What is advised in place of a kind's own hint and example, where that does not fit.

    Args:
        when: Where it is so.
        hints: What to say.
        example: What to show.
        torchs: Whether torch's own hints follow.
        follows: Whether the break comes of something else, and there is nothing to change at its own place.
    """

    when: Condition
    hints: tuple[str, ...]
    example: Example | None = None
    torchs: bool = False
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of graph break: what torch's registry does not tell of it, or tells in torch's own words.

    Args:
        name: Torch's ``gb_type``, or what it stands for where ``pattern`` is given.
        title: The break in a few plain words. ``{0}`` is its subject, and backticks mark code. Empty: torch's words.
        untold: The title where torch does not name the subject.
        subject: Where torch's developer context names what the break is about: a regular expression with one group.
        explanation: For where torch gives none.
        hint: What to do. ``{0}`` as above.
        example: Code before and after the fix, where one fix suits nearly everyone: the body of a function of a tensor
            ``x``, or a module with such a function ``f``. The tests run all of them: "before" breaks with this
            kind, "after" does not break.
        instead: Where hint and example do not fit. The first whose condition holds is taken.
        about: What is different for single subjects.
        pattern: For what torch tells in free words, without a kind of its own: how the first line of it reads. Then the
            explanation is taken in place of torch's.
        rewrites: Whether what helps is to write the very line in another way, which nobody can do in a library.
    """

    name: str
    title: str = ""
    untold: str = ""
    subject: str = ""
    explanation: str = ""
    hint: str = ""
    example: Example | None = None
    instead: tuple[Instead, ...] = ()
    about: Mapping[str, About] = field(default_factory=dict)
    pattern: re.Pattern[str] | None = None
    rewrites: bool = False

    def hint_for(self, subject: str) -> str:
        """What to do about a subject."""
        return self.about.get(subject, _NOTHING).hint or self.hint

    def example_for(self, subject: str) -> Example | None:
        """Code before and after the fix for a subject."""
        return self.about.get(subject, _NOTHING).example or self.example


_NOTHING = About()
