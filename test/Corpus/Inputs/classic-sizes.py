"""classic-sizes.py HISTO CORPUS: adds up the sizes of object arrays that classic
heapdumps state, and compares with the histogram."""

import csv
import glob
import os
import re
import subprocess
import sys

histo, corpus = sys.argv[1:]
ARRAY = re.compile(r"^0x[0-9A-Fa-f]+ \[(\d+)\] array of (\S+)")


def java_name(name):
    """The array class of elements "java/lang/Object" or "[I"."""
    words = {"I": "int", "J": "long", "B": "byte", "C": "char", "S": "short",
             "Z": "boolean", "F": "float", "D": "double"}
    brackets = 1
    while name.startswith("["):
        name = name[1:]
        brackets += 1
    if brackets > 1:
        name = words.get(name, name[1:-1] if name.startswith("L") else name)
    return name.replace("/", ".") + "[]" * brackets


compared = 0
for path in sorted(glob.glob(os.path.join(corpus, "openj9-classic", "*.classic.txt"))):
    stated = {}
    with open(path, encoding="latin-1") as file:
        for line in file:
            match = ARRAY.match(line)
            if match:
                name = java_name(match.group(2))
                stated[name] = stated.get(name, 0) + int(match.group(1))
    text = subprocess.run(
        [histo, "--format=csv", "--top=0", path], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    found = {}
    for row in csv.DictReader(text.splitlines()):
        found[row["class"]] = found.get(row["class"], 0) + int(row["shallow"])
    for name, size in stated.items():
        assert found.get(name) == size, (path, name, size, found.get(name))
        compared += 1
assert compared > 10, compared
