"""same-objects.py HPROF-DUMP CLASS A B: compares the object of CLASS and all objects
reachable from it in the heap dumps A and B, ignoring ids: the classes, all fields and
elements; and the fields and static fields of all classes whose names begin like CLASS.
Prints how many objects it has compared."""

import json
import subprocess
import sys

TOOL, NAME = sys.argv[1:3]
PREFIX = NAME.split("$")[0]


def ask(path, *arguments):
    command = [TOOL, "--format=json", *arguments, path]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["files"][0]


class Dump:
    def __init__(self, path):
        self.path = path
        self.numbers = {}  # By id, in the order in which objects are met.
        self.left = []

    def meet(self, reference):
        """The value that stands for a reference in both dumps."""
        if not isinstance(reference, dict):
            return reference
        name = reference.get("class")
        # Class objects and the VM's own objects are not followed.
        if name is None or name == "java.lang.Class":
            return name
        if reference["id"] not in self.numbers:
            self.numbers[reference["id"]] = len(self.numbers)
            self.left.append(reference["id"])
        return [name, self.numbers[reference["id"]]]

    def object(self, id):
        o = ask(self.path, "--object=" + id, "--top=0")["objects"][0]
        fields = sorted(o["fields"], key=lambda f: (f["declared_by"], f["name"]))
        return [
            o["class"],
            o["kind"],
            o["length"],
            [[f["declared_by"], f["name"], f["type"], self.meet(f["value"])] for f in fields],
            [[e["type"], self.meet(e["value"])] for e in o.get("elements", [])],
        ]

    def objects(self):
        first = ask(self.path, "--instances-of=" + NAME, "--top=0")["instances"][0]["objects"]
        assert len(first) == 1, first
        self.meet(first[0])
        while self.left:
            yield self.object(self.left.pop(0))

    def classes(self):
        for c in sorted(ask(self.path, "--classes")["classes"], key=lambda c: c["name"]):
            if c["name"].startswith(PREFIX):
                # HotSpot's dumper adds fields of its own.
                own = sorted(
                    (s for s in c["statics"] if not s["name"].startswith("<")),
                    key=lambda s: s["name"],
                )
                yield [
                    c["name"],
                    c["instance_size"],
                    [[s["name"], s["type"], self.meet(s["value"])] for s in own],
                    sorted([f["name"], f["type"]] for f in c["fields"]),
                ]


a, b = Dump(sys.argv[3]), Dump(sys.argv[4])
for what in ("classes", "objects"):
    one, two = list(getattr(a, what)()), list(getattr(b, what)())
    for x, y in zip(one, two):
        if x != y:
            print("differ:\n ", str(x)[:2000], "\n ", str(y)[:2000])
            sys.exit(1)
    assert len(one) == len(two) and one, "different numbers of " + what
    print("same", what + ":", len(one))
