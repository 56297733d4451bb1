# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Objects of a heap with their fields as attributes."""

from __future__ import annotations

import datetime
import html
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Tuple

from ._c import Error

if TYPE_CHECKING:
    from ._heap import Heap

_WHOLE = ("byte", "short", "int", "long")
_REAL = ("float", "double")
_PRIMITIVES = (*_WHOLE, *_REAL, "boolean", "char")


class Object:
    """An object, array or class of a heap.

    Fields are attributes: session.user.name. A hidden field is obj["com.acme.Base.name"],
    with the name of its declaring class. References are objects or None; Strings, numbers,
    booleans, dates and boxed values are Python values, and an Optional is its value. The
    fields of a class are its static fields. Elements of an array are obj[0] and so on.
    Other attributes begin with an underscore.

    Arrays and collections can be iterated and have a length; _items() has the entries
    of a map.
    """

    _id: int
    """Id of the object."""

    def __init__(self, heap: "Heap", facts: Dict[str, Any]):
        self._heap = heap
        self._facts = facts
        self._id = facts["id"] % 2**64
        self._by_name: Dict[str, Dict[str, Any]] = {}
        for field in facts["fields"]:
            if field["name"] in self._by_name and field["declared_in"]:
                self._by_name["%s.%s" % (field["declared_in"], field["name"])] = field
            else:
                self._by_name[field["name"]] = field

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
            if field["id"] is None:
                return None
            if field["class"] == "java.lang.String" and text is not None:
                return text
            return self._referenced(field["id"])
        if text is None:
            return None
        if field["type"] in _WHOLE:
            return int(text)
        if field["type"] in _REAL:
            return float(text)
        if field["type"] == "boolean":
            return text == "true"
        return _character(text)

    def _referenced(self, id: Optional[int]) -> Any:
        """The object with an id, as a Python value if there is one."""
        if id is None:
            return None
        try:
            return _python_value(self._heap.object(id % 2**64))
        except Error as error:
            if error.code == "no object":
                return None  # Not in the dump.
            raise

    def _items(self) -> "Iterator[Tuple[Any, Any]]":
        """Keys and values of a map. For other collections, the keys are None."""
        for row in self._heap.table("entries", of=self._id):
            yield self._referenced(row["key"]), self._referenced(row["value"])

    def _element(self, index: int) -> Any:
        """An element past the first 1,000, which are among the fields."""
        (row,) = self._heap.query("SELECT element(0x%x, %d) AS e" % (self._id, index))
        if self._class.rpartition("[]")[0] in _PRIMITIVES:
            return bool(row["e"]) if self._class == "boolean[]" and row["e"] is not None else row["e"]
        return self._referenced(row["e"])

    def __getattr__(self, name: str) -> Any:
        # Names that Python itself looks up are not fields.
        field = None if name.startswith("__") else self.__dict__.get("_by_name", {}).get(name)
        if field is None:
            raise AttributeError("%s has no field %r" % (self.__dict__.get("_facts", {}).get("class", "it"), name))
        return self._value(field)

    def __getitem__(self, name: Any) -> Any:
        """A field by its name, or an element by its index."""
        key = "[%d]" % name if isinstance(name, int) else name
        if isinstance(name, int) and not self._is_array:
            return list(self)[name]
        if isinstance(name, int) and not 0 <= name < len(self):
            raise IndexError("%s has %d elements" % (self._class, len(self)))
        if isinstance(name, int) and key not in self._by_name:
            return self._element(name)
        if key not in self._by_name:
            raise KeyError("%s has no field %r" % (self._class, name))
        return self._value(self._by_name[key])

    @property
    def _is_array(self) -> bool:
        return self._facts["length"] is not None

    def __len__(self) -> int:
        """Number of elements of an array, or of entries in a collection."""
        if self._is_array:
            return self._facts["length"]
        (row,) = self._heap.query("SELECT entry_count(0x%x) AS n" % self._id)
        if row["n"] is None:
            raise TypeError("%s is not an array or a known collection" % self._class)
        return row["n"]

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        """The elements of an array or a collection; the keys of a map."""
        if self._is_array:
            return (self[i] for i in range(len(self)))
        len(self)  # Fails for other objects.
        return (value if key is None else key for key, value in self._items())

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


_BOXES: Dict[str, Callable[[str], Any]] = {
    **{"java.lang." + name: int for name in ("Byte", "Short", "Integer", "Long")},
    **{"java.lang." + name: float for name in ("Float", "Double")},
    "java.lang.Boolean": "true".__eq__,
    "java.lang.String": str,
    "java.lang.Character": str,
    "java.util.Date": lambda text: _time(text),
    "java.sql.Timestamp": lambda text: _time(text),
    "java.time.Instant": lambda text: _time(text),
    "java.time.LocalDateTime": lambda text: _time(text),
    "java.time.OffsetDateTime": lambda text: _time(text),
    "java.time.LocalDate": datetime.date.fromisoformat,
}


def _python_value(of: Object) -> Any:
    if of._class == "java.util.Optional":
        return of["value"]
    if of._class not in _BOXES or of._text is None:
        return of
    try:
        return _BOXES[of._class](of._text)
    except ValueError:
        return of  # A year that Python does not support, for example.


def _time(text: str) -> datetime.datetime:
    """A time in ISO format; Python's has microseconds."""
    text = re.sub(r"([.][0-9]*)", lambda fraction: fraction[1][:7].ljust(7, "0"), text.replace("Z", "+00:00"))
    return datetime.datetime.fromisoformat(text)


_SHOWN = 50


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:80] + "…"
