//===- YamlItems.cpp - YAML items other than records ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlBuilder.h"
#include "YamlText.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

bool Builder::strings(const Node &Value) {
  if (Value.kind() != Node::List)
    return fail(Value.position(),
                Twine("expected a list of names, found ") + Value.describe());
  for (const Node &N : Value.children()) {
    StringRef Raw;
    if (!raw(N, Raw))
      return false;
    utf8(deriveId('s', Raw, Names.idSize()), Raw);
  }
  return true;
}

bool Builder::unknownRecord(const Node &Value) {
  if (!checkMap(Value, "record") || !checkKeys(
                                        Value,
                                        [](StringRef K) {
                                          return K == "tag" || K == "time" ||
                                                 K == "length" || K == "bytes";
                                        },
                                        "record", "tag, time, length"))
    return false;
  uint64_t Tag = 0;
  const Node *N = find(Value, "tag");
  if (!N)
    return fail(Value.position(), "a record of unknown kind requires a 'tag'");
  uint32_t Time = 0;
  std::optional<uint32_t> Length;
  if (!number(*N, 8, Tag) || !pseudoFields(Value, Time, Length))
    return false;
  beginFrame(uint8_t(Tag), Time, Length);
  return true;
}

bool Builder::hex(const Node &N, SmallVectorImpl<uint8_t> &Out) {
  if (!N.isScalar())
    return fail(N.position(),
                Twine("expected hexadecimal bytes, found ") + N.describe());
  unsigned Nibbles = 0;
  Out.clear();
  for (char C : N.text()) {
    if (C == ' ')
      continue;
    unsigned Digit = hexDigitValue(C);
    if (Digit > 15)
      return fail(N.position(),
                  "expected hexadecimal bytes, found '" + Twine(C) + "'");
    if (Nibbles++ % 2)
      Out.back() = uint8_t(Out.back() << 4 | Digit);
    else
      Out.push_back(uint8_t(Digit));
  }
  return Nibbles % 2 == 0 ||
         fail(N.position(), "expected two digits for each byte");
}

bool Builder::opaque(const Node &Value) {
  if (!InFrame)
    return fail(
        Value.position(),
        "opaque bytes must follow a record; bytes outside records are a 'gap'");
  if (!hex(Value, Payload))
    return false;
  OpenPayload = Open::None;
  PayloadOf = RecordKind::Opaque;
  Opaque O;
  O.Offset = Position;
  O.Size = Payload.size();
  V.visit(O);
  bytes(Payload);
  return true;
}

bool Builder::gap(const Node &Value) {
  if (!hex(Value, Payload))
    return false;
  endFrame();
  PayloadOf = RecordKind::Opaque;
  Opaque O;
  O.Offset = Position;
  O.Size = UINT64_MAX;
  V.visit(O);
  bytes(Payload);
  return true;
}

bool Builder::length(const Node &Value) {
  if (!InFrame)
    return fail(Value.position(), "expected a record before its length");
  uint64_t Length;
  if (!number(Value, 32, Length))
    return false;
  if (Current.Length != UINT64_MAX)
    return fail(Value.position(), "the length of this record is already given");
  Declared = uint32_t(Length);
  return true;
}

bool Builder::more(const Node &Value) {
  if (OpenPayload == Open::None)
    return fail(Value.position(), "expected a string, an array or the bytes of "
                                  "an instance before 'more'");
  if (!checkMap(Value, "more"))
    return false;
  auto Keys = [&](StringRef K) {
    return OpenPayload == Open::Array  ? K == "elements" || K == "text"
           : OpenPayload == Open::Text ? K == "text" || K == "bytes"
                                       : K == "bytes";
  };
  if (!checkKeys(Value, Keys, "more", "the keys of the previous record"))
    return false;
  for (size_t I = 1; I < Value.children().size(); I += 2) {
    StringRef Key = Value.children()[I - 1].text();
    const Node &N = Value.children()[I];
    Payload.clear();
    auto Flush = [&](ArrayRef<uint8_t> Chunk) { bytes(Chunk); };
    if (OpenPayload == Open::Text) {
      if (!textBytes(N, Key == "bytes"))
        return false;
    } else if (Key == "text") {
      if (!unitText(N, OpenType))
        return false;
    } else if (uint64_t Count; !countElements(N, OpenType, Count) ||
                               !elements(N, OpenType, Flush)) {
      return false;
    }
    bytes(Payload);
  }
  return true;
}

bool Builder::defaults(const Node &Value) {
  if (!checkMap(Value, "defaults") ||
      !checkKeys(
          Value, [](StringRef K) { return K == "traceSerial"; }, "defaults",
          "traceSerial"))
    return false;
  uint64_t Trace = TraceDefault;
  if (const Node *N = find(Value, "traceSerial"))
    if (!number(*N, 32, Trace))
      return false;
  TraceDefault = uint32_t(Trace);
  return true;
}
