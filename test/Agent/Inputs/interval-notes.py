"""interval-notes.py FOLDER: checks that outputs and messages of samplers say so when
their interval is shorter than the timer tick of the system, and only then."""

import sys
import time

CLOCK_MONOTONIC_COARSE = 6  # This clock advances at the ticks.

tick = time.clock_getres(CLOCK_MONOTONIC_COARSE) * 1000
for name, interval in (("1", 1), ("10", 10), ("j", 1)):
    note = "one per %.3g ms of CPU time (the system's timer tick) instead of %d ms"
    expected = interval < tick and name != "j"
    for end in ("txt", "err"):
        with open("%s/%s.%s" % (sys.argv[1], name, end)) as file:
            if (note % (tick, interval) in file.read()) != expected:
                sys.exit("%s.%s is wrong" % (name, end))
print("as it should be")
