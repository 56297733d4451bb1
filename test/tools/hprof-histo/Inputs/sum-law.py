"""Checks that the histogram of concatenated files is the sum of their histograms.

usage: sum-law.py HPROF-HISTO FILE-OR-FOLDER...

In a folder, the small undamaged dumps in HPROF binary are used. Each file is followed
by each other file; the result is read as a file by one thread and by four, and from a
pipe.
"""

import collections
import csv
import itertools
import os
import re
import subprocess
import sys
import tempfile


def rows(output):
    counts = collections.Counter()
    for row in csv.DictReader(output.splitlines()):
        for column in ("instances", "shallow", "elements"):
            counts[row["name"], column] += int(row[column])
    return +counts


def histogram(histo, *arguments, stdin=None):
    result = subprocess.run(
        [histo, "--by=name", "--format=csv", "--strict", "-q", *arguments],
        stdin=stdin, capture_output=True)
    if result.returncode:
        sys.exit(f"{arguments}: {result.stderr.decode()}")
    return rows(result.stdout.decode())


def dumps(histo, name):
    """The files that NAME stands for."""
    if not os.path.isdir(name):
        return [name]
    found = []
    for folder, _, files in os.walk(name):
        for file in sorted(files):
            path = os.path.join(folder, file)
            if os.path.getsize(path) > 6 << 20:
                continue
            with open(path, "rb") as start:
                magic = start.read(19)
            if not re.match(rb"JAVA PROFILE 1\.0\.[123]\0", magic):
                continue
            if not subprocess.run([histo, "--strict", "-q", path],
                                  capture_output=True).returncode:
                found.append(path)
    assert len(found) > 5, found
    return found


def main():
    histo, *files = sys.argv[1:]
    files = [file for name in files for file in dumps(histo, name)]
    alone = {file: histogram(histo, file) for file in files}
    pairs = 0
    for first, second in itertools.product(files, repeat=2):
        want = alone[first] + alone[second]
        with tempfile.NamedTemporaryFile(dir=os.getcwd(), suffix=".hprof") as both:
            for file in (first, second):
                with open(file, "rb") as part:
                    both.write(part.read())
            both.flush()
            ways = {
                "one thread": histogram(histo, "-j1", both.name),
                "four threads": histogram(histo, "-j4", both.name),
            }
            with open(both.name, "rb") as whole:
                cat = subprocess.Popen(["cat"], stdin=whole,
                                       stdout=subprocess.PIPE)
                ways["pipe"] = histogram(histo, "-", stdin=cat.stdout)
                cat.wait()
        for way, got in ways.items():
            if got != want:
                wrong = [key for key in want | got if want[key] != got[key]]
                sys.exit(f"{first} and {second} by {way}: {wrong[:5]}")
        pairs += 1
    print(f"{pairs} pairs add up")


main()
