"""status.py STATUS COMMAND...: fails unless COMMAND exits with STATUS."""

import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
if status != expected:
    sys.exit("%s: exit status %d, not %d" % (" ".join(command), status, expected))
