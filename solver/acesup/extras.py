"""Packages that only some uses need: imported where they are used, asked for by name if they are missing."""

from importlib import import_module
from types import ModuleType

from acesup.errors import ExtraError


def load(module: str, extra: str, use: str) -> ModuleType:
    """Import a module of an extra.

    use: what it is wanted for, as the error calls it. Raises ExtraError if the package is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ExtraError(
            f"{use} needs {package}, expected it installed: pip install 'acesup[{extra}]' ({error})"
        ) from error
