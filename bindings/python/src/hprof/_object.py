# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Objects of a heap with their fields as attributes."""

from __future__ import annotations

import datetime
import decimal
import functools
import html
import operator
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Tuple

if TYPE_CHECKING:
    from ._heap import Heap

_WHOLE = ("byte", "short", "int", "long")
_REAL = ("float", "double")


class Object:
    """An object, array or class of a heap.

    Fields are attributes: session.user.name. A hidden field is obj["com.acme.Base.name"],
    with the name of its declaring class. The fields of a class are its static fields.

    References are objects or None. Strings, boxed values, BigDecimal, BigInteger and dates
    are Python values. An Optional is its value, or None; if that value is an Optional, too,
    it remains an object.

    Arrays and collections can be iterated and have a length and indexes: obj[0], obj[-1].
    Maps are like dictionaries: obj[key] is the value of a key, which may be None, and
    iteration yields the keys. The elements of a damaged collection end at the damage, and
    len(obj) counts the elements in the dump. Each index or key is looked up by a query; for
    many, use list(obj) or dict(obj._items()).

    Other attributes begin with an underscore: _id, _class, _kind, _shallow, _retained,
    _text, _dominator, _fields, _items() and _paths().
    """

    _id: int
    """Id of the object."""

    def __init__(self, heap: "Heap", id: int):
        self._heap = heap
        self._id = id

    @functools.cached_property
    def _facts(self) -> Dict[str, Any]:
        return self._heap._facts(self._id)

    @functools.cached_property
    def _by_name(self) -> Dict[str, Dict[str, Any]]:
        found: Dict[str, Dict[str, Any]] = {}
        for field in self._facts["fields"]:
            if field["name"] in found and field["declared_in"]:
                found["%s.%s" % (field["declared_in"], field["name"])] = field
            else:
                found[field["name"]] = field
        return found

    @property
    def _class(self) -> str:
        """Name of its class."""
        return self._facts["class"]

    @property
    def _kind(self) -> str:
        """Kind of object: instance, array or class."""
        return self._facts["kind"]

    @property
    def _shallow(self) -> int:
        """Shallow size in bytes."""
        return self._facts["shallow"]

    @property
    def _retained(self) -> Optional[int]:
        """Retained size in bytes; None for unreachable objects."""
        return self._facts["retained"]

    @property
    def _text(self) -> Optional[str]:
        """String representation: the contents of a String, the value of a number and so on."""
        return self._facts["text"]

    @property
    def _dominator(self) -> "Optional[Object]":
        """Immediate dominator."""
        return self._heap.object(self._facts["dominator"] % 2**64) if self._facts["dominator"] else None

    @property
    def _fields(self) -> Dict[str, Any]:
        """All fields or elements, by name."""
        return {name: self._value(field) for name, field in self._by_name.items()}

    def _paths(self) -> Any:
        """A shortest path from a GC root, as a table."""
        return self._heap.paths(self._id)

    def _value(self, field: Dict[str, Any]) -> Any:
        text = field["value"]
        if field["type"] == "object" or field["type"] == "array":
            return self._referenced(field["id"], field["class"], text)
        if text is None:
            return None
        if field["type"] in _WHOLE:
            return int(text)
        if field["type"] in _REAL:
            return float(text)
        if field["type"] == "boolean":
            return text == "true"
        return _character(text)

    def _referenced(self, id: Optional[int], of_class: Optional[str], text: Optional[str]) -> Any:
        """The object with an id, as a Python value if there is one."""
        if id is None or of_class is None:
            return None  # A null reference, or not in the dump.
        if of_class in _VALUES and text is not None:
            try:
                return _VALUES[of_class](text)
            except ValueError:
                pass  # A year that Python does not support, for example.
        found = Object(self._heap, id % 2**64)
        if of_class != _OPTIONAL or "value" not in found._by_name:
            return found
        # Not another Optional: Optionals may form a long chain or a cycle.
        held = found._by_name["value"]
        return self._value(held) if held["class"] != _OPTIONAL else Object(self._heap, held["id"] % 2**64)

    @functools.cached_property
    def _collection(self) -> Optional[str]:
        """Kind of collection: array, list, set, map or entries; None for other objects."""
        if self._facts["length"] is not None:
            return "array"
        (row,) = self._heap.query("SELECT collection_kind(0x%x) AS kind" % self._id)
        return row["kind"]

    @functools.cached_property
    def _count(self) -> int:
        """Number of elements; raises TypeError if there cannot be any."""
        if self._collection is None:
            raise TypeError("%s is not an array or a collection with known elements" % self._class)
        if self._collection == "array":
            return self._facts["length"]
        (row,) = self._heap.query("SELECT count(*) AS n FROM entries(0x%x)" % self._id)
        return row["n"]

    def _entries(self, first: int = 0, count: int = -1) -> Iterator[Tuple[Any, Any]]:
        """Keys and values, read by one query. The keys are None in lists, sets and arrays."""
        query = _ELEMENTS if self._collection == "array" else _ENTRIES
        for row in self._heap.query(query % (self._id, first, count)):
            if self._collection == "array":
                yield None, self._value(row)
            else:
                key = self._referenced(row["key"], row["key_class"], row["key_text"])
                yield key, self._referenced(row["value"], row["value_class"], row["value_text"])

    def _items(self) -> Iterator[Tuple[Any, Any]]:
        """Keys and values of a map. For arrays and other collections, the keys are None."""
        len(self)  # Fails for other objects.
        return self._entries()

    def _elements(self, first: int = 0, count: int = -1) -> Iterator[Any]:
        for key, value in self._entries(first, count):
            yield key if self._collection == "map" else (key, value) if self._collection == "entries" else value

    def _at(self, index: int) -> Any:
        """The element at an index; negative indexes count from the end."""
        count = len(self)
        if not -count <= index < count:
            raise IndexError("%s has %d elements, and no index %d" % (self._class, count, index))
        index %= count
        if self._collection != "array":
            return next(self._elements(index, 1), None)
        field = self._by_name.get("[%d]" % index)
        return self._value(field) if field else self._far(index)

    def _far(self, index: int) -> Any:
        """An element of an array after those of _facts, which fields() reaches only one by one."""
        if self._class in _PRIMITIVES:
            (row,) = self._heap.query("SELECT element(0x%x, %d) AS value" % (self._id, index))
            return _PRIMITIVES[self._class](row["value"])
        for row in self._heap.query(_REFERENCED % (self._id, index)):
            return self._referenced(row["id"], row["class"], row["value"])
        return None

    def __getattr__(self, name: str) -> Any:
        # Names that Python itself looks up are not fields.
        if name.startswith("__") or "_heap" not in self.__dict__:
            raise AttributeError(name)
        if name not in self._by_name:
            raise AttributeError("%s has no field %r" % (self._class, name))
        return self._value(self._by_name[name])

    def __getitem__(self, name: Any) -> Any:
        """The value of a key of a map, a field of another object by its name, or an element
        by its index."""
        if self._collection == "map":
            for key, value in self._entries():
                if key == name:
                    return value
            raise KeyError(name)
        if not isinstance(name, str):
            return self._at(operator.index(name))
        if name not in self._by_name:
            raise KeyError("%s has no field %r" % (self._class, name))
        return self._value(self._by_name[name])

    def __len__(self) -> int:
        """Number of elements of an array or a collection, or of entries in a map."""
        return self._count

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """The elements of an array or a collection; the keys of a map."""
        len(self)  # Fails for other objects.
        return self._elements()

    def __reversed__(self) -> Iterator[Any]:
        return reversed(list(self))

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(name for name in self._by_name if name.isidentifier())]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Object):
            return NotImplemented
        return self._heap is other._heap and self._id == other._id

    def __hash__(self) -> int:
        return hash(self._id)

    def __repr__(self) -> str:
        says = "" if self._text is None else " %r" % _short(self._text)
        retains = "" if self._retained is None else ", retains {:,}".format(self._retained)
        return "<{} 0x{:x}{}: {:,} bytes{}>".format(self._class, self._id, says, self._shallow, retains)

    def _repr_html_(self) -> str:
        """A table of its fields, for notebooks."""
        lines = ["<table><caption>%s</caption><tbody>" % html.escape(repr(self))]
        for name, field in list(self._by_name.items())[:_SHOWN]:
            shown = field["value"] if field["value"] is not None else field["class"]
            if field["id"] is not None:
                shown = "%s 0x%x" % ("" if shown is None else _short(shown), field["id"] % 2**64)
            lines.append("<tr><th>%s</th><td>%s</td></tr>" % (html.escape(name), html.escape(shown or "null")))
        lines.append("</tbody></table>")
        if len(self._by_name) > _SHOWN:
            lines.append("<p>first %d of %d</p>" % (_SHOWN, len(self._by_name)))
        return "".join(lines)


def _character(text: str) -> str:
    """A character of Java source, such as '\\n', between its quotes."""
    return text[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\" in text else text[1:-1]


def _time(text: str) -> datetime.datetime:
    """A time in ISO format; Python's has microseconds."""
    text = re.sub(r"([.][0-9]*)", lambda fraction: fraction[1][:7].ljust(7, "0"), text.replace("Z", "+00:00"))
    return datetime.datetime.fromisoformat(text)


_OPTIONAL = "java.util.Optional"
_VALUES: Dict[str, Callable[[str], Any]] = {
    **{"java.lang." + name: int for name in ("Byte", "Short", "Integer", "Long")},
    **{"java.lang." + name: float for name in ("Float", "Double")},
    "java.lang.Boolean": "true".__eq__,
    "java.lang.String": str,
    "java.lang.Character": str,
    "java.math.BigDecimal": decimal.Decimal,
    "java.math.BigInteger": int,
    "java.util.Date": _time,
    "java.sql.Timestamp": _time,
    "java.time.Instant": _time,
    "java.time.LocalDateTime": _time,
    "java.time.OffsetDateTime": _time,
    "java.time.LocalDate": datetime.date.fromisoformat,
}

# Queries for elements. The texts of other objects, such as arrays, may be long.
_IS_VALUE = "IN (%s)" % ", ".join("'%s'" % name for name in _VALUES)
_ELEMENTS = (
    "SELECT type, id, class, CASE WHEN id IS NULL OR class " + _IS_VALUE + " THEN value END AS value"
    " FROM fields(0x%x) LIMIT %d, %d"
)
_ENTRIES = (
    "SELECT e.key, k.class AS key_class, CASE WHEN k.class " + _IS_VALUE + " THEN key_text END AS key_text,"
    " e.value, v.class AS value_class, CASE WHEN v.class " + _IS_VALUE + " THEN value_text END AS value_text"
    " FROM entries(0x%x) AS e LEFT JOIN objects AS k ON k.id = e.key LEFT JOIN objects AS v ON v.id = e.value"
    " WHERE e.position >= %d LIMIT %d"
)

_REFERENCED = (
    "SELECT id, class, CASE WHEN class " + _IS_VALUE + " THEN text(id) END AS value"
    " FROM objects WHERE id = element(0x%x, %d)"
)
_PRIMITIVES: Dict[str, Callable[[Any], Any]] = {
    **{name + "[]": int for name in _WHOLE},
    **{name + "[]": float for name in _REAL},
    "boolean[]": bool,
    "char[]": str,
}

_SHOWN = 50


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:80] + "…"
