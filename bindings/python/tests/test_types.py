# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib
import subprocess
import sys

import pytest

import hprof

pytest.importorskip("mypy")

GOOD = """
import hprof

heap: hprof.Heap = hprof.open("x", threads=2)
for row in heap.histogram(by="package", retained=True):
    name: str = row["package"]
columns: list[hprof.Column] = heap.table("objects", columns=["id"]).columns
size: int = heap.object(1)._shallow
count: int = len(heap.object(1))
first: object = heap.object(1)[0]
for element in heap.object(1):
    pass
for key, value in heap.object(1)._items():
    pass
"""
BAD = """
import hprof

hprof.open("x", threads="two")
hprof.open("x").histogram(bye="package")
"""


def check(tmp_path, text):
    path = tmp_path / "program.py"
    path.write_text(text)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(path)],
        capture_output=True,
        text=True,
    )
    return run.stdout


def test_programs_are_checked(tmp_path):
    assert (pathlib.Path(hprof.__file__).parent / "py.typed").exists()
    assert "Success" in check(tmp_path, GOOD)
    assert "Found 2 errors" in check(tmp_path, BAD)
