//===- KeyHashes.cpp - Hash codes of map keys -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeyHashes.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

KeyHashes::KeyHashes(const LintFields &F, const CollectionPlans &Reader)
    : F(F), Reader(Reader), Boxes(boxPlans(F)) {
  String = F.findClass("java.lang.String");
  ArrayList = F.findClass("java.util.ArrayList");
  AsList = F.findClass("java.util.Arrays$ArrayList");
  Enum = F.findClass("java.lang.Enum");
  Class = F.findClass("java.lang.Class");
  Cached = F.field(String, "hash");
  Value = F.field(String, "value");
}

bool KeyHashes::knows(ClassNumber C) const {
  return C == String || C == ArrayList || C == AsList ||
         (Boxes.at(C).Box && Boxes.at(C).Value);
}

bool KeyHashes::isImmutable(ClassNumber C) const {
  return C == String || C == Class || Boxes.at(C).Box || F.isA(C, Enum);
}

static uint32_t fold(uint64_t Bits) { return uint32_t(Bits ^ (Bits >> 32)); }

/// Computes the hash code as documented for hashCode() of each class.
static int32_t hashOfBox(BasicType Type, uint64_t Bits) {
  switch (Type) {
  case BasicType::Boolean:
    return Bits ? 1231 : 1237;
  case BasicType::Byte:
    return int8_t(Bits);
  case BasicType::Short:
    return int16_t(Bits);
  case BasicType::Long:
  case BasicType::Double:
    return int32_t(fold(Bits));
  case BasicType::Char:
  case BasicType::Float:
  case BasicType::Int:
  case BasicType::Object:
  case BasicType::Array:
    return int32_t(Bits);
  }
  return 0;
}

/// Returns the hash code of \p Text in modified UTF-8: each sequence is a char.
static int32_t hashOfText(StringRef Text) {
  uint32_t Hash = 0;
  for (size_t I = 0; I < Text.size();) {
    auto Bits = [&](size_t At, uint8_t Mask) -> uint32_t {
      return At < Text.size() ? uint8_t(Text[At]) & Mask : 0;
    };
    uint32_t Unit = Bits(I, 0xff);
    size_t Length = 1;
    if ((Unit & 0xe0) == 0xc0) {
      Unit = Bits(I, 0x1f) << 6 | Bits(I + 1, 0x3f);
      Length = 2;
    } else if ((Unit & 0xf0) == 0xe0) {
      Unit = Bits(I, 0x0f) << 12 | Bits(I + 1, 0x3f) << 6 | Bits(I + 2, 0x3f);
      Length = 3;
    }
    Hash = 31 * Hash + Unit;
    I += Length;
  }
  return int32_t(Hash);
}

std::optional<int32_t> KeyHashes::ofString(const LintInstance &I) const {
  // The cached hash is 0 until it is computed.
  if (uint64_t Hash = I.get(Cached))
    return int32_t(Hash);
  // Long keys have a cached hash, computed when they were put into a map.
  constexpr uint64_t MostCharacters = 1000;
  Node Array = F.follow(I, Value);
  if (Array == NoNode || F.G.arrayLength(Array) > MostCharacters)
    return std::nullopt;
  std::optional<JavaString> Text = F.Contents.string(I.N);
  if (!Text || !Text->IsWhole)
    return std::nullopt;
  return hashOfText(Text->Text);
}

std::optional<int32_t> KeyHashes::ofList(const LintInstance &I, unsigned Depth,
                                         unsigned &Left) const {
  // A list may contain itself.
  constexpr unsigned MostDepth = 3;
  std::optional<CollectionSize> Size = Reader.size(I);
  if (!Size || Depth == MostDepth || Size->Size > Left ||
      Size->Size > Size->Slots)
    return std::nullopt;
  Left -= unsigned(Size->Size);
  uint32_t Hash = 1;
  if (!Size->Size)
    return int32_t(Hash);
  std::optional<FoundObject> Array = F.Contents.object(Size->Array);
  const unsigned Width = F.Contents.context().header().IdSize;
  if (!Array || Array->Bytes.size() < Size->Size * Width)
    return std::nullopt;
  for (uint64_t E = 0; E != Size->Size; ++E) {
    uint64_t Id = loadBE(Array->Bytes.data() + E * Width, Width);
    std::optional<int32_t> Of = 0;
    if (Id)
      Of = of(F.read(F.G.find(Id)), Depth + 1, Left);
    if (!Of)
      return std::nullopt;
    Hash = 31 * Hash + uint32_t(*Of);
  }
  return int32_t(Hash);
}

std::optional<int32_t> KeyHashes::of(const LintInstance &I, unsigned Depth,
                                     unsigned &Left) const {
  if (I.Class == NoClass || I.Bytes.empty() || !knows(I.Class))
    return std::nullopt;
  if (I.Class == String)
    return ofString(I);
  if (const BoxPlan &P = Boxes.at(I.Class); P.Box)
    return hashOfBox(P.Box->Type, I.get(P.Value));
  return ofList(I, Depth, Left);
}
