#!/usr/bin/env python3
"""Checks every number, quantifier and name in statements about leak suspects by an
independent count over the heap: in dumps of generated programs, or in those given.

usage: suspects-law.py REPO TOOLS FOLDER COUNT [DUMP...]

Prints "FAILED: dump: suspect: what" for each sentence that is wrong."""

import gzip
import json
import os
import re
import subprocess
import sys

REPO, TOOLS, FOLDER = sys.argv[1:4]
sys.path.insert(0, os.path.join(REPO, "utils", "check"))

from heap_facts import LAYOUT, Facts, stable
from made_heaps import Maker
from readers.dump import File

NAME = r"[^\s:,]+(?: \(\d+ loaders\))?"
LOCAL = r"(?: in the ThreadLocal (?P<local>\S+) of (?P<of>[^\s:]+))?"
WHAT = re.compile(
    r"(?:holds?|leads? to) (?P<n>\d+) × (?P<c>" + NAME + r"?)"
    r"(?: in (?:(?P<on>\d+) ×|as many) (?P<o>" + NAME + r"?))?" + LOCAL +
    r"(?: with (?:(?P<in_>\d+) ×|as many) (?P<i>" + NAME + r"?)(?:, (?P<each>\d+) each)?)?"
    r"(?P<more>(?:,? and \d+ × " + NAME + r"?)*): ")
SIZE = re.compile(r"(\d+) bytes \((?:[^,()]+, )?([\d.]+)%\)")
FIELD = re.compile(r"[Tt]he (static )?field (\S+) of (?:(\d+) objects of )?([^\s,.]\S*?)"
                   r"(?: \((\d+) classes\))?(?: (0x[0-9a-f]+))?(?=[ ,;]|\.(?:\s|$))")
# These are not elements, and neither are single objects of a program.
CONTAINER = re.compile(r"java\.util\.|java\.lang\.ThreadLocal\$|(?:\w+\.)+\w+\[\]$|"
                       r"app\.Tree$")
ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry"


def plain(name):
    return re.sub(r" \(\d+ loaders\)$", "", name)


class Suspect:
    """A suspect in JSON, and the facts about it."""

    def __init__(self, facts, made, label):
        self.f, self.s, self.label = facts, made, label
        self.points = [int(p["id"], 0) for p in made["points"]]
        self.is_whole = len(self.points) == made["points_in_all"]
        self.faults, self.around = [], {}

    def expect(self, what, ours, theirs):
        if ours != theirs:
            self.faults.append("%s: %s, but it says %s" % (what, ours, theirs))

    def require(self, what, is_true):
        if not is_true:
            self.faults.append(what)

    def region(self):
        """The objects in this suspect and in none that it contains."""
        return [n for n in self.inside if self.label.get(n) == self.number]

    def share(self, size):
        return "%.1f" % (100.0 * size / self.f.whole)

    def check(self, number):
        self.number = number
        f, s = self.f, self.s
        if self.is_whole:
            self.inside = f.subtree(self.points)
            self.own = self.region()
            self.expect("retained", sum(f.retained[p] for p in self.points), s["retained"])
            self.expect("own", sum(map(f.shallow, self.own)), s["own"])
            self.check_rows()
            self.check_what()
        for point in s["points"]:
            self.expect("point", f.retained.get(int(point["id"], 0)), point["retained"])
        self.check_sizes()
        self.check_way()
        self.check_holder()
        for remark in s["remarks"]:
            self.check_remark(remark)
        self.check_accumulation()
        return self.faults

    def check_sizes(self):
        s, text = self.s, self.s["headline"]
        is_part = s["own"] < s["retained"] // 100 * 95
        sizes = SIZE.findall(text)
        self.require("no size: " + text, sizes)
        self.expect("size", s["own"] if is_part else s["retained"], int(sizes[0][0]))
        for size, share in sizes:
            self.expect("share of " + size, self.share(int(size)), share)
        beside = re.search(r"plus (\d+) bytes? in other", text)
        self.expect("plus", s["retained"] - s["own"] if is_part else None,
                    int(beside[1]) if beside else None)

    def check_rows(self):
        """The retained objects by class, and the objects that the points dominate."""
        f, s = self.f, self.s
        count, size = {}, {}
        for n in self.inside:
            name = f.name(n)
            count[name] = count.get(name, 0) + 1
            size[name] = size.get(name, 0) + f.shallow(n)
        for row in s["contents"]:
            if stable(row["class"]):
                told = row["objects"], row["bytes"]
                self.expect("contents of " + row["class"],
                            (count.get(row["class"]), size.get(row["class"])), told)
        for row in s["children"]:
            ours = [n for p in self.points for n in f.below.get(p, ())
                    if f.name(n) == row["class"] and f.retained[n] < self.least]
            if stable(row["class"]):
                self.expect("below, " + row["class"],
                            (len(ours), sum(f.retained[n] for n in ours)),
                            (row["objects"], row["bytes"]))
        self.count = count

    # What accumulates.

    def named(self, name):
        return [n for n in self.own if self.f.name(n) == name]

    def inner_of(self, n, names):
        """The closest dominator of N in this suspect that has one of the names."""
        names = frozenset(names)
        if names not in self.around:
            self.around[names] = around = {}
            for one in self.f.order_of:  # Dominators come first.
                up = self.f.above[one]
                if self.label.get(one) == self.number == self.label.get(up):
                    is_one = self.f.name(up) in names and up not in self.points
                    around[one] = up if is_one else around.get(up)
        return self.around[names].get(n)

    def check_count(self, number, name):
        """Whether there are that many objects of a class, in total or not nested in
        each other."""
        if not stable(name):
            return
        all_of = self.named(name)
        if name.startswith("java.util.") and "$" not in name:
            self.expect("collections, " + name, len(self.collections(name)), number)
            return
        others = self.others()
        outer = [n for n in all_of if not self.inner_of(n, others)]
        program = [n for n in all_of if not self.inner_of(n, {
            each for each in others if each.startswith("app.")})]
        points = [n for n in all_of if n in self.points]
        allowed = {len(each) for each in (all_of, outer, program, points)}
        around = [next((one for one in self.f.ways_up(p) if self.f.name(one) == name), None)
                  for p in self.points]
        if None not in around:
            allowed.add(len(set(around)))
        if name == self.f.name(self.points[0]) and self.s["nested"]:
            allowed.add(self.count_linked(name))
        self.require("%d × %s: there are %s" % (number, name, sorted(allowed)), number in allowed)

    def others(self):
        """The class names of the contents, except for containers."""
        names = {self.f.name(n) for n in self.own}
        return {name for name in names
                if not CONTAINER.match(name) and self.f.has_more(name)}

    def collections(self, name):
        """The objects of a class that are the closest ones around numbers or texts."""
        f = self.f
        kinds = {f.name(n) for n in self.own if re.match(r"java\.util\.\w+$", f.name(n))}
        found, others = set(), self.others()
        for n in self.own:
            is_value = re.match(r"java\.lang\.(String|Long)$|(byte|long)\[\]$", f.name(n))
            if is_value and not self.inner_of(n, others):
                found.add(self.inner_of(n, kinds))
        return [n for n in found if n and f.name(n) == name]

    def check_in(self, number, inner, outer, each):
        found = {}
        for n in self.named(inner):
            around = self.inner_of(n, {outer})
            if around:
                found.setdefault(around, []).append(n)
        total = sum(map(len, found.values()))
        self.require("%d × %s in %s: there are %d" % (number, inner, outer, total),
                     stable(inner) is None or number == total or
                     number == sum(1 for n in self.named(inner)
                                   if self.inner_of(n, {outer, inner}) in found))
        if each:
            of = self.collections(outer) if outer.startswith("java.util.") else self.named(outer)
            has = {len(found.get(n, ())) for n in of}
            self.expect("each " + outer, {each}, has)

    def check_what(self):
        match = WHAT.search(self.s["headline"])
        if not match:
            self.require("not understood: " + self.s["headline"], "×" not in self.s["headline"])
            return
        number, name = int(match["n"]), plain(match["c"])
        self.check_count(number, name)
        for count, other in re.findall(r" and (\d+) × (" + NAME + ")", match["more"]):
            self.check_count(int(count), plain(other))
        if match["i"]:
            self.check_in(int(match["in_"] or number), plain(match["i"]), name,
                          int(match["each"] or 0))
        if match["o"]:
            outer = plain(match["o"])
            self.check_count(int(match["on"] or number), outer)
            program = {each for each in self.others() if each.startswith("app.")}
            lacks = [n for n in self.named(name)
                     if not self.inner_of(n, {outer}) and not self.inner_of(n, program)]
            self.expect("%s outside of %s" % (name, outer), 0, len(lacks))
        if match["local"]:
            self.check_local(name, match["local"], match["of"])

    def check_local(self, name, field, of):
        f = self.f
        keys = {to for n in f.heap.classes if f.file.name(n) == of
                for to, _, text, _ in f.edges.get(n, ()) if text == field}
        inside = 0
        for n in self.named(name):
            entry = next((one for one in [n, *f.ways_up(n)] if f.name(one) == ENTRY), None)
            referent = entry and f.referent(entry)
            inside += referent in keys
        self.require("%s not all in ThreadLocal %s" % (name, field),
                     inside == int(WHAT.search(self.s["headline"])["n"]))

    # What holds it.

    def check_way(self):
        before = None
        for step in self.s["way"]:
            n = int(step["id"], 0)
            self.expect("way", self.f.retained.get(n), step["retained"])
            self.expect("dominator of %s" % step["id"], before or 0, self.f.above.get(n))
            label = step.get("label", "").replace("static ", "")
            if before and re.fullmatch(r"\w+", label):
                self.require("no field %s to %s" % (label, step["id"]),
                             label in self.f.fields_to(before, n))
            before = n

    def without(self, match):
        """The objects reachable without the field that the match names."""
        is_static, field, _, name, _, number = match.groups()
        f = self.f

        def is_left_out(at, edge):
            if edge[2] != field:
                return False
            if number:
                return at == int(number, 0)
            return f.name(at) == ("class " + name if is_static else name)

        return f.reach(f.graph.roots, is_left_out)

    def values_of(self, match):
        is_static, field, _, name, _, number = match.groups()
        f = self.f
        objects = [int(number, 0)] if number else [
            n for n in f.order_of if f.name(n) == ("class " + name if is_static else name)]
        return [to for n in objects for to, _, text, _ in f.edges.get(n, ()) if text == field]

    def check_holder(self):
        f, text = self.f, self.s["headline"]
        field = FIELD.match(text)
        if field and re.match(r" holds? ", text[field.end():]):
            left = self.without(field)
            self.require("not held by: " + field[0], not left.intersection(self.points))
        if field and text[field.end():].startswith(" leads to "):
            reached = f.reach(self.values_of(field))
            self.require("not reached: " + field[0], reached.issuperset(self.points))
            self.require("alone: " + field[0], self.without(field).issuperset(self.points))
        if field and field[3]:
            self.check_several(field[4], int(field[3]), field[2])
        led = re.search(r"; (the static field .*?) leads to (?:all|the first (\d+)) of them", text)
        if led:
            reached = f.reach(self.values_of(FIELD.search(text, led.start())))
            self.require("not reached: " + led[0],
                         reached.issuperset(self.points[:int(led[2] or len(self.points))]))
        several = re.match(r'(\d+) threads, for example "', text)
        if several:
            self.check_several(None, int(several[1]), None)
        one = re.match(r'The (?:thread "(.*?)"|class loader \S+ (0x\w+)|object \S+ (0x\w+)) holds', text)
        if one:
            number = next((int(g, 0) for g in one.groups()[1:] if g), None)
            if number is None:
                steps = [int(step["id"], 0) for step in self.s["way"]]
                number = next((n for n in reversed(steps) if f.is_thread(n)), None)
            if number:
                for p in self.points:
                    self.require("not held by " + one[0], number in (p, *f.ways_up(p)))

    def holders(self, name):
        found = {}
        for p in self.points:
            for n in [p, *self.f.ways_up(p)]:
                of = self.f.name(n)
                if of == name or (name is None and self.f.is_thread(n)):
                    found[n] = found.get(n, 0) + self.f.retained[p]
                    break
        return found

    def check_several(self, name, number, field):
        if not self.is_whole:
            return
        found = self.holders(name)
        if not found:  # The objects hold it together.
            f = self.f
            found = {n: None for n in f.order_of if (f.name(n) == name if name else f.is_thread(n))
                     and f.reach([to for to, _, text, _ in f.edges.get(n, ())
                                  if text == field or not field]).intersection(self.points)}
        self.expect("holders", len(found), number)
        each = re.search(r", (at most )?(\d+) bytes \([^()]*\) for each ", self.s["headline"])
        if each and found:
            self.expect("most", max(found.values()), int(each[2]))
            self.expect("at most", len(set(found.values())) > 1, bool(each[1]))

    def check_remark(self, text):
        f, field = self.f, FIELD.search(text)
        first = re.match(r"(?:All|(?:(\d+) of|All) (\d+) sampled objects) are "
                         r"(held by|reachable through) ", text)
        if first and field:
            of = self.points[:int(first[2] or len(self.points))]
            number = int(first[1] or len(of))
            if first[3] == "held by":
                held = [p for p in of if p not in self.without(field)]
            else:
                reached = f.reach(self.values_of(field))
                held = [p for p in of if p in reached]
            self.require("%s: %d are" % (text, len(held)),
                         self.is_whole and number <= len(held) or not self.is_whole)
        elif field and text.startswith("Most of them are in "):
            match, reached = WHAT.search(self.s["headline"]), f.reach(self.values_of(field))
            of = self.named(plain(match["c"]))
            self.require(text, len(reached.intersection(of)) > len(of) // 2)
        elif field and re.match("They are in |(It is|They are) (held by|reachable through) ", text):
            reached = f.reach(self.values_of(field))
            self.require("not reached: " + text, set(self.points) <= reached)
        self.check_limit(text)

    def check_limit(self, text):
        f = self.f
        full = re.match(r"It is full \((\d+) of (\d+), limit (\S+)\.(\w+)\)", text)
        if full:
            number = int(self.s["limit"]["object"], 0)
            self.expect("limit " + full[4], f.values(number).get(full[4]), int(full[2]))
        array = re.match(r"The array \S+ (0x\w+) is full \(all (\d+) elements in use\)", text)
        if array:
            elements = f.heap.objects[int(array[1], 0)][2]
            rows = [f.heap.objects.get(e) for e in elements]
            inner = [e for row in rows if row and row[0] == "objects" for e in row[2]]
            self.require(text, all(elements) and int(array[2]) in (len(elements), len(inner)))
        entries = re.search(r"has (\d+) entries, a round number", text)
        if entries:
            number = int(self.s["limit"]["object"], 0)
            self.expect("entries", f.values(number).get("size"), int(entries[1]))

    # Where it accumulates.

    def check_accumulation(self):
        f, text = self.f, self.s["accumulation"]
        if not text or not self.is_whole:
            return
        chain = re.search(r"trees? of (\d+) objects of (\S+), ", text)
        if chain:
            self.expect("class of the list", f.name(self.points[0]), chain[2])
            self.expect("objects in the list", self.count_linked(chain[2]), int(chain[1]))
            self.expect("nested", int(chain[1]), self.s["nested"])
        large = re.search(r"(?:itself is|themselves are) large", text)
        if large:
            for p in self.points:
                self.require("%s is not large" % hex(p), f.shallow(p) >= f.retained[p] // 2)
        below = re.search(r"(\d+) objects? of (\S+)(?: \(of (\d+) in total\))? retain", text)
        if below:
            row = next(r for r in self.s["children"] if plain(r["class"]) == plain(below[2]))
            self.expect("directly below", row["objects"], int(below[1]))
            if below[3]:
                self.expect("in all", self.count.get(below[2]), int(below[3]))
        for size, share in SIZE.findall(text):
            self.expect("share of " + size, self.share(int(size)), share)

    def count_linked(self, name):
        """The points, and the objects of the class below them with nothing but nodes of
        a list or tree in between."""
        f, linked = self.f, set(self.points)
        inside = set(self.inside)
        for n in f.order_of:  # Dominators come first.
            if n not in inside or f.name(n) != name:
                continue
            for one in f.ways_up(n):
                if f.name(one) == name:
                    if one in linked:
                        linked.add(n)
                    break
                if not re.match(r"java\.util\..*\$|.*\[\]$", f.name(one)):
                    break
        return len(linked)


def check_file(path, answer, facts):
    label, suspects = {}, answer["suspects"]
    point_of = {int(p["id"], 0): i for i, s in enumerate(suspects) for p in s["points"]}
    for n in facts.order_of:  # Dominators come first.
        label[n] = point_of.get(n, label.get(facts.above[n]))
    faults = []
    for i, s in enumerate(suspects):
        one = Suspect(facts, s, label)
        one.least = answer["least"]
        faults += ["%s: suspect %d: %s" % (path, i + 1, fault) for fault in one.check(i)]
    return faults, len(suspects)


def run(tool, *words):
    command = [os.path.join(TOOLS, tool), "-q", *words]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()


def sizes_of(path):
    """Sizes of a real dump as computed by the tools, which other tests check."""
    query = "SELECT id, shallow FROM objects"
    rows = run("hprof-query", "--format=csv", "-e", query, path).split()[1:]
    return {int(n, 0): int(size) for n, size in (row.split(",") for row in rows)}


def facts_of(path, answer, is_real):
    with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
        data = file.read()
    ignored = answer["only_by_references"]
    strengths = {"strong"} if not ignored["followed"] else {"strong", *ignored["kinds"]}
    return Facts(File(data), strengths, sizes_of(path) if is_real else None)


def main():
    real, paths, options = sys.argv[5:], [], ["--layout=" + LAYOUT]
    for seed in range(0 if real else int(sys.argv[4])):
        paths.append(os.path.join(FOLDER, "%d.hprof" % seed))
        with open(paths[-1], "wb") as file:
            file.write(Maker(seed).make())
    text = run("hprof-dominators", "--suspects", "--format=json", *(real or options + paths))
    checked = wrong = 0
    for path, answer in zip(real or paths, json.loads(text)["files"]):
        facts = facts_of(path, answer, bool(real))
        faults, suspects = check_file(os.path.basename(path), answer, facts)
        checked += suspects
        wrong += len(faults)
        for fault in faults:
            print("FAILED: " + fault)
    print("%d dumps, %d suspects, %d wrong" % (len(real or paths), checked, wrong))
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
