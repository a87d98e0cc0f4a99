#!/usr/bin/env python3
"""Measures scenarios with independent loads: a trace of different levels with no, one or two other loads.

    cargo build --release --bin rackrent
    python3 benches/independent.py target/release/rackrent [an earlier program]

The traces are the same in every run: a daily wave with noise, in ten-thousandths of an accelerator, so that no two levels are
equal. The other loads are a service with 14 different hours and notebooks with two levels. Growth by workload gives each of five
years its own curves. Prints CPU milliseconds (the minimum of up to three runs) and memory, and the exponent by which the time
grows with the levels.
"""

import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

LEVELS = [500, 1_000, 2_000, 4_000, 8_760]
COMMANDS = ["compare", "flip", "sensitivity"]
SCENARIO = """\
name: {name}
currency: USD
horizon_months: 60
discount_rate: 9%
demand:
  workloads:
{workloads}
own:
  hgx: &hgx
    node: {{ price: 289_000, accelerators: 8, power_kw: 10.2, idle_power_kw: 2.4 }}
    burst_to: cloud
    nodes: 20
    availability: 99%
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
  large: {{ <<: *hgx, nodes: 26 }}
rent:
  cloud: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }}
  reserved:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 58
    commitments:
      three: {{ instances: 14, per_instance_hour: 30, term_months: 36, renew: true }}
"""
TRACE = "    jobs: { kind: training, flexible: false, trace: trace.csv, growth_per_year: 5% }"
OTHERS = [
    "    search: { kind: realtime_inference, growth_per_year: 20%, headroom: 10%, peak_accelerators: 33, profile: [20%, 15%, 10%, 10%,"
    " 10%, 15%, 25%, 40%, 60%, 80%, 95%, 100%, 100%, 95%, 90%, 90%, 70%, 60%, 50%, 45%, 40%, 30%, 25%, 25%] }",
    "    notebooks: { kind: notebooks, accelerators: 12, utilization: 40% }",
]


def write(folder, levels, others):
    dice, rows, hour = random.Random(7), {}, 0
    while len(rows) < levels:
        level = round(max(0, 100 + 60 * math.sin(hour / 24 * 2 * math.pi) + dice.gauss(0, 25)), 4)
        rows[level] = f"{level},1"
        hour += 1
    (folder / "trace.csv").write_text("\n".join(["accelerators,hours", *rows.values()]) + "\n")
    name = f"a trace of {levels} levels and {others} other loads"
    text = SCENARIO.format(name=name, workloads="\n".join([TRACE, *OTHERS[:others]]))
    (folder / "scenario.yaml").write_text(text)


def measured(program, command, folder):
    """CPU milliseconds and memory in MB; none without an answer."""
    least = None
    for _ in range(3):
        process = subprocess.Popen(
            [program, command, "scenario.yaml", "--format", "json"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            return None
        result = ((usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024)
        least = min(least or result, result)
        if result[0] > 5_000:
            break
    return least


def main():
    programs = [str(Path(program).resolve()) for program in sys.argv[1:]]
    os.environ["RAYON_NUM_THREADS"] = "1"
    print("| other loads | | program |" + "".join(f" {levels:,} |" for levels in LEVELS) + " exponent |")
    print("|---:|---|---|" + "---:|" * (len(LEVELS) + 1))
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for others in range(len(OTHERS) + 1):
            rows = {(command, program): [] for command in COMMANDS for program in programs}
            for levels in LEVELS:
                write(folder, levels, others)
                for (command, program), found in rows.items():
                    found.append(measured(program, command, folder))
            for (command, program), found in rows.items():
                cells = ["refused" if one is None else f"{one[0]:,.0f} ms, {one[1]:,.0f} MB" for one in found]
                exponent = "" if None in found else f"{math.log(found[-1][0] / found[0][0], LEVELS[-1] / LEVELS[0]):.2f}"
                print(f"| {others} | `{command}` | {Path(program).name} | {' | '.join(cells)} | {exponent} |", flush=True)


if __name__ == "__main__":
    main()
