# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

import hprof
import hprof.parquet

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "Formats" / "Columns.md"


def read(path):
    return pq.ParquetFile(path).read().to_pylist()


def test_the_page_has_the_tables_and_their_columns(shop, tmp_path):
    shop.to_parquet(tmp_path / "out")
    tables = re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.M | re.S)
    assert [name for name, _ in tables] == list(hprof.parquet.TABLES)
    for name, text in tables:
        columns = re.findall(r"^\| `(\w+)`(\??) \| (\w+)", text, re.M)
        schema = pq.read_schema(tmp_path / "out" / (name + ".parquet"))
        kinds = {"int64": "int64", "bool": "boolean", "double": "double"}
        found = [(f.name, "?" if f.nullable else "", kinds.get(str(f.type), "string")) for f in schema]
        assert found == columns, name


def test_rows_are_those_of_the_heap(many, tmp_path):
    many.to_parquet(tmp_path / "out")
    for name in hprof.parquet.TABLES:
        assert read(tmp_path / "out" / (name + ".parquet")) == list(many.table(name)), name
    ids = [row["id"] for row in read(tmp_path / "out" / "objects.parquet")]
    assert ids == sorted(ids)
    sources = [row["source"] for row in read(tmp_path / "out" / "refs.parquet")]
    assert sources == sorted(sources)


def test_row_groups(many, tmp_path, monkeypatch):
    monkeypatch.setattr(hprof.parquet, "_ROWS_PER_GROUP", 65536)
    many.to_parquet(tmp_path / "rows", tables=["objects"])
    file = pq.ParquetFile(tmp_path / "rows" / "objects.parquet")
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [65536, 4468]
    monkeypatch.setattr(hprof.parquet, "_BYTES_PER_GROUP", 1)
    many.to_parquet(tmp_path / "bytes", tables=["refs"])
    assert pq.ParquetFile(tmp_path / "bytes" / "refs.parquet").num_row_groups == 2
    column = file.metadata.row_group(0).column(0)
    assert column.compression == "ZSTD" and column.statistics.min < column.statistics.max


def test_metadata(shop, tmp_path):
    shop.to_parquet(tmp_path / "out", tables=["threads"], host="node-7")
    metadata = pq.read_schema(tmp_path / "out" / "threads.parquet").metadata
    assert metadata[b"hprof.schema_version"] == b"1" and metadata[b"hprof.table"] == b"threads"
    assert metadata[b"hprof.host"] == b"node-7" and metadata[b"hprof.layout"] == b"compressed"
    assert metadata[b"hprof.time"] == b"2025-11-26T00:00:00+00:00"
    assert metadata[b"hprof.file"] == b"shop.yaml" and metadata[b"hprof.damaged"] == b"false"


def test_references_by_target(shop, tmp_path):
    shop.to_parquet(tmp_path / "out", tables=["refs"], reverse=True)
    rows = read(tmp_path / "out" / "refs.parquet")
    reverse = read(tmp_path / "out" / "refs_by_target.parquet")
    targets = [row["target"] for row in reverse]
    assert targets == sorted(targets)
    key = lambda row: sorted(row.items(), key=str)
    assert sorted(map(key, rows), key=str) == sorted(map(key, reverse), key=str)


def test_texts_are_cut_or_hashed(shop, tmp_path):
    texts = {row["id"]: row["text"] for row in shop.table("strings")}
    assert max(len(text or "") for text in texts.values()) > 5
    shop.to_parquet(tmp_path / "cut", tables=["strings"], max_string=5)
    cut = read(tmp_path / "cut" / "strings.parquet")
    assert all(row["text"] == (texts[row["id"]] and texts[row["id"]][:5]) for row in cut)
    folders = [("a", b"key"), ("b", b"key"), ("c", b"other")]
    for name, key in folders:
        shop.to_parquet(tmp_path / name, tables=["strings", "threads", "properties"], hash_key=key)
    a, b, c = ({row["id"]: row["text_hash"] for row in read(tmp_path / name / "strings.parquet")} for name, _ in folders)
    assert a == b and a != c and all(value is None or re.fullmatch("[0-9a-f]{32}", value) for value in a.values())
    for one in texts:
        for other in texts:
            assert (texts[one] == texts[other]) == (a[one] == a[other])
    assert {"name_hash"} <= read(tmp_path / "a" / "threads.parquet")[0].keys()
    assert not any(b"session-1" in (tmp_path / "a" / name).read_bytes() for name in os.listdir(tmp_path / "a"))


SECRETS = """--- !hprof
idSize: 8
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/String, class: 0x18, super: 0x10, fields: {value: object, coder: byte}}
  - {name: java/lang/Thread, class: 0x20, super: 0x10, fields: {name: object, data: object}}
  - {name: java/lang/ClassLoader, class: 0x28, super: 0x10, fields: {name: object}}
  - {name: app/Loader, class: 0x30, super: 0x28, fields: {data: object}}
  - {name: app/Main, class: 0x38, super: 0x10, loader: 0x120}
  - {name: java/util/Properties, class: 0x40, super: 0x10, fields: {map: object}}
  - {name: java/util/concurrent/ConcurrentHashMap, class: 0x48, super: 0x10, fields: {table: object, baseCount: long, counterCells: object}}
  - {name: "java/util/concurrent/ConcurrentHashMap$Node", class: 0x50, super: 0x10, fields: {hash: int, key: object, val: object, next: object}}
  - {name: java/lang/System, class: 0x58, super: 0x10, statics: {props: object 0x140}}
  - {name: "[Ljava/util/concurrent/ConcurrentHashMap$Node;", class: 0x60, super: 0x10}
  - {name: "[B", class: 0x68, super: 0x10}
- stackTrace: {traceSerial: 1, threadSerial: 1}
- rootThreadObject: {object: 0x100, threadSerial: 1, traceSerial: 1}
- rootJniGlobal: {object: 0x120}
- rootStickyClass: {object: 0x58}
- instance: {object: 0x100, class: 0x20, fields: {name: 0x200, data: 0x110}}
- primitiveArray: {object: 0x110, elementType: byte, elements: [1 x 100000]}
- instance: {object: 0x120, class: 0x30, fields: {name: 0x220, data: 0x130}}
- primitiveArray: {object: 0x130, elementType: byte, elements: [1 x 100000]}
- instance: {object: 0x140, class: 0x40, fields: {map: 0x150}}
- instance: {object: 0x150, class: 0x48, fields: {table: 0x160, baseCount: 1}}
- objectArray: {object: 0x160, class: 0x60, elements: [0x170]}
- instance: {object: 0x170, class: 0x50, fields: {key: 0x240, val: 0x260}}
"""
for at, text in [(0x200, "S3cret-thread"), (0x220, "S3cret-loader"), (0x240, "S3cret-name"), (0x260, "S3cret-value")]:
    SECRETS += "- instance: {object: 0x%x, class: 0x18, fields: {value: 0x%x}}\n" % (at, at + 16)
    SECRETS += "- primitiveArray: {object: 0x%x, elementType: byte, text: %s}\n" % (at + 16, text)


def hits(folder):
    """The columns of all files that have a secret, as table.column."""
    found = set()
    for path in folder.iterdir():
        for row in read(path):
            found |= {path.stem + "." + name for name, value in row.items() if "S3cret" in str(value)}
    return found


def test_with_hashes_nothing_of_the_program_can_be_read(tmp_path):
    (tmp_path / "secrets.yaml").write_text(SECRETS)
    heap = hprof.open(tmp_path / "secrets.yaml")
    heap.to_parquet(tmp_path / "clear")
    columns = {"strings.text", "threads.name", "loaders.text", "properties.name", "properties.value", "suspects.headline"}
    assert hits(tmp_path / "clear") == columns
    heap.to_parquet(tmp_path / "hashed", hash_key=b"key", reverse=True)
    assert hits(tmp_path / "hashed") == set()
    assert not any(b"S3cret" in path.read_bytes() for path in (tmp_path / "hashed").iterdir())
    suspects = {row["kind"]: row["headline"] for row in read(tmp_path / "hashed" / "suspects.parquet")}
    assert suspects["thread"] == "byte[], from java.lang.Thread.data: 100016 bytes"
    assert suspects["loader"] == "byte[], from app.Loader.data: 100016 bytes"
    (loader,) = [row for row in read(tmp_path / "hashed" / "loaders.parquet") if row["id"] == 0x120]
    (thread,) = read(tmp_path / "hashed" / "threads.parquet")
    assert loader["text_hash"] and thread["name_hash"] and loader["text_hash"] != thread["name_hash"]


def test_each_column_of_words_is_of_the_code_or_of_the_program(shop, tmp_path):
    """A new column must be added to one of the lists; until then it is hashed."""
    shop.to_parquet(tmp_path / "out", reverse=True)
    code, program = hprof.parquet._CODE, hprof.parquet._PROGRAM
    assert set(code) | set(program) <= set(hprof.parquet.TABLES)
    for name in hprof.parquet.TABLES:
        schema = pq.read_schema(tmp_path / "out" / (name + ".parquet"))
        words = {f.name for f in schema if not hprof.parquet._is_number(f.type) and not pa.types.is_boolean(f.type)}
        assert not set(code.get(name, ())) & set(program.get(name, ())), name
        assert words == set(code.get(name, ())) | set(program.get(name, ())), name


def test_a_column_on_no_list_is_hashed():
    table = pa.table({"id": [1, 2], "is": [True, None], "new": ["S3cret", None], "kind": ["a", "b"], "raw": [b"S3cret", b""]})
    table = table.append_column("word", table.column("new").dictionary_encode())
    hashed = hprof.parquet._changer("objects", 1024, b"key")(table).to_pydict()
    assert list(hashed) == ["id", "is", "new_hash", "kind", "raw_hash", "word_hash"]
    assert "S3cret" not in str(hashed) and hashed["new_hash"] == hashed["word_hash"] and hashed["new_hash"][1] is None
    assert hashed["id"] == [1, 2] and hashed["is"] == [True, None] and hashed["kind"] == ["a", "b"]
    assert hprof.parquet._changer("objects", 3, None)(table).equals(table)


def test_what_fails_leaves_nothing(shop, tmp_path, monkeypatch):
    for wrong in [{"tables": ["nope"]}, {"tables": []}, {"hash_key": b""}, {"hash_key": b"x" * 65}]:
        with pytest.raises(hprof.Error):
            shop.to_parquet(tmp_path / "out", **wrong)
    (tmp_path / "there").mkdir()
    with pytest.raises(hprof.Error, match="already exists"):
        shop.to_parquet(tmp_path / "there")
    table = shop.table

    def fail(name, **arguments):
        if name == "refs":
            raise RuntimeError("in the middle")
        return table(name, **arguments)

    monkeypatch.setattr(shop, "table", fail)
    with pytest.raises(RuntimeError):
        shop.to_parquet(tmp_path / "out")
    assert sorted(os.listdir(tmp_path)) == ["there"]


def test_the_program(shop_path, tmp_path, capsys):
    assert hprof.parquet.main([str(shop_path), "-o", str(tmp_path / "out"), "--tables=objects,classes", "--host=h"]) == 0
    assert sorted(os.listdir(tmp_path / "out")) == ["classes.parquet", "objects.parquet"]
    assert hprof.parquet.main([str(shop_path), "-o", str(tmp_path / "out")]) == 1
    assert "already exists" in capsys.readouterr().err
    assert hprof.parquet.main([str(tmp_path / "nope"), "-o", str(tmp_path / "other")]) == 1
    (tmp_path / "key").write_bytes(b"secret\n")
    assert hprof.parquet.main([str(shop_path), "-o", str(tmp_path / "hashed"), "--tables=strings", "--hash-strings=%s" % (tmp_path / "key")]) == 0
    assert "text_hash" in read(tmp_path / "hashed" / "strings.parquet")[0]
    cut = tmp_path / "cut.yaml"
    cut.write_text("--- !hprof\n---\n- classes:\n  - {name: A, class: 0x10}\n- instance: {object: 0x100, class: 0x10}\n- nothing known\n")
    assert hprof.parquet.main([str(cut), "-o", str(tmp_path / "damaged")]) == 3
    assert "damaged" in capsys.readouterr().err and (tmp_path / "damaged").exists()


def test_files_of_several_dumps_are_one_data_set(shop, many, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    shop.to_parquet(tmp_path / "shop")
    many.to_parquet(tmp_path / "many")
    rows = duckdb.sql(
        """SELECT count(*), count(DISTINCT filename) FROM read_parquet('%s/*/objects.parquet', filename = true)
           WHERE "class" LIKE 'shop.%%' OR "class" = 'app.Node0'""" % tmp_path
    ).fetchall()
    shops = sum(row["class"].startswith("shop.") for row in shop.table("objects"))
    assert rows == [(shops + 23334, 2)]


# Several processes


@pytest.fixture
def indexed(many, tmp_path):
    """The path of a heap with an index next to it."""
    tool = os.environ.get("HPROF_INDEX") or shutil.which("hprof-index")
    if not tool:
        pytest.skip("hprof-index not found; set HPROF_INDEX to its path")
    subprocess.run([tool, many.path], check=True)
    return many.path


@pytest.fixture
def started(monkeypatch):
    """The processes that are started."""
    found = []
    start = subprocess.Popen

    def popen(*arguments, **options):
        found.append(start(*arguments, **options))
        return found[-1]

    monkeypatch.setattr(hprof._processes.subprocess, "Popen", popen)
    return found


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def is_left(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("out"))


@pytest.mark.parametrize("options", [{}, {"reverse": True, "hash_key": b"\x00key\xff", "host": "caf\xe9"}])
def test_files_do_not_depend_on_the_number_of_processes(indexed, tmp_path, started, options):
    for jobs, processes in [(1, 0), (2, 2), (3, 3)]:
        del started[:]
        hprof.open(indexed).to_parquet(tmp_path / ("out%d" % jobs), jobs=jobs, **options)
        assert len(started) == processes and all(process.poll() is not None for process in started)
    one = hashes(tmp_path / "out1")
    assert len(one) == len(hprof.parquet.TABLES) + bool(options)
    assert hashes(tmp_path / "out2") == one and hashes(tmp_path / "out3") == one


def test_there_are_no_more_processes_than_tables(indexed, tmp_path, started):
    hprof.open(indexed).to_parquet(tmp_path / "out", tables=["roots", "classes", "roots"], jobs=100)
    assert len(started) == 2 and sorted(os.listdir(tmp_path / "out")) == ["classes.parquet", "roots.parquet"]


def test_one_process_writes_without_an_index_that_fits(indexed, shop_path, tmp_path, started):
    hprof.open(indexed, index=False).to_parquet(tmp_path / "none", tables=["roots", "classes"], jobs=2)
    hprof.open(indexed, keep_unreachable=True).to_parquet(tmp_path / "other", tables=["roots", "classes"], jobs=2)
    assert not started
    other = tmp_path / "shop.yaml"
    shutil.copy(shop_path, other)
    hprof.open(other).to_parquet(tmp_path / "before", jobs=2)
    assert not started
    shutil.copy(indexed + ".hidx", str(other) + ".hidx")
    hprof.open(other).to_parquet(tmp_path / "misfit", jobs=2)
    assert len(started) == 2 and hashes(tmp_path / "misfit") == hashes(tmp_path / "before")


def test_the_processes_open_what_was_opened(indexed, tmp_path, monkeypatch, started):
    monkeypatch.chdir(tmp_path)
    heap = hprof.open(os.path.basename(indexed), index=os.path.basename(indexed) + ".hidx", threads=1, max_memory=1 << 28)
    monkeypatch.chdir("/")
    heap.to_parquet(tmp_path / "out", tables=["objects", "refs"], jobs=2)
    assert len(started) == 2
    for name in ["objects", "refs"]:
        assert read(tmp_path / "out" / (name + ".parquet")) == list(heap.table(name))


def test_a_table_that_fails_in_a_process(indexed, tmp_path, monkeypatch, started):
    monkeypatch.setattr(hprof.parquet, "TABLES", hprof.parquet.TABLES + ("nope",))
    with pytest.raises(hprof.Error, match="nope") as caught:
        hprof.open(indexed).to_parquet(tmp_path / "out", tables=["classes", "nope", "objects"], jobs=2)
    assert caught.value.code == "no table"
    assert len(started) == 2 and all(process.poll() is not None for process in started) and not is_left(tmp_path)


def test_an_exception_in_a_process(indexed, tmp_path):
    with pytest.raises(hprof.Error, match="table 'strings' cannot be written: ") as caught:
        hprof.open(indexed).to_parquet(tmp_path / "out", tables=["classes", "strings"], max_string="many", jobs=2)
    assert caught.value.code == "failed" and not is_left(tmp_path)


@pytest.mark.parametrize(
    "end, says",
    [
        ("import os; os.kill(os.getpid(), 9)", r"was killed by signal 9 \(Killed\)"),
        ("sys.exit(7)", "exited with status 7"),
        ("sys.stdout.write('{')", "exited with status 0"),
    ],
)
def test_a_process_that_ends(indexed, tmp_path, monkeypatch, started, end, says):
    program = "import sys; print('{\"is_idle\": true}', flush=True); [sys.stdin.readline() for _ in range(3)]; "
    monkeypatch.setattr(hprof._processes, "_PROGRAM", program + end)
    with pytest.raises(hprof.Error, match="the process that writes table '(refs|objects)' " + says):
        hprof.open(indexed).to_parquet(tmp_path / "out", tables=["objects", "refs"], jobs=2)
    assert all(process.poll() is not None for process in started) and not is_left(tmp_path)


def test_a_process_that_does_not_start(indexed, tmp_path, monkeypatch):
    monkeypatch.setattr(hprof._processes, "_PROGRAM", "import sys; sys.exit(7)")
    with pytest.raises(hprof.Error, match="^a process for tables exited with status 7$"):
        hprof.open(indexed).to_parquet(tmp_path / "out", jobs=2)
    assert not is_left(tmp_path)
    monkeypatch.setattr(sys, "executable", "")
    hprof.open(indexed).to_parquet(tmp_path / "out", jobs=2)


@pytest.fixture
def ctrl_c():
    """A program in the background of a shell ignores the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_while_tables_are_written(indexed, tmp_path, started, ctrl_c, jobs):
    def interrupt(phase, done, all):
        if phase == "tables":
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        hprof.open(indexed, progress=interrupt).to_parquet(tmp_path / "out", jobs=jobs)
    assert len(started) == (2 if jobs == 2 else 0)
    assert all(process.poll() is not None for process in started) and not is_left(tmp_path)


def test_ctrl_c_of_the_program(shop_path, tmp_path, monkeypatch, capsys, ctrl_c):
    def interrupt(*arguments, **options):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(hprof.parquet, "write", interrupt)
    assert hprof.parquet.main([str(shop_path), "-o", str(tmp_path / "out")]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_of_tables(indexed, tmp_path, jobs):
    seen = []
    heap = hprof.open(indexed, progress=lambda phase, done, all: seen.append((phase, done, all)))
    heap.to_parquet(tmp_path / "out", tables=["objects", "refs", "classes"], jobs=jobs)
    tables = [step for step in seen if step[0] == "tables"]
    assert tables == sorted(tables) and tables[-1] == ("tables", 3, 3) and {all for _, _, all in tables} == {3}


@pytest.mark.parametrize("jobs", [0, -1, "2", 1.5])
def test_a_number_of_processes_that_is_none(shop, tmp_path, jobs):
    with pytest.raises(hprof.Error, match="jobs must be an integer of at least 1, not ") as caught:
        shop.to_parquet(tmp_path / "out", jobs=jobs)
    assert caught.value.code == "bad argument" and not is_left(tmp_path)


@pytest.mark.parametrize("word", ["0", "-1", "junk", "1.5", "\u0662", ""])
def test_jobs_of_the_program(shop_path, tmp_path, capsys, word):
    with pytest.raises(SystemExit) as caught:
        hprof.parquet.main([str(shop_path), "-o", str(tmp_path / "out"), "--jobs=" + word])
    assert caught.value.code == 2 and not is_left(tmp_path)
    assert "argument --jobs: expected an integer of at least 1, not '%s'" % word in capsys.readouterr().err


def test_the_program_with_processes(indexed, tmp_path):
    program = [sys.executable, "-m", "hprof.parquet", indexed, "-o", tmp_path / "out", "--tables=roots,classes", "--jobs=2"]
    done = subprocess.run(program, capture_output=True, check=True, text=True)
    assert not done.stdout and not done.stderr and len(os.listdir(tmp_path / "out")) == 2


def test_the_processes_import_nothing_from_the_current_folder(indexed, tmp_path):
    """A script is found in its own folder; a json.py in the current folder is unrelated."""
    here = tmp_path / "here"
    here.mkdir()
    for name in ("json", "signal", "selectors", "subprocess", "argparse", "pyarrow", "hprof"):
        (here / (name + ".py")).write_text("open(%r, 'w').close()\nraise SystemExit(9)\n" % str(tmp_path / "imported"))
    script = tmp_path / "script.py"
    for before in ("", "import os, sys; sys.path.insert(0, ''); ", "import os, sys; sys.path.insert(0, os.getcwd()); "):
        # As in a notebook that imported these modules before it changed its
        # folder.
        script.write_text("import json, pyarrow, hprof, hprof.parquet\n%s\n"
                          "hprof.open(%r, index=True).to_parquet(%r, tables=['roots', 'classes'], jobs=2)\n"
                          % (before, indexed, str(tmp_path / "out")))
        subprocess.run([sys.executable, script], cwd=here, check=True)
        assert len(os.listdir(tmp_path / "out")) == 2 and not (tmp_path / "imported").exists()
        shutil.rmtree(tmp_path / "out")


def test_nothing_of_others_is_removed(shop, tmp_path, monkeypatch):
    """A folder named like a temporary folder, and a temporary folder of another run."""
    (tmp_path / "out.part").mkdir()
    (tmp_path / "out.part" / "mine").write_text("mine")
    shop.to_parquet(tmp_path / "out", tables=["roots"], jobs=1)
    assert is_left(tmp_path) == ["out", "out.part"]
    with pytest.raises(hprof.Error, match="already exists"):
        shop.to_parquet(tmp_path / "out", tables=["roots"], jobs=1)
    # Another run was faster.
    write = hprof.parquet.write_table

    def write_and_wait(heap, name, plan, tell):
        write(heap, name, plan, tell)
        (tmp_path / "two").mkdir(exist_ok=True)
        (tmp_path / "two" / "theirs").write_text("theirs")

    monkeypatch.setattr(hprof.parquet, "write_table", write_and_wait)
    with pytest.raises(OSError):
        shop.to_parquet(tmp_path / "two", tables=["roots"], jobs=1)
    assert (tmp_path / "out.part" / "mine").read_text() == "mine" and os.listdir(tmp_path / "two") == ["theirs"]
    assert sorted(os.listdir(tmp_path)) == sorted(["out", "out.part", "two"])
