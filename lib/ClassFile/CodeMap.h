//===- CodeMap.h - Maps old to new code offsets -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_CODEMAP_H
#define HPROF_LIB_CLASSFILE_CODEMAP_H

#include <cstdint>
#include <vector>

namespace hprof::classfile {

/// Maps old offsets to new ones. Code inserted before an instruction belongs to
/// it, except at the start of a method: a branch to the first instruction does
/// not enter the method again.
class CodeMap {
public:
  static constexpr uint32_t None = UINT32_MAX;

  explicit CodeMap(uint32_t OldSize) : To(size_t(OldSize) + 1, None) {}

  void set(uint32_t Old, uint32_t New) { To[Old] = New; }

  uint32_t oldSize() const { return uint32_t(To.size() - 1); }
  uint32_t newSize() const { return To.back(); }
  /// Returns the new offset of \p Old; None if \p Old is neither the start of
  /// an instruction nor the end of the code.
  uint32_t at(uint64_t Old) const { return Old < To.size() ? To[Old] : None; }
  /// Returns the new offset of the instruction that contains \p Old, for
  /// debugging tables, which may be inexact. The start of the method is
  /// unchanged.
  uint32_t near(uint64_t Old) const {
    if (Old >= To.size())
      return newSize();
    while (To[Old] == None)
      --Old;
    return Old == 0 ? 0 : To[Old];
  }

private:
  std::vector<uint32_t> To;
};

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CODEMAP_H
