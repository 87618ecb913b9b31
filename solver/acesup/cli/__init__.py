"""The command line: one module a command, and what the commands share."""

import click

from acesup.cli import bench, deal, explain, fraction, hint, listing, odds, rules, show, solve, verify
from acesup.cli.program import Program

EPILOG = """\b
Examples:
  acesup solve kpat:2                  the deal that KPat calls number 2
  acesup solve -f deals.txt --json     a file of deals, one JSON object each
  acesup solve kpat:2 --rules ace-only
  acesup rules                         the variants there are

\b
Completion of commands and options, for bash, zsh or fish:
  eval "$(_ACESUP_COMPLETE=bash_source acesup)"
"""


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EPILOG,
)
@click.version_option(None, "-V", "--version", package_name="acesup")
@click.pass_context
def main(context: click.Context) -> None:
    """Decide deals of the patience Aces Up exactly.

    Can it go out, and by which line? What is the best score? Every answer is proved by an exhaustive search,
    every line is replayed by the rules before it is shown.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (
    solve.solve,
    show.show,
    explain.explain,
    deal.deal,
    verify.verify,
    rules.rules,
    fraction.fraction,
    listing.list_,
    bench.bench,
    odds.odds,
    hint.hint,
):
    main.add_command(command)
