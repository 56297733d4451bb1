# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
