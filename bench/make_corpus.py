"""Make the corpora of bench/corpus/ anew: fixed deals by number, with their verdicts and positions.

    first-1k       rng:1/0-999
    hardest-100    of rng:1/0-19999 those for which `standard` needs most positions
    withhold-100   the first of rng:1 that go out under `standard`, but not if every discard must be made

Columns: source, verdict under `standard`, under `kpat-solver` (all discards made), under `ace-only`, and the
positions of the first when the file was made: another machine finds the same, another search does not.
"""

import csv
from pathlib import Path

import acesup

CORPUS = Path(__file__).parent / "corpus"
PRESETS = ("standard", "kpat-solver", "ace-only")
SCANNED = 20_000


def main() -> None:
    """Write the three files."""
    results = {preset: acesup.solve_range("rng:1", 0, SCANNED, preset) for preset in PRESETS}
    nodes = results["standard"].nodes
    verdicts = {preset: [acesup.VERDICTS[code] for code in results[preset].verdicts] for preset in PRESETS}

    def write(name: str, numbers: list[int]) -> None:
        with (CORPUS / f"{name}.csv").open("w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["source", *PRESETS, "positions"])
            out.writerows([f"rng:1/{n}", *(verdicts[p][n] for p in PRESETS), nodes[n]] for n in numbers)

    withheld = [
        n
        for n in range(SCANNED)
        if (verdicts["standard"][n], verdicts["kpat-solver"][n]) == ("solvable", "unsolvable")
    ]
    write("first-1k", list(range(1000)))
    write("hardest-100", sorted(range(SCANNED), key=lambda n: -nodes[n])[:100])
    write("withhold-100", withheld[:100])


if __name__ == "__main__":
    main()
