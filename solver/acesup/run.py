"""The settings of a run over many numbered deals: all that its results depend on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import version
from typing import Any, ClassVar, TypeAlias, TypeVar

from acesup.errors import DealFormatError, LimitError, OtherRunError
from acesup.rules import Rules, RulesLike
from acesup.solve import MEMORY_LIMIT_MIB, Solver
from acesup.source import Source

NODE_LIMIT = 10_000_000
"""The node limit of a run unless another is asked for: some seconds a deal."""
Span: TypeAlias = tuple[int, int]
"""Consecutive deal numbers: the first, and how many."""
SettingsT = TypeVar("SettingsT", bound="Settings")


def default_shard_deals(rules: Rules) -> int:
    """Return the deals of a shard that take a second or so under these rules, hard ones left aside."""
    if rules.cells or rules.pairs:
        return 100
    return 10_000 if rules.discard == "compulsory" else 1000


@dataclass(frozen=True, slots=True)
class Settings:
    """What every run has, whatever it does with its deals. Immutable.

    rules: of all its deals.
    source: without numbers, such as `rng:1` or `kpat`.
    spans: the deal numbers, as pairs of first and count, rising; only a merged run has several.
    verdicts: whether it is kept of every deal whether it went out.
    shard_deals: deals of a shard, the piece of work that is done or not done as a whole.
    version: of acesup.
    finds: what such runs find, and the command that does them.
    """

    finds: ClassVar[str]
    rules: Rules
    source: str
    spans: tuple[Span, ...]
    verdicts: bool
    shard_deals: int
    version: str

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

    def differences(self, other: "Settings") -> list[str]:
        """Return the settings in which another run differs, each as `name: ours, theirs`."""
        ours, theirs = _flat(self.to_json()), _flat(other.to_json())
        return [f"{name}: {ours[name]}, {theirs[name]}" for name in ours if ours[name] != theirs[name]]

    def to_json(self) -> dict[str, Any]:
        """Return the settings, ready for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)} | {
            "rules": self.rules.to_json()
        }

    @classmethod
    def from_json(cls: type[SettingsT], data: Mapping[str, Any]) -> SettingsT:
        """Return the run with these settings.

        Raises OtherRunError if they are those of another kind of run, RulesError, KeyError or TypeError if
        they are none.
        """
        others = sorted({*data} - {field.name for field in fields(cls)})
        if others:
            raise OtherRunError(f"it holds another kind of run ({', '.join(others)}), expected {cls.finds}")
        spans = tuple((int(first), int(count)) for first, count in data["spans"])
        return cls(**{**data, "rules": Rules.from_json(data["rules"]), "spans": spans})


def checked_span(source: str, first: int, count: int) -> Source:
    """Return deals of a source named without numbers. Raises DealFormatError or LimitError."""
    if first < 0:
        raise DealFormatError(f"first deal: {first}, expected a number from 0 up")
    if count < 1:
        raise LimitError(f"count of deals: {count}, expected at least 1")
    return Source.span(source, first, count)


def checked_shard_deals(shard_deals: int | None, default: int) -> int:
    """Return the deals of a shard, where None means the default. Raises LimitError."""
    if shard_deals is None:
        return default
    if shard_deals < 1:
        raise LimitError(f"deals of a shard: {shard_deals}, expected at least 1")
    return shard_deals


@dataclass(frozen=True, slots=True)
class Run(Settings):
    """What a run decides, and how: two runs with equal settings give equal results. Immutable.

    node_limit: positions a deal may take. There is no time limit, which would depend on the machine.
    memory_limit: MiB for the table of a thread; the nodes depend on it.
    ordering: of the moves, as text: `package.module:object` must be there wherever the run is done.
    score: whether best scores are proved too.
    without: switches that are off.

    `plan` makes runs and checks them; the constructor itself checks nothing.
    """

    finds: ClassVar[str] = "a solvable fraction (acesup fraction)"
    node_limit: int
    memory_limit: float
    ordering: str
    score: bool
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
        span = checked_span(source, first, count)
        solver = Solver(rules, ordering=ordering, without=without, memory_limit=memory_limit)
        if not 0 <= node_limit < 2**64:
            raise LimitError(f"node limit: {node_limit}, expected 0 to 2^64 - 1")
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
            shard_deals=checked_shard_deals(shard_deals, default_shard_deals(solver.rules)),
            version=version("acesup"),
        )

    def solver(self) -> Solver:
        """Return a solver with these settings, for one thread."""
        return Solver(
            self.rules, ordering=self.ordering, without=self.without, memory_limit=self.memory_limit
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Run":
        """Return the run with these settings. Raises what `Settings.from_json` raises."""
        # Early stores do not name `without`.
        return super(Run, cls).from_json({**data, "without": tuple(data.get("without", ()))})


def _flat(settings: Mapping[str, Any]) -> dict[str, str]:
    """Name every setting as the command line does, and write its value."""
    named = {**settings["rules"], **settings}
    del named["rules"]
    spans = named.pop("spans")
    named["deals"] = ", ".join(f"{first}-{first + count - 1}" for first, count in spans)
    return {name.replace("_", " "): _shown(value) for name, value in named.items()}


def _shown(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
