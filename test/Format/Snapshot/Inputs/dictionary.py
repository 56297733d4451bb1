"""dictionary.py COUNT: prints a heap snapshot of COUNT objects, each with its own
key."""

import json
import sys

count = int(sys.argv[1])
meta = {
    "node_fields": ["type", "name", "id", "self_size", "edge_count"],
    "node_types": [["object"], "string", "number", "number", "number"],
    "edge_fields": ["type", "name_or_index", "to_node"],
    "edge_types": [["property"], "string_or_number", "node"],
}
nodes, edges = [], []
for i in range(count):
    nodes += [0, 0, 2 * i + 1, 24, 1]
    edges += [0, 1 + i, 0]
strings = ["Dictionary"] + [f"key{i}" for i in range(count)]
snapshot = {"meta": meta, "node_count": count, "edge_count": count}
json.dump(
    {"snapshot": snapshot, "nodes": nodes, "edges": edges, "strings": strings}, sys.stdout
)
