"""Pictures of a trial (extra `plot`): nodes deal by deal against the first setting, and how they spread."""

from collections.abc import Sequence
from typing import Any

from acesup.plots import Picture
from acesup.solve import VERDICTS
from acesup.trial import Round, Trial

_COLUMNS = 4
_COLOURS = dict(zip(range(len(VERDICTS)), ("tab:red", "tab:green", "tab:gray"), strict=True))


def draw(picture: Picture, trial: Trial, rounds: Sequence[Round]) -> None:
    """Draw and write a trial: a scatter of the nodes for each setting but the first, then the distributions.

    Raises PlotError if it cannot be written.
    """
    others = range(1, len(trial.settings))
    rows = -(-(len(others) + 1) // _COLUMNS)
    columns = min(_COLUMNS, len(others) + 1)
    picture.figure.set_size_inches(3.4 * columns, 3.4 * rows + 0.5)
    deals = sum(len(one.turns[0].nodes) for one in rounds)
    picture.figure.suptitle(f"Aces Up, rules: {trial.rules}; {deals:,} deals of {trial.source}")
    axes = list(picture.figure.subplots(rows, columns, squeeze=False).flat)
    for n in others:
        _draw_pairs(axes[n - 1], trial, rounds, n)
    _draw_distributions(axes[len(others)], trial, rounds)
    for unused in axes[len(others) + 1 :]:
        unused.set_axis_off()
    picture.save()


def _nodes(rounds: Sequence[Round], setting: int) -> list[int]:
    return [nodes for one in rounds for nodes in one.turns[setting].nodes]


def _draw_pairs(axes: Any, trial: Trial, rounds: Sequence[Round], n: int) -> None:
    first, other = _nodes(rounds, 0), _nodes(rounds, n)
    verdicts = [verdict for one in rounds for verdict in one.turns[n].verdicts]
    for code, colour in _COLOURS.items():
        at = [deal for deal, verdict in enumerate(verdicts) if verdict == code]
        if at:
            axes.scatter(
                [first[deal] for deal in at], [other[deal] for deal in at],
                s=3, alpha=0.4, linewidths=0, color=colour, label=VERDICTS[code],
            )  # fmt: skip
    ends = [1, max(*first, *other)]
    axes.plot(ends, ends, color="black", linewidth=0.6)
    axes.set(
        xscale="log", yscale="log", xlabel=f"nodes, {_short(trial, 0)}", ylabel=f"nodes, {_short(trial, n)}"
    )
    axes.legend(loc="upper left", markerscale=3, fontsize="small")  # "best" takes long


def _draw_distributions(axes: Any, trial: Trial, rounds: Sequence[Round]) -> None:
    for n in range(len(trial.settings)):
        axes.ecdf(_nodes(rounds, n), label=_short(trial, n), linewidth=1)
    axes.set(xscale="log", xlabel="nodes of a deal, at most", ylabel="share of the deals")
    axes.legend(loc="lower right", fontsize="x-small")


def _short(trial: Trial, n: int) -> str:
    name = str(trial.settings[n])
    return name if len(name) <= 28 else f"{name[:27]}…"
