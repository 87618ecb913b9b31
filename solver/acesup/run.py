"""The settings of a run over many numbered deals: all that its results depend on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeAlias

from acesup.errors import DealFormatError, LimitError
from acesup.rules import Rules, RulesLike
from acesup.solve import MEMORY_LIMIT_MIB, Solver
from acesup.source import Source

NODE_LIMIT = 10_000_000
"""The node limit of a run unless another is asked for: some seconds a deal."""
Span: TypeAlias = tuple[int, int]
"""Consecutive deal numbers: the first, and how many."""


def default_shard_deals(rules: Rules) -> int:
    """Return the deals of a shard that take a second or so under these rules, hard ones left aside."""
    if rules.cells or rules.pairs:
        return 100
    return 10_000 if rules.discard == "compulsory" else 1000


@dataclass(frozen=True, slots=True)
class Run:
    """What a run decides, and how: two runs with equal settings give equal results. Immutable.

    rules: of all its deals.
    source: without numbers, such as `rng:1` or `kpat`.
    spans: the deal numbers, as pairs of first and count, rising; only a merged run has several.
    node_limit: positions a deal may take. There is no time limit, which would depend on the machine.
    memory_limit: MiB for the table of a thread; the nodes depend on it.
    ordering: of the moves, as text: `package.module:object` must be there wherever the run is done.
    score: whether best scores are proved too.
    verdicts: whether the verdict of every deal is kept.
    shard_deals: deals of a shard, the piece of work that is done or not done as a whole.
    version: of acesup.
    without: switches that are off.

    `plan` makes runs and checks them; the constructor itself checks nothing.
    """

    rules: Rules
    source: str
    spans: tuple[Span, ...]
    node_limit: int
    memory_limit: float
    ordering: str
    score: bool
    verdicts: bool
    shard_deals: int
    version: str
    without: tuple[str, ...] = ()

    @classmethod
    def plan(
        cls,
        source: str,
        first: int,
        count: int,
        rules: RulesLike = "standard",
        *,
        node_limit: int = NODE_LIMIT,
        memory_limit: float = MEMORY_LIMIT_MIB,
        ordering: str | None = None,
        without: Sequence[str] = (),
        score: bool = False,
        verdicts: bool = True,
        shard_deals: int | None = None,
    ) -> "Run":
        """Return the run over `count` deals of a source from number `first` on.

        For ordering and shard_deals None means what suits the rules. Raises DealFormatError if a number is
        out of range, LimitError, OrderingError, SwitchError or RulesError.
        """
        if first < 0:
            raise DealFormatError(f"first deal: {first}, expected a number from 0 up")
        if count < 1:
            raise LimitError(f"count of deals: {count}, expected at least 1")
        span = Source.span(source, first, count)
        solver = Solver(rules, ordering=ordering, without=without, memory_limit=memory_limit)
        if not 0 <= node_limit < 2**64:
            raise LimitError(f"node limit: {node_limit}, expected 0 to 2^64 - 1")
        if shard_deals is None:
            shard_deals = default_shard_deals(solver.rules)
        if shard_deals < 1:
            raise LimitError(f"deals of a shard: {shard_deals}, expected at least 1")
        return cls(
            rules=solver.rules,
            source=span.name,
            spans=((first, count),),
            node_limit=node_limit,
            memory_limit=memory_limit,
            ordering=solver.ordering,
            without=solver.without,
            score=score,
            verdicts=verdicts,
            shard_deals=shard_deals,
            version=version("acesup"),
        )

    @property
    def first(self) -> int:
        """The lowest deal number."""
        return self.spans[0][0]

    @property
    def count(self) -> int:
        """How many deals there are in all."""
        return sum(count for _, count in self.spans)

    def shards_of(self, span: Span) -> Iterator[Span]:
        """Cut numbers of this run into shards, which end where those of the whole run do."""
        at, end = span[0], sum(span)
        while at < end:
            next_ = min(end, at + self.shard_deals - (at - self.first) % self.shard_deals)
            yield at, next_ - at
            at = next_

    def solver(self) -> Solver:
        """Return a solver with these settings, for one thread."""
        return Solver(
            self.rules, ordering=self.ordering, without=self.without, memory_limit=self.memory_limit
        )

    def differences(self, other: "Run") -> list[str]:
        """Return the settings in which another run differs, each as `name: ours, theirs`."""
        ours, theirs = _flat(self.to_json()), _flat(other.to_json())
        return [f"{name}: {ours[name]}, {theirs[name]}" for name in ours if ours[name] != theirs[name]]

    def to_json(self) -> dict[str, Any]:
        """Return the settings, ready for JSON."""
        names = (name for name in self.__slots__ if name != "rules")
        return {"rules": self.rules.to_json()} | {name: getattr(self, name) for name in names}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Run":
        """Return the run with these settings. Raises RulesError, KeyError or TypeError if they are none."""
        spans = tuple((int(first), int(count)) for first, count in data["spans"])
        without = tuple(data.get("without", ()))  # early stores do not name it
        return cls(**{**data, "rules": Rules.from_json(data["rules"]), "spans": spans, "without": without})


def _flat(settings: Mapping[str, Any]) -> dict[str, str]:
    """Name every setting as the command line does, and write its value."""
    named = {**settings["rules"], **settings}
    del named["rules"]
    spans = named.pop("spans")
    named["without"] = ", ".join(named["without"]) or "nothing"
    named["deals"] = ", ".join(f"{first}-{first + count - 1}" for first, count in spans)
    return {name.replace("_", " "): _shown(value) for name, value in named.items()}


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
