from array import array
from collections.abc import Sequence

from typing_extensions import disjoint_base

from acesup._audit import Audit
from acesup.rules import Rules

VERDICTS: tuple[str, ...]
REASONS: tuple[str | None, ...]
KINDS: tuple[str, ...]
ORDERINGS: dict[str, str]
PARAMETERS: dict[str, dict[str, int]]
PARAMETER_LIMIT: int
CAPSULE_NAME: str
SWITCHES: dict[str, str]
TABLE_BYTES_MIN: int
NO_CARD: int

def capsule_name(thing: object) -> str | None: ...

@disjoint_base
class Core:
    def __new__(
        cls,
        rules: Rules,
        ordering: object,
        table_bytes: int,
        *,
        parameters: Sequence[int] = (),
        without: Sequence[str] = (),
        plain: bool = False,
        audited: bool = False,
    ) -> Core: ...
    @property
    def auditor(self) -> Audit | None: ...
    @property
    def learns_losses(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    def stop(self) -> None: ...
    def decide(
        self,
        codes: bytes,
        columns: tuple[int, int, int, int],
        cell: int,
        rows: int,
        *,
        for_score: bool = False,
        node_limit: int | None = None,
        time_limit: float | None = None,
    ) -> tuple[
        str, str | None, int | None, int, list[tuple[str, int, int, tuple[int, int, int, int], int]] | None
    ]: ...
    def decide_range(
        self,
        family: str,
        seed: int,
        first: int,
        start: bytes,
        verdicts: bytearray,
        nodes: array[int],
        *,
        node_limit: int | None = None,
    ) -> int: ...
