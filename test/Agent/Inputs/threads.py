"""threads.py COMMAND...: runs COMMAND, a program that prints "ready" and has an agent;
asks it for a dump by SIGQUIT, lets it exit, and prints the agent's messages."""

import signal
import subprocess
import sys
import tempfile
import time

import process

LIMIT = 300  # Seconds; a longer run is an error.

# Open a file for each: a shared file would share the position, too.
with tempfile.NamedTemporaryFile("a") as err, open(err.name) as told:
    child = subprocess.Popen(
        sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err, text=True)
    try:
        while not child.stdout.readline().startswith("ready"):
            assert child.poll() is None, "the program ended"
        child.send_signal(signal.SIGQUIT)
        end = time.monotonic() + LIMIT
        said = ""
        while "done." not in said:
            assert child.poll() is None and time.monotonic() < end, "no dump"
            time.sleep(0.05)
            said += told.read()
        child.communicate("\n", timeout=LIMIT)
        print(said + told.read(), end="")
    except BaseException:
        print("the agent said:", told.seek(0) or told.read(), file=sys.stderr)
        process.show(child)
        raise
    finally:
        child.kill()
