#!/usr/bin/env python3
"""Own or rent, for every cluster of a warehouse: a Spark job.

Telemetry is a table with the columns cluster, timestamp and accelerators (CSV or Parquet). Spark makes the load-duration curve of each
cluster, as SQL, where the telemetry lies. Each curve, which is small, then goes to a worker, and that asks `rackrent compare` by a pipe.
The result is a line of JSON for each cluster: what wins, by how much, and from which utilization on, or why there is no answer.

    spark-submit compare_clusters.py --telemetry telemetry.parquet --scenario template.yaml > decisions.jsonl

The template is a scenario whose workload says `trace: curve.csv`. `rackrent` has to be installed on every worker.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

SCHEMA = "cluster STRING, timestamp TIMESTAMP, accelerators DECIMAL(20, 6)"

# a sample holds until the next one of its cluster, the last for the cluster's median gap
CURVES = """
WITH samples AS (
  SELECT cluster, accelerators,
         unix_micros(LEAD(timestamp) OVER (PARTITION BY cluster ORDER BY timestamp)) - unix_micros(timestamp) AS held
  FROM telemetry
), gaps AS (
  SELECT cluster, median(held) AS usual, max(held) AS longest FROM samples GROUP BY cluster
)
SELECT cluster, accelerators, SUM(COALESCE(held, usual)) / 3600000000 AS hours, FIRST(longest > 10 * usual) AS has_gap
FROM samples JOIN gaps USING (cluster)
GROUP BY cluster, accelerators
"""


def telemetry(spark: SparkSession, path: str) -> DataFrame:
    """The table of samples. A row that is none ends the job: it is never read as no load."""
    if path.endswith(".csv"):
        return spark.read.csv(path, header=True, schema=SCHEMA, mode="FAILFAST")
    return spark.read.parquet(path)


def decision(cluster: str, levels: list, scenario: str, program: str) -> dict:
    """What rackrent says of the template with the load of a cluster."""
    if any(has_gap for _, _, has_gap in levels):
        return {"cluster": cluster, "error": "samples are missing: a gap is longer than ten times the median"}
    with tempfile.TemporaryDirectory() as folder:
        rows = "".join(f"{accelerators},{hours:.9f}\n" for accelerators, hours, _ in levels)
        Path(folder, "curve.csv").write_text("accelerators,hours\n" + rows)
        # the scenario comes by a pipe; its curve lies in the folder that it is named to be in
        command = [program, "compare", "-", "--stdin-name", f"{folder}/scenario.yaml", "--format", "json"]
        ran = subprocess.run(command, input=scenario, capture_output=True, text=True, check=False)
    answer = json.loads(ran.stdout) if ran.stdout else {"errors": [{"message": ran.stderr}]}
    if ran.returncode != 0:
        return {"cluster": cluster, "error": "; ".join(error["message"] for error in answer["errors"])}
    return {
        "cluster": cluster,
        "verdict": answer["verdict"],
        "present_value": {option["name"]: option["present_value"] for option in answer["options"]},
        "break_even": [pair["break_even"] for pair in answer["pairs"]],
        "peak": max(workload["peak"] for workload in answer["workloads"]),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--telemetry", required=True, help="CSV or Parquet with cluster, timestamp, accelerators")
    parser.add_argument("--scenario", required=True, help="a scenario whose workload says `trace: curve.csv`")
    parser.add_argument("--rackrent", default="rackrent", help="the program, on every worker")
    arguments = parser.parse_args()
    scenario, program = Path(arguments.scenario).read_text(), arguments.rackrent

    spark = SparkSession.builder.appName("rackrent").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    telemetry(spark, arguments.telemetry).createOrReplaceTempView("telemetry")
    levels = spark.sql(CURVES).rdd.map(lambda row: (row.cluster, (row.accelerators, row.hours, row.has_gap)))
    # curves are few rows, which Spark would put into one partition; each cluster is a process of its own, on every core there is
    clusters = levels.groupByKey(4 * spark.sparkContext.defaultParallelism)
    decisions = clusters.map(lambda of: decision(of[0], sorted(of[1]), scenario, program)).collect()
    failed = 0
    for found in sorted(decisions, key=lambda found: found["cluster"]):
        failed += "error" in found
        print(json.dumps(found))
    spark.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
