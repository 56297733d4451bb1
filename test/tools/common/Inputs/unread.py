"""Usage: unread.py COMMAND...: runs COMMAND with a standard error that nobody reads any
more, and succeeds if that killed it."""

import os
import signal
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
status = subprocess.run(sys.argv[1:], stderr=writer).returncode
if status != -signal.SIGPIPE:
    sys.exit(f"unread.py: status {status}, expected death by SIGPIPE")
