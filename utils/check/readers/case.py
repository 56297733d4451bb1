"""Compares the results of the tools for a heap dump with those of the reader."""

import collections
import csv
import io
import os
import random
import subprocess

from readers.sizes import Sizes
from readers.walks import Graph

QUERIES = {
    "dump": "SELECT objects, shallow, reachable_objects, reachable, classes, roots, dangling,"
    " dumps, layout FROM dump",
    "objects": "SELECT id, class_id, kind, shallow, retained, dominator, length, reachable"
    " FROM objects",
    "refs": "SELECT source, target, kind, field, element, strength FROM refs",
    "roots": "SELECT id, kind, thread, frame FROM roots",
    "classes": "SELECT id, name, super, loader, objects, shallow FROM classes WHERE dumped",
    "dominators": "SELECT class_id, objects, shallow, retained, retained_objects"
    " FROM dominators",
    "paths": "SELECT o.id, p.step, p.id FROM (SELECT id FROM objects WHERE id % 7 = 3 OR id % 56"
    " = 0 LIMIT 12) o, path(o.id) p",
}


def number(cell):
    """A cell of CSV as a number; None if it is empty."""
    return int(cell, 0) if cell else None


def hexed(value):
    return "" if value is None else "0x%x" % value


def run(command):
    """Output of COMMAND. The exit status 3 says that the dump is damaged."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 3):
        text = done.stderr.decode("utf-8", "replace").strip()
        raise RuntimeError("%s: %s" % (os.path.basename(command[0]), text))
    return done.stdout.decode("utf-8", "replace")


def detected(tools, path, dump):
    """The layout that the tools determine for a dump."""
    query = "SELECT layout FROM dump"
    program = os.path.join(tools, "hprof-query")
    command = [program, "-q", "--format=csv", "--dump=%d" % dump, "-e", query, path]
    return run(command).split()[1]


class Case:
    """A dump of a file: the results of the tools, and the expected ones."""

    def __init__(self, tools, path, file, dump, layout, sample=None):
        self.tools, self.path = tools, path
        self.file, self.heap = file, file.heaps[dump - 1]
        self.layout, self.sample = layout, sample
        self.options = ["--layout=" + layout.split(":")[0], "--dump=%d" % dump]
        self.faults = []

    def differ(self, what, ours, tools):
        if ours != tools:
            self.faults.append("%s: %s, but the tools have %s" % (what, ours, tools))

    def compare(self, what, ours, tools):
        """Compares two collections, and names the first difference."""
        ours, tools = collections.Counter(ours), collections.Counter(tools)
        lacking, extra = (ours, tools, "the tools lack"), (tools, ours, "only the tools have")
        for left, right, who in (lacking, extra):
            rest = left - right
            if rest:
                first = min(rest, key=str)
                count = sum(rest.values())
                self.faults.append("%s: %s %d, such as %s" % (what, who, count, first))

    def ask(self):
        """Rows of each query, without their headers."""
        sql = ";".join("SELECT 'q:%s'; %s" % one for one in QUERIES.items())
        program = os.path.join(self.tools, "hprof-query")
        text = run([program, "-q", "--format=csv", *self.options, "-e", sql, self.path])
        self.rows, rows, header = {}, None, False
        for row in csv.reader(io.StringIO(text)):
            if row and row[0].startswith("'q:"):
                rows = None  # The header of the query that only marks the next one.
            elif rows is None:
                rows, header = self.rows.setdefault(row[0][2:], []), True
            elif header:
                header = False
            else:
                rows.append(row)

    def classes(self):
        """Fields of classes, from the last dump of the file that describes the class."""
        found = {}
        for heap in self.file.heaps:
            found.update(heap.classes)
        return found

    def prepare(self, release):
        classes = self.classes()
        self.graph = Graph(self.file, self.heap, classes, self.layout.startswith("mat"))
        self.sizes = Sizes(self.file, classes, self.layout, release)
        self.all = sorted([*self.heap.objects, *self.heap.classes])
        self.shallow = {n: self.sizes.of(self.heap, n) for n in self.all}
        told = {int(row[0], 0): int(row[3]) for row in self.rows["objects"]}
        for n in self.all:  # If the size is unknown here, that of the tools is used.
            kind, of, _ = self.heap.objects.get(n, ("class", 0, 0))
            if kind == "instance" and self.sizes.is_padded(of):
                self.shallow[n] = told.get(n, 0)
        self.live = self.graph.reach()

    def bytes_of(self, numbers):
        return sum(self.shallow[n] for n in numbers)

    def check_totals(self):
        row = self.rows["dump"][0]
        self.differ("objects", len(self.all), int(row[0]))
        self.differ("bytes", self.bytes_of(self.all), int(row[1]))
        self.differ("reachable objects", len(self.live), int(row[2]))
        self.differ("reachable bytes", self.bytes_of(self.live), int(row[3]))
        self.differ("classes", len(self.heap.classes), int(row[4]))
        self.differ("roots", len(self.graph.root_rows), int(row[5]))
        self.differ("dangling references", self.graph.dangling, int(row[6]))
        self.differ("dumps", len(self.file.heaps), int(row[7]))

    def check_objects(self):
        ours = []
        for n in self.all:
            what, _, rest = self.heap.objects.get(n, ("class", 0, 0))
            kind = what if what in ("class", "instance") else "array"
            length = {"objects": lambda: len(rest), "numbers": lambda: rest}.get(what, str)()
            alive = "true" if n in self.live else "false"
            cells = (hexed(n), hexed(self.graph.class_id(n)), kind, str(self.shallow[n]))
            ours.append((*cells, str(length), alive))
        rows = self.rows["objects"]
        self.compare("objects", ours, [(*row[:4], row[6], row[7]) for row in rows])

    def check_references(self):
        ours = []
        for source, target, kind, field, element, strength in self.graph.edges:
            element = "" if element is None else str(element)
            ours.append((hexed(source), hexed(target), kind, field or "", element, strength))
        self.compare("references", ours, map(tuple, self.rows["refs"]))

    def check_roots(self):
        ours = []
        for n, kind, thread, frame in self.graph.root_rows:
            frame = "" if frame is None or frame < 0 else str(frame)
            frame = "" if kind == "ROOT THREAD OBJECT" else frame
            ours.append((hexed(n), kind, hexed(thread), frame))
        self.compare("roots", ours, map(tuple, self.rows["roots"]))

    def check_classes(self):
        count, size = collections.Counter(), collections.Counter()
        for n in self.all:
            of = self.graph.class_id(n)
            count[of] += 1
            size[of] += self.shallow[n]
        ours = []
        for n, made in self.heap.classes.items():
            is_known = made.super in self.graph.classes or count[made.super]
            above, loader = made.super if is_known else None, made.loader or None
            name = self.file.name(n)
            cells = (hexed(n), name, hexed(above), hexed(loader), str(count[n]), str(size[n]))
            ours.append(cells)
        self.compare("classes", ours, map(tuple, self.rows["classes"]))

    def check_retained(self, numbers):
        """Objects freed with each of NUMBERS, and the dominators."""
        retained, above = {}, {}
        for n in numbers:
            freed = self.live - self.graph.reach([n])
            retained[n] = self.bytes_of(freed)
            for one in freed:
                if one != n:
                    above.setdefault(one, []).append((len(freed), n))
        told = {int(row[0], 0): row for row in self.rows["objects"]}
        missing = [""] * 8
        for n in numbers:
            ours = str(retained[n]) if n in self.live else ""
            self.differ("retained by 0x%x" % n, ours, told.get(n, missing)[4])
        if len(numbers) < len(self.all):
            return
        for n in self.all:
            ours = hexed(min(above[n])[1]) if n in above else ""
            self.differ("dominator of 0x%x" % n, ours, told.get(n, missing)[5])

    def check_groups(self):
        """Objects freed with all objects of a class."""
        groups = collections.defaultdict(list)
        for n in self.live:
            groups[self.graph.class_id(n)].append(n)
        told = {number(row[0]): row[1:] for row in self.rows["dominators"]}
        classes = sorted(of for of in groups if of is not None)
        if self.sample is not None:
            classes = random.Random(0).sample(classes, min(len(classes), self.sample // 2))
        for of in classes:
            members = groups[of]
            freed = self.live - self.graph.reach(members)
            ours = [len(members), self.bytes_of(members), self.bytes_of(freed), len(freed)]
            self.differ("class 0x%x" % of, [str(n) for n in ours], told.get(of))

    def check_paths(self):
        strong = self.graph.distances({"strong"})
        kinds = {"strong", "soft", "weak", "final", "phantom"}
        other = self.graph.distances(kinds)
        pairs = {(edge[0], edge[1]) for edge in self.graph.edges}
        paths = collections.defaultdict(list)
        for end, _, step in self.rows["paths"]:
            paths[int(end, 0)].append(int(step, 0))
        for end, path in paths.items():
            steps = strong.get(end, other.get(end))
            self.differ("steps to 0x%x" % end, steps, len(path) - 1)
            good = path[0] in self.graph.roots and path[-1] == end
            good = good and all(pair in pairs for pair in zip(path, path[1:]))
            self.differ("path to 0x%x" % end, True, good)

    def check_tools(self):
        """Checks tools other than hprof-query, which have different code for output."""
        # hprof-histo keeps no ids, so an object with a repeated id counts, too.
        by_name = collections.Counter(self.file.name(self.graph.class_id(n)) for n in self.all)
        size = self.bytes_of(self.all)
        for one in self.heap.repeated:
            by_name[self.file.name(self.graph.class_of(one))] += 1
            size += self.sizes.of_object(one)
        program = os.path.join(self.tools, "hprof-histo")
        text = run([program, "-q", "--format=csv", "--by=class", *self.options, self.path])
        rows = list(csv.DictReader(io.StringIO(text)))
        told = sum(int(row["instances"]) for row in rows)
        self.differ("objects of hprof-histo", sum(by_name.values()), told)
        told = sum(int(r["shallow"]) for r in rows)
        self.differ("bytes of hprof-histo", size, told)
        told = collections.Counter()
        for row in rows:
            told[row["class"]] += int(row["instances"])
        for name, count in by_name.items():
            if name is not None:
                self.differ("hprof-histo of " + name, count, told[name])
        self.check_tops()

    def check_tops(self):
        """Objects that no other dominates, by hprof-dominators."""
        program = os.path.join(self.tools, "hprof-dominators")
        text = run([program, "-q", "--format=csv", *self.options, self.path])
        tops = {row["id"]: row["retained"] for row in csv.DictReader(io.StringIO(text))}
        ours = {row[0]: row[4] for row in self.rows["objects"] if row[4] and not row[5]}
        self.compare("hprof-dominators", ours.items(), tops.items())

    def check(self, release):
        self.ask()
        self.prepare(release)
        self.check_totals()
        self.check_objects()
        self.check_references()
        self.check_roots()
        self.check_classes()
        self.check_retained(self.all if self.sample is None else self.some())
        self.check_groups()
        self.check_paths()
        self.check_tools()
        return self.faults

    def some(self):
        """Objects of a large dump: those that retain the most, and some at random."""
        r = random.Random(len(self.all))
        rows = sorted(self.rows["objects"], key=lambda row: -int(row[4] or 0))
        found = [int(row[0], 0) for row in rows[: self.sample // 2]]
        found = [one for one in found if self.heap.has(one)]
        live = sorted(self.live)
        return found + r.sample(live, min(len(live), self.sample - len(found)))
