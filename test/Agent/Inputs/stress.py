"""stress.py FILE COMMAND...: runs COMMAND, which prints "started"; asks it for
three dumps, waiting until each is written or has failed, and then writes a line to it,
so that it exits. Its output goes to FILE: a VM that is asked for a dump prints more
than a pipe holds. Prints all other output."""

import signal
import subprocess
import sys
import time

LIMIT = 300  # Seconds; a longer run is an error.

with open(sys.argv[1], "w") as out:
    child = subprocess.Popen(
        sys.argv[2:], stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT, text=True
    )


def wait_for(what):
    end = time.monotonic() + LIMIT
    while not what(open(sys.argv[1]).read()):
        assert child.poll() is None and time.monotonic() < end, "nothing comes"
        time.sleep(0.05)


try:
    wait_for(lambda text: "started\n" in text)
    for number in (1, 2, 3):
        child.send_signal(signal.SIGQUIT)
        wait_for(lambda text: text.count(" done.\n") >= number or "HPROF ERROR" in text)
    child.communicate("\n", timeout=LIMIT)
    print("status", child.returncode)
finally:
    child.kill()
    for line in open(sys.argv[1]):
        if any(word in line for word in ("HPROF", "result", "WARNING", "Exception", "FATAL")):
            print(line, end="")
