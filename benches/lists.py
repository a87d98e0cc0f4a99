#!/usr/bin/env python3
"""Measures reading a year of cluster jobs (`rackrent trace`) and a price catalog (`rackrent catalog --read`).

    cargo build --release --bin rackrent
    python3 benches/lists.py [target/release/rackrent]

The jobs are a million lines in the format of `sacct --parsable2`; the prices are a hundred thousand rows in the format of
SkyPilot's `vms.csv`. Both are the same in every run. Peers: `cat`, and Python's `csv` module. Prints the table of
BENCHMARKS.md: the median of five runs.
"""

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
RUNS = 5
JOBS, STEPS = 200_000, 4
ROWS = 100_000
YEAR = datetime(2025, 7, 1, tzinfo=timezone.utc)
TAKEN_APART = "import csv, sys\nsum(len(row) for row in csv.reader(open(sys.argv[1]), delimiter=sys.argv[2]))"


def jobs():
    """A year of cluster jobs: a line for each job and for each of its steps."""
    dice = random.Random(20261123)
    yield "JobID|State|Start|End|ElapsedRaw|Suspended|AllocTRES|Cluster"
    for job in range(1, JOBS + 1):
        seconds = int(min(dice.expovariate(1 / 14_400) + 60, 600_000))
        start = YEAR + timedelta(seconds=job * 31_536_000 // JOBS)
        times = "|".join(f"{time:%Y-%m-%dT%H:%M:%S}" for time in (start, start + timedelta(seconds=seconds)))
        accelerators = dice.choice([1, 1, 1, 2, 4, 8, 8, 16])
        held = f"billing={accelerators},cpu={16 * accelerators},gres/gpu={accelerators},node={-(-accelerators // 8)}"
        for step in ["", ".batch", *(f".{at}" for at in range(STEPS - 1))]:
            yield f"{job}{step}|COMPLETED|{times}|{seconds}|00:00:00|{held}|lab"


def prices():
    """Rows of a catalog with four hosts for each instance with accelerators."""
    dice = random.Random(20261123)
    yield "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone"
    for at in range(ROWS):
        name, count = dice.choice([("H100", 8), ("A100-80GB", 8), ("A100", 8), ("L4", 1), ("T4", 1)])
        cells = [name, f"{count}.0"] if at % 5 == 0 else ["", ""]
        price = dice.uniform(0.2, 98)
        spot = f"{price * 0.4:.4f}" if dice.random() < 0.7 else ""
        region = f"region-{at % 40}"
        yield ",".join([f"type-{at // 40}", *cells, "96.0", "1152.0", "", f"{price:.4f}", spot, region, f"{region}a"])


def measured(command):
    """Median CPU seconds of a process."""
    spent = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(HERE / "target/release/rackrent"))
    program = parser.parse_args().program
    print("| | lines | MB | rackrent | `csv` of Python | `cat` |\n|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        kinds = [
            ("`trace` of `sacct`", "jobs.txt", jobs, "|", ["trace", "--time-zone", "UTC"]),
            ("`catalog --read` of SkyPilot", "vms.csv", prices, ",", ["catalog", "h100", "--read"]),
        ]
        for what, name, lines, mark, asked in kinds:
            path = Path(folder) / name
            path.write_text("\n".join(lines()) + "\n")
            count, size = sum(1 for _ in path.open()), path.stat().st_size / 1e6
            commands = [[program, *asked, str(path)], [sys.executable, "-c", TAKEN_APART, str(path), mark], ["cat", str(path)]]
            seconds = " | ".join(f"{measured(command):.2f}" for command in commands)
            print(f"| {what} | {count:,} | {size:.0f} | {seconds} |", flush=True)


if __name__ == "__main__":
    main()
