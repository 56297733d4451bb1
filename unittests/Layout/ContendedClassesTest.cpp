//===- ContendedClassesTest.cpp - Tests of padded classes -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/PlainHeap.h"
#include "gtest/gtest.h"

using namespace hprof;

// The VM pads fields and classes with @Contended; no record states the padding.
TEST(ContendedClassesTest, DistancesShowPadding) {
  using T = BasicType;
  for (const char *Name : {"compressed", "uncompressed", "compact"}) {
    const unsigned Release = llvm::StringRef(Name) == "compact" ? 25 : 17;
    PlainHeap H(*findObjectLayout(Name), Release);
    H.bytes(300);
    H.instances(600);
    const uint64_t Whole = H.add("Whole", {T::Long});
    const uint64_t Below = H.add("Below", {T::Byte, T::Object}, Whole);
    const uint64_t Fields = H.add("Fields", {T::Int, T::Int, T::Long});
    const uint64_t Plain = H.add("Plain", {T::Long});
    const ContendedClasses Right = {{Whole, {}}, {Fields, {T::Int, T::Int}}};
    H.spread(Below, 20, H.sizeOf(Below, Right));
    H.spread(Whole, 20, H.sizeOf(Whole, Right));
    H.spread(Fields, 20, H.sizeOf(Fields, Right));
    H.spread(Plain, 20, 24);
    const LayoutChoice C = H.choose();
    EXPECT_TRUE(C.Certain) << Name;
    EXPECT_EQ(C.Contended, Right) << Name;
    EXPECT_EQ(H.sizeOf(Whole, C.Contended),
              llvm::StringRef(Name) == "compact" ? 272u : 280u);
    EXPECT_TRUE(llvm::StringRef(C.Evidence)
                    .ends_with("; 2 classes with @Contended padding"))
        << C.Evidence;
  }
}

// Other gaps are not padding, and neither are gaps after only a few objects.
TEST(ContendedClassesTest, GapsAreNoPadding) {
  struct {
    unsigned Count;
    uint64_t Distance;
    bool IsPadded;
  } Cases[] = {
      {20, 280, true}, {7, 280, false}, {20, 272, false}, {20, 400, false}};
  for (auto &Case : Cases) {
    PlainHeap H(*findObjectLayout("compressed"), 17);
    H.bytes(300);
    H.instances(600);
    const uint64_t Class = H.add("Counter", {BasicType::Long});
    H.spread(Class, Case.Count, Case.Distance);
    EXPECT_EQ(H.choose().Contended.count(Class), Case.IsPadded)
        << Case.Count << ' ' << Case.Distance;
  }
  // An instance that is immediately followed by another object.
  PlainHeap H(*findObjectLayout("compressed"), 17);
  H.bytes(300);
  H.instances(600);
  const uint64_t Class = H.add("Counter", {BasicType::Long});
  H.spread(Class, 20, 280);
  H.spread(Class, 1, 24);
  H.bytes(1);
  EXPECT_EQ(H.choose().Contended.count(Class), 0u);
}
