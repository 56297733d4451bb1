#!/usr/bin/env python3
"""contended.py JDK WORK HISTO...: compares the VM's sizes of padded objects with ours."""

import os
import subprocess
import sys

sys.dont_write_bytecode = True
from jvm import Vm, our_rows, vm_rows  # noqa: E402

jdk, work = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
subprocess.run(
    [
        os.path.join(jdk, "bin", "javac"),
        "--add-exports=java.base/jdk.internal.vm.annotation=ALL-UNNAMED",
        "-d",
        work,
        os.path.join(here, "Padded.java"),
    ],
    check=True,
)
dump = os.path.join(work, "padded.hprof")
options = ["-Xmx32m", "-XX:+UseSerialGC", "-XX:-RestrictContended"]
with Vm(jdk, [work], options, "Padded", []) as vm:
    theirs = vm_rows(vm.ask("GC.class_histogram"))
    vm.ask("GC.heap_dump", dump)
ours = our_rows(sys.argv[3:], dump)
for name in sorted(theirs):
    if name.startswith("Padded$"):
        same = "the same" if ours.get(name) == theirs[name] else "ours %d, %d" % ours[name]
        print("%s: %d, %d bytes, %s" % ((name,) + theirs[name] + (same,)))
os.remove(dump)
