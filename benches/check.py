#!/usr/bin/env python3
"""Measures `rackrent check` on ten thousand scenario files, against schema validators and plain YAML parsing.

    cargo build --release --bin rackrent
    python3 benches/check.py [target/release/rackrent] [files]

The files are examples with varied prices, shares and counts, the same in every run. Peers: `check-jsonschema` (PyPI), `ajv
validate` (npm), and the YAML parser alone (`benches/parse.rs`). The validators are installed into target/bench-tools. Prints
the table of BENCHMARKS.md: the minimum of the runs, in CPU time and wall-clock time.
"""

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
TOOLS = HERE / "target" / "bench-tools"
RUNS = 3
CHECK_JSONSCHEMA = "0.39.0"
AJV = ["ajv-cli@5.0.0", "ajv-formats@3.0.1"]

# numbers that can change without breaking a rule: prices, growth rates, power
MOVED = re.compile(
    r"(\b(?:price|price_per_accelerator|per_node|per_month|per_year|per_kw_month|per_node_month|per_node_year|per_fte_year"
    r"|on_demand_per_accelerator_hour|on_demand_per_instance_hour|electricity_per_kwh|price_per_unit|amount|budget"
    r"|cost_of_delay_per_month): )([0-9][0-9_]*(?:\.[0-9]+)?)\b"
)


def varied(text, dice):
    """The text with its prices changed by up to a fifth, with the same number of digits."""

    def moved(match):
        number = match.group(2).replace("_", "")
        places = len(number.split(".")[1]) if "." in number else 0
        value = float(number) * dice.uniform(0.8, 1.2)
        return f"{match.group(1)}{value:.{places}f}"

    return MOVED.sub(moved, text)


def write(folder, count):
    """Writes the files; returns their total size in bytes."""
    dice = random.Random(20261121)
    examples = sorted((HERE / "scenarios").glob("*.yaml"))
    texts = [text for text in (path.read_text() for path in examples) if "trace:" not in text and "extends:" not in text]
    size = 0
    for at in range(count):
        text = varied(texts[at % len(texts)], dice)
        size += len(text.encode())
        (folder / f"scenario-{at:05}.yaml").write_text(text)
    return size


def install():
    """The validators, in pinned versions."""
    python = TOOLS / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", TOOLS / "venv"], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"check-jsonschema=={CHECK_JSONSCHEMA}"],
        check=True,
    )
    if not (TOOLS / "node_modules" / "ajv-formats").exists():
        subprocess.run(["npm", "install", "--silent", "--no-fund", "--no-audit", *AJV], cwd=TOOLS, check=True)


def measured(command, folder, environment=None):
    """Runs a command; returns wall-clock seconds, CPU seconds, its exit status and its standard output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        status = subprocess.run(
            command, cwd=folder, stdout=out, stderr=errors, env={**os.environ, **(environment or {})}
        ).returncode
        wall = time.monotonic() - started
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        out.seek(0)
        errors.seek(0)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return wall, processor, status, out.read(), errors.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=HERE / "target" / "release" / "rackrent")
    parser.add_argument("files", nargs="?", type=int, default=10_000)
    asked = parser.parse_args()
    program, count = Path(asked.program).resolve(), asked.files
    install()
    parse = os.environ.get("RACKRENT_PARSE") or built("parse")
    schema = HERE / "schema" / "scenario.schema.json"
    check = [program, "check", ".", "--format", "json"]
    one = {"RAYON_NUM_THREADS": "1"}
    ajv = TOOLS / "node_modules" / ".bin" / "ajv"
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        size = write(folder, count)
        names = sorted(path.name for path in folder.glob("*.yaml"))
        commands = {
            "YAML parse, events, one thread": ([parse, "events", "."], one),
            "YAML parse, document with places, one thread": ([parse, "document", "."], one),
            "`rackrent check`, one thread": (check, one),
            "`rackrent check`, all threads": (check, None),
            "`check-jsonschema`": (
                [TOOLS / "venv" / "bin" / "check-jsonschema", "--schemafile", schema, *names], None),
            "`ajv validate`": (
                [ajv, "validate", "--spec=draft2020", "--strict=false", "-c", "ajv-formats", "-s", schema,
                 "-d", "*.yaml"], None),
        }
        print(f"{count:,} files, {size / 1e6:.1f} MB", flush=True)
        least = {}
        for run in range(RUNS):
            for name, (command, environment) in commands.items():
                wall, processor, status, out, errors = measured(command, folder, environment)
                if name.startswith("`rackrent"):
                    judged(out, status, count)
                elif status not in (0, 1):
                    sys.exit(f"{name}: status {status}\n{errors.decode()[:2000]}")
                before = least.get(name, (wall, processor))
                least[name] = (min(before[0], wall), min(before[1], processor))
                print(f"  run {run + 1}, {name}: {wall:.2f} s, {processor:.2f} s of processor, status {status}", flush=True)
        limit = least["YAML parse, events, one thread"][1]
        print("\n| | processor seconds | ms a file | against the parse | by the clock |")
        print("|---|---:|---:|---:|---:|")
        for name, (wall, processor) in least.items():
            print(f"| {name} | {processor:.2f} | {processor / count * 1e3:.2f} | {processor / limit:.1f} | {wall:.2f} |")


def built(name):
    """The release build of a benchmark."""
    said = subprocess.run(
        ["cargo", "bench", "--bench", name, "--no-run", "--message-format=json"],
        cwd=HERE, check=True, stdout=subprocess.PIPE,
    ).stdout
    artifacts = (json.loads(line) for line in said.splitlines())
    return next(a["executable"] for a in artifacts if a.get("target", {}).get("name") == name and a.get("executable"))


def judged(out, status, count):
    """Asserts that every file is valid and was checked."""
    files = json.loads(out)["files"]
    invalid = [file["path"] for file in files if not file["valid"]]
    if len(files) != count or invalid or status not in (0, 1):
        sys.exit(f"rackrent check: status {status}, {len(files)} files, not valid: {invalid[:5]}")


main()
