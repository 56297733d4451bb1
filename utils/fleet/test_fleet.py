# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A fleet of 40 dumps, of one program that leaks and three that do not."""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import hprof

HERE = pathlib.Path(__file__).parent
SERVICES = ("leaky", "calm", "idle", "busy")
DUMPS = 10
DAY = 86_400_000


def make_dump(service, number):
    """Fifty roots, two of each class; the leaking program also has a list that grows."""
    lines = ["--- !hprof", "idSize: 8", "time: %d" % (1_700_000_000_000 + number * DAY), "---", "- classes:",
             "  - {name: java/lang/Object, class: 0x100}",
             "  - {name: java/lang/String, class: 0x108, super: 0x100, fields: {value: object}}",
             "  - {name: %s/Main, class: 0x110, super: 0x100, statics: {all: object %s}}"
             % (service, "0x9000" if service == "leaky" else "0"),
             '  - {name: "[B", class: 0x118, super: 0x100}',
             '  - {name: "[Ljava/lang/Object;", class: 0x120, super: 0x100}']
    lines += ["  - {name: %s/Part%d, class: %#x, super: 0x100, fields: {name: object}}" % (service, i, 0x400 + 8 * i)
              for i in range(25)]
    if number == DUMPS - 1:
        lines.append("  - {name: %s/New, class: 0x128, super: 0x100}" % service)
    for i in range(50):
        at = 0x1000 + i * 0x40
        lines += ["- instance: {object: %#x, class: %#x, fields: {name: %#x}}" % (at, 0x400 + 8 * (i % 25), at + 0x10),
                  "- instance: {object: %#x, class: 0x108, fields: {value: %#x}}" % (at + 0x10, at + 0x20),
                  '- primitiveArray: {object: %#x, elementType: byte, text: "name-%d"}' % (at + 0x20, i % 5),
                  "- rootJniGlobal: {object: %#x}" % at]
    if service == "leaky":
        count = 10 * (number + 1)
        lines.append("- objectArray: {object: 0x9000, class: 0x120, elements: [%s]}"
                     % ", ".join("%#x" % (0xa000 + i * 0x800) for i in range(count)))
        lines += ["- primitiveArray: {object: %#x, elementType: byte, elements: [1 x 1000]}" % (0xa000 + i * 0x800)
                  for i in range(count)]
    lines.append("- rootStickyClass: {object: 0x110}")
    return "\n".join(lines) + "\n"


def ingest(data, *arguments, status=0):
    done = subprocess.run([sys.executable, HERE / "ingest.py", data, *arguments, "--jobs=2"],
                          capture_output=True, check=False, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout.strip(), done.stderr


@pytest.fixture(scope="module")
def fleet(tmp_path_factory):
    """The dumps, in a folder for each service, and the data set."""
    folder = tmp_path_factory.mktemp("fleet")
    for service in SERVICES:
        (folder / "dumps" / service).mkdir(parents=True)
        for number in range(DUMPS):
            path = folder / "dumps" / service / ("%d.hprof.yaml" % number)
            path.write_text(make_dump(service, number))
    dumps = sorted((folder / "dumps").glob("*/*"))
    assert ingest(folder / "data", *dumps)[0] == "40 added, 0 skipped, 0 failed"
    return folder


def questions(name):
    parts = re.split(r"(?m)^-- name: ", (HERE / name).read_text())[1:]
    return {title.strip(): sql for title, sql in (part.split("\n", 1) for part in parts)}


def in_duckdb(data, key="text"):
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute("SET VARIABLE data = '%s'" % data)
    connection.execute((HERE / "duckdb.sql").read_text())
    strings = {name: sql.replace("text", key) for name, sql in questions("duplicate-strings.sql").items()}
    answers = {}
    for name, sql in {**questions("questions.sql"), **strings}.items():
        cursor = connection.execute(sql)
        columns = [column[0] for column in cursor.description]
        answers[name] = [dict(zip(columns, row)) for row in cursor.fetchall()]
    return connection, answers


def test_the_leak_is_named(fleet):
    _, answers = in_duckdb(fleet / "data")
    (leak,) = [row for row in answers["leaks"] if row["dumps"] >= DUMPS]
    assert leak["services"] == 1 and "leaky.Main" in leak["headline"]
    assert {row["service"] for row in answers["leaking-services"]} == {"leaky"}
    growth = answers["growth"][0]
    assert (growth["service"], growth["class"], growth["objects"]) == ("leaky", "byte[]", 90)
    assert answers["holders"][0]["service"] == "leaky"
    assert {row["class"] for row in answers["new-classes"]} == {service + ".New" for service in SERVICES}
    assert answers["damaged"] == []
    assert {row["text"]: row["strings"] for row in answers["duplicate-strings"]} == {"name-%d" % i: 400 for i in range(5)}
    sizes = [row["objects"] for row in answers["trend"] if row["service"] == "leaky" and row["class"] == "byte[]"]
    assert sizes == [50 + 10 * (i + 1) for i in range(DUMPS)]


def test_rows_are_those_of_each_dump(fleet):
    """The data set contains the same numbers as hprof-histo and hprof-dominators."""
    connection, _ = in_duckdb(fleet / "data")
    for service, number in (("leaky", 9), ("calm", 0)):
        path = fleet / "dumps" / service / ("%d.hprof.yaml" % number)
        with hprof.open(path) as heap:
            expected = sorted((row["class"], row["instances"], row["shallow"]) for row in heap.histogram())
            retained = {row["class"]: row["retained"] for row in heap.dominators(by="class")}
        where = "FROM %%s WHERE dump = (SELECT dump FROM dumps WHERE file = '%s')" % path
        found = connection.execute("SELECT name, objects, shallow " + where % "classes" + " AND objects > 0 ORDER BY 1").fetchall()
        assert [row for row in found] == [row for row in expected if row[1]]
        found = dict(connection.execute('SELECT "class", retained ' + where % "dominators").fetchall())
        assert {name: found[name] for name in retained} == retained


def test_spark_says_the_same(fleet):
    pytest.importorskip("pyspark")
    _, answers = in_duckdb(fleet / "data")
    done = subprocess.run([sys.executable, HERE / "spark.py", fleet / "data"], capture_output=True, check=True, text=True)
    found = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        if line.startswith("-- name: "):
            name = line[len("-- name: "):]
        elif line.startswith("{"):
            found[name].append(json.loads(line))
    for name, rows in answers.items():
        assert found[name] == json.loads(json.dumps(rows, default=str)), name


def test_it_goes_on_where_it_was(fleet, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(fleet / "data", data)
    # As after a killed run: one dump is missing, another is incomplete.
    shutil.rmtree(next((data / "service=calm").iterdir()))
    (data / ".work-other" / "half").mkdir(parents=True)
    (data / ".work-other" / "half" / "classes.parquet").write_text("half")
    dumps = sorted((fleet / "dumps").glob("*/*"))
    assert ingest(data, *dumps)[0] == "1 added, 39 skipped, 0 failed"
    # The folder may belong to another run that is still active.
    assert (data / ".work-other" / "half" / "classes.parquet").read_text() == "half"
    assert [path.name for path in data.glob(".*")] == [".work-other"]
    # A dump that is present under another name is skipped.
    copy = tmp_path / "copy.hprof"
    shutil.copy(dumps[0], copy)
    assert ingest(data, copy)[0] == "0 added, 1 skipped, 0 failed"


def test_two_at_the_same_time(fleet, tmp_path):
    """After two concurrent runs, each dump is present once, and nothing fails."""
    data = tmp_path / "data"
    dumps = sorted((fleet / "dumps").glob("*/*"))[:8]
    command = [sys.executable, HERE / "ingest.py", data, *dumps, "--jobs=2"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for run in runs:
        out, _ = run.communicate()
        assert run.returncode == 0 and out.endswith(" 0 failed\n")
    assert len(list(data.glob("service=*/dump=*/dumps.parquet"))) == 8
    assert not list(data.glob(".*")) and not (data / "failures").exists()


def test_failures_are_a_table(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    for name, text in (("junk", "This is no dump.\n"), ("empty", ""), ("good", make_dump("calm", 0))):
        (tmp_path / (name + ".hprof")).write_text(text)
    out, said = ingest(tmp_path / "data", tmp_path, tmp_path / "missing.hprof", status=1)
    assert out == "1 added, 0 skipped, 3 failed"
    assert "junk.hprof': offset 0x0" in said
    rows = duckdb.sql("SELECT file, code FROM '%s/data/failures/*.parquet' ORDER BY file" % tmp_path).fetchall()
    assert [os.path.basename(file) for file, _ in rows] == ["empty.hprof", "junk.hprof", "missing.hprof"]
    # A repaired dump is no longer a failure.
    (tmp_path / "junk.hprof").write_text(make_dump("calm", 1))
    out, _ = ingest(tmp_path / "data", tmp_path / "junk.hprof")
    assert out == "1 added, 0 skipped, 0 failed"
    assert len(list((tmp_path / "data" / "failures").iterdir())) == 2


def test_files_have_the_same_columns(tmp_path):
    """A dump without a time can be ingested, too."""
    parquet = pytest.importorskip("pyarrow.parquet")
    for name, text in (("a", make_dump("calm", 0)), ("b", re.sub("time: .*\n", "", make_dump("calm", 1)))):
        (tmp_path / (name + ".hprof")).write_text(text)
    ingest(tmp_path / "data", tmp_path / "a.hprof", tmp_path / "b.hprof")
    files = list((tmp_path / "data").glob("*/*/dumps.parquet"))
    times = [parquet.ParquetFile(path).read().column("time").null_count for path in files]
    assert sorted(times) == [0, 1]
    first, second = (parquet.read_schema(path) for path in files)
    assert first == second and str(first.field("time").type) == "timestamp[us]"


def test_hashes_instead_of_texts(fleet, tmp_path):
    (tmp_path / "key").write_bytes(b"a secret key")
    dumps = sorted((fleet / "dumps" / "calm").iterdir())
    ingest(tmp_path / "data", *dumps, "--hash-strings=%s" % (tmp_path / "key"))
    _, answers = in_duckdb(tmp_path / "data", key="text_hash")
    rows = answers["duplicate-strings"]
    assert [row["strings"] for row in rows] == [100] * 5
    assert all(row["headline"].endswith(" bytes") for row in answers["leaks"])
    assert not any(b"name-1" in path.read_bytes() for path in (tmp_path / "data").rglob("*.parquet"))
