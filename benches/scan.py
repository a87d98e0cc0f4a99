#!/usr/bin/env python3
"""Measures `rackrent scan` of ten thousand offers.

    cargo build --release --bin rackrent
    python3 benches/scan.py [target/release/rackrent] [offers]

Offers have only on-demand prices, and then also prices of commitments; they are the same in every run. Prints the table of
BENCHMARKS.md: the minimum of three runs, in CPU time and wall-clock time.
"""

import argparse
import json
import random
import resource
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
RUNS = 3
COLUMNS = (
    "provider,instance,region,accelerator,accelerators,currency,on_demand_per_instance_hour,"
    "committed_1_year_per_instance_hour,committed_3_years_per_instance_hour"
)
SCENARIOS = ["vendor-quote", "department"]
FACTORS = ["H100=0.8", "H200=1", "B200=2"]


def rows(count, committed):
    """Rows of a list, the same in every run."""
    dice = random.Random(20261123)
    for at in range(count):
        name, low = dice.choice([("H100 SXM", 1.9), ("H200 SXM", 2.6), ("B200 SXM", 4.1)])
        accelerators = dice.choice([1, 2, 4, 8])
        price = accelerators * low * dice.uniform(1, 4)
        shares = [dice.uniform(0.55, 0.9), dice.uniform(0.35, 0.7)]
        terms = [f"{price * share:.4f}" if committed and dice.random() < 2 / 3 else "" for share in shares]
        cells = [f"provider-{at % 40}", f"{accelerators}x-{at}", f"region-{at % 50}", name, str(accelerators), "USD"]
        yield ",".join(cells + [f"{price:.4f}", *terms])


def measured(command):
    """CPU seconds and wall-clock seconds of a process, and its output."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    spent = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return spent, ended - began, ran.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(HERE / "target/release/rackrent"))
    parser.add_argument("offers", nargs="?", type=int, default=10_000)
    asked = parser.parse_args()
    program, count = asked.program, asked.offers
    print("| scenario | offers | processor seconds | by the clock |\n|---|---|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for scenario in SCENARIOS:
            for committed in (False, True):
                path = Path(folder) / "offers.csv"
                path.write_text("\n".join([COLUMNS, *rows(count, committed)]) + "\n")
                command = [program, "scan", str(HERE / f"scenarios/{scenario}.yaml"), "--offers", str(path)]
                command += ["--format", "json", *(part for factor in FACTORS for part in ("--throughput", factor))]
                runs = [measured(command) for _ in range(RUNS)]
                answer = json.loads(runs[0][2])
                assert answer["evaluated"] == count and len(answer["ranked"]) == 10 and answer["unranked"] is None
                what = "on demand and committed" if committed else "on demand alone"
                spent, clock = min(run[0] for run in runs), min(run[1] for run in runs)
                print(f"| {scenario} | {what} | {spent:.2f} | {clock:.2f} |", flush=True)


if __name__ == "__main__":
    main()
