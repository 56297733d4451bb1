//===- UserScope.h - Acts as another user for a while -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_USERSCOPE_H
#define HPROF_LIB_ATTACH_USERSCOPE_H

#include <cstdint>
#include <sys/types.h>
#include <system_error>

namespace hprof {

/// While it lives, this process has the effective user and group \p User and
/// \p Group: they own the files that it creates, and its peer on a socket sees
/// them. Changes nothing if they are its own. Not for processes in which
/// another thread works.
class UserScope {
public:
  UserScope(uint32_t User, uint32_t Group);
  UserScope(const UserScope &) = delete;
  UserScope &operator=(const UserScope &) = delete;
  ~UserScope();

  /// Why the system refused the change.
  std::error_code error() const { return EC; }

private:
  uid_t OldUser;
  gid_t OldGroup;
  std::error_code EC;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_USERSCOPE_H
