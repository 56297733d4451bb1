"""endless.py STATUS COMMAND...: runs COMMAND with files that have no end.

ENDLESS in COMMAND is /dev/zero, then the FIFO "pipe", into which lines are written.
Prints the output of COMMAND, and expects one line and STATUS.
"""

import resource
import subprocess
import sys

LIMIT = 2 << 30


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))


def main():
    status, command = int(sys.argv[1]), sys.argv[2:]
    for name in ("/dev/zero", "pipe"):
        writer = None
        if name == "pipe":
            writer = subprocess.Popen(
                ["sh", "-c", "exec yes > pipe"], stderr=subprocess.DEVNULL
            )
        run = subprocess.run(
            [word.replace("ENDLESS", name) for word in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            preexec_fn=limit_memory,
        )
        if writer:
            writer.kill()
            writer.wait()
        print(run.stdout, end="")
        if run.returncode != status or run.stdout.count("\n") != 1:
            sys.exit("status %d, expected %d and one line" % (run.returncode, status))


if __name__ == "__main__":
    main()
