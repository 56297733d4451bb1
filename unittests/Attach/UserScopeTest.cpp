//===- UserScopeTest.cpp - Tests for acting as another user ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attach/UserScope.h"
#include "gtest/gtest.h"
#include <grp.h>
#include <unistd.h>

using namespace hprof;

namespace {

std::vector<gid_t> groups() {
  std::vector<gid_t> Found(static_cast<size_t>(getgroups(0, nullptr)));
  getgroups(static_cast<int>(Found.size()), Found.data());
  return Found;
}

TEST(UserScope, OwnIdsChangeNothing) {
  std::vector<gid_t> Before = groups();
  UserScope Own(geteuid(), getegid(), {4711});
  EXPECT_FALSE(bool(Own.error()));
  EXPECT_EQ(groups(), Before);
}

TEST(UserScope, TakesOnAllGroups) {
  if (geteuid())
    GTEST_SKIP() << "only root can act as another user";
  std::vector<gid_t> Before = groups();
  {
    UserScope Other(65534, 65533, {4711, 65533});
    ASSERT_FALSE(bool(Other.error())) << Other.error().message();
    EXPECT_EQ(geteuid(), 65534u);
    EXPECT_EQ(getegid(), 65533u);
    EXPECT_EQ(groups(), (std::vector<gid_t>{4711, 65533}));
  }
  EXPECT_EQ(geteuid(), 0u);
  EXPECT_EQ(groups(), Before);
}

TEST(UserScope, RefusedToOthers) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may act as anyone";
  UserScope Other(geteuid() + 1, getegid(), {});
  EXPECT_EQ(Other.error(), std::errc::operation_not_permitted);
}

} // namespace
