"""Prints each row of a report, with its holders in order of their names.

usage: holders.py < JSON
"""

import json
import sys

for file in json.load(sys.stdin)["files"]:
    for finding in file["findings"]:
        for row in finding["rows"]:
            held = sorted("%s %d" % (h["name"], h["count"]) for h in row["holders"])
            print(row["what"], *held, sep=" | ")
