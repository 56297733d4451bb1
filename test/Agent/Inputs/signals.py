"""signals.py ERR COMMAND...: runs COMMAND, which prints "holding" when it is
ready and writes its errors to the file ERR; asks it twice for a dump, each time waiting
until the dump is complete, and then terminates it."""

import signal
import subprocess
import sys
import time

LIMIT = 300  # Seconds; a longer run is an error.

with open(sys.argv[1], "w") as err:
    child = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=err, text=True)
try:
    while not child.stdout.readline().startswith("holding"):
        assert child.poll() is None, "the program ended"
    for number in (1, 2):
        child.send_signal(signal.SIGQUIT)
        end = time.monotonic() + LIMIT
        while open(sys.argv[1]).read().count("done.") < number:
            assert child.poll() is None and time.monotonic() < end, "no dump"
            time.sleep(0.05)
        print("dumped", number)
    child.terminate()
    status = child.wait(LIMIT)
    print("status", 128 - status if status < 0 else status)
finally:
    child.kill()
