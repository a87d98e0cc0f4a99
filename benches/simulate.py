#!/usr/bin/env python3
"""Measures a million draws of the full example against the same model in numpy and in C, on one core each.

    python3 -m venv venv && venv/bin/pip install numpy
    cargo build --release --bin rackrent && venv/bin/python benches/simulate.py target/release/rackrent

The numpy model computes one of the seven options in arrays over blocks of draws, with its percentiles and mean; `simulate.c`,
which `cc` compiles, computes it one draw at a time. The program is measured with that option alone and with the whole example.
Fails unless the base case agrees to 10^-9 and the draws within the sampling error.
"""

import argparse
import json
import os
import resource
import subprocess
import tempfile
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[threads] = "1"

import numpy as np

DRAWS, BLOCK, RUNS = 1_000_000, 16_384, 5
SCENARIO = "tests/conformance/14-everything.yaml"
UNCERTAINTY = """
uncertainty:
  demand.growth_per_year: { low: 0%, likely: 20%, high: 60% }
  rent.aws-p5.on_demand_per_instance_hour: { low: 38, high: 60 }
  own.hgx-h100.node.price: { p10: 265_000, p90: 340_000 }
"""

PERCENTILES = [5, 10, 25, 50, 75, 90, 95]
MONTH = 730.0
MONTHS = np.arange(1, 49)
YEARS = (MONTHS - 1) // 12
DISCOUNT = 1.08 ** (-MONTHS / 12)
INSTANCE, COMMITTED = 8, 3
# loads up to which a job rents two instances, or one, fewer, because the committed ones have room for the rest of it
FREE = (8, 16)
PROFILE = [10, 8, 8, 8, 8, 10, 20, 40, 75, 95, 100, 100, 95, 95, 100, 100, 95, 80, 55, 40, 30, 22, 16, 12]


def scenario():
    """The full example without the workload that reads a trace, with its uncertain inputs."""
    text = open(SCENARIO).read()
    start, end = text.index("    research:\n"), text.index("own:\n")
    return (text[:start] + text[end:]).replace(", research: own.hgx-h100", "") + UNCERTAINTY


def one_option():
    """The same with rent.aws-p5 alone."""
    text = scenario()
    text = text[:text.index("own:\n")] + text[text.index("rent:\n"):]
    text = text[:text.index("  tpu-v6e:\n")] + text[text.index("uncertainty:"):]
    return text[:text.index("  own.hgx-h100.node.price")]


def curve():
    """Needed levels of chat (every hour of the day) and notebooks (6 for a fifth of the hours), with their shares."""
    levels = {}
    for share in PROFILE:
        chat = max(48 * share / 100 * 1.25, 8)
        for notebooks, weight in ((6, 0.2), (0, 0.8)):
            levels[chat + notebooks] = levels.get(chat + notebooks, 0) + weight / 24
    return np.array(list(levels)), np.array(list(levels.values()))


LEVELS, WEIGHTS = curve()


class ByLevel:
    """Hours a month of a load that grows, level by level."""

    def above(self, growth, reserved):
        """Instance-hours above the reserved instances."""
        hours = np.zeros_like(growth)
        for level, weight in zip(LEVELS, WEIGHTS):
            hours += weight * np.maximum(np.ceil(growth * level / INSTANCE - 1e-12) - reserved, 0)
        return hours * MONTH

    def below(self, growth, limit):
        """Hours in which the load is at most `limit` accelerators."""
        return sum(weight * (growth * level <= limit + 1e-9) for level, weight in zip(LEVELS, WEIGHTS)) * MONTH

    def room(self, growth):
        """Accelerator-hours of the committed instances that the load leaves."""
        most = COMMITTED * INSTANCE
        return sum(weight * (most - np.minimum(growth * level, most)) for level, weight in zip(LEVELS, WEIGHTS)) * MONTH


def thresholds(steps):
    """The growth above which each step counts, and the sums of the steps below it."""
    at, *sums = np.array(sorted(steps)).T
    return at, *(np.concatenate(([0], np.cumsum(each))) * MONTH for each in sums)


class BySearch:
    """The same by a search in sorted thresholds."""

    def __init__(self, most):
        loads = list(zip(LEVELS, WEIGHTS))
        units = lambda level, reserved: range(reserved, int(np.ceil(level * most / INSTANCE)) + 1)
        self.tables = {reserved: thresholds([(unit * INSTANCE / level, weight)
                                             for level, weight in loads for unit in units(level, reserved)])
                       for reserved in (0, COMMITTED)}
        self.at_most = {limit: thresholds([(limit / level, weight, weight * level) for level, weight in loads])
                      for limit in (*FREE, COMMITTED * INSTANCE)}

    def above(self, growth, reserved):
        at, hours = self.tables[reserved]
        return hours[np.searchsorted(at, growth, side="left")]

    def below(self, growth, limit):
        at, hours, _ = self.at_most[limit]
        return MONTH - hours[np.searchsorted(at, growth, side="left")]

    def room(self, growth):
        most = COMMITTED * INSTANCE
        at, hours, used = self.at_most[most]
        index = np.searchsorted(at, growth, side="left")
        return most * (MONTH - hours[index]) - growth * (used[-1] - used[index])


def present_value(growth_per_year, price, load):
    """rent.aws-p5: commitment, spot, on-demand, support, and constant costs."""
    total = np.zeros_like(price)
    for year in range(4):
        growth = (1 + growth_per_year) ** year
        index = 0.88**year
        committed = COMMITTED if year < 3 else 0
        firm = load.above(growth, committed)
        fits = [load.below(growth, free) for free in FREE] if committed else []
        room = load.room(growth) if committed else 0
        for first, last, pretraining in ((0, 6, 0), (6, 12, 9_000)) if year == 0 else ((0, 12, 0),):
            months = slice(12 * year + first, 12 * year + last)
            spot = np.zeros_like(price)
            rest = np.zeros_like(price)
            for pool, accelerators in ((12 * 18 * 32 / 0.92, 32), (pretraining, 64)):
                job_hours = pool * growth / accelerators
                instances = accelerators // INSTANCE
                interruptions = 0.2 / 730 * instances
                goodput = (1 - 4 / 60) * (1 - interruptions * (0.5 + 12 / 60))
                spot += job_hours * 0.7 * instances / goodput
                # no job fits into the committed instances, but some take fewer beside them; the room that tuning leaves is
                # always enough for pretraining
                rest += job_hours * 0.3 * (instances - len(fits))
                for free, hours in zip(FREE, fits):
                    together = np.minimum(hours, room / (COMMITTED * INSTANCE - free))
                    rest += np.maximum(job_hours * 0.3 - together, 0)
            bill = (firm + rest) * 1.08 * price * 0.88 * index + spot * price * 0.35 * index
            bill = bill + committed * MONTH * price * 0.55
            total += bill * 1.03 * DISCOUNT[months].sum()
    fixed = 120 * 23 + 10 * 90 + 20 * 85 + 0.5 * 185_000 / 12 * 1.04**YEARS
    return total + (fixed * DISCOUNT).sum() + 40_000


def simulate(load):
    """All draws, block by block: percentiles, mean and standard deviation."""
    random = np.random.Generator(np.random.PCG64(1))
    worths = np.empty(DRAWS)
    for start in range(0, DRAWS, BLOCK):
        count = min(BLOCK, DRAWS - start)
        growth = 0.6 * random.beta(1 + 4 / 3, 5 - 4 / 3, count)
        price = random.uniform(38, 60, count)
        worths[start:start + count] = present_value(growth, price, load)
    return dict(zip(PERCENTILES, np.percentile(worths, PERCENTILES))), worths.mean(), worths.std()


def in_c(binary):
    """The same from `simulate.c`, whose base case is that of numpy."""
    result = json.loads(subprocess.run([binary], check=True, capture_output=True).stdout)
    stated = present_value(np.array([0.2]), np.array([55.04]), ByLevel())[0]
    assert abs(result["base_case"] - stated) < 0.05, (result["base_case"], stated)
    percentiles = {int(percent): value for percent, value in result["percentiles"].items()}
    return percentiles, result["mean"], result["deviation"]


def spent():
    """CPU time of this process and of its finished children, without other work on the machine."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(run):
    begin = spent()
    result = run()
    return spent() - begin, result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/rackrent")
    program = parser.parse_args().program
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "simulate")
        subprocess.run(["cc", "-O3", "-o", binary, "benches/simulate.c", "-lm"], check=True)

        def asked(name, text, draws):
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(text)
            command = [program, "simulate", path, "--draws", str(draws), "--format", "json"]
            return lambda: json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

        rows = {"rackrent, one option": asked("one.yaml", one_option(), DRAWS),
                "numpy, one option, by search": lambda: simulate(BySearch(1.6**3)),
                "numpy, one option, by level": lambda: simulate(ByLevel()),
                "C, one option": lambda: in_c(binary),
                "rackrent, all options": asked("all.yaml", scenario(), DRAWS),
                "  the same with 100 draws": asked("few.yaml", scenario(), 100)}
        times, results = {name: [] for name in rows}, {}
        for _ in range(RUNS):
            for name, run in rows.items():
                seconds, results[name] = timed(run)
                times[name].append(seconds)
    whole = {option["name"]: option for option in results["rackrent, all options"]["options"]}
    (option,) = results["rackrent, one option"]["options"]
    assert option["percentiles"] == whole[option["name"]]["percentiles"]
    for load in (BySearch(1.6**3), ByLevel()):
        stated = present_value(np.array([0.2]), np.array([55.04]), load)[0]
        assert abs(stated - float(option["stated"])) < 0.05, (stated, option["stated"])
    for name in ("numpy, one option, by search", "numpy, one option, by level", "C, one option"):
        percentiles, mean, deviation = results[name]
        error = 5 * deviation / np.sqrt(DRAWS)
        assert abs(mean - float(option["mean"])) < 2 * error, (mean, option["mean"])
        for percent, found in percentiles.items():
            expected = float(option["percentiles"][f"p{percent}"])
            assert abs(found - expected) < 6 * error, (percent, found, expected)
    least = min(times["rackrent, one option"])
    for name, seconds in times.items():
        print(f"{name:38} {min(seconds):6.2f} s  {sorted(seconds)[RUNS // 2]:6.2f} s median  × {min(seconds) / least:5.1f}")


if __name__ == "__main__":
    main()
