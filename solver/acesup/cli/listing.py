"""`acesup list`: deal numbers by verdict."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import get_args

import click
from rich.text import Text

from acesup.cli.options import Choice, refuse_others
from acesup.cli.program import Command, options_of
from acesup.cli.run_options import ChosenRun, all_cores, run_options, threads_option
from acesup.cli.screen import out
from acesup.errors import StoreError
from acesup.fraction import decide
from acesup.pool import ThreadPool
from acesup.result import Verdict
from acesup.shard import Shard
from acesup.source import Source
from acesup.store import MemoryStore, Store

EXAMPLES = """\b
Examples:
  acesup list --source kpat --first 1 --count 1000 --verdict solvable
  acesup list --rules ace-only --count 50                    each deal with its verdict
  acesup list --store run.sqlite --verdict unknown | acesup solve -f - --node-limit 1000000000
"""
output = options_of("Output")


@click.command("list", cls=Command, epilog=EXAMPLES)
@run_options
@options_of("Deals")("--store", type=click.Path(dir_okay=False), metavar="FILE",
                     help="Take deals and verdicts from a store, and search nothing.")  # fmt: skip
@threads_option("Search")
@output(
    "--verdict", type=Choice(get_args(Verdict)), help="Only these deals, without the verdict beside them."
)
@click.pass_context
def list_(
    context: click.Context, chosen: ChosenRun, store: str | None, threads: int | None, verdict: Verdict | None
) -> None:
    """List numbered deals by verdict, in a form that `acesup solve -f` reads."""
    with ExitStack() as stack:
        if store:
            refuse_others(
                context,
                {"store", "verdict"},
                "--store knows its deals, rules and search, expected --verdict alone beside it.",
            )
            source = stack.enter_context(Store.read(store))
            name, shards = source.run.source, source.shards()
        else:
            run = chosen.plan()
            pool = stack.enter_context(ThreadPool(run, threads or all_cores()))
            name, shards = run.source, stack.enter_context(closing(decide(run, MemoryStore(run), pool)))
        screen = out()
        for number, found in _deals(shards, verdict, store):
            deal = Source.span(name, number, 1)
            screen.print(Text(str(deal) if verdict else f"{deal}  # {found}"), soft_wrap=True)


def _deals(
    shards: Iterator[Shard], verdict: Verdict | None, store: str | None
) -> Iterator[tuple[int, Verdict]]:
    """Yield the numbers of the deals with a verdict, None for all, and what each is."""
    for shard in shards:
        if verdict == "unknown":
            yield from ((number, verdict) for number in shard.unknown_deals)
        elif shard.packed is None:
            raise StoreError(f"{store}: it keeps no verdicts, expected --verdict unknown")
        else:
            verdicts = enumerate(shard.verdicts(), shard.first)
            yield from ((number, found) for number, found in verdicts if verdict in (None, found))
