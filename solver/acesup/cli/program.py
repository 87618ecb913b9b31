"""What every command of the program shares: its help in sections, its errors in one line, its exit codes."""

import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click

from acesup.errors import AcesUpError

BAD_INPUT = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130


class InternalError(Exception):
    """A mistake of this program, such as an illegal line of its search: it must not pass as an answer."""


class SectionOption(click.Option):
    """An option that the help shows under a heading."""

    def __init__(self, *args: Any, section: str = "Options", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section = section


def options_of(section: str) -> Callable[..., Callable[[Any], Any]]:
    """Return a `click.option` whose options stand under one heading of the help."""
    return partial(click.option, cls=SectionOption, section=section)


class Command(click.Command):
    """A command whose help shows its options by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, in the order in which the options name them."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record and isinstance(param, click.Option):
                sections.setdefault(getattr(param, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


class Program(click.Group):
    """The group of all commands. A command returns its exit code, or None for 0.

    Errors are one line on stderr. Bad usage and bad input end with 2, Ctrl-C with 130; what should never
    happen ends with 70, so that it cannot be taken for a verdict.
    """

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and exit unless `standalone_mode` is off; then return the exit code."""
        code: int | None
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.Abort:
            code = INTERRUPTED
        except (click.ClickException, AcesUpError, OSError) as error:
            code = BAD_INPUT
            complain(_message(error))
        except Exception as error:
            code = INTERNAL_ERROR
            traceback.print_exc()
            complain(f"internal error, please report it: {error}")
        if standalone_mode:
            sys.exit(code)
        return code


def _message(error: Exception) -> str:
    """Return what an error says, and for wrong usage where the right one is shown."""
    if not isinstance(error, click.ClickException):
        return str(error)
    context = error.ctx if isinstance(error, click.UsageError) else None
    return error.format_message() + (f" (see {context.command_path} -h)" if context else "")


def complain(message: str) -> None:
    """Write a message to stderr, in one line and without control characters, whatever it quotes."""
    line = " ".join(message.split())
    click.echo("acesup: " + "".join(c if c.isprintable() else "?" for c in line), err=True)
