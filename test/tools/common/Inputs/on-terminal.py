"""on-terminal.py BIN HEAP FOLDER -- TOOL...: checks what each TOOL does on a terminal.

Short work is done 20 times with a terminal: for input, output and messages, or
for messages only. Long work reads a pipe that stops before the end until the
terminal shows the line of progress; then the rest comes, or a signal. What is
left on the terminal, and what goes elsewhere, must be what the tool writes
without a terminal; in text on a terminal, bytes have units, as with --human.
"""

import concurrent.futures
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

bin_folder, heap, folder = sys.argv[1:4]
tools = [os.path.basename(t) for t in sys.argv[5:]]
RUNS = 20
LIMIT = 120  # Seconds to wait for something that never comes.

FRAME = "\tat app.Main.run(Main.java:10)\n\tat app.Main.main(Main.java:5)\n"


def thread_dump(count):
    text = "2024-01-01 10:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n\n"
    for i in range(1, count + 1):
        text += '"worker-%d" #%d prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s ' % (i, i)
        text += "tid=0x%016x nid=0x%x runnable  [0x00007f0000100000]\n" % (i * 4096, i)
        text += "   java.lang.Thread.State: RUNNABLE\n" + FRAME + "\n"
    return text.encode()


def profile(count):
    text = "JAVA PROFILE 1.0.1, created Sat Nov 21 01:37:10 2026\n\n"
    for i in range(1, count + 1):
        text += "TRACE %d:\n\tapp.Main.run%d(Main.java:5)\n" % (300000 + i, i)
    text += "CPU SAMPLES BEGIN (total = %d) Sat Nov 21 01:37:10 2026\n" % count
    text += "rank   self  accum   count trace method\n"
    for i in range(1, count + 1):
        text += "%4d %5.2f%% %5.2f%% %7d %d app.Main.run%d\n" % (
            i, 100 / count, 100 * i / count, 1, 300000 + i, i)
    return (text + "CPU SAMPLES END\n").encode()


def large_heap():
    """The heap with an array of 1 MiB before its end."""
    with open(heap, "rb") as file:
        data = file.read()
    id_size = struct.unpack_from(">I", data, data.index(0) + 1)[0]
    count = 1 << 20
    array = b"\x23" + (0x100000).to_bytes(id_size, "big") + struct.pack(">IIB", 0, count, 8)
    segment = b"\x1c" + struct.pack(">II", 0, len(array) + count) + array + bytes(count)
    end = b"\x2c" + bytes(8)
    assert data.endswith(end)
    return data[: -len(end)] + segment + end


LONG = {"heap": large_heap(), "threads": thread_dump(3000), "profile": profile(6000)}
SHORT = {"heap": open(heap, "rb").read(), "threads": thread_dump(2), "profile": profile(3)}
for name, content in SHORT.items():
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)

# A command with {} for the input, the kind of input, and whether a progress line is shown
# while the rest of the input is awaited.
COMMANDS = [
    ("hprof-attach {}", "threads", False),  # The input is not a process.
    ("hprof-convert {} --to=yaml", "heap", True),
    ("hprof-convert {} --to=thread-json", "threads", True),
    ("hprof-convert {} --to=yaml", "profile", True),
    ("hprof-diff {} heap", "heap", True),
    ("hprof-diff {} profile", "profile", False),  # This tool needs files.
    ("hprof-dominators {}", "heap", True),
    ("hprof-dominators --suspects {}", "heap", True),
    ("hprof-dump {}", "heap", True),
    ("hprof-dump --threads {}", "heap", False),
    ("hprof-dump --verify {}", "heap", True),
    ("hprof-histo {}", "heap", True),
    ("hprof-histo --retained {}", "heap", True),
    ("hprof-histo --format=jsonl {}", "heap", True),
    ("hprof-histo --format=markdown {}", "heap", True),
    ("hprof-index {} --force -o out.hidx", "heap", False),  # This tool needs a file.
    ("hprof-lint {}", "heap", True),
    ("hprof-listen {}", "threads", False),  # The input is not an address.
    ("hprof-mcp --max-heaps=0 {}", "threads", False),  # This server does not talk to a terminal.
    ("hprof-merge {} --force -o out.hprof", "heap", True),
    ("hprof-merge {} --to=hprof-text", "profile", False),
    ("hprof-opt --passes=identity {} --force -o opt.hprof", "heap", True),
    ("hprof-paths --class=* {}", "heap", True),
    ("hprof-query --query=SELECT/**/count(*)FROM/**/objects {}", "heap", True),
    ("hprof-report --format=md {}", "heap", False),  # This tool needs a file.
    ("hprof-threads {}", "heap", True),
    ("hprof-serve {}", "threads", False),  # This server needs a heap dump.
    ("hprof-threads {}", "threads", True),
    ("hprof-threads --retained {}", "heap", False),  # This tool needs a file.
]
SIGNALS = {  # Signals for those commands.
    "hprof-dump {}": signal.SIGQUIT,
    "hprof-histo {}": signal.SIGINT,
    "hprof-lint {}": signal.SIGTERM,
    "hprof-merge {} --force -o out.hprof": signal.SIGHUP,
}

ENV = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
STYLE = re.compile(rb"\x1b\[[0-9;]*m")
CLEAR = b"\x1b[K"


def screen(text):
    """The text that remains visible after TEXT was written to a terminal."""
    lines, column = [bytearray()], 0
    for part in re.split(rb"(\r\n|\r|\n|\x1b\[K)", STYLE.sub(b"", text)):
        if part == b"\r":
            column = 0
        elif part in (b"\r\n", b"\n"):
            lines.append(bytearray())
            column = 0
        elif part == CLEAR:
            del lines[-1][column:]
        else:
            lines[-1][column : column + len(part)] = part
            column += len(part)
    return b"\n".join(lines)


class Terminal:
    def __init__(self):
        self.main, self.other = pty.openpty()
        fcntl.ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 10000, 0, 0))
        self.text = b""

    def start(self, command, **files):
        files = {k: self.other if v is None else v for k, v in files.items()}
        process = subprocess.Popen(command, cwd=folder, env=ENV, **files)
        os.close(self.other)
        return process

    def read(self, seconds=None):
        """Whether the other side is still open."""
        if not select.select([self.main], [], [], seconds)[0]:
            return True
        try:
            more = os.read(self.main, 65536)
        except OSError:  # EIO
            more = b""
        self.text += more
        return bool(more)

    def finish(self, process):
        while self.read():
            pass
        os.close(self.main)
        return process.wait()


def ungrouped(text):
    """TEXT without the commas and wider columns of grouped digits."""
    return re.sub(rb"  +", b" ", re.sub(rb"(?<=\d),(?=\d\d\d)", b"", text))


def plainly(command, stdin=subprocess.DEVNULL, data=None):
    """Exit status, output and messages without a terminal."""
    done = subprocess.run(command, cwd=folder, env=ENV, check=False, input=data,
                          stdin=None if data is not None else stdin,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def short(text, kind):
    command = [w.replace("{}", kind) for w in text.split()]
    command[0] = os.path.join(bin_folder, command[0])
    wanted = plainly(command)
    has_units = "--format=" not in text and b"--bytes" in plainly([command[0], "--help"])[1]
    # In both, output comes when its buffer is full or the tool exits.
    merged = subprocess.run(command + ["--human"] * has_units, cwd=folder, env=ENV,
                            check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT).stdout
    for run in range(RUNS):
        terminal = Terminal()
        if run % 2:
            process = terminal.start(command, stdin=None, stdout=None, stderr=None)
            got = terminal.finish(process), ungrouped(screen(terminal.text))
            expected = wanted[0], ungrouped(merged)
        else:
            with open(os.path.join(folder, "out-%d" % id(terminal)), "w+b") as out:
                process = terminal.start(command, stdin=None, stdout=out, stderr=None)
                status = terminal.finish(process)
                out.seek(0)
                got, expected = (status, out.read(), screen(terminal.text)), wanted
            os.unlink(out.name)
        if got != expected:
            return "run %d: %r, expected %r" % (run, got, expected)
    return None


def feed(terminal, data, to):
    """Writes all but the end of DATA until the line is shown. Returns the number of
    bytes written, or None if there was no line."""
    sent, held = 0, len(data) - 100
    os.set_blocking(to, False)
    until = time.monotonic() + LIMIT
    while CLEAR not in terminal.text:
        if time.monotonic() > until:
            return None
        if sent < held and select.select([], [to], [], 0)[1]:
            try:
                sent += os.write(to, data[sent : min(held, sent + 65536)])
            except BrokenPipeError:
                return None
        if not terminal.read(0.001):
            return None
    os.set_blocking(to, True)
    return sent


def long(text, kind, number=None):
    command = [w.replace("{}", "-") for w in text.split()]
    command[0] = os.path.join(bin_folder, command[0])
    wanted = plainly(command, data=LONG[kind]) if not number else (-number, b"", b"")
    terminal = Terminal()
    source, to = os.pipe()
    with open(os.path.join(folder, "out-%d" % id(terminal)), "w+b") as out:
        process = terminal.start(command, stdin=source, stdout=out, stderr=None)
        os.close(source)
        sent = feed(terminal, LONG[kind], to)
        if sent is None:
            os.close(to)
            process.kill()
            terminal.finish(process)
            return "no line was shown: %r" % terminal.text
        if number:
            process.send_signal(number)
        else:
            with os.fdopen(to, "wb") as pipe:
                pipe.write(LONG[kind][sent:])
        status = terminal.finish(process)
        if number:
            os.close(to)
        out.seek(0)
        got = status, out.read(), screen(terminal.text)
    os.unlink(out.name)
    return None if got == wanted else "%r, expected %r" % (got, wanted)


# The parent of the test may have ignored signals.
for number in SIGNALS.values():
    signal.signal(number, signal.SIG_DFL)
# A tool may be missing in a build.
built = [c for c in COMMANDS if c[0].split()[0] in tools]
jobs = []
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    for text, kind, shows_line in built:
        jobs.append((text, kind, "short", pool.submit(short, text, kind)))
        if shows_line:
            jobs.append((text, kind, "long", pool.submit(long, text, kind)))
    for text, number in SIGNALS.items():
        jobs.append((text, "heap", number.name, pool.submit(long, text, "heap", number)))

faults = 0
for text, kind, what, job in jobs:
    if fault := job.result():
        faults += 1
        print("%s, %s, %s: %s" % (text, kind, what, fault[:3000]))
known = {text.split()[0] for text, _, _ in COMMANDS}
for tool in tools:
    if tool not in known:
        faults += 1
        print("no command with " + tool)
if left := [name for name in os.listdir(folder) if "tmp" in name]:
    faults += 1
    print("left: %s" % left)
print("%d commands, %d faults" % (len(jobs), faults))
