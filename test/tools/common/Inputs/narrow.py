"""narrow.py COLUMNS PROGRAM ARG...: prints what PROGRAM prints on a terminal of COLUMNS
columns."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

main, other = pty.openpty()
fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
env = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
process = subprocess.Popen(sys.argv[2:], stdin=other, stdout=other, env=env)
os.close(other)
text = b""
try:
    while chunk := os.read(main, 4096):
        text += chunk
except OSError:  # EIO: the other side is closed.
    pass
print(text.decode().replace("\r\n", "\n"), end="")
sys.exit(process.wait())
