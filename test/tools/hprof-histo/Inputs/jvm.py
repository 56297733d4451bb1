"""A VM that tests start, and whose own histogram they request."""

import csv
import os
import re
import signal
import socket
import subprocess
import time
from collections import Counter

# The VM may have more objects of these classes: dumps lack mirrors without a loaded
# class, those in a CDS archive and dead ones.
UNDUMPED = {"java.lang.Class"}
# Heap fillers have their own class in the VM, int[] in a dump.
FILLERS = {"jdk.internal.vm.FillerElement[]": "int[]"}

PRIMITIVES = dict(
    zip("ZBCSIJFD", "boolean byte char short int long float double".split())
)


def java_name(name):
    """[Ljava.lang.String; -> java.lang.String[]; hidden classes alike."""
    dimensions = len(name) - len(name.lstrip("["))
    name = name[dimensions:]
    if dimensions:
        name = name[1:-1] if name.startswith("L") else PRIMITIVES[name]
    return name.replace("/0x", "+0x") + "[]" * dimensions


def vm_rows(text):
    """Class -> instances and bytes in the text of GC.class_histogram."""
    rows = Counter()
    sizes = Counter()
    for match in re.finditer(r"^ *\d+: +(\d+) +(\d+) +(\S+)", text, re.M):
        name = java_name(match[3])
        name = FILLERS.get(name, name)
        rows[name] += int(match[1])
        sizes[name] += int(match[2])
    return {name: (rows[name], sizes[name]) for name in rows}


def our_rows(histo, dump):
    """The same as printed by hprof-histo for a dump."""
    command = histo + ["--format=csv", "--top=0", dump]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    rows = {}
    for row in csv.DictReader(text.stdout.splitlines()):
        name = row["class"].replace("/0x", "+0x")
        old = rows.get(name, (0, 0))
        rows[name] = (
            old[0] + int(row["instances"]),
            old[1] + int(row["shallow"]),
        )
    return rows


class Vm:
    """A VM whose program prints "ready", and which is stopped at the end of the
    block."""

    def __init__(self, jdk, path, options, program, arguments):
        command = [os.path.join(jdk, "bin", "java")] + options
        command += ["-cp", os.pathsep.join(path), program]
        self.process = subprocess.Popen(
            command + arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self):
        self.wait()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def wait(self):
        for line in self.process.stdout:
            if line.startswith("ready"):
                return
        raise SystemExit("error: the VM ended before it was ready")

    def go_on(self):
        """Lets a waiting program continue until it is ready again."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.wait()

    def ask(self, *what):
        """The output that jcmd would print; uses the same protocol, without a VM of its
        own."""
        pid = self.process.pid
        path = "/tmp/.java_pid%d" % pid
        if not os.path.exists(path):
            # The VM creates the socket when it finds this file on SIGQUIT.
            trigger = "/tmp/.attach_pid%d" % pid
            open(trigger, "w").close()
            self.process.send_signal(signal.SIGQUIT)
            for _ in range(6000):
                if os.path.exists(path):
                    break
                time.sleep(0.01)
            os.remove(trigger)
        with socket.socket(socket.AF_UNIX) as vm:
            vm.connect(path)
            words = ["1", "jcmd", " ".join(what), "", ""]
            vm.sendall("".join(word + "\0" for word in words).encode())
            answer = b"".join(iter(lambda: vm.recv(1 << 16), b"")).decode()
        status, _, text = answer.partition("\n")
        if status != "0":
            raise SystemExit("error: %s: %s" % (what, answer))
        return text
