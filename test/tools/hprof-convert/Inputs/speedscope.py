"""speedscope.py < JSON: prints the stacks of a speedscope profile, one per line."""

import json
import sys

data = json.load(sys.stdin)
frames = data["shared"]["frames"]


def text(frame):
    place = "(%s:%d)" % (frame["file"], frame["line"]) if "line" in frame else ""
    return frame["name"] + place


for profile in data["profiles"]:
    assert sum(profile["weights"]) == profile["endValue"]
    print(profile["name"], profile["unit"], profile["endValue"])
    for stack, weight in zip(profile["samples"], profile["weights"]):
        print(*(text(frames[f]) for f in stack), weight)
