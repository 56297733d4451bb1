# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import datetime
import pickle

import pytest

import hprof

def test_fields_are_attributes(heap):
    job = heap.object(0x100)
    assert (job.whole, job.real, job.flag, job.letter) == (-5, 2.5, True, "\n")
    assert job.name == "café"
    assert job["app.Base.name"] is None
    assert job.next._id == 0x8000000000000010 and job.next.letter == "x"
    assert job.next.next is None
    assert job.lost is None  # Not in the dump.
    assert heap[0x100] == job and hash(heap[0x100]) == hash(job) and job != job.next and job != 1
    assert {"whole", "next"} <= set(dir(job)) and "app.Base.name" not in dir(job)


def test_what_is_no_field(heap):
    job = heap[0x100]
    with pytest.raises(AttributeError, match="app.Job has no field 'nope'"):
        job.nope
    with pytest.raises(KeyError):
        job["nope"]
    assert job._class == "app.Job" and job._kind == "instance" and job._shallow > 0
    assert job._retained >= job._shallow and job._text is None
    assert heap[0x200]._text == "café"
    assert job._dominator._id == 0x40
    assert [step["id"] for step in job._paths()] == [0x40, 0x100]


def test_arrays_and_classes(heap):
    items = heap[0x100].list
    assert len(items) == 3 and items[0]._id == 0x100 and items[1] is None and items[2] == "café"
    assert [item if item is None or isinstance(item, str) else item._id for item in items] == [0x100, None, "café"]
    with pytest.raises(IndexError):
        items[3]
    main = heap[0x40]
    assert main._kind == "class" and main.count == -7 and main.first._id == 0x100
    assert list(heap[0x210]) == list(b"caf") + [-23] or len(heap[0x210]) >= 4


def test_collections(shop):
    sessions = shop[0x300]
    assert sessions._class == "java.util.HashMap" and len(sessions) == 5
    assert sorted(sessions) == ["session-%d" % i for i in range(1, 6)]
    pairs = dict(sessions._items())
    assert pairs["session-1"]._class == "shop.Session"
    with pytest.raises(TypeError, match="shop.Session is not an array or a known collection"):
        len(shop[0x700])
    with pytest.raises(TypeError):
        list(shop[0x700])


def test_values(tmp_path):
    path = tmp_path / "values.yaml"
    path.write_text(VALUES)
    heap = hprof.open(path)
    holder = heap[0x100]
    assert holder.count == 42 and holder.real == 1.5 and holder.flag is True and holder.letter == "x"
    assert holder.when == datetime.datetime(2026, 11, 30, 12, 0, 0, 5000, tzinfo=datetime.timezone.utc)
    assert holder.maybe == 42 and holder.none is None
    assert heap[0x200]._class == "java.lang.Integer"
    with pytest.raises(TypeError, match="call hprof.open"):
        pickle.dumps(heap)
    assert hprof.Error.__module__ == "hprof"


VALUES = """
--- !hprof
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/Integer, class: 0x20, super: 0x10, fields: {value: int}}
  - {name: java/lang/Double, class: 0x28, super: 0x10, fields: {value: double}}
  - {name: java/lang/Boolean, class: 0x30, super: 0x10, fields: {value: boolean}}
  - {name: java/lang/Character, class: 0x38, super: 0x10, fields: {value: char}}
  - {name: java/util/Date, class: 0x40, super: 0x10, fields: {fastTime: long, cdate: object}}
  - {name: java/util/Optional, class: 0x48, super: 0x10, fields: {value: object}}
  - {name: app/Holder, class: 0x50, super: 0x10, fields: {count: object, real: object, flag: object, letter: object, when: object, maybe: object, none: object}}
- instance: {object: 0x100, class: 0x50, fields: {count: 0x200, real: 0x208, flag: 0x210, letter: 0x218, when: 0x220, maybe: 0x228, none: 0x230}}
- instance: {object: 0x200, class: 0x20, fields: {value: 42}}
- instance: {object: 0x208, class: 0x28, fields: {value: 1.5}}
- instance: {object: 0x210, class: 0x30, fields: {value: true}}
- instance: {object: 0x218, class: 0x38, fields: {value: 120}}
- instance: {object: 0x220, class: 0x40, fields: {fastTime: 1796040000005}}
- instance: {object: 0x228, class: 0x48, fields: {value: 0x200}}
- instance: {object: 0x230, class: 0x48, fields: {value: 0}}
- rootJniGlobal: {object: 0x100}
"""


def test_elements_after_the_first(tmp_path):
    path = tmp_path / "long.yaml"
    ids = ", ".join(["0x100"] * 1500)
    numbers = ", ".join(str(i % 100) for i in range(1500))
    path.write_text(
        "--- !hprof\n---\n- classes:\n  - {name: A, class: 0x10}\n  - {name: '[LA;', class: 0x18}\n"
        "- instance: {object: 0x100, class: 0x10}\n- objectArray: {object: 0x200, class: 0x18, elements: [%s]}\n"
        "- primitiveArray: {object: 0x300, elementType: int, elements: [%s]}\n" % (ids, numbers)
    )
    heap = hprof.open(path)
    assert heap[0x200][1400]._id == 0x100
    assert heap[0x300][1400] == 0 and heap[0x300][1455] == 55


def test_repr(heap):
    assert repr(heap[0x200]).startswith("<java.lang.String 0x200 'café': ")
    assert repr(heap[0x100]).startswith("<app.Job 0x100: ")
    assert "\n" not in repr(heap[0x100])
    assert "<th>whole</th>" in heap[0x100]._repr_html_()
    assert repr(heap) == "<hprof.Heap %r>" % heap.path
    assert repr(heap.table("app.Job")).startswith("<hprof.Table app.Job: _id, ")


def test_tables_in_notebooks(heap, shop):
    shown = heap.table("objects")._repr_html_()
    assert "0x8000000000000010" in shown and 'title="Id of the object."' in shown
    assert "first 20 rows" in shop.table("objects")._repr_html_()
    assert "&lt;b&gt;" in shop.query("SELECT '<b>' AS t")._repr_html_()
