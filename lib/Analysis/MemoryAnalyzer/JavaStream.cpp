//===- JavaStream.cpp - Java object serialization -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavaStream.h"
#include "PagedWriter.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

namespace {
enum Tag : uint8_t {
  TC_NULL = 0x70,
  TC_REFERENCE = 0x71,
  TC_CLASSDESC = 0x72,
  TC_OBJECT = 0x73,
  TC_STRING = 0x74,
  TC_ARRAY = 0x75,
  TC_BLOCKDATA = 0x77,
  TC_ENDBLOCKDATA = 0x78,
  TC_LONGSTRING = 0x7c,
};
constexpr size_t MostBlockBytes = 255;
constexpr uint64_t MostStringBytes = 64 << 20;
} // namespace

static void put16(raw_ostream &OS, uint16_t V) {
  OS << char(V >> 8) << char(V);
}

JavaStream::JavaStream(raw_ostream &OS) : OS(OS) {
  put16(OS, 0xaced); // STREAM_MAGIC
  put16(OS, 5);      // STREAM_VERSION
}

void JavaStream::tag(uint8_t Tag) {
  flushData();
  OS << char(Tag);
}

void JavaStream::null() { tag(TC_NULL); }

void JavaStream::reference(Handle To) {
  tag(TC_REFERENCE);
  putBE(OS, To);
}

JavaStream::Handle JavaStream::object(const JavaClass &C) {
  tag(TC_OBJECT);
  descriptor(&C);
  return newHandle();
}

JavaStream::Handle JavaStream::array(const JavaClass &C, uint32_t Length) {
  tag(TC_ARRAY);
  descriptor(&C);
  Handle H = newHandle();
  putBE(OS, Length);
  return H;
}

void JavaStream::descriptor(const JavaClass *C) {
  for (; C; C = C->Super) {
    auto [It, IsNew] = Classes.try_emplace(C, 0);
    if (!IsNew)
      return reference(It->second);
    tag(TC_CLASSDESC);
    shortUtf(C->Name);
    putBE(OS, uint64_t(C->Version));
    It->second = newHandle();
    OS << char(C->Flags);
    put16(OS, uint16_t(C->Fields.size()));
    for (const JavaField &F : C->Fields) {
      OS << F.Type;
      shortUtf(F.Name);
      if (F.Descriptor)
        string(F.Descriptor);
    }
    OS << char(TC_ENDBLOCKDATA); // No annotation.
  }
  null(); // No superclass.
}

void JavaStream::shortUtf(StringRef Text) {
  put16(OS, uint16_t(Text.size()));
  OS << Text;
}

void JavaStream::string(StringRef Text) {
  if (auto It = Strings.find(Text); It != Strings.end())
    return reference(It->second);
  const bool IsLong = Text.size() > UINT16_MAX;
  tag(IsLong ? TC_LONGSTRING : TC_STRING);
  const Handle H = newHandle();
  if (IsLong) {
    putBE(OS, uint64_t(Text.size()));
    OS << Text;
  } else {
    shortUtf(Text);
  }
  if (StringBytes + Text.size() > MostStringBytes)
    return;
  Strings[Text] = H;
  StringBytes += Text.size() + sizeof(StringMapEntry<Handle>) + 16;
}

void JavaStream::value(uint8_t V) { OS << char(V); }
void JavaStream::value(uint16_t V) { put16(OS, V); }
void JavaStream::value(uint32_t V) { putBE(OS, V); }
void JavaStream::value(uint64_t V) { putBE(OS, V); }

void JavaStream::data(uint32_t V) {
  if (Block.size() + sizeof(V) > MostBlockBytes)
    flushData();
  for (int Shift = 24; Shift >= 0; Shift -= 8)
    Block.push_back(char(V >> Shift));
}

void JavaStream::data(uint64_t V) {
  data(uint32_t(V >> 32));
  data(uint32_t(V));
}

void JavaStream::dataUtf(StringRef Text) {
  assert(Text.size() <= UINT16_MAX);
  const char Length[] = {char(Text.size() >> 8), char(Text.size())};
  for (StringRef Piece : {StringRef(Length, 2), Text})
    for (char C : Piece) {
      if (Block.size() == MostBlockBytes)
        flushData();
      Block.push_back(C);
    }
}

void JavaStream::flushData() {
  if (Block.empty())
    return;
  OS << char(TC_BLOCKDATA) << char(Block.size());
  OS.write(Block.data(), Block.size());
  Block.clear();
}

void JavaStream::endData() { tag(TC_ENDBLOCKDATA); }

std::string memoryanalyzer::toModifiedUtf8(StringRef Text) {
  if (isPlainAscii(Text))
    return Text.str();
  return utf8ToModifiedUtf8(modifiedUtf8ToUtf8(Text));
}

Error JavaStream::finish() {
  flushData();
  if (Handles <= uint64_t(INT32_MAX) - FirstHandle)
    return Error::success();
  return createStringError("classes and roots exceed the number of objects "
                           "that Java serialization supports");
}
