"""The odds of blind play: the rates that are quoted, and the engine and store of the solvable fraction."""

import math
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from acesup import Move, Position, Rules
from acesup._playout import Draws
from acesup.blind import BlindRun
from acesup.compare import compare
from acesup.errors import AcesUpError, DealFormatError, LimitError, OtherRunError, PolicyError, StoreError
from acesup.fraction import fraction
from acesup.games import CompiledPlayer, play_shard, player_of
from acesup.merge import merge
from acesup.odds import Odds, odds, read_either
from acesup.policies import TIPS
from acesup.run import Run
from acesup.shard import Tally
from acesup.source import Source
from acesup.store import BlindStore, Store

QUOTED = Rules.preset("stacked-must-fill")
"""Discard at once, fill only from columns of two or more, always fill."""
SIGMAS = 4
HERE = "test_odds"


def plan(
    policy: str = "random", rules: Any = QUOTED, first: int = 0, count: int = 1000, **more: Any
) -> BlindRun:
    return BlindRun.plan("rng:1", first, count, rules, policy, **more)


RATES = [
    # policy, rules, games won of those that were played elsewhere
    ("never-fill", Rules.preset("stacked-only"), 12, 1_000_000),
    ("random", QUOTED, 5_630, 1_000_000),
    ("highest", QUOTED, 6_760, 1_000_000),
    ("random", QUOTED.replace(fill="aces"), 7_280, 2_000_000),
]


@pytest.mark.parametrize("games", [100_000, pytest.param(1_000_000, marks=pytest.mark.full)])
@pytest.mark.parametrize(("policy", "rules", "won", "of"), RATES, ids=str)
def test_quoted_rates(policy: str, rules: Rules, won: int, of: int, games: int) -> None:
    """Both samples err: the deviation of their difference counts both."""
    ours = odds(plan(policy, rules, count=games)).won
    rate = (ours + won) / (games + of)
    sigma = math.sqrt(rate * (1 - rate) * (1 / games + 1 / of))
    assert abs(ours / games - won / of) < SIGMAS * sigma


@pytest.mark.parametrize("games", [100_000, pytest.param(1_000_000, marks=pytest.mark.full)])
def test_look_ahead_wins_one_in_35(games: int) -> None:
    assert 0.025 < odds(plan("look-ahead", count=games)).won / games < 0.031


@pytest.mark.full
def test_speed_of_the_play_out_core() -> None:
    """200,000 random games a second on one core; processor time, so that others may use the machine."""
    player = CompiledPlayer(plan())
    began = process_time()
    player.scores(Source.span("rng:1", 0, 500_000))
    assert 500_000 / (process_time() - began) > 200_000


def test_lone_moves_and_options_make_no_difference_to_them() -> None:
    """Policies discard at once and move no lone card: the rules as written give the quoted rates."""
    assert odds(plan("look-ahead")).estimate.tally == odds(plan("look-ahead", Rules())).estimate.tally


# The engine


@pytest.mark.parametrize("policy", ["random", "look-ahead", "monte-carlo", "acesup.policies:Random"])
def test_same_games_for_any_cut_and_threads(policy: str) -> None:
    runs = [plan(policy, count=60, samples=3, shard_deals=deals) for deals in (60, 7, 1)]
    tallies = [
        odds(run, threads=threads).estimate.tally for run, threads in zip(runs, (1, 2, 5), strict=True)
    ]
    assert tallies[0].deals == 60
    assert tallies[0].scores.total() == 60
    assert tallies == [tallies[0]] * 3


@pytest.mark.parametrize("source", ["kpat", "pysol", "rng:5@A,K,Q,J", "ms"])
def test_every_source_can_be_played(source: str) -> None:
    """A shard of them is what single games are."""
    run = BlindRun.plan(source, 31_990, 20, "standard", "random")
    player = CompiledPlayer(run)
    shard = play_shard(run, 31_990, 20, player)
    single = [
        player.core.table_after(deal.codes(), n, len(deal.ranks))[2]
        for n, deal in enumerate(Source.span(source, 31_990, 20), 31_990)
    ]
    assert shard.tally.scores == {score: single.count(score) for score in single}
    assert play_shard(replace(run, policy="acesup.policies:Random"), 31_990, 20, player).tally == shard.tally


def test_the_largest_numbers() -> None:
    assert odds(BlindRun.plan("pysol", 10**20, 1, "standard", "random")).games == 1
    assert odds(BlindRun.plan("rng:1", 2**64 - 1, 1, "standard", "random", seed=2**64 - 1)).games == 1


def test_seeds_and_deals_differ() -> None:
    runs = [plan(count=200), plan(count=200, seed=2), plan(first=200, count=200)]
    scores = [odds(run).estimate.tally.scores for run in runs]
    assert scores[0] != scores[1] != scores[2]


def test_a_store_goes_on(tmp_path: Path) -> None:
    run = plan(count=100, shard_deals=10)
    with BlindStore.resume(tmp_path / "run.sqlite", run) as store:
        for span in [*run.shards_of((0, 100))][3:5]:
            store.put(play_shard(run, *span, player_of(run)))
    with BlindStore.resume(tmp_path / "run.sqlite", run) as store:
        assert store.gaps() == [(0, 30), (50, 50)]
        assert odds(run, store, threads=2).estimate.tally == odds(run).estimate.tally
    with BlindStore.read(tmp_path / "run.sqlite") as again:
        assert again.run == run
        assert sum((shard.tally for shard in again.shards()), Tally()) == odds(run).estimate.tally


def test_stores_know_their_kind(tmp_path: Path) -> None:
    solved = Run.plan("rng:1@A,K,Q", 0, 10, memory_limit=1)
    with Store.resume(tmp_path / "solved.sqlite", solved) as store:
        fraction(solved, store)
    with BlindStore.resume(tmp_path / "blind.sqlite", plan()) as blind:
        odds(plan(), blind)
    with pytest.raises(
        OtherRunError, match=r"blind.sqlite: it holds another kind .*policy.*expected a solvable"
    ):
        Store.read(tmp_path / "blind.sqlite")
    with pytest.raises(OtherRunError, match=r"expected the odds of a policy \(acesup odds\)"):
        BlindStore.read(tmp_path / "solved.sqlite")
    with pytest.raises(StoreError, match="another kind of run"):
        BlindStore.resume(tmp_path / "solved.sqlite", plan())
    assert [type(read_either(tmp_path / f"{name}.sqlite").run) for name in ("solved", "blind")] == [
        Run,
        BlindRun,
    ]
    with pytest.raises(StoreError, match=r"seed: 1, 2$"):
        BlindStore.resume(tmp_path / "blind.sqlite", plan(seed=2))


def test_stores_of_blind_play_merge_and_compare(tmp_path: Path) -> None:
    stores = []
    for number, run in enumerate([plan(count=50), plan(first=50, count=50), plan("look-ahead", count=100)]):
        stores.append(BlindStore.resume(tmp_path / f"{number}.sqlite", run))
        odds(run, stores[-1])
    with merge(stores[:2], tmp_path / "all.sqlite") as merged:
        paired = compare(merged, stores[2])
    assert paired.deals == 100
    assert paired.both + paired.only_second == odds(plan("look-ahead", count=100)).won
    for store in stores:
        store.close()


def test_what_odds_say() -> None:
    run = plan(count=5000)
    found = odds(run)
    scores = found.estimate.tally.scores
    every = [score for score, games in scores.items() for _ in range(games)]
    mean = sum(every) / 5000
    deviation = math.sqrt(sum((score - mean) ** 2 for score in every) / 5000)
    assert found.won == scores[48] > 0
    assert found.mean_score == pytest.approx(mean)
    assert found.mean_interval is not None
    assert found.mean_interval[1] == pytest.approx(mean + 1.96 * deviation / math.sqrt(5000), abs=1e-3)
    data = found.to_json()
    assert (data["policy"], data["tips"], data["samples"], data["count"]) == ("random", [], 0, 5000)
    assert data["won"] == found.won
    assert sum(data["scores"].values()) == 5000
    empty = Odds(replace(found.estimate, tally=Tally()))
    assert (empty.rate, empty.mean_score, empty.mean_interval) == (None, None, None)


def test_tips_keep_their_order_and_only_tips_has_them() -> None:
    assert plan("tips", tips=["leave", "uncover"]).tips == ("uncover", "leave")
    assert plan("tips").tips == tuple(TIPS)
    assert plan("random", tips=["leave"]).tips == ()
    assert [run.player for run in (plan("tips", tips=()), plan("monte-carlo", samples=3), plan())] == [
        "tips (none)",
        "monte-carlo (3 samples)",
        "random",
    ]


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"policy": "rondom"}, PolicyError),
        ({"policy": "nowhere:Policy"}, PolicyError),
        ({"policy": "never-fill"}, PolicyError),
        ({"policy": "tips", "tips": ["space"]}, PolicyError),
        ({"seed": -1}, LimitError),
        ({"samples": 0}, LimitError),
        ({"shard_deals": 0}, LimitError),
        ({"count": 0}, LimitError),
        ({"first": -1}, DealFormatError),
    ],
)
def test_wrong_settings(settings: dict[str, Any], error: type[AcesUpError]) -> None:
    with pytest.raises(error):
        plan(**settings)


# Policies of users


class Broken:
    """Asks for a move that is not there."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        return table.legal_moves()[99]


class Withhold:
    """Discards nothing: it has one row dealt after the other."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        return Move("deal") if table.stock else None


def test_a_policy_of_ones_own_may_withhold() -> None:
    assert odds(plan(f"{HERE}:Withhold", Rules(), count=5)).estimate.tally.scores == {0: 5}


def test_an_error_in_a_policy_names_the_deal() -> None:
    with pytest.raises(PolicyError, match=r"^test_odds:Broken: rng:1/3: IndexError: "):
        odds(plan(f"{HERE}:Broken", Rules(), first=3, count=5))
