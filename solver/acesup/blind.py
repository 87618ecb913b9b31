"""The settings of a run of blind play: numbered deals, and a policy that cannot see the stock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import version
from typing import Any, ClassVar

from acesup.errors import LimitError, PolicyError
from acesup.policies import POLICIES, SAMPLES, TIPS, known_policy, load_policy
from acesup.rules import Rules, RulesLike
from acesup.run import Settings, checked_shard_deals, checked_span

SEED = 1
"""Of what chance decides in the games, unless another is asked for."""


@dataclass(frozen=True, slots=True)
class BlindRun(Settings):
    """Who plays what, and how: two runs with equal settings give equal results. Immutable.

    policy: a name of POLICIES, or `package.module:object`; what such an object does is the user's to keep
    equal.
    seed: of all that chance decides in a game; the number of the deal is the other half.
    tips: those that the policy `tips` heeds, in the order of TIPS; none for other policies.
    samples: orders of the stock that `monte-carlo` tries at each choice; 0 for other policies.

    `plan` makes runs and checks them; the constructor itself checks nothing.
    """

    finds: ClassVar[str] = "the odds of a policy (acesup odds)"
    policy: str
    seed: int
    tips: tuple[str, ...]
    samples: int

    @classmethod
    def plan(
        cls,
        source: str,
        first: int,
        count: int,
        rules: RulesLike = "standard",
        policy: str = "look-ahead",
        *,
        seed: int = SEED,
        tips: Iterable[str] = tuple(TIPS),
        samples: int = SAMPLES,
        verdicts: bool = True,
        shard_deals: int | None = None,
    ) -> "BlindRun":
        """Return the run over `count` deals of a source from number `first` on.

        Raises DealFormatError if a number is out of range, LimitError, PolicyError or RulesError.
        """
        span = checked_span(source, first, count)
        rules = Rules.of(rules)
        if not 0 <= seed < 2**64:
            raise LimitError(f"seed: {seed}, expected 0 to 2^64 - 1")
        if not 0 < samples <= 1_000_000:
            raise LimitError(f"samples: {samples}, expected 1 to 1,000,000")
        if known_policy(policy) == "never-fill" and rules.must_fill:
            raise PolicyError("never-fill cannot play where columns must be filled, expected must_fill=no")
        if policy not in POLICIES:
            load_policy(policy)  # what is wrong with it is wrong now
        heeded = {_known_tip(tip) for tip in tips}
        return cls(
            rules=rules,
            source=span.name,
            spans=((first, count),),
            verdicts=verdicts,
            shard_deals=checked_shard_deals(shard_deals, _default_shard_deals(policy)),
            version=version("acesup"),
            policy=policy,
            seed=seed,
            tips=tuple(tip for tip in TIPS if tip in heeded) if policy == "tips" else (),
            samples=samples if policy == "monte-carlo" else 0,
        )

    @property
    def player(self) -> str:
        """The policy, and what it heeds or tries, in words."""
        if self.policy == "tips":
            return f"tips ({', '.join(self.tips) or 'none'})"
        return f"{self.policy} ({self.samples} samples)" if self.samples else self.policy

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "BlindRun":
        """Return the run with these settings. Raises what `Settings.from_json` raises."""
        return super(BlindRun, cls).from_json({**data, "tips": tuple(data.get("tips", ()))})


def _default_shard_deals(policy: str) -> int:
    """Return the deals of a shard that take a second or so."""
    if policy not in POLICIES:
        return 100
    return 1000 if policy == "monte-carlo" else 50_000


def _known_tip(name: str) -> str:
    if name not in TIPS:
        close = get_close_matches(name, TIPS, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise PolicyError(f"{name!r} is no tip, expected {', '.join(TIPS)}{hint}")
    return name
