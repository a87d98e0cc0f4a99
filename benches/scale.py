#!/usr/bin/env python3
"""Measures the CPU time of `rackrent compare` by the number of options, workloads and months.

    cargo build --release
    python3 benches/scale.py [target/release/rackrent]
    python3 benches/scale.py --write PAIRS WORKLOADS MONTHS > scenario.yaml

Scenarios have as many owned options as rented ones, and are the same in every run. Prints the minimum of the runs.
"""

import math
import os
import random
import resource
import subprocess
import sys
import tempfile

RUNS = 3
# the largest scenario, and variants with less of one dimension
LARGEST = (100, 24, 360)
SIZES = [(4, 6, 60), (25, 6, 60), (100, 6, 60), (4, 24, 60), (4, 6, 360), (25, 24, 120), LARGEST]


def scenario(pairs, workloads, months):
    """A scenario with a number of pairs, workloads and months."""
    side = math.isqrt(pairs)
    if side * side != pairs:
        sys.exit("the number of pairs is a square")
    dice = random.Random(20261122)
    lines = [
        f"name: {pairs} pairs, {workloads} workloads, {months} months",
        "currency: USD",
        f"horizon_months: {months}",
        "discount_rate: 8%",
        "demand:",
        "  growth_per_year: 4%",
        "  workloads:",
    ]
    for at in range(workloads):
        work = [
            f"kind: realtime_inference, peak_accelerators: {dice.randint(4, 40)}, profile: business_hours",
            f"kind: notebooks, peak_accelerators: {dice.randint(2, 12)}, profile: business_hours",
            f"kind: training, accelerator_hours_per_month: {dice.randint(500, 9_000)}",
            f"kind: batch_inference, accelerator_hours_per_month: {dice.randint(500, 6_000)}",
        ][at % 4]
        lines.append(f"    work-{at}: {{ {work} }}")
    lines.append("own:")
    for at in range(side):
        lines += [
            f"  fleet-{at}:",
            f"    node: {{ price: {dice.randint(230, 330)}_000, accelerators: 8, power_kw: 10.2, idle_power_kw: 2.4 }}",
            f"    useful_life_months: {dice.choice([48, 60, 72])}",
            f"    lead_time_months: {dice.randint(0, 5)}",
            "    pue: 1.3",
            f"    electricity_per_kwh: 0.{dice.randint(60, 160):03}",
            "    operating: { staff: { per_year: 150_000 } }",
            f"    burst_to: cloud-{at}",
            f"    until_delivery: cloud-{at}",
        ]
    lines.append("rent:")
    for at in range(side):
        lines += [
            f"  cloud-{at}:",
            "    accelerators_per_instance: 8",
            f"    on_demand_per_accelerator_hour: {dice.randint(200, 700) / 100}",
            "    price_change_per_year: -5%",
            "    scaling: autoscale",
            f"    commitments: {{ base: {{ instances: {dice.randint(1, 6)}, term_months: 36, discount: 40%, renew: true }} }}",
        ]
    return "\n".join(lines) + "\n"


def processor_milliseconds(command):
    """Minimum CPU time of the runs of a command."""

    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

    return min(once() for _ in range(RUNS))


def main():
    if sys.argv[1:2] == ["--write"]:
        pairs, workloads, months = map(int, sys.argv[2:5])
        sys.stdout.write(scenario(pairs, workloads, months))
        return
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/rackrent"
    print("| pairs | workloads | months | processor ms |\n|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = os.path.join(folder, "scenario.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(scenario(*size))
            pairs, workloads, months = size
            print(f"| {pairs} | {workloads} | {months} | {processor_milliseconds([program, 'compare', path]):,.0f} |", flush=True)


main()
