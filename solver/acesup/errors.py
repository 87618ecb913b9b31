"""The errors of the package: a small tree under `AcesUpError`.

An error about a value is also a `ValueError`, so that callers who do not know this tree
catch it as they would expect. The command line shows the message alone, in one line.
"""


class AcesUpError(Exception):
    """Base of every error that this package raises on purpose."""


class RulesError(AcesUpError, ValueError):
    """An option, a value or a preset that the rules do not have."""


class DealFormatError(AcesUpError, ValueError):
    """A deal, a source or a position that cannot be read; says what, where, and what was expected."""


class LineFormatError(AcesUpError, ValueError):
    """A move or a line that is not written in the notation of docs/formats.md."""


class IllegalMoveError(AcesUpError, ValueError):
    """A move that the rules do not allow.

    `step` is its place in the line, counted from 1 (0: not part of a line); `why` says why in words.
    """

    def __init__(self, step: int, why: str) -> None:
        super().__init__(f"step {step}: {why}" if step else why)
        self.step = step
        self.why = why


class LimitError(AcesUpError, ValueError):
    """A limit, a thread count or a table size out of its range."""


class OrderingError(AcesUpError, ValueError):
    """An ordering that is not registered or cannot be used."""


class SwitchError(AcesUpError, ValueError):
    """A switch that no search has."""


class StoreError(AcesUpError):
    """A store of a run that cannot be opened, read or written, or that holds another run."""


class OtherRunError(StoreError):
    """A store that holds another kind of run than the one that was asked for."""


class ClusterError(AcesUpError):
    """A cluster that cannot be reached, or that could not finish its work."""


class ExtraError(AcesUpError, ImportError):
    """Something was asked for that needs a package of an extra; says how to install it."""


class PlotError(AcesUpError, ValueError):
    """A picture that cannot be written: no such format, no such place."""


class PolicyError(AcesUpError, ValueError):
    """A policy of blind play that is not there, cannot play by these rules, or makes an illegal move."""
