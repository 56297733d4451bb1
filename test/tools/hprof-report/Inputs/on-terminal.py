"""on-terminal.py COMMAND...: prints the output of COMMAND on a terminal, and its
status."""

import os
import pty
import sys

child, terminal = pty.fork()
if not child:
    os.environ["TERM"] = "dumb"
    os.execvp(sys.argv[1], sys.argv[1:])
said = b""
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:  # The tool has exited.
        break
    if not piece:
        break
    said += piece
_, status = os.waitpid(child, 0)
print(said.decode(errors="replace").replace("\r", ""))
print("status", os.waitstatus_to_exitcode(status))
