#!/usr/bin/env python3
"""Measures `rackrent plan` for a fleet of ten thousand nodes against a linear program solved by HiGHS.

    cargo build --release --bin rackrent && pip install highspy numpy
    python3 benches/plan.py [--runs N] [--program PATH]

The load is a year of hours, the same in every run, with no, one and three commitments. The linear program has a variable for
every hour and every interval between the ends of terms; its optimum must be a whole number. Prints the median of the runs, for
HiGHS also the time of the solver alone. Fails unless both find the same minimum cost.
"""

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEAK, HOURS, INSTANCE = 80_000, 8_760, 8
MONTHS, NODE, NODE_MONTH, ON_DEMAND = 12, 82_000, 2_400, 23.60
# price of an instance-hour, first and last month
COMMITMENTS = {"year": (13.40, 1, 12), "first-half": (11.90, 1, 6), "second-half": (12.40, 7, 12)}

PROGRAMME = """
import json, math, sys, time
import highspy, numpy as np
case = json.load(open("case.json"))
levels = [int(line.split(",")[1]) for line in open("load.csv").read().split()[1:]]
costs, bounds = [case["node"]], [case["most"]]
for cost in case["commitments"]:
    costs.append(cost)
    bounds.append(case["most"])
ints = len(costs)
rows, columns, values, starts, needs, on_demand = [], [], [], [], [], []
for months, active in case["stretches"]:
    for level in levels:
        needs.append(float(math.ceil(level / case["instance"])))
        starts.append(len(columns))
        columns += [0] + active + [ints + len(on_demand)]
        values += [1.0] * (len(active) + 2)
        on_demand.append(case["on_demand"] * months)
model = highspy.HighsLp()
count = ints + len(on_demand)
model.num_col_, model.num_row_ = count, len(needs)
model.col_cost_ = np.array(costs + on_demand)
model.col_lower_ = np.zeros(count)
model.col_upper_ = np.array([float(b) for b in bounds] + [highspy.kHighsInf] * len(on_demand))
model.row_lower_ = np.array(needs)
model.row_upper_ = np.full(len(needs), highspy.kHighsInf)
model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
model.a_matrix_.start_ = np.array(starts + [len(columns)])
model.a_matrix_.index_ = np.array(columns)
model.a_matrix_.value_ = np.array(values)
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.passModel(model)
begun = time.perf_counter()
solver.run()
solved = time.perf_counter() - begun
print(json.dumps({"least": solver.getObjectiveValue(), "mix": list(solver.getSolution().col_value[:ints]), "seconds": solved}))
"""


def write_load(path):
    """A daily, a weekly and a yearly wave with noise, from a fixed pseudo-random generator."""
    state, levels = 1, []
    for hour in range(HOURS):
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        waves = 20_000 * math.sin(2 * math.pi * hour / 24) + 10_000 * math.sin(2 * math.pi * hour / 168)
        yearly = 8_000 * math.sin(2 * math.pi * hour / HOURS)
        levels.append(max(0.0, 32_000 + waves + yearly + (state >> 16) % 12_000 - 6_000))
    scale = PEAK / max(levels)
    rows = (f"{hour * 3600},{round(level * scale)}\n" for hour, level in enumerate(levels))
    path.write_text("timestamp,accelerators\n" + "".join(rows))


def scenario(commitments):
    lines = [
        "name: Ten thousand nodes", "currency: USD", f"horizon_months: {MONTHS}", "hours_per_month: 730",
        "discount_rate: 0%", "demand: { workloads: { load: { kind: realtime_inference, trace: load.csv } } }",
        "own:", "  fleet:", f"    node: {{ price: {NODE}, accelerators: 8 }}", "    nodes: 1",
        f"    useful_life_months: {MONTHS}", "    burst_to: cloud",
        f"    operating: {{ running: {{ per_node_month: {NODE_MONTH} }} }}",
        "rent:", "  cloud:", f"    accelerators_per_instance: {INSTANCE}", f"    on_demand_per_instance_hour: {ON_DEMAND}",
    ]
    if commitments:
        lines.append("    commitments:")
    for name, (price, first, last) in commitments.items():
        term = f"term_months: {last - first + 1}, starts_month: {first}"
        lines.append(f"      {name}: {{ instances: 0, per_instance_hour: {price}, {term} }}")
    return "\n".join(lines) + "\n"


def programme(commitments):
    """The same numbers for HiGHS: costs over the horizon, and the on-demand cost of an hour in each month."""
    terms = [(first, last) for _, first, last in commitments.values()]
    cuts = sorted({1, MONTHS + 1, *(first for first, _ in terms), *(last + 1 for _, last in terms)})
    active = lambda month: [at for at, (first, last) in enumerate(terms, 1) if first <= month <= last]
    return {
        "node": NODE + MONTHS * NODE_MONTH,
        "commitments": [price * 730 * (last - first + 1) for price, first, last in commitments.values()],
        "stretches": [(to - month, active(month)) for month, to in zip(cuts, cuts[1:])],
        "instance": INSTANCE,
        "on_demand": ON_DEMAND * 730 / HOURS,
        "most": math.ceil(PEAK / INSTANCE),
    }


def measured(command, folder):
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command[:2]))}\n{done.stderr}")
    # HiGHS prints its version first, even with output off
    return seconds, json.loads(done.stdout[done.stdout.index("{"):])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/rackrent")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    print(f"{HOURS:,} levels, {arguments.runs} runs each, in turn; medians in seconds")
    print(f"{'commitments':12}{'nodes, up to':>14}{'rackrent':>10}{'HiGHS':>10}{'solver':>10}  mix")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write_load(folder / "load.csv")
        for count in (0, 1, 3):
            case(folder, program, dict(list(COMMITMENTS.items())[:count]), arguments.runs)


def case(folder, program, commitments, runs):
    (folder / "scenario.yaml").write_text(scenario(commitments))
    (folder / "case.json").write_text(json.dumps(programme(commitments)))
    ours, theirs, solver = [], [], []
    for run in range(runs + 1):
        our_seconds, plan = measured([program, "plan", "scenario.yaml", "--effort", "10", "--format", "json"], folder)
        their_seconds, solved = measured([sys.executable, "-c", PROGRAMME], folder)
        if run > 0:  # the first run loads the programs into memory
            ours.append(our_seconds)
            theirs.append(their_seconds)
            solver.append(solved["seconds"])
    pair = plan["pairs"][0]
    least = float(pair["present_value"])
    if any(abs(count - round(count)) > 1e-6 for count in solved["mix"]):
        sys.exit(f"the optimum of the linear programme is not whole: {solved['mix']}")
    if abs(least - solved["least"]) > 2e-9 * least:
        sys.exit(f"the least cost is {least} to the program and {solved['least']} to HiGHS ({solved['mix']})")
    middles = "".join(f"{statistics.median(seconds):10.3f}" for seconds in (ours, theirs, solver))
    mix = [pair["nodes"], *pair["commitments"].values()]
    print(f"{len(commitments):<12}{pair['nodes_max']:14,}{middles}  {mix}", flush=True)


if __name__ == "__main__":
    main()
