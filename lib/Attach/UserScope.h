//===- UserScope.h - Acts as another user for a while -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_USERSCOPE_H
#define HPROF_LIB_ATTACH_USERSCOPE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <sys/types.h>
#include <system_error>
#include <vector>

namespace hprof {

/// While it lives, this process has the effective user and group \p User and
/// \p Group and the supplementary groups \p Groups: it may do what they may,
/// they own the files that it creates, and its peer on a socket sees them.
/// Changes nothing if user and group are its own. Not for processes in which
/// another thread works.
class UserScope {
public:
  UserScope(uint32_t User, uint32_t Group, llvm::ArrayRef<gid_t> Groups);
  UserScope(const UserScope &) = delete;
  UserScope &operator=(const UserScope &) = delete;
  ~UserScope();

  /// Why the system refused the change.
  std::error_code error() const { return EC; }

private:
  std::error_code change(uid_t User, gid_t Group, llvm::ArrayRef<gid_t> Groups);
  uid_t OldUser;
  gid_t OldGroup;
  std::optional<std::vector<gid_t>> OldGroups; ///< If they have been changed.
  std::error_code EC;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_USERSCOPE_H
