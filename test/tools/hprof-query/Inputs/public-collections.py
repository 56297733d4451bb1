"""public-collections.py JDK FOLDER JAVA-FILE HPROF-QUERY: compares the size and the
entries of collections in a running program of JDK with those in its heap dump.

Prints the differences, the number of correct collections, and the classes that
hprof-query reports as unknown. A collection without an answer counts as missing unless
a note names its class.
"""

import collections
import csv
import io
import os
import re
import subprocess
import sys

JDK, FOLDER, SOURCE, QUERY = sys.argv[1:]
MOST_SHOWN = 30
# Iteration begins at the end of the table, or at a random place in each VM.
UNORDERED = ("Hashtable", "WeakHashMap", "Map.", "Set.")
# The form of a map entry that is an element of a set.
PAIR = "shown(e.value, 'key') || '=' || ifnull(shown(e.value, 'value'), 'null')"


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ask(sql):
    """The rows, and the classes whose entries a note reports as unknown."""
    done = run(QUERY, "--format=csv", "-e", sql, os.path.join(FOLDER, "heap.hprof"))
    rows = list(csv.reader(io.StringIO(done.stdout)))[1:]
    notes = [line for line in done.stderr.splitlines() if "no entries shown" in line]
    return rows, set(name for line in notes for name in re.split("[:,] ", line))


def main():
    enum = os.path.join(FOLDER, "E.java")
    with open(enum, "w") as file:
        file.write("enum E { %s }\n" % ", ".join("E%d" % i for i in range(1000)))
    run(os.path.join(JDK, "bin", "javac"), "-nowarn", "-Xlint:none", "-d", FOLDER, SOURCE, enum)
    truth = os.path.join(FOLDER, "truth")
    run(os.path.join(JDK, "bin", "java"), "-XX:+UseSerialGC", "-cp", FOLDER, "PublicCollections",
        os.path.join(FOLDER, "heap.hprof"), truth)

    sizes, _ = ask('SELECT text(name), entry_count(it) FROM "PublicCollections$Case"')
    rows, unknown = ask(
        "SELECT text(c.name), e.key, e.key_text, CASE class_of(e.value)"
        " WHEN 'PublicCollections$Late' THEN shown(e.value, 'name')"
        " WHEN 'java.util.KeyValueHolder' THEN %s"
        " WHEN 'java.util.AbstractMap$SimpleImmutableEntry' THEN %s"
        " ELSE e.value_text END"
        ' FROM "PublicCollections$Case" c, entries(c.it) e ORDER BY c._id, e.position' % (PAIR, PAIR)
    )
    found = collections.defaultdict(list)
    for name, key, key_text, value in rows:
        found[name].append((key_text + "=" if key else "") + (value or "null"))
    sizes = dict(sizes)

    right, told, wrong = 0, collections.Counter(), []
    with open(truth) as file:
        for line in file:
            name, of, must_be_known, expected = line.rstrip("\n").split("\t")
            expected = expected.split(",") if expected else []
            got, size = found[name], sizes[name]
            if name.startswith(UNORDERED):
                expected, got = sorted(expected), sorted(got)
            if got == expected and size == str(len(expected)):
                right += 1
            elif not got and not size and of in unknown and must_be_known == "false":
                told[of] += 1
            else:
                wrong.append("%s (%s): %d entries, found %s, size %s: %s, not %s" % (
                    name, of, len(expected), len(got), size or "unknown", got[:4], expected[:4]))
    for line in wrong[:MOST_SHOWN]:
        print(line)
    for of, count in sorted(told.items()):
        print("said to be unknown: %d of %s" % (count, of))
    print("%d right, %d wrong" % (right, len(wrong)))


main()
