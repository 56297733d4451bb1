#!/usr/bin/env python3
"""Cuts a dump after every byte of its records, merges the rest, and checks that the
result has status 3 (0 if only the END or nothing is missing) and is valid.

    every-cut.py DUMP HPROF-MERGE HPROF-DUMP
"""
import os
import subprocess
import sys


def main():
    dump, merge, check = sys.argv[1:4]
    data = open(dump, "rb").read()
    first = data.index(b"\0") + 13
    cuts = valid = 0
    for end in range(first, len(data), 7):
        open("cut.tmp", "wb").write(data[:end])
        made = subprocess.run(
            [merge, "cut.tmp", "-q", "--force", "-o", "out.tmp"], check=False
        )
        cuts += 1
        # A file without a heap ends between two records without being damaged.
        if made.returncode not in (0, 3):
            print(f"cut after {end}: status {made.returncode}")
            continue
        found = subprocess.run(
            [check, "--verify", "-q", "out.tmp"],
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        if found.returncode == 0 and "no faults" in found.stdout:
            valid += 1
        else:
            print(f"cut after {end}: {found.stdout}")
    os.remove("cut.tmp")
    print(f"{cuts} cuts, {valid} valid")


main()
