"""`acesup rules`: the presets and the options, with who plays so."""

import json
from collections.abc import Iterable

import click
from rich.console import Group
from rich.table import Table
from rich.text import Text

from acesup.cli.program import Command
from acesup.cli.screen import out
from acesup.rules import OPTIONS, PRESETS, Rules

EXAMPLES = """\b
Examples:
  acesup rules
  acesup rules --json
  acesup solve kpat:2 --rules free-cell --pairs     a preset with one option set otherwise
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rules(as_json: bool) -> None:
    """Show the variants of the rules: presets with who plays so, and the options they set."""
    screen = out()
    if as_json:
        screen.print(Text(json.dumps(as_object())), soft_wrap=True)
    else:
        screen.print(as_tables())


def as_object() -> dict[str, object]:
    """Return presets and options, ready for JSON."""
    return {
        "schema": 1,
        "presets": {
            preset.name: {"rules": preset.rules.to_json(), "played_by": preset.played_by}
            for preset in PRESETS.values()
        },
        "options": {
            option.name: {"values": option.values, "meaning": option.meaning} for option in OPTIONS.values()
        },
    }


def as_tables() -> Group:
    """Return two tables, of the presets and of the options."""
    presets = ((preset.name, _setting(preset.rules), preset.played_by) for preset in PRESETS.values())
    options = (
        (option.name, f"{' or '.join(option.shown)} (default {option.shown[0]})", option.meaning)
        for option in OPTIONS.values()
    )
    return Group(
        _table("preset", "setting, and who plays so", presets),
        "",
        _table("option", "values, and meaning", options),
    )


def _table(name: str, content: str, rows: Iterable[tuple[str, str, str]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(name, no_wrap=True, style="cyan")
    table.add_column(content)
    for title, setting, remark in rows:
        table.add_row(title, Text.assemble(setting, "\n", (remark, "dim")))
    return table


def _setting(rules: Rules) -> str:
    """Return what differs from the defaults."""
    shown = {
        name: option.shown[option.values.index(getattr(rules, name))] for name, option in OPTIONS.items()
    }
    changed = [f"{name}={value}" for name, value in shown.items() if value != OPTIONS[name].shown[0]]
    return ", ".join(changed) or "all options at their defaults"
