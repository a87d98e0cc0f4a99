#!/usr/bin/env python3
"""Measures the CPU time of commands by the number of options, workloads, months and other parts of a scenario.

    cargo build --release --bin rackrent
    python3 benches/scale.py [target/release/rackrent]
    python3 benches/scale.py --growth [target/release/rackrent]
    python3 benches/scale.py --write PAIRS WORKLOADS MONTHS > scenario.yaml

The first prints `compare` of several sizes, the second the exponent of the time of several commands in each dimension, from the
smallest to the largest of four sizes.

Scenarios have as many owned options as rented ones, and are the same in every run. Prints the minimum of the runs.
"""

import math
import os
import random
import resource
import subprocess
import sys
import tempfile

import scan

RUNS = 3
# the largest scenario, and variants with less of one dimension
LARGEST = (100, 24, 360)
SIZES = [(4, 6, 60), (25, 6, 60), (100, 6, 60), (4, 24, 60), (4, 6, 360), (25, 24, 120), LARGEST]
# each dimension with its sizes, and the commands that depend on it
GROWTH = {
    "pairs": ([4, 16, 64, 256], ["compare", "flip", "sensitivity"]),
    "workloads": ([4, 8, 16, 32], ["compare", "flip", "sensitivity"]),
    "months": ([45, 90, 180, 360], ["compare", "flip", "sensitivity"]),
    "commitments": ([1, 2, 4, 8], ["compare", "flip", "sensitivity"]),
    "cases": ([2, 4, 8, 16], ["compare"]),
    "uncertain": ([4, 8, 16, 32], ["sensitivity", "simulate"]),
    "offers": ([1_000, 4_000, 16_000, 64_000], ["scan"]),
    "files": ([250, 500, 1_000, 2_000], ["check"]),
}
USUAL = {"pairs": 4, "workloads": 6, "months": 60}


def scenario(pairs, workloads, months, commitments=1, cases=0, uncertain=0):
    """A scenario with a number of pairs, workloads and months, commitments of each cloud, cases and uncertain inputs."""
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
            "    commitments:",
            f"      base: {{ instances: {dice.randint(1, 6)}, term_months: 36, discount: 40%, renew: true }}",
        ]
        lines += [f"      more-{more}: {{ instances: 1, term_months: {6 * more}, discount: 30% }}" for more in range(1, commitments)]
    if cases:
        lines.append("cases:")
        lines += [f"  case-{at}: {{ demand.growth_per_year: {at}% }}" for at in range(cases)]
    if uncertain:
        lines.append("uncertainty:")
        sizes = ["peak_accelerators", "peak_accelerators", "accelerator_hours_per_month", "accelerator_hours_per_month"]
        lines += [f"  demand.workloads.work-{at}.{sizes[at % 4]}: {{ low: {at + 2}, high: {at + 5} }}" for at in range(uncertain)]
    return "\n".join(lines) + "\n"


def processor_milliseconds(command):
    """Minimum CPU time of the runs of a command."""

    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if ran.returncode not in (0, 1):
            sys.exit(f"failed: {command}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

    return min(once() for _ in range(RUNS))


def written(folder, dimension, count):
    """What a command reads for a size of a dimension: its arguments."""
    folder = os.path.join(folder, f"{dimension}-{count}")
    os.mkdir(folder)
    if dimension == "files":
        for at in range(count):
            with open(os.path.join(folder, f"{at}.yaml"), "w", encoding="utf-8") as file:
                file.write(scenario(**USUAL).replace("price: 2", f"price: {2 + at % 7}"))
        return ["--format", "json", folder]
    sizes = {**USUAL, dimension: count} if dimension != "offers" else USUAL
    if dimension == "uncertain":
        sizes["workloads"] = GROWTH[dimension][0][-1]
    path = os.path.join(folder, "scenario.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(scenario(**sizes))
    if dimension != "offers":
        return [path]
    offers = os.path.join(folder, "offers.csv")
    with open(offers, "w", encoding="utf-8") as file:
        file.write("\n".join([scan.COLUMNS, *scan.rows(count, False)]) + "\n")
    return [path, "--offers", offers, *(part for factor in scan.FACTORS for part in ("--throughput", factor))]


def growth(program):
    print("| grows | command | sizes | CPU ms | exponent |\n|---|---|---|---|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for dimension, (sizes, commands) in GROWTH.items():
            asked = [written(folder, dimension, size) for size in sizes]
            for command in commands:
                times = [processor_milliseconds([program, command, *arguments]) for arguments in asked]
                exponent = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
                numbers = lambda values: "; ".join(f"{value:,.0f}" for value in values)
                print(f"| {dimension} | `{command}` | {numbers(sizes)} | {numbers(times)} | {exponent:.2f} |", flush=True)


def main():
    if sys.argv[1:2] == ["--growth"]:
        growth(*sys.argv[2:3] or ["target/release/rackrent"])
        return
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


if __name__ == "__main__":
    main()
