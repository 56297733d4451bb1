#!/usr/bin/env python3
"""Checks that programs are for macOS and load only libSystem.

usage: loads.py --arch=ARCH PROGRAM...

According to llvm-objdump, each PROGRAM must be a Mach-O program for ARCH (aarch64 or
x86_64), load only libSystem, import all undefined symbols from it, and require
macOS 13; for aarch64, it must be signed, since the kernel runs no other programs.
"""

import argparse
import re
import subprocess
import sys

OBJDUMP = "/usr/lib/llvm-19/bin/llvm-objdump"
NM = "/usr/lib/llvm-19/bin/llvm-nm"
LIB_SYSTEM = "/usr/lib/libSystem.B.dylib"
PROCESSORS = {"aarch64": "ARM64", "x86_64": "X86_64"}


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def faults(program, arch):
    """The faults of a program, as strings."""
    text = output_of(OBJDUMP, "--macho", "--private-headers", program)
    header = re.search(r"^\s*MH_MAGIC_64\s+(\w+)\s+\w+\s+\w+\s+(\w+)", text, re.M)
    if not header:
        return ["is not a 64-bit Mach-O file"]
    found = []
    if header[1] != PROCESSORS[arch]:
        found.append("is for %s" % header[1])
    if header[2] != "EXECUTE":
        found.append("is not a program but %s" % header[2])
    loads = re.findall(r"cmd LC_LOAD\w*_DYLIB\n.*\n\s+name (\S+)", text)
    if loads != [LIB_SYSTEM]:
        found.append("loads %s" % (", ".join(loads) or "nothing"))
    oldest = re.search(r"cmd LC_BUILD_VERSION\n.*\n\s+platform (\w+)\n.*\n\s+minos (\S+)",
                       text)
    if not oldest or oldest.groups() != ("macos", "13.0"):
        found.append("is for %s" % (" ".join(oldest.groups()) if oldest else
                                    "no known version"))
    if arch == "aarch64" and "cmd LC_CODE_SIGNATURE" not in text:
        found.append("is not signed")
    for line in output_of(NM, "-m", "--undefined-only", program).splitlines():
        if not line.endswith("(from libSystem)") and "dyld_stub_binder" not in line:
            found.append("lacks " + line.strip())
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--arch", choices=sorted(PROCESSORS), required=True)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    args = parser.parse_args()
    bad = 0
    for program in args.programs:
        for fault in faults(program, args.arch):
            print("error: %s %s" % (program, fault), file=sys.stderr)
            bad += 1
    if bad:
        return 1
    print("%d programs for macOS on %s load only libSystem"
          % (len(args.programs), args.arch))
    return 0


if __name__ == "__main__":
    sys.exit(main())
