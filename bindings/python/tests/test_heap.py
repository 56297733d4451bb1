# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import datetime
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import threading

import pytest

import hprof


def test_texts_are_as_they_are_in_the_dump(tmp_path):
    """Apparent secrets are included; docs/CInterface.md explains why."""
    path = tmp_path / "login.yaml"
    path.write_text("""--- !hprof
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/String, class: 0x18, super: 0x10, fields: {value: object}}
  - {name: app/Login, class: 0x20, super: 0x10, fields: {password: object}}
  - {name: "[B", class: 0x28, super: 0x10}
- instance: {object: 0x100, class: 0x20, fields: {password: 0x200}}
- instance: {object: 0x200, class: 0x18, fields: {value: 0x300}}
- primitiveArray: {object: 0x300, elementType: byte, text: "hunter2"}
- rootJniGlobal: {object: 0x100}
""")
    heap = hprof.open(path)
    assert [row["text"] for row in heap.table("strings")] == ["hunter2"]
    assert heap[0x100].password == "hunter2"


def test_version():
    assert hprof.__version__.count(".") == 2


def test_tables_are_listed(shop):
    tables = shop.tables
    assert {"objects", "refs", "classes", "duplicate_strings", "histogram"} <= tables.keys()
    objects = tables["objects"]
    assert objects.kind == "table" and objects.columns[:2] == ["id", "class"] and objects.sentence
    (of,) = tables["path"].arguments
    assert (of.name, of.required) == ("of", True)
    by = tables["histogram"].arguments[0]
    assert by.choices == ["class", "name", "loader", "package"] and not by.required


def test_each_table_that_needs_no_argument_has_the_columns_that_are_listed(shop):
    for table in shop.tables.values():
        if not any(a.required for a in table.arguments):
            found = shop.table(table.name)
            assert {c.name for c in found.columns} <= set(table.columns), table.name
            list(found)


def test_rows_are_dictionaries(shop):
    (dump,) = shop.table("dump")
    assert dump["classes"] == 25 and dump["truncated"] is False
    assert dump["time"] == datetime.datetime.fromtimestamp(1764115200, datetime.timezone.utc)
    assert shop.table("objects").head(0) == []
    assert len(shop.table("objects").head(3)) == 3
    # A table can be read again.
    table = shop.table("classes", columns=["name", "super"])
    assert list(table) == list(table)
    assert {"name": "java.lang.Object", "super": None} in list(table)


def test_rows_agree_with_queries(many):
    rows = list(many.table("objects"))
    assert len(rows) == 70004
    assert rows == list(many.query("SELECT * FROM objects"))


def test_columns_say_what_they_are(shop):
    columns = {c.name: c for c in shop.table("objects").columns}
    assert columns["id"].type == "id" and not columns["id"].nullable
    assert columns["retained"].unit == "bytes" and columns["retained"].nullable
    assert columns["retained"].sentence.startswith("Retained size")


def test_classes_are_tables(shop):
    users = list(shop.table("shop.User", columns=["_id", "admin"]))
    assert users[0] == {"_id": 0x500, "admin": True}
    (found,) = shop.table("objects", **{"id": 0x700, "columns": ["class"]})
    assert found == {"class": "shop.Session"}


def test_histogram(shop):
    rows = shop.histogram(by="package", retained=True).head(2)
    assert rows[0]["package"] == "shop" and rows[0]["retained"] >= rows[1]["retained"]
    assert len(list(shop.histogram(top=2))) == 2
    assert all(row["class"].startswith("shop.") for row in shop.histogram(filter="shop.*"))
    lost = list(shop.histogram(unreachable=True))
    assert sum(row["instances"] for row in lost) == 2


def test_dominators_suspects_threads_and_paths(shop):
    top = list(shop.dominators(top=3))
    assert len(top) == 3 and top[0]["retained"] >= top[1]["retained"]
    assert {"package", "retained"} <= set(shop.dominators(by="package").head(1)[0])
    assert all(len(row["signature"]) == 16 for row in shop.suspects())
    assert [thread["frames"] for thread in shop.threads()]
    steps = list(shop.paths(0x700))
    assert steps[0]["root"] and steps[-1]["id"] == 0x700


def test_objects_of_a_class_with_fields_over_references(shop):
    rows = list(shop.objects("shop.Session", fields=["number", "user.name", "user.admin", "attributes"]))
    assert rows[0]["number"] == 1 and rows[0]["user.admin"] in (0, 1)
    assert isinstance(rows[0]["user.name"], str) and not rows[0]["user.name"].startswith("0x")
    assert rows[0]["attributes"].startswith("0x")
    assert rows[0]["_class"] == "shop.Session" and rows[0]["_shallow"] == 40
    items = [row["_class"] for row in shop.objects("shop.Item", fields=[], subclasses=True)]
    assert set(items) == {"shop.Item", "shop.GiftItem"}
    assert list(shop.objects(columns=["id"])) == list(shop.query("SELECT id FROM objects"))


def test_diff(shop, many, tmp_path):
    rows = {row["name"]: row for row in shop.diff(many)}
    assert rows["app.Node0"]["instances_change"] == 23334
    assert rows["shop.User"]["instances_change"] < 0
    assert list(shop.diff(many)) == list(shop.diff(pathlib.Path(many.path)))
    assert len(list(shop.diff(many, by="package", top=1))) == 1


def test_types_of_query_columns(shop):
    (row,) = shop.query("SELECT 1 AS i, 1.5 AS r, 'x' AS t, NULL AS n, x'0aff' AS b, 1 = 1 AS f")
    assert row == {"i": 1, "r": 1.5, "t": "x", "n": None, "b": "0aff", "f": 1}
    mixed = shop.query("SELECT column1 AS m FROM (VALUES (NULL), (1), (2.5))")
    assert list(mixed) == [{"m": None}, {"m": 1.0}, {"m": 2.5}]


def test_errors(shop, tmp_path):
    with pytest.raises(hprof.Error) as raised:
        hprof.open(tmp_path / "missing")
    assert raised.value.code == "input or output error"
    assert raised.value.file == str(tmp_path / "missing") and raised.value.file in str(raised.value)
    (tmp_path / "text").write_text("no dump")
    with pytest.raises(hprof.Error) as raised:
        hprof.open(tmp_path / "text")
    assert raised.value.code == "not a heap dump" and raised.value.offset is not None
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (str(copy), copy.code, copy.offset) == (str(raised.value), raised.value.code, raised.value.offset)
    for wrong, code in [
        (lambda: shop.table("nope"), "no table"),
        (lambda: shop.table("path"), "bad argument"),
        (lambda: shop.table("objects", columns=["nope"]), "bad argument"),
        (lambda: shop.table("objects", columns="id"), "bad argument"),
        (lambda: shop.table("a\0b"), "bad argument"),
        (lambda: shop.histogram(by="color"), "bad argument"),
        (lambda: shop.query("SELECT nope"), "bad query"),
        (lambda: shop.query("DROP TABLE objects"), "bad query"),
        (lambda: shop.object(0x123456), "no object"),
        (lambda: shop.object(-1), "no object"),
        (lambda: shop.objects(fields=["a"]), "bad argument"),
        (lambda: hprof.open(shop.path, layout="nope"), "failed"),
    ]:
        with pytest.raises(hprof.Error) as raised:
            wrong()
        assert raised.value.code == code


def test_errors_in_the_middle_of_a_stream(many):
    table = many.query("SELECT CASE WHEN n < 69000 THEN n ELSE 'x' || n END AS m FROM (SELECT n FROM \"app.Node0\" UNION ALL SELECT n FROM \"app.Node1\" UNION ALL SELECT n FROM \"app.Node2\") ORDER BY n")
    with pytest.raises(hprof.Error, match="another type"):
        list(table)


def test_damaged_files_are_noted(tmp_path, shop):
    assert not shop.is_damaged
    path = tmp_path / "cut.yaml"
    path.write_text("--- !hprof\n---\n- classes:\n  - {name: A, class: 0x10}\n- instance: {object: 0x100, class: 0x10}\n- nothing known\n")
    heap = hprof.open(path)
    assert heap.is_damaged
    assert "damage" in [note["kind"] for note in heap.notes]


def test_a_closed_heap(shop_path):
    with hprof.open(shop_path) as heap:
        table = heap.table("classes")
        other = heap.table("classes")
    assert len(list(table)) > 20  # Its stream was opened earlier.
    list(other)
    with pytest.raises(hprof.Error, match="closed"):
        list(other)
    heap.close()


def test_options(shop_path):
    heap = hprof.open(str(shop_path), threads=1, layout="uncompressed", keep_unreachable=True, index=False)
    (dump,) = heap.table("dump")
    assert dump["layout"] == "uncompressed" and dump["reachable"] == dump["shallow"]
    with pytest.raises(hprof.Error):
        hprof.open(shop_path, dump=2)
    with pytest.raises(hprof.Error):
        hprof.open(shop_path, index=shop_path)


def test_progress(shop_path, capsys):
    seen = []
    hprof.open(shop_path, progress=lambda *now: seen.append(now))
    assert seen and all(isinstance(phase, str) and (not all or done <= all) for phase, done, all in seen)
    hprof.open(shop_path, progress=True)
    hprof.open(shop_path, progress=False)


def test_what_a_callback_raises_ends_the_call(shop_path):
    def stop(*_):
        raise ZeroDivisionError("stop")

    with pytest.raises(ZeroDivisionError, match="stop"):
        hprof.open(shop_path, progress=stop)


@pytest.fixture
def ctrl_c():
    """Python's own handler: a shell lets jobs in the background ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_call(shop, ctrl_c):
    # A query that would run forever.
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), 2))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        list(shop.query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"))
    timer.join()
    assert list(shop.query("SELECT 1 AS one")) == [{"one": 1}]


def test_threads_may_share_a_heap(many):
    counts = []
    workers = [
        threading.Thread(target=lambda name=name: counts.append(sum(1 for _ in many.table(name))))
        for name in ("objects", "app.Node0", "app.Node1")
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(counts) == [23333, 23334, 70004]


def test_an_index_that_others_may_write_has_to_be_trusted(shop_path, tmp_path):
    tool = os.environ.get("HPROF_INDEX") or shutil.which("hprof-index")
    if not tool:
        pytest.skip("hprof-index not found; set HPROF_INDEX to its path")
    index = tmp_path / "shop.hidx"
    subprocess.run([tool, "-o", index, shop_path], check=True)
    os.chmod(index, 0o602)
    with pytest.raises(hprof.Error, match="writable by all users"):
        hprof.open(shop_path, index=index)
    with hprof.open(shop_path, index=index, trust_index=True) as heap:
        assert list(heap.table("roots")) == list(hprof.open(shop_path).table("roots"))
