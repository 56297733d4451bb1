//===- JavaResourcesTest.cpp - Tests of the table of resources ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaResources.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

TEST(JavaResources, RowsAreWellFormed) {
  std::set<std::pair<StringRef, StringRef>> Seen;
  for (const ResourceRow &R : resourceRows()) {
    EXPECT_TRUE(Seen.insert({R.Class, R.Fields}).second)
        << R.Class.str() << " twice";
    EXPECT_FALSE(R.Kind.empty() || R.Releases.empty()) << R.Class.str();
    SmallVector<StringRef, 2> Fields;
    StringRef(R.Fields).split(Fields, ',');
    for (StringRef Field : Fields)
      EXPECT_FALSE(Field.empty() || Field.starts_with(".") ||
                   Field.ends_with(".") || Field.contains(".."))
          << R.Class.str();
  }
}

TEST(JavaResources, AnOwnerIsReadThroughItsNativeObject) {
  for (const ResourceRow &R : resourceRows()) {
    if (R.Native.empty() || !StringRef(R.Fields).contains('.'))
      continue;
    EXPECT_TRUE(StringRef(R.Fields).starts_with(R.Native.str() + "."))
        << R.Class.str();
  }
}

/// Only native objects can leak although a cleaner holds them: their classes
/// require an owner class of the same kind.
TEST(JavaResources, OrphansHaveOwners) {
  std::map<StringRef, bool> HasOwner;
  for (const ResourceRow &R : resourceRows())
    HasOwner[R.Kind] |= !R.Native.empty();
  for (const ResourceRow &R : resourceRows()) {
    if (R.Loss == ResourceLoss::Orphan) {
      EXPECT_TRUE(HasOwner[R.Kind]) << R.Class.str();
    }
  }
}

TEST(JavaResources, OpenValues) {
  OpenValues Set{OpenValues::Set}, Clear{OpenValues::Clear},
      Within{OpenValues::Within, -2, 3};
  EXPECT_TRUE(Set.contains(-1));
  EXPECT_TRUE(Set.contains(7));
  EXPECT_FALSE(Set.contains(0));
  EXPECT_TRUE(Clear.contains(0));
  EXPECT_FALSE(Clear.contains(1));
  for (int64_t Value : {-2, 0, 3})
    EXPECT_TRUE(Within.contains(Value)) << Value;
  for (int64_t Value : {-3, 4})
    EXPECT_FALSE(Within.contains(Value)) << Value;
}
