"""attach.py JDK LIBRARY OPTIONS ARGUMENTS...: runs java with the arguments,
loads the library into it when it has printed "ready", and then writes a line to it, so
that it continues."""

import subprocess
import sys

LIMIT = 300  # Seconds; a longer run is an error.

jdk, library, options = sys.argv[1:4]
java = [jdk + "/bin/java", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+EnableDynamicAgentLoading"]
child = subprocess.Popen(
    java + sys.argv[4:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
try:
    while not child.stdout.readline().startswith("ready"):
        assert child.poll() is None, "the program ended"
    jcmd = [jdk + "/bin/jcmd", str(child.pid), "JVMTI.agent_load", library]
    subprocess.run(jcmd + ['"' + options + '"'], timeout=LIMIT)
    print(child.communicate("\n", timeout=LIMIT)[0])
    print("status", child.returncode)
finally:
    child.kill()
