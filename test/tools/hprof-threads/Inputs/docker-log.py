"""Wraps the lines of standard input as Docker's json-file driver does."""
import json
import sys

for line in sys.stdin:
    print(json.dumps({"log": line, "stream": "stdout", "time": "2031-02-03T04:05:06.1Z"}))
