#!/usr/bin/env python3
"""Measures the size, the compressed size and the CPU time of every document in every format.

    cargo build --release --bin rackrent
    python3 benches/documents.py [--runs N] [--program PATH] [EXAMPLE …]

Writes each document of some examples into a temporary folder, each in a separate process, and prints the median CPU time.
"""

import argparse
import gzip
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ["serving-8xh100", "doubted-utilization", "training-512xh100", "endpoint-or-own", "department"]
# the document, its command, and the extension of the file
DOCUMENTS = [
    ("text", "compare", "txt"),
    ("page", "compare", "html"),
    ("page of everything", "report", "html"),
    ("workbook", "compare", "xlsx"),
    ("chart, SVG", "compare", "svg"),
    ("chart, PNG", "compare", "png"),
]


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def written(program, command, example, file):
    """CPU seconds of one document."""
    before = spent()
    scenario = ROOT / "scenarios" / f"{example}.yaml"
    done = subprocess.run([program, command, scenario, "--output", file], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: {command} {example}\n{done.stderr}")
    return spent() - before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/rackrent")
    parser.add_argument("examples", nargs="*", default=EXAMPLES)
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    print(f"{arguments.runs} runs each; KB, KB as gzip, milliseconds of a processor (median)")
    with tempfile.TemporaryDirectory() as folder:
        for example in arguments.examples:
            for name, command, ending in DOCUMENTS:
                file = Path(folder) / f"document.{ending}"
                seconds = statistics.median(written(program, command, example, file) for _ in range(arguments.runs))
                size, packed = file.stat().st_size, len(gzip.compress(file.read_bytes()))
                print(f"{example:20} {name:20} {size / 1000:8.0f} {packed / 1000:8.0f} {seconds * 1000:8.1f}")


main()
