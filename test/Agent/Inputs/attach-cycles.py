"""attach-cycles.py JDK TOOL LIBRARY OPTIONS ARGUMENTS...: runs java with the arguments,
and makes TOOL load the library with the options and stop it again, 55 times. Prints by
how many MB the resident memory has grown from the fifth time to the last. The sizes of
the Java heap and of malloc()'s memory are kept constant as far as possible."""

import os
import re
import subprocess
import sys

LIMIT = 300  # Seconds; a longer run is an error.
FIRST, LAST = 5, 55

jdk, tool, library, options = sys.argv[1:5]
java = [jdk + "/bin/java", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+EnableDynamicAgentLoading"]
java += ["-Xms32m", "-Xmx32m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"]
child = subprocess.Popen(
    java + sys.argv[5:],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    text=True,
    env=dict(os.environ, MALLOC_ARENA_MAX="1"),
)


def resident():
    with open("/proc/%d/status" % child.pid) as file:
        return int(re.search(r"^VmRSS:\s+(\d+) kB", file.read(), re.M)[1])


try:
    while not child.stdout.readline().startswith("ready"):
        assert child.poll() is None, "the program ended"
    for cycle in range(1, LAST + 1):
        for each in (options, "stop"):
            command = [tool, "--timeout=%d" % LIMIT, "--library=" + library, str(child.pid), each]
            subprocess.run(command, check=True, timeout=LIMIT, stdout=subprocess.DEVNULL)
        if cycle == FIRST:
            before = resident()
    print("grown by %d MB" % ((resident() - before) // 1024))
finally:
    child.kill()
