"""laws.py TOOLS DUMP [OPTION...]: checks answers of hprof-query that must agree.

Compares aggregates with their rows, rows found in different ways, and all of them with
the other tools' output for DUMP with the same options. Prints a line for each
difference, and how many laws were checked.
"""

import csv
import io
import json
import os
import subprocess
import sys

tools, dump, *options = sys.argv[1:]
quiet = ["-q", *options]
laws = faults = 0


def run(tool, *arguments):
    said = [o for o in quiet if tool != "hprof-histo" or not o.startswith(("--keep", "--max"))]
    done = subprocess.run([os.path.join(tools, tool), *said, *arguments, dump],
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode not in (0, 3, 4):
        sys.exit("%s %s: %s" % (tool, " ".join(arguments), done.stderr.decode()))
    return done.stdout.decode()


def read(tool, *arguments):
    return json.loads(run(tool, "--format=json", *arguments))


def query(sql):
    """Rows as tuples."""
    text = run("hprof-query", "--format=json", "-e", sql)
    return [tuple(row.values()) for row in json.loads(text)["rows"]]


def one(sql):
    return query(sql)[0]


def agree(what, first, second):
    global laws, faults
    laws += 1
    if first == second:
        return
    faults += 1
    if isinstance(first, list) and isinstance(second, list):
        first, second = ([r for r in a if r not in b][:3] for a, b in
                         ((first, second), (second, first)))
    print("%s: %.500r, but %.500r" % (what, first, second))


def order(rows):
    return sorted(rows, key=repr)


# Aggregates and their rows.
whole = one("SELECT count(*), sum(shallow) FROM objects")
agree("sums of classes", one("SELECT sum(objects), sum(shallow) FROM classes"), whole)
agree("each class", order(query("SELECT class, count(*), sum(shallow), max(shallow) FROM objects GROUP BY 1")),
      order(query("SELECT name, sum(objects), sum(shallow), max(largest) FROM classes GROUP BY 1 HAVING sum(objects)")))
reached = one("SELECT count(*), sum(shallow) FROM objects WHERE reachable")
agree("dominators and objects", one("SELECT sum(objects), sum(shallow) FROM dominators"), reached)
agree("packages and objects", one("SELECT sum(objects), sum(shallow) FROM packages"), reached)
agree("loaders and objects", one("SELECT sum(objects), sum(shallow) FROM loaders"), reached)
agree("top of the tree", one("SELECT sum(retained) FROM objects WHERE dominator IS NULL AND reachable")[0], reached[1])
agree("depth 1", one("SELECT count(*), sum(retained) FROM objects WHERE depth = 1"),
      one("SELECT count(*), sum(retained) FROM objects WHERE dominator IS NULL AND reachable"))
agree("what is not reached", one("SELECT total(objects), total(shallow) FROM unreachable"),
      one("SELECT count(*), total(shallow) FROM objects WHERE retained IS NULL"))
agree("strings", one("SELECT count(*) FROM strings"),
      one("SELECT total(objects) FROM classes WHERE name = 'java.lang.String'"))
agree("kinds of references", one("SELECT sum(n) FROM (SELECT kind, count(*) AS n FROM refs GROUP BY 1)"),
      one("SELECT count(*) FROM refs"))
agree("roots of threads", one("SELECT count(*) FROM locals"),
      one("SELECT count(*) FROM thread_holdings"))

# The same rows in different ways.
LARGE = "SELECT id, retained FROM objects WHERE retained IS NOT NULL ORDER BY retained DESC"
sorted_ = query(LARGE + ", id")
top = query(LARGE + " LIMIT 300")
agree("the largest", [r for _, r in top], [r for _, r in sorted_[:300]])
agree("the largest are objects", [row for row in top if row not in set(sorted_)], [])
agree("limits of a key", one("SELECT count(*) FROM objects WHERE retained > 1000 AND shallow <= 64"),
      one("SELECT count(*) FROM objects WHERE +retained > 1000 AND +shallow <= 64"))
for name, in query("SELECT class FROM dominators ORDER BY retained DESC LIMIT 5"):
    quoted = name.replace("'", "''")
    agree("objects of " + name, one("SELECT count(*), total(shallow) FROM objects WHERE class = '%s'" % quoted),
          one("SELECT count(*), total(shallow) FROM objects WHERE +class = '%s'" % quoted))
    agree("table of " + name, one('SELECT count(*), total(_shallow) FROM "%s"' % name.replace('"', '""')),
          one("SELECT total(objects), total(shallow) FROM classes WHERE name = '%s'" % quoted))
ids = [row[0] for row in top[:3] + top[60:300:60]]
for id in ids:
    where = "WHERE id = %s" % id
    retained = one("SELECT retained FROM objects " + where)
    agree("retained by " + id, one("SELECT sum(shallow) FROM retained_set(%s)" % id), retained)
    agree("retained_size " + id, one("SELECT retained_size(id) FROM objects " + where), retained)
    agree("retained below " + id, one(
        "SELECT shallow + (SELECT total(retained) FROM objects WHERE dominator = o.id) FROM objects o " + where), retained)
    agree("references to " + id, query("SELECT source, field, element, kind FROM refs WHERE target = %s ORDER BY 1, 2, 3, 4" % id),
          query("SELECT source, field, element, kind FROM refs WHERE +target = %s ORDER BY 1, 2, 3, 4" % id))
    agree("references from " + id, query("SELECT target, field, element, kind FROM refs WHERE source = %s ORDER BY 1, 2, 3, 4" % id),
          query("SELECT target, field, element, kind FROM refs WHERE +source = %s ORDER BY 1, 2, 3, 4" % id))
    steps = query("SELECT id FROM path(%s)" % id)
    lines = [r for r in csv.DictReader(io.StringIO(run("hprof-paths", "--object=" + id, "--count=1", "--format=csv")))
             if r["through"] in ("strong", "all")]
    agree("path to " + id, steps[-1:], [(id,)] if lines else [])
    agree("length of the path to " + id, len(steps), sum(int(r["objects"]) for r in lines))
for class_, bytes in query("SELECT class, retained FROM dominators WHERE class_id IS NOT NULL ORDER BY retained DESC LIMIT 5"):
    if one("SELECT count(*) FROM classes WHERE name = '%s'" % class_.replace("'", "''")) == (1,):
        agree("set of " + class_, one("SELECT retained_size(id) FROM objects WHERE class = '%s' AND reachable"
                                      % class_.replace("'", "''")), (bytes,))

# Output of other tools.
rows = read("hprof-histo", "--by=class", "--top=0")["rows"]
agree("hprof-histo", order([(r["class"], r["instances"], r["shallow"], r["largest"]) for r in rows if r["instances"]]),
      order(query("SELECT name, objects, shallow, largest FROM classes WHERE objects")))
for by, table, name in (("class", "dominators", "class"), ("package", "packages", "package"), ("loader", "loaders", "name")):
    rows = read("hprof-dominators", "--by=" + by, "--top=0")["files"][0]["rows"]
    agree("hprof-dominators --by=" + by,
          order([(r[by], r["objects"], r["shallow"], r["retained"]) for r in rows]),
          order(query("SELECT %s, objects, shallow, retained FROM %s" % (name, table))))
found = read("hprof-dominators", "--suspects", "--top=0")["files"][0]["suspects"]
agree("hprof-dominators --suspects", [(s["kind"], s["retained"], s["own"], s["points_in_all"]) for s in found],
      query("SELECT kind, retained, own, points FROM suspects"))
found = read("hprof-lint", "--min=0", "--top=0")["files"][0]["findings"]
agree("hprof-lint", order([(f["check"], r.get("what", r.get("text")), r["count"], r["bytes"]) for f in found for r in f["rows"]]),
      order(query('SELECT "check", what, count, bytes FROM findings')))
shared = one("""SELECT count(*) FROM (SELECT 1 FROM strings WHERE text IS NOT NULL
             GROUP BY field(id, 'value') HAVING count(DISTINCT text) > 1)""")
if shared == (0,):
    found = read("hprof-lint", "--min=0", "--top=0", "--only=duplicate-strings")["files"][0]
    agree("duplicate strings", one("SELECT total(wasted) FROM duplicate_strings"),
          (sum(f["bytes"] for f in found["findings"]),))
print("%d laws, %d faults" % (laws, faults))
sys.exit(faults != 0)
