#!/usr/bin/env python3
"""Measures programs on random scenarios: the distribution of CPU time and memory, and of what they answer.

    cargo build --release --bin rackrent && cargo test --bench scenarios -- /tmp/scenarios 200
    python3 benches/distribution.py /tmp/scenarios,scenarios target/release/rackrent [an earlier program]

The programs alternate three times, with one thread, and the shortest time of each counts, since other work on the machine
only adds to it. A table has a row for each command, and a chart follows with the number of scenarios by their time. A second
program is the one before a change: the number of its answers that differ is printed too.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

RUNS = 3
# JSON of `compare` has no simulation, and that of `sensitivity` has more break-evens than its text
COMMANDS = {
    "compare": ["--format", "json"],
    "flip": ["--format", "json"],
    "sensitivity": [],
    "sensitivity --format json": [],
    "report": ["--format", "html"],
}


def measured(program, command, path):
    """CPU milliseconds and maximum memory in MB of a process, and the digest of what it printed. The memory of a process
    begins with that of this one, so what is printed is not kept."""
    process = subprocess.Popen(
        [program, *command.split(), str(path), *COMMANDS[command]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    printed = hashlib.file_digest(process.stdout, "sha256").digest()
    _, status, usage = os.wait4(process.pid, 0)
    # 2 says that there is no answer, with the reason: it takes its time as well
    if os.waitstatus_to_exitcode(status) not in (0, 1, 2):
        sys.exit(f"failed: {program} {command} {path}")
    return (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024, printed


def quantiles(values):
    """Median, 90 %, 99 % and maximum."""
    ordered = sorted(values)
    at = lambda share: ordered[min(len(ordered) - 1, int(share * len(ordered)))]
    return [at(0.5), at(0.9), at(0.99), ordered[-1]]


def chart(title, columns):
    """The number of scenarios by their time, up to each power of two milliseconds, a column for each program."""
    power = lambda milliseconds: max(2, int(milliseconds).bit_length())
    slowest = max(power(time) for _, times in columns for time in times)
    counts = [[sum(power(time) == at for time in times) for at in range(2, slowest + 1)] for _, times in columns]
    used = [at for at, row in enumerate(zip(*counts)) if any(row)]
    lines = [title, "".join([f"{'ms':>15} ", *(f"{name:<32}" for name, _ in columns)]).rstrip()]
    for at in range(used[0], used[-1] + 1):
        bars = (f"{'█' * -(-column[at] // 8)} {column[at]}" if column[at] else "" for column in counts)
        lines.append("".join([f"{'to':>9} {2 ** (at + 2):>5} ", *(f"{bar:<32}" for bar in bars)]).rstrip())
    return "\n".join(lines)


def main():
    folders, *programs = sys.argv[1:]
    os.environ["RAYON_NUM_THREADS"] = "1"
    scenarios = [path for folder in folders.split(",") for path in sorted(Path(folder).glob("*.yaml"))]
    print("| | program | median ms | 90 % | 99 % | most | median MB | 90 % | 99 % | most | answers that differ |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    charts = []
    for command in COMMANDS:
        results = [[] for _ in programs]
        for path in scenarios:
            runs = [[measured(program, command, path) for program in programs] for _ in range(RUNS)]
            for found, of in zip(results, zip(*runs)):
                found.append(min(of))
        for program, found in zip(programs, results):
            differ = sum(own[2] != first[2] for own, first in zip(found, results[0]))
            times, memory = (quantiles([result[part] for result in found]) for part in (0, 1))
            cells = [f"{value:,.1f}" for value in times] + [f"{value:,.0f}" for value in memory]
            print(f"| `{command}` | {Path(program).name} | {' | '.join(cells)} | {differ} |", flush=True)
        times = [[result[0] for result in found] for found in results]
        charts.append(chart(command, [(Path(program).name, of) for program, of in zip(programs, times)]))
    print("", "```text", "\n\n".join(charts), "```", sep="\n")


if __name__ == "__main__":
    main()
