//===- FieldSink.cpp - Named values as text or as JSON --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldSink.h"
#include "hprof/Tool/Json.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

FieldSink::~FieldSink() = default;

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
