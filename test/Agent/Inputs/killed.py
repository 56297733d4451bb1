"""killed.py COMMAND...: runs COMMAND, and kills it once it has printed "ready"."""

import subprocess
import sys

child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
try:
    while not child.stdout.readline().startswith("ready"):
        assert child.poll() is None, "the program ended"
finally:
    child.kill()
    child.wait()
