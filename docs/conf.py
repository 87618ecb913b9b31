"""Sphinx settings: `make docs` builds docs/_build/html, and every warning is an error."""

import re
import shutil
from importlib.metadata import version as installed_version
from typing import Any

from sphinx.application import Sphinx

project = "acesup"
release = version = installed_version("acesup")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
# Screenshots are made by `make docs`; where there is no browser to make them, they are missed.
suppress_warnings = [] if shutil.which("chromium") else ["image.not_readable"]
default_role = "code"  # `Rules` in a docstring is code, as in Markdown
smartquotes = False  # they would make one dash of --json
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
python_maximum_signature_line_length = 80
python_display_short_literal_types = True

html_theme = "furo"
html_title = "acesup"
html_show_copyright = False
html_copy_source = False

_ITEM = re.compile(r"(\w+(?:, \w+)*): (.*)")
_RULES_LIKE = "~acesup.rules.Rules | str | ~collections.abc.Mapping[str, ~typing.Any]"


def list_of(lines: list[str]) -> list[str]:
    """Make lists of the paragraphs that explain names, as in `first, count: deal numbers`.

    Such a paragraph starts every item at the margin and indents what goes on; any other stays as it is.
    """
    shaped: list[str] = []
    for paragraph in "\n".join(lines).strip("\n").split("\n\n"):
        rows = paragraph.split("\n")
        if _ITEM.match(rows[0]) and all(_ITEM.match(row) or row.startswith(" ") for row in rows):
            rows = [
                _ITEM.sub(r"- **\1**: \2", row) if _ITEM.match(row) else f"  {row.strip()}" for row in rows
            ]
        shaped += [*rows, ""]
    return shaped


def literal_of(lines: list[str]) -> list[str]:
    """Show the examples and tables of an epilog as they stand in the terminal."""
    shaped: list[str] = []
    for line, before in zip(lines, ["", *lines], strict=False):
        if line.startswith("| ") and not before.startswith("| "):
            shaped += [".. code-block:: text", ""]
        shaped.append(line.replace("| ", "   ", 1) if line.startswith("| ") else line)
    return shaped


def setup(app: Sphinx) -> None:
    """Shape what autodoc and sphinx-click read."""

    def docstring(app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]) -> None:
        lines[:] = list_of(lines)

    def signature(
        app: Sphinx, what: str, name: str, obj: object, options: Any, given: str | None, returns: str | None
    ) -> tuple[str | None, str | None]:
        return given and given.replace(_RULES_LIKE, "RulesLike"), returns

    def epilog(app: Sphinx, context: Any, lines: list[str]) -> None:
        lines[:] = literal_of(lines)

    app.connect("autodoc-process-docstring", docstring)
    app.connect("autodoc-process-signature", signature)
    app.connect("sphinx-click-process-epilog", epilog)
