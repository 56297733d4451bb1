"""when.py TEXT COMMAND...: runs COMMAND and writes a line to it when it has printed
a line with TEXT on standard output or error, so that it continues. Prints all output of
the command, and its status."""

import subprocess
import sys
import threading

LIMIT = 300  # Seconds; a longer run is an error.

child = subprocess.Popen(
    sys.argv[2:],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.STDOUT,
    text=True,
)
watch = threading.Timer(LIMIT, child.kill)
watch.start()
for line in child.stdout:
    print(line, end="", flush=True)
    if sys.argv[1] in line:
        child.stdin.write("\n")
        child.stdin.flush()
print("status", child.wait())
watch.cancel()
