//===- FieldSink.cpp - Named values as text or as JSON --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldSink.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace hprof;

FieldSink::~FieldSink() = default;

static int64_t signedBits(const Value &V) {
  switch (widthOf(V.Type, 8)) {
  case 1:
    return int8_t(V.Bits);
  case 2:
    return int16_t(V.Bits);
  case 4:
    return int32_t(V.Bits);
  default:
    return int64_t(V.Bits);
  }
}

/// The shortest digits that give the same number again.
template <class T> static std::string realText(T Number, int MaxDigits) {
  std::string Text;
  for (int Digits = MaxDigits - 3; Digits <= MaxDigits; ++Digits) {
    Text.clear();
    raw_string_ostream(Text) << format("%.*g", Digits, double(Number));
    if (T(std::strtod(Text.c_str(), nullptr)) == Number)
      break;
  }
  return Text;
}

static std::string charText(uint16_t Unit) {
  return "'" + escapeQuoted(utf16ToModifiedUtf8(Unit), '\'') + "'";
}

std::string hprof::valueText(const Value &V) {
  switch (V.Type) {
  case BasicType::Object:
  case BasicType::Array:
    return V.Bits ? jsonId(V.Bits) : "null";
  case BasicType::Boolean:
    return V.Bits <= 1 ? (V.Bits ? "true" : "false") : std::to_string(V.Bits);
  case BasicType::Char:
    return charText(uint16_t(V.Bits));
  case BasicType::Float:
    return realText(bit_cast<float>(uint32_t(V.Bits)), 9);
  case BasicType::Double:
    return realText(bit_cast<double>(V.Bits), 17);
  case BasicType::Byte:
  case BasicType::Short:
  case BasicType::Int:
  case BasicType::Long:
    return std::to_string(signedBits(V));
  }
  return jsonId(V.Bits);
}

static json::Value realJson(double Number) {
  if (std::isfinite(Number))
    return Number;
  return std::isnan(Number) ? "NaN" : Number > 0 ? "Infinity" : "-Infinity";
}

json::Value hprof::valueJson(const Value &V) {
  switch (V.Type) {
  case BasicType::Object:
  case BasicType::Array:
    return V.Bits ? json::Value(jsonId(V.Bits)) : nullptr;
  case BasicType::Boolean:
    return V.Bits <= 1 ? json::Value(V.Bits == 1) : json::Value(V.Bits);
  case BasicType::Char:
    return V.Bits;
  case BasicType::Float:
    return realJson(double(bit_cast<float>(uint32_t(V.Bits))));
  case BasicType::Double:
    return realJson(bit_cast<double>(V.Bits));
  case BasicType::Byte:
  case BasicType::Short:
  case BasicType::Int:
  case BasicType::Long:
    return signedBits(V);
  }
  return jsonId(V.Bits);
}

namespace {
class TextSink : public FieldSink {
public:
  TextSink(raw_ostream &OS, EscapeMode Mode) : OS(OS), Mode(Mode) {}

  void begin(std::optional<uint64_t> Offset, StringRef What,
             unsigned Depth) override {
    if (Offset)
      OS << format_hex(*Offset, 12) << "  ";
    OS.indent(2 * Depth) << What;
    First = false;
  }
  void end() override { OS << '\n'; }
  void number(StringRef Key, uint64_t N) override { key(Key) << N; }
  void serial(StringRef Key, uint64_t N, StringRef Name) override {
    key(Key) << N;
    if (!Name.empty())
      OS << '(' << escape(Name, Mode) << ')';
  }
  void integer(StringRef Key, int64_t N) override { key(Key) << N; }
  void text(StringRef Key, StringRef Text) override {
    key(Key) << '"' << escapeQuoted(Text, '"', Mode) << '"';
  }
  void word(StringRef Key, StringRef Text) override { key(Key) << Text; }
  void id(StringRef Key, uint64_t Id, StringRef Name) override {
    key(Key) << jsonId(Id);
    if (!Name.empty())
      OS << '(' << escape(Name, Mode) << ')';
  }
  void value(StringRef Key, const Value &V) override {
    key(Key) << valueText(V);
  }
  void namedValue(StringRef Name, const Value &V) override {
    key(escape(Name, Mode)) << valueText(V);
  }
  void beginList(StringRef Key) override {
    key(Key) << '[';
    First = true;
  }
  void endList(uint64_t Omitted) override {
    if (Omitted)
      separate() << "... " << Omitted << " more";
    OS << ']';
    First = false;
  }
  void beginItem() override {
    separate() << '{';
    First = true;
  }
  void endItem() override {
    OS << '}';
    First = false;
  }

private:
  raw_ostream &separate() {
    if (!First)
      OS << ' ';
    First = false;
    return OS;
  }
  raw_ostream &key(StringRef Key) {
    separate();
    if (!Key.empty())
      OS << Key << '=';
    return OS;
  }

  raw_ostream &OS;
  EscapeMode Mode;
  bool First = false;
};

class JsonSink : public FieldSink {
public:
  explicit JsonSink(json::OStream &J) : J(J) {}

  void begin(std::optional<uint64_t> Offset, StringRef What,
             unsigned Depth) override {
    J.objectBegin();
    J.attribute("offset", Offset ? json::Value(*Offset) : nullptr);
    J.attribute("record", What);
  }
  void end() override { J.objectEnd(); }
  void number(StringRef Key, uint64_t N) override { put(Key, N); }
  void serial(StringRef Key, uint64_t N, StringRef Name) override {
    put(Key, N);
    if (!Name.empty())
      put((Key + "_name").str(), toUtf8(Name));
  }
  void integer(StringRef Key, int64_t N) override { put(Key, N); }
  void text(StringRef Key, StringRef Text) override { put(Key, toUtf8(Text)); }
  void word(StringRef Key, StringRef Text) override { put(Key, Text); }
  void id(StringRef Key, uint64_t Id, StringRef Name) override {
    put(Key, jsonId(Id));
    if (!Name.empty() && !Key.empty())
      put((Key + "_name").str(), toUtf8(Name));
  }
  void value(StringRef Key, const Value &V) override { put(Key, valueJson(V)); }
  void namedValue(StringRef Name, const Value &V) override {
    J.object([&] {
      J.attribute("name", toUtf8(Name));
      J.attribute("value", valueJson(V));
    });
  }
  void beginList(StringRef Key) override {
    J.attributeBegin(Key);
    J.arrayBegin();
  }
  void endList(uint64_t) override {
    J.arrayEnd();
    J.attributeEnd();
  }
  void beginItem() override { J.objectBegin(); }
  void endItem() override { J.objectEnd(); }

private:
  void put(StringRef Key, const json::Value &V) {
    if (Key.empty())
      J.value(V);
    else
      J.attribute(Key, V);
  }
  json::OStream &J;
};
} // namespace

std::unique_ptr<FieldSink> hprof::makeTextSink(raw_ostream &OS,
                                               EscapeMode Mode) {
  return std::make_unique<TextSink>(OS, Mode);
}

std::unique_ptr<FieldSink> hprof::makeJsonSink(json::OStream &J) {
  return std::make_unique<JsonSink>(J);
}
