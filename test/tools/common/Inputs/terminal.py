"""terminal.py TOOL FOLDER: runs TOOL on a pseudo-terminal and sends it signals."""

import os
import pty
import signal
import subprocess
import sys
import time

tool, folder = sys.argv[1:]
env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}


def on_terminal(*args, **extra):
    """Exit status of TOOL on a new terminal, and what it printed there."""
    main, other = pty.openpty()
    process = subprocess.Popen(
        [tool, *args], stdin=other, stdout=other, stderr=other, env={**env, **extra}
    )
    os.close(other)
    text = b""
    try:
        while chunk := os.read(main, 4096):
            text += chunk
    except OSError:  # EIO: the other side is closed.
        pass
    os.close(main)
    return process.wait(), text.decode()


def check(condition, *what):
    if not condition:
        sys.exit("failed: %r" % (what,))


status, text = on_terminal()
check(status == 2 and "no input; specify a file" in text, status, text)
check("\x1b[" in text, "colour", text)
status, text = on_terminal(NO_COLOR="1")
check("\x1b[" not in text, "no colour", text)
status, text = on_terminal("--color=always", NO_COLOR="1")
check("\x1b[" in text, "colour by option", text)
status, text = on_terminal("--binary", "x")
check(status == 1 and "refusing to write binary output to a terminal" in text, status, text)
status, text = on_terminal("-o", "/dev/null", "--binary", "x")
check(status == 0, status, text)


def wait_for_temporary(process):
    """Waits, however long a busy machine takes."""
    while not os.listdir(folder):
        check(process.poll() is None, "no temporary appears", process.returncode)
        time.sleep(0.01)


def default_signals():
    """The parent of the test may have ignored signals."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


out = os.path.join(folder, "out")
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    process = subprocess.Popen([tool, "-o", out, "sleep"], preexec_fn=default_signals)
    wait_for_temporary(process)
    process.send_signal(number)
    check(process.wait() == -number, number, process.returncode)
    check(os.listdir(folder) == [], number, os.listdir(folder))

# Under nohup, the tool continues.
process = subprocess.Popen(
    [tool, "-o", out, "sleep"],
    preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
)
wait_for_temporary(process)
process.send_signal(signal.SIGHUP)
time.sleep(0.1)
check(process.poll() is None and os.listdir(folder), "nohup")
process.terminate()
process.wait()

# A closed pipe terminates the tool silently, and leaves no file.
process = subprocess.Popen([tool, "flood"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
process.stdout.readline()
process.stdout.close()
check(process.wait() == -signal.SIGPIPE, "pipe", process.returncode)
check(process.stderr.read() == b"", "pipe")
