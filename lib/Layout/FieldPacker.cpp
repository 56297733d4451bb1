//===- FieldPacker.cpp - Placing fields as HotSpot does -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldPacker.h"
#include <algorithm>

using namespace hprof;
using llvm::alignTo;

/// The first JDK with fieldLayoutBuilder.cpp.
static constexpr unsigned FirstWithBlocks = 15;

void FieldGroup::add(BasicType T) {
  if (isReference(T))
    ++References;
  else if (unsigned Width = widthOf(T, 1))
    ++ByWidth[llvm::Log2_32(Width)];
}

void FieldGroup::remove(BasicType T) {
  if (isReference(T))
    --References;
  else if (unsigned Width = widthOf(T, 1))
    --ByWidth[llvm::Log2_32(Width)];
}

namespace {

/// Fills gaps and appends, like FieldLayout in JDK 15 and later.
class BlockList {
public:
  BlockList(PackedClass &C, bool AppendOnly) : C(C), AppendOnly(AppendOnly) {}

  void pad() {
    C.End += ContendedPadding;
    AppendOnly = true;
  }

  void add(uint32_t Count, unsigned Width) {
    C.HasFields |= Count != 0;
    // Once no gap has room, the remaining fields are appended together.
    for (; Count && fillGap(Width); --Count)
      ;
    if (!Count)
      return;
    uint64_t Offset = alignTo(C.End, Width);
    if (Offset != C.End && !AppendOnly)
      C.Gaps.push_back({C.End, Offset - C.End});
    C.End = Offset + uint64_t(Count) * Width;
  }

  void add(const FieldGroup &G, unsigned ReferenceBytes) {
    for (int I = 3; I >= 0; --I)
      add(G.ByWidth[I], 1U << I);
    add(G.References, ReferenceBytes);
  }

private:
  /// Uses the smallest gap for \p Width bytes; among gaps of equal size, the
  /// last.
  bool fillGap(unsigned Width) {
    if (AppendOnly)
      return false;
    PackedClass::Gap *Best = nullptr;
    for (auto &G : llvm::reverse(C.Gaps))
      if (alignTo(G.Offset, Width) + Width <= G.Offset + G.Size &&
          (!Best || G.Size < Best->Size))
        Best = &G;
    if (!Best)
      return false;
    PackedClass::Gap Whole = *Best;
    uint64_t At = alignTo(Whole.Offset, Width);
    uint64_t Before = At - Whole.Offset;
    uint64_t After = Whole.Size - Before - Width;
    auto *Where = C.Gaps.erase(Best);
    if (After)
      Where = C.Gaps.insert(Where, {At + Width, After});
    if (Before)
      C.Gaps.insert(Where, {Whole.Offset, Before});
    return true;
  }

  PackedClass &C;
  bool AppendOnly;
};

} // namespace

PackedClass FieldPacker::pack(const PackedClass *Super,
                              const FieldSet &Fields) const {
  return Release < FirstWithBlocks ? packClassic(Super, Fields)
                                   : packBlocks(Super, Fields);
}

PackedClass FieldPacker::packBlocks(const PackedClass *Super,
                                    const FieldSet &F) const {
  PackedClass C;
  bool Append = false;
  if (Super) {
    C = *Super;
    if (Super->IsPadded) {
      C.Gaps.clear();
      C.End += ContendedPadding;
      Append = Super->HasFields;
    }
  } else {
    C.End = Layout.HeaderBytes;
  }
  BlockList Blocks(C, Append);
  if (F.IsContended) {
    C.Gaps.clear();
    Blocks.pad();
  }
  Blocks.add(F.Plain, Layout.ReferenceBytes);
  for (const FieldGroup &G : F.Contended) {
    Blocks.pad();
    Blocks.add(G, Layout.ReferenceBytes);
  }
  bool HasPadding = F.IsContended || !F.Contended.empty();
  C.IsPadded |= HasPadding;
  C.PaddedEnd = C.End + (HasPadding ? ContendedPadding : 0);
  return C;
}

PackedClass FieldPacker::packClassic(const PackedClass *Super,
                                     const FieldSet &F) const {
  const uint64_t Ref = Layout.ReferenceBytes;
  uint64_t Next =
      Super ? alignTo(Super->PaddedEnd, Ref) : uint64_t(Layout.HeaderBytes);
  if (F.IsContended)
    Next += ContendedPadding;
  auto [Bytes, Shorts, Words, Longs] = F.Plain.ByWidth;
  uint64_t References = F.Plain.References;
  const bool ReferencesFirst = F.ReferencesFirst || Layout.ReferencesFirst;
  if (ReferencesFirst) {
    Next += References * Ref;
    References = 0;
  }
  if (Longs && Next % 8) {
    uint64_t Gap = alignTo(Next, 8) - Next;
    Next += Gap;
    // Fields placed in the gap need no space after it.
    if (!ReferencesFirst) {
      auto Fill = [&](auto &Count, uint64_t Width, uint64_t Most) {
        uint64_t N = std::min<uint64_t>({Count, Gap / Width, Most});
        Count -= N;
        Gap -= N * Width;
      };
      Fill(Words, 4, 1);
      Fill(Shorts, 2, 2);
      Fill(Bytes, 1, 4);
      Fill(References, Ref, 1);
    }
  }
  Next +=
      uint64_t(Longs) * 8 + uint64_t(Words) * 4 + uint64_t(Shorts) * 2 + Bytes;
  if (References)
    Next = alignTo(Next, Ref) + References * Ref;
  for (const FieldGroup &G : F.Contended) {
    Next += ContendedPadding;
    for (int I = 3; I >= 0; --I)
      if (G.ByWidth[I])
        Next = alignTo(Next, 1U << I) + (uint64_t(G.ByWidth[I]) << I);
    if (G.References)
      Next = alignTo(Next, Ref) + G.References * Ref;
  }
  if (F.IsContended || !F.Contended.empty())
    Next += ContendedPadding;
  PackedClass C;
  C.End = C.PaddedEnd = Next;
  return C;
}

uint64_t FieldPacker::staticBytes(const FieldGroup &Statics) const {
  // References first, then primitives by decreasing width, nothing in gaps.
  uint64_t End = uint64_t(Statics.References) * Layout.ReferenceBytes;
  for (int I = 3; I >= 0; --I)
    if (Statics.ByWidth[I])
      End = alignTo(End, 1U << I) + (uint64_t(Statics.ByWidth[I]) << I);
  return alignTo(End, Layout.WordBytes);
}
