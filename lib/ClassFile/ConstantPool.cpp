//===- ConstantPool.cpp - The constants of a class ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConstantPool.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof::classfile;
using namespace llvm;

namespace {
struct ConstantTag {
  enum : unsigned {
#define HPROF_CONSTANT(Name, Tag, Size, Entries) Name = Tag,
#include "Constants.def"
  };
};
struct ConstantKind {
  unsigned Size;
  unsigned Entries; ///< 0 if there is no such tag.
};
} // namespace

static ConstantKind kindOf(unsigned Tag) {
  switch (Tag) {
#define HPROF_CONSTANT(Name, Tag, Size, Entries)                               \
  case Tag:                                                                    \
    return {Size, Entries};
#include "Constants.def"
  }
  return {0, 0};
}

Expected<ConstantPool> ConstantPool::read(ByteReader &R) {
  ConstantPool Pool;
  Pool.Count = R.u2();
  if (Pool.Count == 0 && !R.hasFailed())
    return faultAt(R.offset(),
                   "the constant pool count is 0, expected at least 1");
  const size_t Start = R.position();
  // Index 0 is never used.
  constexpr uint32_t None = UINT32_MAX;
  Pool.Offsets.assign(std::max(Pool.Count, 1U), None);
  for (unsigned I = 1; I < Pool.Count;) {
    const size_t At = R.offset();
    Pool.Offsets[I] = uint32_t(R.position() - Start);
    const unsigned Tag = R.u1();
    const ConstantKind Kind = kindOf(Tag);
    if (!Kind.Entries && !R.hasFailed())
      return faultAt(At, "constant " + Twine(I) + " has the unknown tag " +
                             Twine(Tag));
    if (Tag == ConstantTag::Utf8)
      R.skip(R.u2());
    else
      R.skip(Kind.Size);
    if (R.hasFailed())
      return R.truncated("constant " + Twine(I) + " of " +
                         Twine(Pool.Count - 1));
    I += Kind.Entries;
    // The following entries would have different indexes in a VM.
    if (I > Pool.Count)
      return faultAt(At, "constant " + Twine(I - Kind.Entries) + " of " +
                             Twine(Pool.Count - 1) + " requires two entries");
  }
  if (R.hasFailed())
    return R.truncated("the constant pool");
  Pool.Old = R.since(Start);
  return Pool;
}

ArrayRef<uint8_t> ConstantPool::entry(uint16_t Index, unsigned Tag) const {
  if (Index >= Offsets.size() || Offsets[Index] == UINT32_MAX)
    return {};
  const ArrayRef<uint8_t> At = Old.drop_front(Offsets[Index]);
  return At[0] == Tag ? At.drop_front() : ArrayRef<uint8_t>();
}

StringRef ConstantPool::utf8(uint16_t Index) const {
  const ArrayRef<uint8_t> E = entry(Index, ConstantTag::Utf8);
  if (E.empty())
    return "";
  ByteReader R(E);
  return toStringRef(R.take(R.u2()));
}

StringRef ConstantPool::className(uint16_t Index) const {
  const ArrayRef<uint8_t> E = entry(Index, ConstantTag::Class);
  return E.empty() ? "" : utf8(ByteReader(E).u2());
}

StringRef ConstantPool::methodName(uint16_t Index) const {
  ArrayRef<uint8_t> E = entry(Index, ConstantTag::Methodref);
  if (E.empty())
    E = entry(Index, ConstantTag::InterfaceMethodref);
  if (E.empty())
    return "";
  const ArrayRef<uint8_t> Name =
      entry(ByteReader(E.drop_front(2)).u2(), ConstantTag::NameAndType);
  return Name.empty() ? "" : utf8(ByteReader(Name).u2());
}

uint16_t ConstantPool::add(unsigned Tag) {
  if (Count >= MostEntries)
    return 0;
  New.u1(Tag);
  return uint16_t(Count++);
}

uint16_t ConstantPool::addUtf8(StringRef Text) {
  const uint16_t Index = add(ConstantTag::Utf8);
  if (Index) {
    New.u2(uint32_t(Text.size()));
    New.bytes(arrayRefFromStringRef(Text));
  }
  return Index;
}

uint16_t ConstantPool::addInteger(int32_t Value) {
  const uint16_t Index = add(ConstantTag::Integer);
  if (Index)
    New.u4(uint32_t(Value));
  return Index;
}

uint16_t ConstantPool::addClass(StringRef Name) {
  const uint16_t Text = addUtf8(Name);
  const uint16_t Index = Text ? add(ConstantTag::Class) : 0;
  if (Index)
    New.u2(Text);
  return Index;
}

uint16_t ConstantPool::addMethod(uint16_t Class, StringRef Name,
                                 StringRef Descriptor) {
  const uint16_t NameText = addUtf8(Name);
  const uint16_t Text = addUtf8(Descriptor);
  const uint16_t Pair = NameText && Text ? add(ConstantTag::NameAndType) : 0;
  if (!Pair)
    return 0;
  New.u2(NameText);
  New.u2(Text);
  const uint16_t Index = Class ? add(ConstantTag::Methodref) : 0;
  if (!Index)
    return 0;
  New.u2(Class);
  New.u2(Pair);
  return Index;
}

void ConstantPool::write(ByteWriter &W) const {
  W.u2(Count);
  W.bytes(Old);
  W.bytes(New.get());
}
