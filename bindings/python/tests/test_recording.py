# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that are not heaps."""

import pathlib
import subprocess
import sys

import pytest

import hprof

WRITER = pathlib.Path(__file__).parents[3] / "test" / "Format" / "Jfr" / "Inputs" / "recording.py"


@pytest.fixture
def recording(tmp_path):
    path = tmp_path / "heap.jfr"
    subprocess.run([sys.executable, WRITER, path, "heap"], check=True)
    return hprof.open(path)


def test_events_are_tables(recording):
    assert "jdk.GCHeapSummary" in recording.tables
    assert "objects" not in recording.tables
    rows = list(recording.table("jdk.GCHeapSummary"))
    assert len(rows) == 240
    assert rows[1]["when"] == "After GC"
    assert rows[1]["heapUsed"] == 100 << 20
    [row] = recording.query('SELECT max(gcId) AS last FROM "jdk.GarbageCollection"')
    assert row["last"] == 119


def test_objects_need_a_heap_dump(recording, tmp_path):
    for ask in (recording.histogram, recording.suspects, recording.dominators, recording.objects):
        with pytest.raises(hprof.Error):
            list(ask())
    with pytest.raises(hprof.Error, match="an object requires a heap dump"):
        recording.object(1)
    with pytest.raises(hprof.Error, match="is not a heap dump"):
        recording.to_parquet(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_damage_is_reported(recording, tmp_path):
    whole = pathlib.Path(recording.path).read_bytes()
    path = tmp_path / "cut.jfr"
    path.write_bytes(whole + whole[:-10])
    cut = hprof.open(path)
    assert cut.is_damaged
    assert {note["kind"] for note in cut.notes} == {"damage"}
    assert len(list(cut.table("jdk.GarbageCollection"))) == 120


def test_thread_dumps_and_profiles(tmp_path):
    path = tmp_path / "threads.txt"
    path.write_text("""2026-05-28 13:32:49
Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):

"main" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x0000000000000410 nid=0x29 runnable  [0x10]
   java.lang.Thread.State: RUNNABLE
\tat app.Main.main(Main.java:12)

""")
    [row] = hprof.open(path).table("threads")
    assert row["name"] == "main"
    subprocess.run([sys.executable, WRITER, tmp_path / "whole.jfr", "whole"], check=True)
    [row] = hprof.open(tmp_path / "whole.jfr").query("SELECT sum(samples) AS n FROM samples")
    assert row["n"] == 7
