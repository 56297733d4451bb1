"""attach-in-steps.py JDK LIBRARY OPTIONS... -- ARGUMENTS...: runs java with the
arguments and, when it has printed "ready", loads the library into it once with each of
the options; @LIBRARY switches to another library. After each load it writes a line to
the program, and prints the line that the program answers with."""

import subprocess
import sys

LIMIT = 300  # Seconds; a longer run is an error.

jdk, library = sys.argv[1:3]
end = sys.argv.index("--")
java = [jdk + "/bin/java", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+EnableDynamicAgentLoading"]
child = subprocess.Popen(
    java + sys.argv[end + 1 :], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
try:
    while not child.stdout.readline().startswith("ready"):
        assert child.poll() is None, "the program ended"
    for options in sys.argv[3:end]:
        if options.startswith("@"):
            library = options[1:]
            continue
        jcmd = [jdk + "/bin/jcmd", str(child.pid), "JVMTI.agent_load", library]
        subprocess.run(jcmd + ['"' + options + '"'], check=True, timeout=LIMIT)
        child.stdin.write("\n")
        child.stdin.flush()
        print(child.stdout.readline(), end="", flush=True)
    print(child.communicate(timeout=LIMIT)[0])
    print("status", child.returncode)
finally:
    child.kill()
