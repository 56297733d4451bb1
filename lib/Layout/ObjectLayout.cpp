//===- ObjectLayout.cpp - How a VM lays out objects -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/ObjectLayout.h"
#include "hprof/Layout/ArrayLengths.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

static constexpr ObjectLayout Layouts[] = {
#define HPROF_OBJECT_LAYOUT(NAME, TEXT, WORD, HEADER, REFERENCE, LENGTH, BASE, \
                            ALIGN, FIRST, LAST, REFERENCESFIRST)               \
  {NAME, TEXT,  WORD,  HEADER, REFERENCE,    LENGTH,                           \
   BASE, ALIGN, FIRST, LAST,   SizeRule::VM, REFERENCESFIRST},
#include "ObjectLayouts.def"
};
static constexpr ObjectLayout J9Layouts[] = {
#define HPROF_J9_LAYOUT(NAME, TEXT, WORD, HEADER, REFERENCE, LENGTH)           \
  {NAME, TEXT, WORD, HEADER, REFERENCE, LENGTH, 4, 8, 0, ~0U, SizeRule::J9},
#include "ObjectLayouts.def"
};

ArrayRef<ObjectLayout> hprof::objectLayouts() { return Layouts; }

ArrayRef<ObjectLayout> hprof::j9Layouts() { return J9Layouts; }

const ObjectLayout *hprof::findObjectLayout(StringRef Name) {
  for (ArrayRef<ObjectLayout> All : {objectLayouts(), j9Layouts()})
    for (const ObjectLayout &L : All)
      if (L.Name == Name)
        return &L;
  return nullptr;
}

ObjectLayout hprof::matLayout(const ObjectLayout &Base) {
  ObjectLayout L = Base;
  L.Name = "mat";
  L.Text = "as in Eclipse Memory Analyzer";
  if (Base.isJ9()) {
    L.Rule = SizeRule::MATOfJ9;
    return L;
  }
  L.HeaderBytes = Base.WordBytes + Base.ReferenceBytes;
  L.Rule = SizeRule::MAT;
  return L;
}

ObjectLayout hprof::declaredLayout(const ObjectLayout &Base) {
  ObjectLayout L = Base;
  L.Name = "declared";
  L.Text = "sizes declared in the dump";
  L.Rule = SizeRule::Declared;
  return L;
}

ObjectLayout hprof::exactLayout() {
  ObjectLayout L = declaredLayout(*findObjectLayout("32bit"));
  L.Alignment = 1;
  return L;
}

unsigned ObjectLayout::arrayBase(BasicType T) const {
  if (Rule == SizeRule::MAT)
    return isReference(T) ? HeaderBytes + 4
                          : alignTo(HeaderBytes + 4, ReferenceBytes);
  unsigned Least = widthOf(T) == 8 ? 8 : 4;
  return alignTo(LengthOffset + 4, std::max<unsigned>(ArrayBaseAlign, Least));
}

uint64_t ArrayLengths::bytes(const ObjectLayout &Layout, BasicType T) const {
  // In an array of 32 k + r elements, the first 32 k take a multiple of the
  // alignment, and the rest takes as much space as in an array of r elements.
  uint64_t Width = Layout.widthOf(T), Sum = Lengths.sum() * Width;
  uint64_t Base = Layout.arrayBase(T);
  for (unsigned R = 0; R != Period; ++R)
    Sum += Lengths.ofResidue(R) * (Layout.align(Base + R * Width) - R * Width);
  // If there is a minimum size, arrays with an element reach it anyway.
  return Sum + Empty * (Layout.arrayBytes(T, 0) - Layout.align(Base));
}

uint64_t ArrayLengths::largest(const ObjectLayout &Layout, BasicType T) const {
  return count() ? Layout.arrayBytes(T, Lengths.longest()) : 0;
}

uint64_t ArrayLengths::flatBytes(const ObjectLayout &Layout,
                                 uint64_t Bytes) const {
  return bytes(Layout, ObjectLayout::flatType(Bytes)) +
         (Bytes - std::min<uint64_t>(Bytes, 8)) * elements();
}

uint64_t ArrayLengths::largestFlat(const ObjectLayout &Layout,
                                   uint64_t Bytes) const {
  return count() ? Layout.flatArrayBytes(Bytes, Lengths.longest()) : 0;
}
