"""heap-snapshot.py FILE: checks a heap snapshot of V8, and prints its nodes.

Checks what readers rely on: counts, edges in the order of their nodes, and
numbers that are in range. Then prints each node with its size and edges.
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)
meta = data["snapshot"]["meta"]
node_fields, edge_fields = meta["node_fields"], meta["edge_fields"]
assert node_fields[:5] == ["type", "name", "id", "self_size", "edge_count"]
assert edge_fields == ["type", "name_or_index", "to_node"]
node_types, edge_types = meta["node_types"][0], meta["edge_types"][0]
width = len(node_fields)
nodes, edges, strings = data["nodes"], data["edges"], data["strings"]
assert len(nodes) == width * data["snapshot"]["node_count"]
assert len(edges) == 3 * data["snapshot"]["edge_count"]
assert len({nodes[i + 2] for i in range(0, len(nodes), width)}) == len(nodes) // width

at = 0
for i in range(0, len(nodes), width):
    kind, name, _, size, count = nodes[i:i + 5]
    print(node_types[kind], ascii(strings[name]), size)
    for _ in range(count):
        edge, label, to = edges[at:at + 3]
        at += 3
        assert to % width == 0 and to < len(nodes)
        label = label if edge_types[edge] in ("element", "hidden") else strings[label]
        print("  %s %s -> %s" % (edge_types[edge], label, ascii(strings[nodes[to + 1]])))
assert at == len(edges)
