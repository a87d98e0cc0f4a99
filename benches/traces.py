#!/usr/bin/env python3
"""Measures ten million samples in `rackrent compare` against polars, DuckDB, `cat` and `sha256sum`.

    cargo build --release --bin rackrent && pip install polars duckdb
    python3 benches/traces.py [--rows N] [--runs N] [--program PATH]

The samples are the same in every run. polars and DuckDB compute the same load-duration curve; tools that are not installed
are skipped. Prints the median wall-clock time, the maximum memory and the time relative to `cat`. Needs Linux.
"""

import argparse
import functools
import importlib.util
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MONTHS, HOURS = 36, 730

SCENARIO = f"""\
name: Ten million samples
currency: USD
horizon_months: {MONTHS}
hours_per_month: {HOURS}
discount_rate: 9%
demand:
  workloads:
    chat: {{ kind: realtime_inference, trace: samples.csv }}
own:
  hgx:
    node: {{ price: 289_000, accelerators: 8, power_kw: 10.2 }}
    burst_to: cloud
    nodes: 40
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
rent:
  cloud: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }}
"""

POLARS = """
import polars as pl, sys
rows = pl.scan_csv("samples.csv", schema={"timestamp": pl.String, "accelerators": pl.Int64})
time = pl.col("timestamp").str.to_datetime("%Y-%m-%dT%H:%M:%SZ", time_unit="ms")
held = (time.shift(-1) - time).dt.total_milliseconds() / 3_600_000
curve = (
    rows.select("accelerators", hours=held)
    .with_columns(pl.col("hours").fill_null(pl.col("hours").median()))
    .group_by("accelerators").agg(pl.col("hours").sum()).sort("accelerators", descending=True)
)
curve.collect(engine="streaming" if sys.argv[1] == "streaming" else "in-memory").write_csv(sys.stdout)
"""

DUCKDB = """
import duckdb
duckdb.sql("SET enable_progress_bar = false")
duckdb.sql('''
    WITH samples AS (
      SELECT accelerators, date_diff('millisecond', timestamp, LEAD(timestamp) OVER (ORDER BY timestamp)) AS gap
      FROM read_csv('samples.csv', columns = {'timestamp': 'TIMESTAMPTZ', 'accelerators': 'BIGINT'})
    ), median AS (SELECT quantile_disc(gap, 0.5) AS gap FROM samples)
    SELECT accelerators, sum(coalesce(gap, (SELECT gap FROM median))) / 3600000 AS hours
    FROM samples GROUP BY accelerators ORDER BY accelerators DESC
''').write_csv("/dev/stdout")
"""


def write_samples(path, rows):
    """A sample every 10 s: a daily wave between 100 and 400 with noise, from a fixed pseudo-random generator."""
    state, start, second = 1, 1_700_000_000 - 1_700_000_000 % 86_400, 10
    with open(path, "w", newline="\n") as out:
        out.write("timestamp,accelerators\n")
        block = []
        for at in range(rows):
            state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
            in_day = at * second % 86_400
            wave = 300 - abs(in_day - 43_200) * 300 // 43_200
            level = 100 + wave + (state >> 16) % 50
            moment = start + at * second
            block.append((moment, level))
            if len(block) == 100_000 or at == rows - 1:
                out.write("".join(f"{iso(moment)},{level}\n" for moment, level in block))
                block.clear()


@functools.lru_cache(maxsize=2)
def date(day):
    return time.strftime("%Y-%m-%dT", time.gmtime(day * 86_400))


def iso(moment):
    day, second = divmod(moment, 86_400)
    return f"{date(day)}{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"


def measured(command, folder, output):
    """Wall-clock seconds and maximum memory of a process in MiB."""
    begun = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        to = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(to, 1)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - begun
    if status != 0:
        sys.exit(f"failed: {' '.join(command[:3])}")
    return seconds, usage.ru_maxrss / 1024


def commands(program):
    found = {"cat": ["cat", "samples.csv"], "sha256sum": ["sha256sum", "samples.csv"]}
    found["rackrent compare"] = [str(program), "compare", "scenario.yaml", "--format", "json"]
    scripts = {
        "polars": ("polars", POLARS, "in-memory"),
        "polars, streaming": ("polars", POLARS, "streaming"),
        "duckdb": ("duckdb", DUCKDB, ""),
    }
    for name, (module, script, argument) in scripts.items():
        if importlib.util.find_spec(module):
            found[name] = [sys.executable, "-c", script, argument]
        else:
            print(f"{name} is left out: `{sys.executable} -m pip install {module}`", file=sys.stderr)
    return found


def curve(path):
    """Levels with their hours, as polars and DuckDB write them."""
    rows = (line.split(",") for line in path.read_text().splitlines()[1:])
    return [(float(level), round(float(hours), 6)) for level, hours in rows]


def check(folder, names):
    """Asserts that the results agree: the other tools have one curve, and the program has its mean."""
    curves = [curve(folder / f"{name}.out") for name in names if name.startswith(("polars", "duckdb"))]
    if any(other != curves[0] for other in curves[1:]):
        sys.exit("the peers disagree about the curve")
    if curves:
        answer = json.loads((folder / "rackrent compare.out").read_text())
        rented = next(option for option in answer["options"] if option["kind"] == "rent")
        hours = sum(held for _, held in curves[0])
        peers = sum(level * held for level, held in curves[0]) / hours
        ours = rented["useful_hours"] / (MONTHS * HOURS)
        if abs(ours / peers - 1) > 1e-9:
            sys.exit(f"the mean level is {ours} to the program and {peers} to its peers")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/rackrent")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write_samples(folder / "samples.csv", arguments.rows)
        (folder / "scenario.yaml").write_text(SCENARIO)
        size = (folder / "samples.csv").stat().st_size
        print(f"{arguments.rows:,} rows, {size / 1e6:,.0f} MB, {arguments.runs} runs each, in turn")
        to_measure = commands(arguments.program.resolve())
        results = {name: [] for name in to_measure}
        for run in range(arguments.runs + 1):
            for name, command in to_measure.items():
                result = measured(command, folder, folder / f"{name}.out")
                if run > 0:  # the first brings the file and the programs into memory
                    results[name].append(result)
        report(results)
        check(folder, to_measure)


def report(results):
    plain = statistics.median(seconds for seconds, _ in results["cat"])
    print(f"{'':20}{'seconds':>9}{'least':>9}{'most':>9}{'× cat':>9}{'MiB':>9}")
    for name, runs in results.items():
        times = [seconds for seconds, _ in runs]
        middle, memory = statistics.median(times), max(memory for _, memory in runs)
        print(f"{name:20}{middle:9.3f}{min(times):9.3f}{max(times):9.3f}{middle / plain:9.1f}{memory:9.0f}")


if __name__ == "__main__":
    main()
