"""with-target.py TARGET... -- COMMAND: runs COMMAND while TARGET runs.

TARGET prints "ready" when it may be attached to and exits when its input ends. COMMAND
is one argument, run by bash with PID in the environment: the pid of TARGET or, if it
has started other programs and waits for them, of the innermost one. Afterwards the
output of TARGET follows, each line after "target: ", and its exit status. The status of
COMMAND is ignored. In any case, no process of TARGET's is left.
"""

import os
import signal
import subprocess
import sys
import threading

# The parent of the tests, such as nohup, may ignore them.
for each in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(each, signal.SIG_DFL)

# A last resort against a hang; no test comes close to this limit.
PATIENCE = 600


def parents():
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/status") as file:
                lines = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
            found[int(name)] = int(lines["PPid"])
        except (OSError, KeyError):
            pass
    return found


def innermost(pid):
    by_pid = parents()
    while True:
        children = [child for child, parent in by_pid.items() if parent == pid]
        if not children:
            return pid
        pid = children[0]


def main():
    split = sys.argv.index("--")
    target = subprocess.Popen(
        sys.argv[1:split],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="backslashreplace",
        start_new_session=True,
    )

    def kill():
        for pid in [innermost(target.pid), target.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    watch = threading.Timer(PATIENCE, kill)
    watch.daemon = True
    watch.start()
    printed = []
    try:
        for line in target.stdout:
            printed.append(line)
            if line == "ready\n":
                break
        started = False
        if printed and printed[-1] == "ready\n":
            env = dict(os.environ, PID=str(innermost(target.pid)))
            subprocess.run(["bash", "-c", sys.argv[split + 1]], env=env)
            started = True
        else:
            print("the target did not start", flush=True)
        target.stdin.close()
        printed += target.stdout
        code = target.wait()
    finally:
        if target.poll() is None:
            kill()
            target.wait()
        watch.cancel()
    for line in printed:
        print("target: " + line.rstrip("\n"))
    print("target: exit status %d" % code)
    sys.exit(0 if started else 1)


main()
