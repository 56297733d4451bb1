# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gc

import pytest

pa = pytest.importorskip("pyarrow")


def test_pyarrow_takes_tables_without_a_copy(many):
    table = many.table("objects")
    pool = pa.default_memory_pool()
    gc.collect()
    before = pool.bytes_allocated()
    taken = pa.table(table)
    assert pool.bytes_allocated() == before
    assert taken.num_rows == 70004 and taken.column("id").num_chunks == 2
    taken.validate(full=True)
    assert taken.schema.field("class").type == pa.dictionary(pa.int32(), pa.string())
    assert taken.schema.field("kind").type == pa.dictionary(pa.int8(), pa.string())
    assert taken.schema.metadata[b"hprof.table"] == b"objects"
    assert taken.to_pylist() == list(table)
    assert pa.schema(table) == taken.schema


def test_batches_are_pulled(many):
    reader = pa.RecordBatchReader.from_stream(many.table("objects"))
    many.close()
    assert reader.read_next_batch().num_rows == 65536
    assert reader.read_next_batch().num_rows == 70004 - 65536
    with pytest.raises(StopIteration):
        reader.read_next_batch()


def test_batches_outlive_everything(many):
    batch = pa.RecordBatchReader.from_stream(many.table("app.Node0")).read_next_batch()
    many.close()
    del many
    gc.collect()
    assert batch.column("n")[1].as_py() == 3


def test_capsules_that_nobody_takes(many):
    for _ in range(3):
        many.table("objects").__arrow_c_stream__()
        many.table("objects").__arrow_c_schema__()
    gc.collect()
    assert len(list(many.table("objects").head(1))) == 1


def test_each_table_is_valid(shop):
    for table in shop.tables.values():
        arguments = {"of": 0x700} if any(a.required for a in table.arguments) else {}
        if table.name == "changes":
            arguments = {"after": shop.path}
        found = shop.table(table.name, **arguments)
        taken = pa.table(found)
        taken.validate(full=True)
        assert taken.to_pylist() == list(found), table.name


def test_ipc_streams(many, tmp_path):
    """As in the README. The dictionary of names grows from batch to batch."""
    import pyarrow.ipc

    batches = pa.RecordBatchReader.from_stream(many.query("SELECT id, class FROM objects ORDER BY id DESC"))
    with pa.ipc.new_stream(str(tmp_path / "objects.arrows"), batches.schema) as stream:
        for batch in batches:
            stream.write_batch(batch)
    with pa.ipc.open_stream(str(tmp_path / "objects.arrows")) as stream:
        rows = stream.read_all().to_pylist()
    assert rows == list(many.query("SELECT id, class FROM objects ORDER BY id DESC")) and len(rows) == 70004


def test_errors_reach_pyarrow(many):
    table = many.query("SELECT abs(CASE id WHEN 0x1100 THEN -9223372036854775808 ELSE 1 END) FROM objects")
    with pytest.raises(Exception, match="integer overflow"):
        pa.table(table)


def test_polars(many):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(many.table("objects"))
    assert frame.shape == (70004, 10)
    assert frame["shallow"].sum() == sum(row["shallow"] for row in many.table("objects", columns=["shallow"]))
    assert frame.filter(pl.col("class") == "app.Node1").height == 23333
    assert many.table("classes").to_polars().height == 5


def test_duckdb(many):
    duckdb = pytest.importorskip("duckdb")
    objects = many.table("objects")
    rows = duckdb.sql('SELECT "class", count(*) FROM objects GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2').fetchall()
    assert rows == [("app.Node0", 23334), ("app.Node1", 23333)]
    assert objects.columns  # It is used.


def test_pandas(shop):
    pytest.importorskip("pandas")
    frame = shop.histogram(by="package").to_pandas()
    assert frame["shallow"].sum() == shop.table("objects", columns=["shallow"]).to_pandas()["shallow"].sum()
    assert str(shop.table("dump").to_pandas()["time"].dtype) in ("datetime64[ms, UTC]", "datetime64[ns, UTC]")
