#!/bin/sh
# The comparisons of docs/heuristics.md, into stores in the working directory; a second run goes on where the
# first was stopped. Deals of rng:4: bench/tune.py trains on rng:2, and its results were judged on rng:3.
set -eu

orderings() {
    rules=$1 count=$2 limit=$3 tuned=$4
    acesup bench compare --rules "$rules" --source rng:4 --count "$count" --node-limit "$limit" \
        --ordering rule-order --ordering clear --ordering uncover --ordering chain --ordering gaps \
        --ordering aces-down --ordering low-under-high --ordering random --ordering weighted:aces-down=12 \
        --ordering "weighted:$tuned" --store "$rules.trial"
}

switches() {
    rules=$1 count=$2 own=$3
    acesup bench compare --rules "$rules" --source rng:4 --count "$count" --node-limit 200000 \
        --ordering rule-order --without "$own" --without learned-losses --without last-row \
        --without special-search --store "$rules.switches"
}

orderings kpat-solver 3000 1000000 aces-down=14,tallest=-32,deal=16,low-under-high=-8,high-under-low=16
orderings ace-only 2000 1000000 gaps=-8,aces-down=40,tallest=32
orderings standard 600 1000000 \
    gaps=34,aces-down=8,tallest=-6,deal=-28,fill=-30,low-under-high=2,high-under-low=-12
orderings free-cell 300 300000 gaps=48,aces-down=40,tallest=-6,deal=32,fill=-4
orderings pairs 200 100000 gaps=20,aces-down=18,deal=-8,fill=-16,low-under-high=8,high-under-low=6
switches kpat-solver 500 collapse
switches ace-only 300 hopeless
switches standard 100 dominated
