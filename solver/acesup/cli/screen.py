"""The streams that people look at."""

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from acesup.render import Pen


def out() -> Console:
    """Return standard output to print on: in colour on a terminal, unless NO_COLOR is set; else plain."""
    return _console(stderr=False)


def print_each(texts: Iterable[Text], *, apart: bool) -> None:
    """Print texts on standard output, their lines as long as they are; `apart` with an empty line between."""
    screen = out()
    for number, text in enumerate(texts):
        if apart and number:
            screen.print()
        screen.print(text, soft_wrap=True)


def pen_for(screen: Console) -> Pen:
    """Return what draws for a screen: cards with suits where a terminal can show them, else plain ASCII."""
    if not screen.is_terminal:
        return Pen()
    return Pen(suits=not screen.options.ascii_only, width=screen.width)


def progress_screen(screen: Console) -> Console | None:
    """Return where progress is drawn while `screen` is printed on; None if nobody looks at stderr.

    Where both are terminals they share one console, which keeps what is printed above what is drawn.
    """
    if not _is_terminal(sys.stderr):
        return None
    return screen if _is_terminal(sys.stdout) else _console(stderr=True)


def _is_terminal(stream: TextIO | None) -> bool:
    # Not what rich says, which FORCE_COLOR overrules: progress must never get into a file.
    return stream is not None and stream.isatty()


def _console(*, stderr: bool) -> Console:
    no_color = bool(os.environ.get("NO_COLOR"))
    return Console(stderr=stderr, highlight=False, color_system=None if no_color else "auto")
