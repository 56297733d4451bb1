# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib

import pytest

import hprof

SHOP = pathlib.Path(__file__).parents[3] / "docs" / "Examples" / "shop.yaml"

FIELDS = """--- !hprof
idSize: 8
---
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/lang/String, class: 0x18, super: 0x10, fields: {value: object, coder: byte}}
  - {name: app/Base, class: 0x20, super: 0x10, fields: {name: object}}
  - {name: app/Job, class: 0x28, super: 0x20, fields: {whole: long, real: double, flag: boolean, letter: char, name: object, next: object, lost: object, list: object}}
  - {name: "[B", class: 0x30, super: 0x10}
  - {name: "[Ljava/lang/Object;", class: 0x38, super: 0x10}
  - {name: app/Main, class: 0x40, super: 0x10, statics: {first: object 0x100, count: int -7}}
- instance: {object: 0x100, class: 0x28, fields: {whole: -5, real: 2.5, flag: true, letter: 10, name: 0x200, next: 0x8000000000000010, lost: 0x999, list: 0x300, app/Base.name: 0}}
- instance: {object: 0x8000000000000010, class: 0x28, fields: {whole: 1, letter: 120}}
- instance: {object: 0x200, class: 0x18, fields: {value: 0x210, coder: 0}}
- primitiveArray: {object: 0x210, elementType: byte, text: "caf\xe9"}
- objectArray: {object: 0x300, class: 0x38, elements: [0x100, 0, 0x200]}
- rootStickyClass: {object: 0x40}
"""


@pytest.fixture(scope="session")
def shop_path():
    return SHOP


@pytest.fixture
def shop(shop_path):
    return hprof.open(shop_path)


@pytest.fixture
def heap(tmp_path):
    """A heap with fields of each type."""
    path = tmp_path / "fields.yaml"
    path.write_text(FIELDS, encoding="utf-8")
    return hprof.open(path)


@pytest.fixture
def many(tmp_path):
    """A heap with more objects than fit in a batch."""
    path = tmp_path / "many.yaml"
    lines = ["--- !hprof", "---", "- classes:", "  - {name: java/lang/Object, class: 0x10}"]
    lines += ["  - {name: app/Node%d, class: 0x%x, super: 0x10, fields: {n: int}}" % (i, 0x20 + i) for i in range(3)]
    lines += ["- instance: {object: 0x%x, class: 0x%x, fields: {n: %d}}" % (0x1000 + 16 * i, 0x20 + i % 3, i) for i in range(70000)]
    lines += ["- rootJniGlobal: {object: 0x1000}"]
    path.write_text("\n".join(lines) + "\n")
    return hprof.open(path)
