#!/usr/bin/env python3
"""Compares hprof-histo's sizes of instances with the distances between objects.

address-gaps.py HISTO DUMP...: in HotSpot's dumps ids are addresses. No instance can be
larger than the distance to the next object; the least distance after the instances of a
class is usually their size. Prints, for each dump, the number of classes whose size is
that distance, and names all others.
"""

import collections
import csv
import gzip
import io
import os
import subprocess
import sys

WIDTHS = {4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}
# Bytes of the sub-records of fixed size, ids and others.
ROOTS = {0xFF: (1, 0), 1: (2, 0), 2: (1, 8), 3: (1, 8), 4: (1, 4)}
ROOTS.update({5: (1, 0), 6: (1, 4), 7: (1, 0), 8: (1, 8)})


class Dump:
    """The addresses of all objects, and the classes of instances."""

    def __init__(self, path):
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rb") as file:
            self.data = file.read()
        self.at = self.data.index(b"\0") + 1
        self.width = self.number(4)
        self.skip(8)
        self.objects = {}  # address -> class, 0 if not an instance
        self.names = {}
        strings = {}
        while self.at < len(self.data):
            tag = self.number(1)
            self.skip(4)
            end = self.number(4) + self.at
            if tag == 1:
                name = self.id()
                strings[name] = self.data[self.at : end].decode("latin-1")
            elif tag == 2:
                self.skip(4)
                address = self.id()
                self.skip(4)
                self.names[address] = strings.get(self.id(), "?")
            while tag in (0x0C, 0x1C) and self.at < end:
                self.sub_record()
            self.at = end

    def number(self, width):
        self.at += width
        return int.from_bytes(self.data[self.at - width : self.at], "big")

    def skip(self, width):
        self.at += width

    def id(self):
        return self.number(self.width)

    def value(self):
        self.number(WIDTHS.get(self.number(1), self.width))

    def sub_record(self):
        tag = self.number(1)
        if tag in ROOTS:
            ids, others = ROOTS[tag]
            self.skip(ids * self.width + others)
            return
        address = self.id()
        self.skip(4)
        self.objects.setdefault(address, 0)
        if tag == 0x20:
            self.skip(6 * self.width + 4)
            for _ in range(self.number(2)):
                self.skip(2)
                self.value()
            for _ in range(self.number(2)):
                self.id()
                self.value()
            self.skip(self.number(2) * (self.width + 1))
        elif tag == 0x21:
            self.objects[address] = self.id()
            self.skip(self.number(4))
        elif tag == 0x22:
            length = self.number(4)
            self.skip((length + 1) * self.width)
        elif tag == 0x23:
            length = self.number(4)
            self.skip(length * WIDTHS[self.number(1)])
        else:
            sys.exit(f"unknown sub-record 0x{tag:x}")

    def distances(self):
        """Class name -> distances after its instances."""
        found = collections.defaultdict(list)
        addresses = sorted(self.objects)
        for here, behind in zip(addresses, addresses[1:]):
            if self.objects[here]:
                name = self.names[self.objects[here]].replace("/", ".")
                found[name].append(behind - here)
        found.pop("java.lang.Class", None)
        return found


def main(histo, *paths):
    for path in paths:
        command = [histo, "--top=0", "--format=csv", path]
        text = subprocess.run(command, capture_output=True, text=True).stdout
        sizes = {
            row["class"]: int(row["largest"])
            for row in csv.DictReader(io.StringIO(text))
        }
        equal, near, overlaps = 0, [], []
        for name, distances in Dump(path).distances().items():
            least = min(distances)
            if least == sizes[name]:
                equal += 1
            elif least < sizes[name]:
                overlaps.append(name)
            # Instances only followed by other objects are no evidence.
            elif len(distances) > 1 and len(set(distances)) == 1:
                near.append(name)
        print(
            f"{os.path.basename(path)}: {equal} classes agree,",
            f"overlap: {overlaps}, all larger: {near}",
        )


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        sys.exit(0 if len(sys.argv) > 1 else 2)
    main(*sys.argv[1:])
