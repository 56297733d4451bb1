"""compare.py SNAPSHOT HISTO DOMINATORS: compares a heap snapshot with the tools'
answers.

SNAPSHOT is V8's JSON. HISTO is `hprof-histo --format=json --by=class --top=0` of it, DOMINATORS
is `hprof-dominators --format=json --top=20`. Numbers and sizes of each class, and
the largest retained sizes, must be those that an independent reading gives. Prints
the number of nodes.
"""

import collections
import json
import sys

snapshot, histo, dominators = (json.load(open(p, encoding="utf-8")) for p in sys.argv[1:4])
meta = snapshot["snapshot"]["meta"]
names, types = meta["node_fields"], meta["node_types"][0]
kinds = meta["edge_types"][0]
width = len(names)
place = {name: names.index(name) for name in names}
numbers, edges, strings = snapshot["nodes"], snapshot["edges"], snapshot["strings"]


class Node:
    def __init__(self, first):
        get = lambda name: numbers[first + place[name]]
        self.type, self.name = types[get("type")], strings[get("name")]
        self.id, self.size, self.count = get("id"), get("self_size"), get("edge_count")
        self.is_group = self.type == "synthetic" and not self.size
        self.to = []

    def class_name(self):
        if self.type in ("object", "native", "synthetic"):
            name = self.name or "(no name)"
            # Class names as they are shown.
            if name.endswith("[]"):
                name = name[:-2] + " array"
            return name.replace("/", "\u2215")
        return {"hidden": "(system)", "code": "(compiled code)"}.get(self.type, "(%s)" % self.type)


nodes = [Node(first) for first in range(0, len(numbers), width)]
at = 0
for node in nodes:
    for _ in range(node.count):
        kind, _, to = edges[at : at + 3]
        at += 3
        if kinds[kind] != "weak":
            node.to.append(to // width)
assert at == len(edges)

expected = collections.defaultdict(lambda: [0, 0])
for node in nodes:
    if not node.is_group:
        row = expected[node.class_name()]
        row[0] += 1
        row[1] += node.size
found = collections.defaultdict(lambda: [0, 0])
for row in histo["rows"]:
    found[row["class"]][0] += row["instances"]
    found[row["class"]][1] += row["shallow"]
for made_up in ("java.lang.Class", "(more edges)"):  # These have no bytes.
    if made_up in found:
        found[made_up][0] = expected[made_up][0]
for name in sorted(set(expected) | set(found)):
    if expected[name] != found[name]:
        sys.exit("%s: the snapshot has %s, and hprof-histo %s"
                 % (name, expected[name], found[name]))

# Dominators by the iterative algorithm of Cooper, Harvey and Kennedy. All roots are below
# a single node.
ROOT = len(nodes)
starts = {i for i, n in enumerate(nodes) if n.type == "synthetic" and not n.is_group}
for node in nodes:
    if node.is_group:
        starts.update(i for i in node.to if not nodes[i].is_group)
targets = [[i for i in n.to if not nodes[i].is_group] for n in nodes] + [sorted(starts)]
order, seen, stack = [], {ROOT}, [(ROOT, iter(targets[ROOT]))]
while stack:
    node, left = stack[-1]
    for to in left:
        if to not in seen:
            seen.add(to)
            stack.append((to, iter(targets[to])))
            break
    else:
        order.append(node)
        stack.pop()
rank = {node: i for i, node in enumerate(order)}
sources = collections.defaultdict(list)
for node in order:
    for to in targets[node]:
        sources[to].append(node)
above = {ROOT: ROOT}
changed = True
while changed:
    changed = False
    for node in reversed(order[:-1]):
        best = None
        for other in sources[node]:
            if other not in above:
                continue
            if best is None:
                best = other
                continue
            a, b = other, best
            while a != b:
                while rank[a] < rank[b]:
                    a = above[a]
                while rank[b] < rank[a]:
                    b = above[b]
            best = a
        if above.get(node) != best:
            above[node] = best
            changed = True
retained = {node: nodes[node].size for node in order[:-1]}
for node in order[:-1]:  # Dominated nodes come first.
    if above[node] != ROOT:
        retained[above[node]] += retained[node]
largest = sorted(
    (retained[n] for n in order[:-1] if above[n] == ROOT and retained[n]), reverse=True
)
rows = [row["retained"] for row in dominators["files"][0]["rows"]]
if rows[:20] != largest[: len(rows[:20])] or not rows:
    sys.exit("retained: the snapshot has %s, and hprof-dominators %s" % (largest[:20], rows))
print(len(nodes), "nodes")
