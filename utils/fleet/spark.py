#!/usr/bin/env python3
# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks questions about a fleet of dumps with Spark.

usage: spark.py DATA [NAME...]            on this machine
       spark-submit spark.py DATA [NAME...]   on a cluster

DATA is the output of ingest.py: a folder, or a URL such as s3a://dumps/data. The
questions are those of questions.sql; without a NAME, all are asked. Each answer is
a line with its name, and the rows as JSON, one per line.
"""

import json
import os
import re
import sys

from pyspark.sql import SparkSession

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = ("dumps", "classes", "dominators", "suspects", "strings", "threads", "loaders", "properties")
# Number of tasks that list folders; starting one for each folder takes longer.
LISTINGS = 32


def questions():
    """The queries of all files with questions, by name."""
    found = {}
    for name in ("questions.sql", "duplicate-strings.sql"):
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            for part in re.split(r"(?m)^-- name: ", file.read())[1:]:
                title, sql = part.split("\n", 1)
                found[title.strip()] = sql.rstrip().rstrip(";")
    return found


def add_view(spark, data, table):
    """Creates a view of the files of a table, which all have the same columns."""
    # Spark starts a task for each folder that a pattern matches. Below the
    # folders of services, it lists files without tasks.
    files = spark.read.option("basePath", data).option("pathGlobFilter", table + ".parquet")
    files.parquet(data.rstrip("/") + "/service=*").createOrReplaceTempView(table)


def main():
    data, names, known = sys.argv[1], sys.argv[2:], questions()
    for name in names:
        if name not in known:
            sys.exit("spark.py: unknown question %r, expected %s" % (name, ", ".join(known)))
    # Names are in double quotes, as in standard SQL.
    spark = (SparkSession.builder.appName("hprof fleet")
             .config("spark.sql.ansi.enabled", "true")
             .config("spark.sql.ansi.doubleQuotedIdentifiers", "true")
             .config("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
             .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", LISTINGS)
             .config("spark.ui.enabled", "false").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    asked = " ".join(known[name] for name in names or known)
    for table in TABLES:
        if re.search(r"\b%s\b" % table, asked):
            add_view(spark, data, table)
    for name in names or known:
        if name == "duplicate-strings" and "text" not in spark.table("strings").columns:
            known[name] = known[name].replace("text", "text_hash")
        print("-- name: " + name)
        for row in spark.sql(known[name]).collect():
            print(json.dumps(row.asDict(), default=str))
    spark.stop()


main()
