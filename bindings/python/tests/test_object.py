# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import datetime
import decimal
import inspect
import pickle
import typing

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
    assert pairs["session-1"]._class == "shop.Session" and sessions["session-1"] == pairs["session-1"]
    with pytest.raises(TypeError, match="shop.Session is not an array or a collection with known elements"):
        len(shop[0x700])
    with pytest.raises(TypeError):
        list(shop[0x700])


COLLECTIONS = """--- !hprof
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: "[Ljava/lang/Object;", class: 0x11, super: 0x10}
  - {name: java/lang/Integer, class: 0x12, super: 0x10, fields: {value: int}}
  - {name: java/lang/String, class: 0x13, super: 0x10, fields: {value: object, coder: byte}}
  - {name: java/util/ArrayList, class: 0x14, super: 0x10, fields: {size: int, elementData: object}}
  - {name: java/util/LinkedList, class: 0x15, super: 0x10, fields: {size: int, first: object}}
  - {name: "java/util/LinkedList$Node", class: 0x16, super: 0x10, fields: {item: object, next: object}}
  - {name: java/util/HashMap, class: 0x17, super: 0x10, fields: {table: object, size: int}}
  - {name: "java/util/HashMap$Node", class: 0x18, super: 0x10, fields: {key: object, value: object, next: object}}
  - {name: java/util/HashSet, class: 0x19, super: 0x10, fields: {map: object}}
  - {name: "java/util/HashMap$EntrySet", class: 0x1a, super: 0x10, fields: {this$0: object}}
  - {name: java/util/Optional, class: 0x1b, super: 0x10, fields: {value: object}}
  - {name: "java/util/Collections$CopiesList", class: 0x1c, super: 0x10, fields: {n: int, element: object}}
  - {name: app/Holder, class: 0x1d, super: 0x10, fields: {self: object, chain: object, twice: object}}
- instance: {object: 0x100, class: 0x12, fields: {value: 0}}
- instance: {object: 0x101, class: 0x12, fields: {value: 1}}
- instance: {object: 0x102, class: 0x13, fields: {value: 0x103}}
- primitiveArray: {object: 0x103, elementType: byte, text: "size"}
- instance: {object: 0x110, class: 0x14, fields: {size: 4, elementData: 0x111}}
- objectArray: {object: 0x111, class: 0x11, elements: [0x101, null, 0x102, 0x120, 0x100]}
- instance: {object: 0x120, class: 0x17, fields: {table: 0x121, size: 4}}
- objectArray: {object: 0x121, class: 0x11, elements: [0x122, 0x123, null, 0x124, 0x125]}
- instance: {object: 0x122, class: 0x18, fields: {key: null, value: 0x101}}
- instance: {object: 0x123, class: 0x18, fields: {key: 0x101, value: null}}
- instance: {object: 0x124, class: 0x18, fields: {key: 0x102, value: 0x110}}
- instance: {object: 0x125, class: 0x18, fields: {key: 0x13, value: 0x13}}
- instance: {object: 0x130, class: 0x17, fields: {table: 0x131, size: 1}}
- objectArray: {object: 0x131, class: 0x11, elements: [0x122]}
- instance: {object: 0x132, class: 0x17}
- instance: {object: 0x133, class: 0x14}
- instance: {object: 0x134, class: 0x19, fields: {map: 0x120}}
- instance: {object: 0x135, class: 0x1a, fields: {this$0: 0x130}}
- instance: {object: 0x140, class: 0x14, fields: {size: 2147483647, elementData: 0x111}}
- instance: {object: 0x141, class: 0x15, fields: {size: 2147483647, first: 0x142}}
- instance: {object: 0x142, class: 0x16, fields: {item: 0x100, next: 0x143}}
- instance: {object: 0x143, class: 0x16, fields: {item: 0x101, next: 0x142}}
- instance: {object: 0x144, class: 0x14, fields: {size: 3, elementData: 0x999}}
- instance: {object: 0x145, class: 0x1c, fields: {n: 2147483647, element: 0x101}}
- instance: {object: 0x150, class: 0x1b, fields: {value: 0x150}}
- instance: {object: 0x151, class: 0x1b, fields: {value: 0x152}}
- instance: {object: 0x152, class: 0x1b, fields: {value: 0x101}}
- instance: {object: 0x153, class: 0x14, fields: {size: 4, elementData: 0x154}}
- objectArray: {object: 0x154, class: 0x11, elements: [0x150, 0x152, 0x155, 0x1b]}
- instance: {object: 0x155, class: 0x1b}
- instance: {object: 0x160, class: 0x1d, fields: {self: 0x150, chain: 0x1000, twice: 0x151}}
- rootJniGlobal: {object: 0x110}
"""


@pytest.fixture
def collections(tmp_path):
    path = tmp_path / "collections.yaml"
    chain = "".join("- instance: {object: %d, class: 0x1b, fields: {value: %d}}\n" % (i, i + 1) for i in range(0x1000, 0x3000))
    path.write_text(COLLECTIONS + chain)
    return hprof.open(path)


@pytest.fixture
def queries(monkeypatch):
    """The queries that are made."""
    made = []
    query = hprof.Heap.query
    monkeypatch.setattr(hprof.Heap, "query", lambda heap, sql: made.append(sql) or query(heap, sql))
    return made


def test_elements(collections):
    items = collections[0x110]
    assert len(items) == 4 and list(items)[:3] == [1, None, "size"]
    assert (items[0], items[-2], items[True]) == (1, "size", None)
    assert items[3] == items[-1] == collections[0x120] and items[-1][1] is None
    for wrong in (4, -5, 2**70, -(2**70)):
        with pytest.raises(IndexError, match="java.util.ArrayList has 4 elements"):
            items[wrong]
    with pytest.raises(TypeError, match="slice"):
        items[1:2]
    assert "size" in items and None in items and 0 not in items
    assert list(reversed(items)) == list(items)[::-1]
    assert list(collections[0x111])[:3] == [1, None, "size"] and collections[0x111][-1] == 0
    assert list(items._items())[0] == (None, 1)
    assert items["size"] == items.size == 4
    with pytest.raises(TypeError, match="app.Holder is not"):
        collections[0x160]._items()


def test_maps(collections):
    pairs = collections[0x120]
    assert len(pairs) == 4 and list(pairs)[:3] == [None, 1, "size"]
    assert pairs[None] == 1 and pairs[1] is None and pairs["size"] == collections[0x110]
    assert pairs[collections[0x13]] == collections[0x13], "a class object"
    assert pairs["size"][-1] == pairs and pairs.size == 4
    for missing in (0, -1, "table", "value"):
        with pytest.raises(KeyError):
            pairs[missing]
    assert None in pairs and 0 not in pairs
    assert dict(pairs._items())[None] == 1
    assert list(collections[0x130]) == [None] and collections[0x130][None] == 1
    assert list(collections[0x132]) == [] and len(collections[0x132]) == 0 and collections[0x132]
    with pytest.raises(KeyError):
        collections[0x132][0]
    with pytest.raises(IndexError):
        collections[0x133][0]
    assert list(collections[0x134])[:3] == [None, 1, "size"] and collections[0x134][1] == 1
    assert list(collections[0x135]) == [(None, 1)] and collections[0x135][0] == (None, 1)


def test_damaged_collections(collections):
    assert list(collections[0x140])[:3] == [1, None, "size"] and len(collections[0x140]) == 5
    assert list(collections[0x141]) == [0, 1] and len(collections[0x141]) == 2
    assert collections[0x141][-1] == 1
    with pytest.raises(TypeError):
        len(collections[0x144])
    assert len(collections[0x145]) == 1 << 20 and collections[0x145][-1] == 1


def test_optionals(collections):
    holder = collections[0x160]
    assert holder.self._id == 0x150 and holder.self.value._id == 0x150
    assert holder.twice._id == 0x152 and holder.twice.value == 1
    assert holder.chain._id == 0x1001 and holder.chain.value._id == 0x1003
    assert [item and getattr(item, "_id", item) for item in collections[0x153]] == [0x150, 1, None, 0x1B]


def test_elements_are_read_by_one_query(tmp_path, queries):
    count = 70000  # More than fit in a batch.
    path = tmp_path / "long.yaml"
    nulls = ", ".join(["null"] * count)
    path.write_text(
        "--- !hprof\n---\n- classes:\n  - {name: java/lang/Object, class: 0x10}\n"
        "  - {name: java/lang/Integer, class: 0x11, super: 0x10, fields: {value: int}}\n"
        "  - {name: '[Ljava/lang/Object;', class: 0x12, super: 0x10}\n"
        "  - {name: java/util/ArrayList, class: 0x13, super: 0x10, fields: {size: int, elementData: object}}\n"
        "- instance: {object: 0x100, class: 0x11, fields: {value: 7}}\n"
        "- objectArray: {object: 0x101, class: 0x12, elements: [%s, 0x100, 0x101]}\n"
        "- instance: {object: 0x102, class: 0x13, fields: {size: %d, elementData: 0x101}}\n" % (nulls, count + 2)
    )
    heap = hprof.open(path)
    for id in (0x101, 0x102):
        of = heap[id]
        len(of)
        queries.clear()
        items = list(of)
        assert len(queries) == 1
        assert items[:count] == [None] * count and items[count] == 7 and items[count + 1] == heap[0x101]
        assert len(queries) == 1
        assert of[count] == of[-2] == 7
        assert len(queries) <= 3


def test_objects_of_a_closed_heap(collections):
    items = collections[0x110]
    of = list(items)[3]
    iterator = iter(items)
    assert next(iterator) == 1
    collections.close()
    assert list(iterator)[1:] == ["size", of]
    assert items.size == 4 and items._class == "java.util.ArrayList"
    for use in (lambda: of.size, lambda: repr(of), lambda: list(of), lambda: of[1], lambda: list(items)):
        with pytest.raises(hprof.Error, match="the heap is closed"):
            use()


def test_values(tmp_path):
    path = tmp_path / "values.yaml"
    path.write_text(VALUES)
    heap = hprof.open(path)
    holder = heap[0x100]
    assert holder.count == 42 and holder.real == 1.5 and holder.flag is True and holder.letter == "x"
    assert holder.when == datetime.datetime(2026, 11, 30, 12, 0, 0, 5000, tzinfo=datetime.timezone.utc)
    assert holder.maybe == 42 and holder.none is None
    assert holder.price == decimal.Decimal("12.50") and str(holder.price) == "12.50"
    assert holder.big == -(2**64)
    assert holder.late._class == "java.util.Date", "after the year 9999"
    assert heap[0x200]._class == "java.lang.Integer"
    with pytest.raises(TypeError, match="call hprof.open"):
        pickle.dumps(heap)


def test_names_in_tracebacks_and_help():
    assert hprof.Error.__module__ == "hprof" and pickle.loads(pickle.dumps(hprof.Error("x"))).code == "failed"
    assert hprof.Heap.__module__ == "hprof._heap"
    for each in (hprof.Argument, hprof.Column, hprof.Object, hprof.Table, hprof.TableInfo):
        assert "class %s" % each.__name__ in inspect.getsource(each)
        typing.get_type_hints(each)


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
  - {name: app/Holder, class: 0x50, super: 0x10, fields: {count: object, real: object, flag: object, letter: object, when: object, maybe: object, none: object, price: object, big: object, late: object}}
  - {name: java/math/BigDecimal, class: 0x58, super: 0x10, fields: {intVal: object, scale: int, intCompact: long}}
  - {name: java/math/BigInteger, class: 0x60, super: 0x10, fields: {signum: int, mag: object}}
- instance: {object: 0x100, class: 0x50, fields: {count: 0x200, real: 0x208, flag: 0x210, letter: 0x218, when: 0x220, maybe: 0x228, none: 0x230, price: 0x238, big: 0x240, late: 0x250}}
- instance: {object: 0x200, class: 0x20, fields: {value: 42}}
- instance: {object: 0x208, class: 0x28, fields: {value: 1.5}}
- instance: {object: 0x210, class: 0x30, fields: {value: true}}
- instance: {object: 0x218, class: 0x38, fields: {value: 120}}
- instance: {object: 0x220, class: 0x40, fields: {fastTime: 1796040000005}}
- instance: {object: 0x228, class: 0x48, fields: {value: 0x200}}
- instance: {object: 0x230, class: 0x48, fields: {value: 0}}
- instance: {object: 0x238, class: 0x58, fields: {scale: 2, intCompact: 1250}}
- instance: {object: 0x240, class: 0x60, fields: {signum: -1, mag: 0x248}}
- primitiveArray: {object: 0x248, elementType: int, elements: [1, 0, 0]}
- instance: {object: 0x250, class: 0x40, fields: {fastTime: 1000000000000000}}
- rootJniGlobal: {object: 0x100}
"""


def test_elements_after_the_first(tmp_path):
    path = tmp_path / "long.yaml"
    ids = ", ".join(["0x100"] * 1500)
    numbers = ", ".join(str(i % 100) for i in range(1500))
    path.write_text(
        "--- !hprof\n---\n- classes:\n  - {name: A, class: 0x10}\n  - {name: '[LA;', class: 0x18}\n"
        "- instance: {object: 0x100, class: 0x10}\n- objectArray: {object: 0x200, class: 0x18, elements: [%s]}\n"
        "- primitiveArray: {object: 0x300, elementType: int, elements: [%s]}\n"
        "- primitiveArray: {object: 0x400, elementType: boolean, elements: [1 x 1500]}\n"
        "- primitiveArray: {object: 0x500, elementType: char, elements: [65 x 1500]}\n"
        "- primitiveArray: {object: 0x600, elementType: double, elements: [1 x 1500]}\n" % (ids, numbers)
    )
    heap = hprof.open(path)
    assert heap[0x200][1400]._id == 0x100
    assert heap[0x300][1400] == 0 and heap[0x300][1455] == 55 and heap[0x300][-1] == 99
    assert heap[0x400][10] is heap[0x400][1400] is True
    assert heap[0x500][10] == heap[0x500][1400] == "A"
    assert repr(heap[0x600][10]) == repr(heap[0x600][1400]) == "1.0"


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
