//===- YamlMessagesTest.cpp - Tests of messages about dumps in YAML -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every fault that the reader can detect, with its message and location.
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Yaml/YamlReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Case {
  std::string Text;
  unsigned Line, Column;
  const char *Message;
};
} // namespace

static std::string faultOf(StringRef Yaml,
                           const YamlReaderOptions &Options = {}) {
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Yaml), "yaml");
  RecordVisitor Ignored;
  Error E = readYaml(*In, Ignored, Options);
  return E ? toString(std::move(E)) : "none";
}

static void expectFaults(ArrayRef<Case> Cases) {
  for (const Case &C : Cases) {
    // The file name and the offset come first.
    std::string Whole = faultOf(C.Text);
    StringRef Fault = StringRef(Whole).substr(Whole.find("line "));
    EXPECT_EQ(Fault.str(), ("line " + Twine(C.Line) + ", column " +
                            Twine(C.Column) + ": " + C.Message)
                               .str())
        << C.Text;
  }
}

TEST(YamlMessages, DocumentsAreMarked) {
  expectFaults({
      {"", 1, 1, "expected '--- !hprof', found the end of the input"},
      {"x\n", 1, 1, "expected '--- !hprof'"},
      {"---\n", 1, 1, "expected '--- !hprof' before any other document"},
      {"- heapDump\n", 1, 1, "expected '--- !hprof' before the first record"},
      {"--- !other\n", 1, 4,
       "expected '---' or '--- !hprof', found '--- !other'"},
      {"--- !hprof\n- heapDump\nx: 1\n", 3, 1,
       "expected '- ' and a record in column 1"},
      {"--- !hprof\nformat: hprof\n---\n--- x\n", 4, 4,
       "expected '---' or '--- !hprof', found '--- x'"},
      {"--- !hprof\n- heapDump\nx: 1\n", 3, 1,
       "expected '- ' and a record in column 1"},
      {"--- !hprof\nformat: hprof\n---\n--- x\n", 4, 4,
       "expected '---' or '--- !hprof', found '--- x'"},
  });
}

TEST(YamlMessages, HeadersHaveKnownKeys) {
  expectFaults({
      {"--- !hprof\nformat: [1]\n---\n", 2, 9,
       "expected hprof, hprof-text, ibm-classic, phd or javacore, found a "
       "list"},
      {"--- !hprof\nformat: odd\n---\n", 2, 9,
       "expected hprof, hprof-text, ibm-classic, phd or javacore, found a "
       "scalar"},
      {"--- !hprof\nversion: 12345678901234567\n---\n", 2, 10,
       "expected a version such as 1.0.2"},
      {"--- !hprof\nversion: {a: 1}\n---\n", 2, 10,
       "expected a version such as 1.0.2"},
      {"--- !hprof\nidSize: 3\n---\n", 2, 9, "idSize 3, expected 1, 2, 4 or 8"},
      {"--- !hprof\nidSize: many\n---\n", 2, 9,
       "expected a 32-bit number, found 'many'"},
      {"--- !hprof\ntime: soon\n---\n", 2, 7,
       "expected a 64-bit number, found 'soon'"},
      {"--- !hprof\ncolour: red\n---\n", 2, 1,
       "'colour' is not a key of the header, expected format, version, idSize, "
       "time, origin, joined"},
      {"--- !hprof\njust text\n---\n", 2, 1,
       "expected a map of the fields of the header, found a scalar"},
      {"--- !hprof\njoined: perhaps\n---\n", 2, 9,
       "expected true or false, found a scalar"},
      {"--- !hprof\njoined: true\n---\n", 2, 9,
       "a joined dump requires its origin"},
      {"--- !hprof\norigin: 5\n---\n", 2, 9,
       "expected a map of the fields of the origin, found a scalar"},
      {"--- !hprof\norigin: {idSize: 7}\n---\n", 2, 18,
       "idSize 7, expected 1, 2, 4 or 8"},
      {"--- !hprof\norigin: {place: 1}\n---\n", 2, 10,
       "'place' is not a key of the origin, expected time, idSize, idBase"},
      {"--- !hprof\norigin: {time: x}\n---\n", 2, 16,
       "expected a 64-bit number, found 'x'"},
  });
}

TEST(YamlMessages, SyntaxIsChecked) {
  expectFaults({
      {"--- !hprof\n- heapDump\n  x\n", 3, 3,
       "expected '- ' in column 1, found 'x'"},
      {"--- !hprof\n- utf8: \"abc\n", 2, 9,
       "this quote is not closed on its line"},
      {"--- !hprof\n- utf8: 'abc\n", 2, 9,
       "this quote is not closed on its line"},
      {"--- !hprof\n- utf8: {text: \"\\q\"}\n", 2, 17,
       "invalid escape sequence"},
      {"--- !hprof\n- utf8: {text: \"\\xZZ\"}\n", 2, 17,
       "expected 2 hexadecimal digits after '\\x'"},
      {"--- !hprof\n- utf8: {text: \"\\u12\"}\n", 2, 17,
       "expected 4 hexadecimal digits after '\\u'"},
      {"--- !hprof\n- utf8: {text: \"\\U00110000\"}\n", 2, 17,
       "expected 8 hexadecimal digits after '\\U'"},
      {"--- !hprof\n- utf8: \"a\" b\n", 2, 13,
       "expected the end of the line, found 'b'"},
      {"--- !hprof\n- strings: &a\n", 2, 12,
       "anchors and aliases are not supported, found '&a'"},
      {"--- !hprof\n- strings: *a\n", 2, 12,
       "anchors and aliases are not supported, found '*a'"},
      {"--- !hprof\n- strings: !t a\n", 2, 12,
       "tags are not supported here, found '!t'"},
      {"--- !hprof\n- strings: |\n", 2, 12,
       "block scalars are not supported, found '|'"},
      {"--- !hprof\n- strings: >\n", 2, 12,
       "block scalars are not supported, found '>'"},
      {"--- !hprof\n- strings: ]\n", 2, 12, "expected a value, found ']'"},
      {"--- !hprof\n- strings: @a\n", 2, 12, "expected a value, found '@a'"},
      {"--- !hprof\n- strings: [a\n", 2, 12, "this '[' is not closed"},
      {"--- !hprof\n- strings: [a b: c\n", 2, 12, "this '[' is not closed"},
      {"--- !hprof\n- strings: [a, b\n", 2, 12, "this '[' is not closed"},
      {"--- !hprof\n- strings: [a: b\n", 2, 12, "this '[' is not closed"},
      {"--- !hprof\n- strings: [\"a\" b]\n", 2, 17,
       "expected ',' or ']', found 'b]'"},
      {"--- !hprof\n- strings: [a: \n", 3, 1,
       "expected a value, found the end"},
      {"--- !hprof\n- utf8: {text\n", 2, 9, "this '{' is not closed"},
      {"--- !hprof\n- utf8: {text: a\n", 2, 9, "this '{' is not closed"},
      {"--- !hprof\n- utf8: {[a]: b}\n", 2, 10, "expected a key, found '[a]:'"},
      {"--- !hprof\n- utf8: {text: \"a\" b}\n", 2, 20,
       "expected ',' or '}', found 'b}'"},
      {"--- !hprof\n- utf8: {\"text\" a}\n", 2, 17,
       "expected ': ' after the key 'text', found 'a}'"},
      {"--- !hprof\n- utf8: {\n", 2, 9, "this '{' is not closed"},
      {"--- !hprof\n- utf8: {text:\n", 3, 1, "expected a value, found the end"},
      {"--- !hprof\n- strings:\n  - a\n    - b\n", 4, 5,
       "expected '- ' in column 3, found '-'"},
      {"--- !hprof\n- strings:\n  - a\n   - b\n", 4, 4,
       "expected '- ' in column 3, found '-'"},
      {"--- !hprof\n- utf8:\n    text: a\n      id: 1\n", 4, 7,
       "expected a key in column 5, found 'id:'"},
      {"--- !hprof\n- utf8:\n    text: a\n    id\n", 4, 5,
       "expected 'key:', found 'id'"},
      {"--- !hprof\n-\t\tstrings: [a]\n", 2, 2, "expected spaces, found a tab"},
      {"--- !hprof\n- strings:\n  \t- a\n", 3, 3,
       "expected 'key:', found '\\09-'"},
      {std::string("--- !hprof\n- strings: ") + std::string(70, '['), 2, 43,
       "nested more than 32 levels deep"},
      {"--- !hprof\n- strings: [,]\n", 2, 13, "expected a value, found ',]'"},
  });
}

TEST(YamlMessages, RecordsHaveKnownKeys) {
  expectFaults({
      {"--- !hprof\n- 5\n", 2, 3, "expected a kind of record, found '5'"},
      {"--- !hprof\n- [a]\n", 2, 3, "expected a kind of record, found a list"},
      {"--- !hprof\n- {heapDump: , heapDumpEnd: }\n", 2, 16,
       "expected one record for each '- ', found another key 'heapDumpEnd'"},
      {"--- !hprof\n- odd: {}\n", 2, 3,
       "expected a kind of record, found 'odd'"},
      {"--- !hprof\n- heapDumpSegment: 5\n", 2, 20,
       "expected a map of the fields of heapDumpSegment, found a scalar"},
      {"--- !hprof\n- utf8: {odd: 1}\n", 2, 10,
       "'odd' is not a key of utf8, expected one of id, text, bytes"},
      {"--- !hprof\n- record: 5\n", 2, 11,
       "expected a map of the fields of record, found a scalar"},
      {"--- !hprof\n- record: {}\n", 2, 11,
       "a record of unknown kind requires a 'tag'"},
      {"--- !hprof\n- record: {tag: 300}\n", 2, 17,
       "expected an 8-bit number, found '300'"},
      {"--- !hprof\n- record: {tag: 1, odd: 2}\n", 2, 20,
       "'odd' is not a key of record, expected tag, time, length"},
      {"--- !hprof\n- opaque: aa\n", 2, 11,
       "opaque bytes must follow a record; bytes outside records are a 'gap'"},
      {"--- !hprof\n- record: {tag: 99}\n- opaque: [1]\n", 3, 11,
       "expected hexadecimal bytes, found a list"},
      {"--- !hprof\n- record: {tag: 99}\n- opaque: zz\n", 3, 11,
       "expected hexadecimal bytes, found 'z'"},
      {"--- !hprof\n- record: {tag: 99}\n- opaque: abc\n", 3, 11,
       "expected two digits for each byte"},
      {"--- !hprof\n- gap: x\n", 2, 8, "expected hexadecimal bytes, found 'x'"},
      {"--- !hprof\n- length: 5\n", 2, 11,
       "expected a record before its length"},
      {"--- !hprof\n- record: {tag: 99, length: 1}\n- length: 5\n", 3, 11,
       "the length of this record is already given"},
      {"--- !hprof\n- record: {tag: 99}\n- length: x\n", 3, 11,
       "expected a 32-bit number, found 'x'"},
      {"--- !hprof\n- more: {text: a}\n", 2, 9,
       "expected a string, an array or the bytes of an instance before 'more'"},
      {"--- !hprof\n- utf8: {text: a}\n- more: 5\n", 3, 9,
       "expected a map of the fields of more, found a scalar"},
      {"--- !hprof\n- utf8: {text: a}\n- more: {elements: [1]}\n", 3, 10,
       "'elements' is not a key of more, expected the keys of the previous "
       "record"},
      {"--- !hprof\n- defaults: 5\n", 2, 13,
       "expected a map of the fields of defaults, found a scalar"},
      {"--- !hprof\n- defaults: {odd: 1}\n", 2, 14,
       "'odd' is not a key of defaults, expected traceSerial"},
      {"--- !hprof\n- defaults: {traceSerial: x}\n", 2, 27,
       "expected a 32-bit number, found 'x'"},
      {"--- !hprof\n- utf8: {time: x, text: a}\n", 2, 16,
       "expected a 32-bit number, found 'x'"},
      {"--- !hprof\n- utf8: {length: x, text: a}\n", 2, 18,
       "expected a 32-bit number, found 'x'"},
      {"--- !hprof\n- rootUnknown: 5\n", 2, 16,
       "expected a map of the fields of rootUnknown, found a scalar"},
      {"--- !hprof\n- rootUnknown: {object: [1]}\n", 2, 25,
       "expected an id or a name, found a list"},
      {"--- !hprof\n- rootUnknown: {object: 0x10000000000000000}\n", 2, 25,
       "expected a 64-bit number, found '0x10000000000000000'"},
  });
}

TEST(YamlMessages, NamesAreText) {
  expectFaults({
      {"--- !hprof\n- strings: 5\n", 2, 12,
       "expected a list of names, found a scalar"},
      {"--- !hprof\n- strings: [[a]]\n", 2, 13,
       "expected a name, found a list"},
      {"--- !hprof\n- strings: [null]\n", 2, 13,
       "expected a name; quote a name that is empty or reads as null or a "
       "number"},
      {"--- !hprof\n- strings: [\"\377\"]\n", 2, 13, "this text is not UTF-8"},
      {"--- !hprof\n- utf8: {text: [a]}\n", 2, 16,
       "expected text, found a list"},
      {"--- !hprof\n- utf8: {text: \"\377\"}\n", 2, 16,
       "this text is not UTF-8"},
      {"--- !hprof\n- utf8: {bytes: \"\\u0100\"}\n", 2, 17,
       "expected characters up to \\xFF"},
      {"--- !hprof\n- utf8: {text: a, bytes: b}\n", 2, 26,
       "'text' and 'bytes' are mutually exclusive"},
      {"--- !hprof\n- classes: 5\n", 2, 12,
       "expected a list of classes, found a scalar"},
      {"--- !hprof\n- classes: [5]\n", 2, 13,
       "expected a map of the fields of a class, found a scalar"},
      {"--- !hprof\n- classes: [{super: null}]\n", 2, 13,
       "a class requires a 'name'"},
      {"--- !hprof\n- class: {name: A, odd: 1}\n", 2, 20,
       "'odd' is not a key of classDump, expected one of class, traceSerial, "
       "super, loader, signers, domain, reserved1, reserved2, instanceSize, "
       "pool, statics, fields"},
      {"--- !hprof\n- class: {name: A, fields: 5}\n", 2, 28,
       "expected a list or a map, found a scalar"},
      {"--- !hprof\n- class: {name: A, fields: [5]}\n", 2, 29,
       "expected name: value, found a scalar"},
      {"--- !hprof\n- class: {name: A, fields: {a: odd}}\n", 2, 32,
       "expected a type (object, boolean, char, float, double, byte, short, "
       "int, long), found 'odd'"},
      {"--- !hprof\n- class: {name: A, fields: {a: [1]}}\n", 2, 32,
       "expected a type (object, boolean, char, float, double, byte, short, "
       "int, long)"},
      {"--- !hprof\n- class: {name: A, statics: {a: 5}}\n", 2, 33,
       "expected a type and a value such as 'int 5'"},
      {"--- !hprof\n- class: {name: A, statics: {a: int x}}\n", 2, 33,
       "expected a value of type int, found 'x'"},
      {"--- !hprof\n- class: {name: A, classSerial: x}\n", 2, 33,
       "expected a 32-bit number, found 'x'"},
      {"--- !hprof\n- class: {name: A, constants: [5]}\n", 2, 20,
       "'constants' is not a key of classDump, expected one of class, "
       "traceSerial, super, loader, signers, domain, reserved1, reserved2, "
       "instanceSize, pool, statics, fields"},
      {"--- !hprof\n- class: {name: A, constants: [{odd: 1, index: 1, value: "
       "int 5}]}\n",
       2, 20,
       "'constants' is not a key of classDump, expected one of class, "
       "traceSerial, super, loader, signers, domain, reserved1, reserved2, "
       "instanceSize, pool, statics, fields"},
      {"--- !hprof\n- classDump: {class: 1, fields: {b: int}}\n", 2, 34,
       "string 'b' is not defined yet; define it under 'strings' first"},
  });
}

TEST(YamlMessages, ValuesFitTheirTypes) {
  expectFaults({
      {"--- !hprof\n- instance: {object: 1, class: 2}\n", 2, 13,
       "the fields of class 0x2 are unknown: define it and its superclasses "
       "first, or give [name: type value, ...] or bytes"},
      {"--- !hprof\n- class: {name: A, class: 2, fields: {a: int}}\n- "
       "instance: {object: 1, class: 2, fields: 5}\n",
       3, 43, "expected a map of fields, found a scalar"},
      {"--- !hprof\n- class: {name: A, class: 2, fields: {a: int}}\n- "
       "instance: {object: 1, class: 2, fields: {b: 5}}\n",
       3, 44, "the class has no field 'b'"},
      {"--- !hprof\n- class: {name: A, class: 2, fields: {a: int}}\n- "
       "instance: {object: 1, class: 2, fields: {a: 4294967296}}\n",
       3, 47, "expected a value of type int, found '4294967296'"},
      {"--- !hprof\n- class: {name: A, class: 2, fields: {a: int}}\n- "
       "instance: {object: 1, class: 2, fields: {a: [1]}}\n",
       3, 47, "expected a value of type int, found a list"},
      {"--- !hprof\n- instance: {object: 1, class: 2, fields: {a: 5}, bytes: "
       "[1]}\n",
       2, 58, "'fields' and 'bytes' are mutually exclusive"},
      {"--- !hprof\n- instance: {object: 1, class: 2, fields: [5]}\n", 2, 44,
       "expected name: type value, found a scalar"},
      {"--- !hprof\n- instance: {object: 1, class: 2, fields: [a: odd 5]}\n", 2,
       47, "expected a type and a value such as 'int 5'"},
      {"--- !hprof\n- instance: {object: 1, class: 2, bytes: 5}\n", 2, 42,
       "expected a list of values, found a scalar"},
      {"--- !hprof\n- instance: {object: 1, class: 2, bytes: [256]}\n", 2, 43,
       "expected a value of type byte, found '256'"},
      {"--- !hprof\n- instance: {object: 1, class: 2, bytes: [1 y 5]}\n", 2, 43,
       "expected 'value x count' with a count up to 4294967295, found '1 y 5'"},
      {"--- !hprof\n- primitiveArray: {object: 1}\n", 2, 19,
       "an array requires an 'elementType'"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: odd}\n", 2, 44,
       "expected a type (object, boolean, char, float, double, byte, short, "
       "int, long), found 'odd'"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: byte, elements: "
       "[1], text: a}\n",
       2, 71, "'elements' and 'text' are mutually exclusive"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: int, text: a}\n",
       2, 55, "'text' requires an array of byte or char, not of int"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: byte, text: "
       "[a]}\n",
       2, 56, "expected text, found a list"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: byte, text: "
       "\"\\u0100\"}\n",
       2, 56, "expected characters that fit in a byte, up to \\xFF"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: char, text: "
       "\"\377\"}\n",
       2, 56, "this text is not UTF-8"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: boolean, "
       "elements: [perhaps]}\n",
       2, 64, "expected a value of type boolean, found 'perhaps'"},
      {"--- !hprof\n- primitiveArray: {object: 1, elementType: double, "
       "elements: [1e999]}\n",
       2, 63, "expected a value of type double, found '1e999'"},
      {"--- !hprof\n- objectArray: {object: 1, class: 2, elements: "
       "[0x1ffffffffffffffff]}\n",
       2, 49, "expected a value of type object, found '0x1ffffffffffffffff'"},
  });
}

TEST(YamlMessages, ListsHaveElements) {
  expectFaults({
      {"--- !hprof\n- class: {name: A, pool: [5]}\n", 2, 27,
       "expected name: value, found a scalar"},
      {"--- !hprof\n- class: {name: A, pool: [{index: 1, value: int 5, odd: "
       "1}]}\n",
       2, 27, "expected name: value, found a map"},
      {"--- !hprof\n- class: {name: A, pool: {a: 1}}\n", 2, 27,
       "expected a 16-bit number, found 'a'"},
      {"--- !hprof\n- class: {name: A, pool: 5}\n", 2, 26,
       "expected a list or a map, found a scalar"},
      {"--- !hprof\n- stackTrace: {serial: 1, threadSerial: 1, frames: 5}\n", 2,
       52, "expected a list, found a scalar"},
      {"--- !hprof\n- stackTrace: {frames: [[a]]}\n", 2, 25,
       "expected an id or a name, found a list"},
      {"--- !hprof\n- instance: {object: 1, class: 2, fields: [{a: int 5, b: "
       "int 6}]}\n",
       2, 44, "expected name: type value, found a map"},
      {"--- !hprof\n- heapDump: a\n  b\n", 3, 3, "expected 'key:', found 'b'"},
      {"--- !hprof\n- [a]\n  b\n", 3, 3,
       "expected '- ' in column 1, found 'b'"},
      {"--- !hprof\n-\n", 2, 1,
       "expected a map of the fields of the header, found a list"},
      {"--- !hprof\n- - a\n", 2, 3, "expected a kind of record, found a list"},
      {"--- !hprof\n- a\n- \n\n", 2, 3, "expected a kind of record, found 'a'"},
      {"--- !hprof\n- \"a\": b\n  \"c\" d\n", 3, 3,
       "expected 'key:', found '\\22c\\22'"},
      {"--- !hprof\n- class: {name: A, fields: [{a: int, b: int}]}\n", 2, 29,
       "expected name: value, found a map"},
      {"--- !hprof\n- allocSites: {sites: [5]}\n", 2, 24,
       "expected a map, found a scalar"},
      {"--- !hprof\n- allocSites: {sites: [{odd: 5}]}\n", 2, 24,
       "unexpected keys in this map"},
      {"--- !hprof\n- heapDump:\n  a: b\n c: d\n", 4, 2,
       "expected '- ' in column 1, found 'c:'"},
      {"--- !hprof\n- strings: [a]\n b\n", 3, 2,
       "expected '- ' in column 1, found 'b'"},
      {"--- !hprof\n- strings:\n  - a\n b\n", 4, 2,
       "expected '- ' in column 1, found 'b'"},
  });
}

TEST(YamlMessages, NestingIsLimited) {
  std::string Blocks = "--- !hprof\n";
  for (int I = 0; I != 70; ++I)
    Blocks += "- ";
  expectFaults({{Blocks + "a\n", 2, 67, "nested more than 32 levels deep"}});
}

TEST(YamlMessages, ItemsAreLimited) {
  EXPECT_NE(faultOf("--- !hprof\n- strings: [" + std::string(65 << 20, 'a'))
                .find("this item is larger than 64 MiB"),
            std::string::npos);
}

TEST(YamlMessages, ArraysAreLimited) {
  YamlReaderOptions Options;
  Options.MaxMade = UINT64_MAX;
  EXPECT_NE(faultOf("--- !hprof\n- primitiveArray: {object: 1, elementType: "
                    "byte, elements: [0 x 4294967295, 0]}\n",
                    Options)
                .find("an array can have at most 4294967295 elements"),
            std::string::npos);
}

TEST(YamlMessages, DocumentsAreAlike) {
  YamlReaderOptions Options;
  Options.OneFormat = true;
  StringRef Other = "--- !hprof\n---\n--- !hprof\nformat: phd\n---\n";
  EXPECT_NE(faultOf(Other, Options)
                .find("this document is phd, expected hprof like the first"),
            std::string::npos);
  StringRef Wider = "--- !hprof\n---\n--- !hprof\nidSize: 4\n---\n";
  EXPECT_EQ(faultOf(Wider, Options), "none");
  Options.OneIdSize = true;
  EXPECT_NE(faultOf(Wider, Options)
                .find("this document is hprof with 4-byte ids, expected "
                      "hprof with 8-byte ids like the first"),
            std::string::npos);
}
