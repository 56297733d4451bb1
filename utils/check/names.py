#!/usr/bin/env python3
"""Looks up the classes and fields of lib/Java/*.def in the JDKs and libraries.

usage: utils/check/names.py --jars=FOLDER --jdk VERSION=HOME... [--counts=FILE]

Each row must be right for each JDK that its releases include, or for each of the
jars (see names/pom.xml) that contains its class: the class has the fields, and the
fields have the types in the row. Rows for older releases only are skipped, and counted.
"""

import argparse
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Contents of the rows of a macro: classes, paths of fields, releases. Paths are separated
# by commas, and their fields by dots.
ROWS = {
    "HPROF_RESOURCE": lambda r: (r[:1], r[4:5] + [r[3]], r[6]),
    "HPROF_NAMED": lambda r: (r[:1], r[1:3], ""),
    "HPROF_COLLECTION": lambda r: (r[:1], r[3:4], r[5]),
    "HPROF_LIST": lambda r: (r[:1], r[2:3], r[3]),
    "HPROF_SET": lambda r: (r[:1], r[2:3], r[3]),
    "HPROF_MAP": lambda r: (r[:1], r[2:3], r[3]),
    "HPROF_ENTRY_SET": lambda r: (r[:1], r[2:3], r[3]),
    "HPROF_VIEWS": lambda r: ([r[0] + view for view in ("KeySet", "Values", "EntrySet")], r[1:2],
                              r[2]),
    "HPROF_SLICE": lambda r: (r[:1], r[1:4], ""),
    "HPROF_BUFFER": lambda r: (r[:1], r[1:4], ""),
    "HPROF_HELD": lambda r: (r[:1], r[1:2], ""),
    "HPROF_ENTRY": lambda r: (r[:1], r[3:7], r[7]),
    "HPROF_NODE": lambda r: (r[:1], [r[1], "next"], r[2]),
    "HPROF_TEXT": lambda r: (r[:1], [], ""),
    "HPROF_BOX": lambda r: (r[:1], ["value"], ""),
}
# Bytes of a constant after its tag (JVMS 4.4), except Utf8.
CONSTANT = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2,
            17: 4, 18: 4, 19: 2, 20: 2}


def rows():
    """Yields file, class, paths of fields and releases of each row and class."""
    for name in sorted(glob.glob(ROOT + "/lib/Java/*.def")):
        with open(name, encoding="utf-8") as file:
            text = re.sub(r"^(?://|#).*", "", file.read(), flags=re.M)
        for macro, row in re.findall(r'^(HPROF_\w+)\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)', text,
                                     re.M):
            if macro in ROWS:
                values = re.findall(r'"[^"]*"|\w+(?:\([^()]*\))?|-?\d+', row)
                owners, paths, releases = ROWS[macro]([v.strip('"') for v in values])
                paths = [p for path in paths for p in path.split(",") if p]
                for owner in owners:
                    yield os.path.basename(name), owner.replace(".", "/"), paths, releases


class ClassFile:
    """Names of a class file: its superclasses, and its instance fields with their types
    (JVMS 4.1)."""

    def __init__(self, data):
        count, at = struct.unpack_from(">H", data, 8)[0], 10
        pool, index = [None] * count, 1
        while index < count:
            tag = data[at]
            if tag == 1:
                length = struct.unpack_from(">H", data, at + 1)[0]
                pool[index] = data[at + 3 : at + 3 + length].decode("utf-8", "replace")
                at += 3 + length
            else:
                if tag == 7:
                    pool[index] = struct.unpack_from(">H", data, at + 1)[0]
                at += 1 + CONSTANT[tag]
            index += 2 if tag in (5, 6) else 1
        _, _, above, interfaces = struct.unpack_from(">4H", data, at)
        at += 8
        others = struct.unpack_from(">%dH" % interfaces, data, at)
        self.supers = [pool[pool[i]] for i in (above, *others) if i]
        at += 2 * interfaces
        self.fields = {}
        (fields,) = struct.unpack_from(">H", data, at)
        at += 2
        for _ in range(fields):
            _, name, kind, attributes = struct.unpack_from(">4H", data, at)
            at += 8
            self.fields[pool[name]] = pool[kind]
            for _ in range(attributes):
                at += 6 + struct.unpack_from(">I", data, at + 2)[0]


class Classes:
    """Classes of a jar or of a folder, read on demand; missing ones are looked up in
    OTHERS."""

    def __init__(self, names, read, others=None):
        self.names, self.read, self.others, self.known = names, read, others, {}

    def get(self, name):
        if name not in self.known:
            data = self.read(name + ".class") if name + ".class" in self.names else None
            self.known[name] = ClassFile(data) if data else None
        return self.known[name] or (self.others.get(name) if self.others else None)

    def above(self, name):
        """NAME and all superclasses and interfaces."""
        found, todo = [], [name]
        while todo:
            name = todo.pop()
            file = self.get(name)
            if file and name not in found:
                found.append(name)
                todo += file.supers
        return found

    def below(self, name):
        """All classes of the jar that extend or implement NAME."""
        return [n[:-6] for n in sorted(self.names)
                if n.endswith(".class") and not n.startswith("META-INF") and name in self.above(n[:-6])]

    def types(self, owner, field):
        """The types of a field of OWNER, or of its implementations."""
        for many in (lambda: self.above(owner), lambda: self.below(owner)):
            found = [self.get(c).fields[field] for c in many() if field in self.get(c).fields]
            if found:
                return found
        return []

    def missing(self, owner, path):
        """The first missing part of PATH, or ""."""
        owners = [owner]
        for part in path.split("."):
            found = [t for o in owners for t in self.types(o, part)]
            if not found:
                return "%s has no field %s" % (" or ".join(owners).replace("/", "."), part)
            owners = sorted({t[1:-1] for t in found if t[0] == "L"})
        return ""


def of_jar(name, jdk):
    jar = zipfile.ZipFile(name)
    return Classes(set(jar.namelist()), jar.read, jdk)


def of_jdk(home, jimage, folder):
    """The classes of java.base and java.logging, which JIMAGE extracts into FOLDER."""
    for module in ("java.base", "java.logging"):
        subprocess.run([jimage, "extract", "--dir=" + folder, "--include=glob:/%s/**" % module,
                        home + "/lib/modules"], check=True)
    tops = [os.path.join(folder, m) for m in sorted(os.listdir(folder))]
    where = {
        os.path.relpath(os.path.join(at, name), top): os.path.join(at, name)
        for top in tops for at, _, names in os.walk(top) for name in names
    }

    def read(name):
        with open(where[name], "rb") as file:
            return file.read()

    return Classes(set(where), read)


def numbers(text):
    return tuple(map(int, re.findall(r"\d+", text)))


def within(releases, version):
    """Whether "9-25" or "42.7" includes a version; "Android" includes none."""
    bounds = [numbers(part) for part in releases.split("-")]
    if releases and not all(bounds):
        return False
    return not releases or (
        bounds[0] <= version[: len(bounds[0])] and version[: len(bounds[-1])] <= bounds[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--jars", required=True)
    parser.add_argument("--jdk", action="append", required=True, metavar="VERSION=HOME")
    parser.add_argument("--counts")
    options = parser.parse_args()
    homes = dict(text.split("=", 1) for text in options.jdk)
    jimage = next(h + "/bin/jimage" for h in homes.values() if os.path.exists(h + "/bin/jimage"))
    counts = [0, 0]
    left = 0
    with tempfile.TemporaryDirectory() as scratch:
        places = {"JDK " + v: ((int(v),), of_jdk(h, jimage, os.path.join(scratch, v)))
                  for v, h in sorted(homes.items())}
        newest = max(places.values(), key=lambda place: place[0])[1]
        for jar in sorted(glob.glob(options.jars + "/*.jar")):
            name = os.path.basename(jar)[:-4]
            places[name] = (numbers(re.sub(r"^.*?-(?=\d+\.)", "", name)), of_jar(jar, newest))
        for file, owner, paths, releases in rows():
            tried = [(name, classes) for name, (version, classes) in places.items()
                     if owner + ".class" in classes.names and within(releases, version)]
            ours = re.match("(java|javax|jdk|sun)/", owner)
            asked = [name for name, (version, _) in places.items()
                     if ours and releases and name[:4] == "JDK " and within(releases, version)]
            if ours and not asked and releases:
                left += 1
                continue
            wrong = ["no such class in " + n for n in asked if n not in [t[0] for t in tried]]
            found = [[classes.missing(owner, p) for p in paths] for _, classes in tried]
            bad = [name + ": " + next(filter(None, missing))
                   for (name, _), missing in zip(tried, found) if any(missing)]
            # Rows without releases are right for one of them.
            wrong += bad if releases or len(bad) == len(tried) else []
            if not tried and not wrong:
                wrong = ["in no jar and no JDK"]
            counts[bool(wrong)] += 1
            for what in wrong:
                print("FAILED: %s: %s: %s" % (file, owner.replace("/", "."), what))
    print("%d rows are right, %d wrong, %d of older releases skipped" % (*counts, left))
    if options.counts:
        with open(options.counts, "w", encoding="utf-8") as file:
            file.write("%d %d 0 %d\n" % (*counts, sum(counts)))
    return counts[1] > 0


if __name__ == "__main__":
    sys.exit(main())
