//===- PlainHeap.h - A heap of a few classes --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_LAYOUT_PLAINHEAP_H
#define UNITTESTS_LAYOUT_PLAINHEAP_H

#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Layout/ShallowSizes.h"

namespace hprof {

/// A heap with objects of a few classes and without arrays of references.
class PlainHeap {
public:
  PlainHeap(const ObjectLayout &Layout, unsigned Release) : Layout(Layout) {
    R.AtLeast = R.AtMost = Release;
    add("java/lang/Object", {}, 0);
    add("Text", {BasicType::Object, BasicType::Int, BasicType::Byte});
    add("Two", {BasicType::Object, BasicType::Object});
    add("Three", {BasicType::Object, BasicType::Object, BasicType::Object});
    add("Four", {BasicType::Object, BasicType::Object, BasicType::Object,
                 BasicType::Object});
    add("Number", {BasicType::Int});
    add("Pair", {BasicType::Int, BasicType::Int});
  }
  /// Adds a class. \return its id.
  uint64_t add(llvm::StringRef Name, std::initializer_list<BasicType> Fields,
               uint64_t Super = 16) {
    ClassModel &C = Classes.emplace_back();
    C.Id = Classes.size() * 16;
    C.Super = Super;
    C.Name = Name;
    for (BasicType T : Fields)
      C.Fields.push_back({"field", T});
    return C.Id;
  }
  void bytes(unsigned Count) {
    for (unsigned I = 0; I != Count; ++I) {
      E.array(Next, BasicType::Byte, I % 48);
      Next += Layout.arrayBytes(BasicType::Byte, I % 48);
    }
  }
  /// Adds instances of Classes with the indexes \p First to \p Last.
  void instances(unsigned Count, size_t First = 1, size_t Last = 6) {
    ClassIndex Index(Classes);
    ShallowSizes Sizes(Index, Layout, R);
    for (unsigned I = 0; I != Count; ++I) {
      size_t Class = First + I % (Last - First + 1);
      E.instance(Next, Classes[Class].Id);
      Next += Sizes.instance(Class);
    }
  }
  /// Adds instances of \p Class, each at the distance \p Distance from the next
  /// object.
  void spread(uint64_t Class, unsigned Count, uint64_t Distance) {
    for (unsigned I = 0; I != Count; ++I, Next += Distance)
      E.instance(Next, Class);
  }
  LayoutChoice choose() const {
    return chooseLayout(E, 8, ClassIndex(Classes), R);
  }
  /// The size of an instance of \p Class.
  uint64_t sizeOf(uint64_t Class, const ContendedClasses &With) const {
    ClassIndex Index(Classes);
    return ShallowSizes(Index, Layout, R, With)
        .instance(Index.find(Class).value());
  }
  std::string choice() const {
    LayoutChoice C = choose();
    return C.Layout.Name.str() + (C.Certain ? "" : ", uncertain");
  }

  const ObjectLayout &Layout;
  LayoutEvidence E;
  JavaRelease R;
  uint64_t Next = 0x700000000;

private:
  std::vector<ClassModel> Classes;
};

} // namespace hprof

#endif // UNITTESTS_LAYOUT_PLAINHEAP_H
