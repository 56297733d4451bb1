//===- UserScope.cpp - Temporarily acts as another user -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserScope.h"
#include <cerrno>
#include <cstdlib>
#include <grp.h>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

UserScope::UserScope(uint32_t User, uint32_t Group, ArrayRef<gid_t> Groups)
    : OldUser(geteuid()), OldGroup(getegid()) {
  if (User != OldUser || Group != OldGroup)
    EC = change(User, Group, Groups);
}

std::error_code UserScope::change(uid_t User, gid_t Group,
                                  ArrayRef<gid_t> Groups) {
  // Only root may change groups; for other users, setegid() and seteuid() fail.
  if (!OldUser) {
    int Count = getgroups(0, nullptr);
    if (Count < 0)
      return lastError();
    std::vector<gid_t> Now(static_cast<size_t>(Count));
    if (getgroups(Count, Now.data()) != Count ||
        setgroups(Groups.size(), Groups.data()))
      return lastError();
    OldGroups = std::move(Now);
  }
  // The user is changed last: afterwards, groups can no longer be changed.
  if ((Group != OldGroup && setegid(Group)) ||
      (User != OldUser && seteuid(User)))
    return lastError();
  return {};
}

UserScope::~UserScope() {
  // Returning to saved ids cannot fail; continuing with others would be unsafe.
  if ((geteuid() != OldUser && seteuid(OldUser)) ||
      (getegid() != OldGroup && setegid(OldGroup)) ||
      (OldGroups && setgroups(OldGroups->size(), OldGroups->data())))
    std::abort();
}
