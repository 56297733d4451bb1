//===- UserScope.h - Temporarily acts as another user -----------*- C++ -*-===//
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

/// During its lifetime, this process has the effective user and group \p User
/// and \p Group and the supplementary groups \p Groups: these determine its
/// permissions, the owner of files that it creates, and its credentials on a
/// socket. No-op if the user and the group are already in effect. Must not be
/// used while other threads run.
class UserScope {
public:
  UserScope(uint32_t User, uint32_t Group, llvm::ArrayRef<gid_t> Groups);
  UserScope(const UserScope &) = delete;
  UserScope &operator=(const UserScope &) = delete;
  ~UserScope();

  /// Why the system rejected the change.
  std::error_code error() const { return EC; }

private:
  std::error_code change(uid_t User, gid_t Group, llvm::ArrayRef<gid_t> Groups);
  uid_t OldUser;
  gid_t OldGroup;
  std::optional<std::vector<gid_t>> OldGroups; ///< Set if changed.
  std::error_code EC;
};

} // namespace hprof

#endif // HPROF_LIB_ATTACH_USERSCOPE_H
