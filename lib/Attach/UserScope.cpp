//===- UserScope.cpp - Acts as another user for a while -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserScope.h"
#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace hprof;

UserScope::UserScope(uint32_t User, uint32_t Group)
    : OldUser(geteuid()), OldGroup(getegid()) {
  // The group first: afterwards the right to change it may be gone.
  if ((Group != OldGroup && setegid(Group)) ||
      (User != OldUser && seteuid(User)))
    EC = std::error_code(errno, std::generic_category());
}

UserScope::~UserScope() {
  // Returning to the saved ids cannot be refused; to go on with others would
  // be unsafe.
  if ((geteuid() != OldUser && seteuid(OldUser)) ||
      (getegid() != OldGroup && setegid(OldGroup)))
    std::abort();
}
