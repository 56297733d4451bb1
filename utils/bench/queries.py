"""Measures hprof-query with an index: scans as ratios to a bare walk, and lookups
by id."""

import json
import os
import subprocess

import inputs
from measure import compare, once, paired

# By name: the query, and another that counts the visited rows.
SCANS = {
    "all objects": ("SELECT count(*), sum(shallow), sum(length) FROM objects",
                    "SELECT count(*) FROM objects"),
    "all references": ("SELECT count(*), sum(target) FROM refs", "SELECT count(*) FROM refs"),
    "fields of a class": ('SELECT count(*), sum("{field}") FROM "{class}"',
                          'SELECT count(*) FROM "{class}"'),
}
BY_ID = {
    "object": "SELECT * FROM objects WHERE id = {id}",
    "refs to it": "SELECT * FROM refs WHERE target = {id}",
    "path": "SELECT * FROM path({id})",
}


def ask(query, dump, index, sql):
    return [query, "--index=" + index, "-j1", "--format=csv", "-e", sql, dump]


def answer(query, dump, index, sql):
    """The rows of a query with few rows."""
    out = subprocess.run([query, "--index=" + index, "--format=json", "-e", sql, dump],
                         check=True, capture_output=True)
    return json.loads(out.stdout)["rows"]


def numbers_of(query, dump, index):
    """The class with the most instances and an int field of its own, and the object
    that retains the most."""
    for row in answer(query, dump, index,
                      "SELECT name FROM classes WHERE NOT name LIKE '%[]' "
                      "ORDER BY objects DESC LIMIT 50"):
        name = row["name"].replace('"', '""')
        first = answer(query, dump, index, 'SELECT * FROM "%s" LIMIT 1' % name)
        fields = [key for key, value in first[0].items()
                  if not key.startswith("_") and type(value) is int] if first else []
        if fields:
            break
    else:
        raise RuntimeError("no class with a number")
    top = answer(query, dump, index, "SELECT id FROM objects ORDER BY retained DESC LIMIT 1")
    return {"class": name, "field": fields[0].replace('"', '""'), "id": top[0]["id"]}


def speed(report, tools, names, runs):
    for name in names:
        dump = inputs.make([name])[name]
        index = dump + ".query.hidx"
        once([tools["hprof-index"], dump, "-o", index, "--force"])
        try:
            measure(report, tools, name, dump, index, runs)
        finally:
            os.remove(index)


def measure(report, tools, name, dump, index, runs):
    query = tools["hprof-query"]
    asked = numbers_of(query, dump, index)
    report.title("queries with an index: %s" % name)
    commands = {"walker": [tools["walker"], dump],
                "nothing": ask(query, dump, index, "SELECT 1")}
    rows = {}
    for scan, (sql, count) in SCANS.items():
        commands[scan] = ask(query, dump, index, sql.format(**asked))
        rows[scan] = list(answer(query, dump, index, count.format(**asked))[0].values())[0]
    for what, sql in BY_ID.items():
        commands[what] = ask(query, dump, index, sql.format(**asked))
    results = compare(commands, runs)
    for scan, count in rows.items():
        cpu = results[scan]["cpu"]
        report.figure("query", scan, wall=results[scan]["wall"], cpu=cpu)
        least = {"all objects": 8, "fields of a class": 3}.get(scan)
        if least:
            report.goal("%s: million rows/s of CPU" % scan, count / 1e6 / cpu, least,
                        at_least=True)
        print("    %s / walker, CPU time: %.1f" %
              (scan, paired(results, scan, "walker", "cpu")))
    for what in BY_ID:
        report.goal("%s by id: ms of CPU" % what, 1e3 * results[what]["cpu"], 10)
