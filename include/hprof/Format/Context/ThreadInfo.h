//===- ThreadInfo.h - A thread as described by a dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_THREADINFO_H
#define HPROF_FORMAT_CONTEXT_THREADINFO_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace hprof {

/// Frame ids: a view of a list, or consecutive ids from the first.
class FrameList {
public:
  FrameList() = default;
  explicit FrameList(llvm::ArrayRef<uint64_t> Ids)
      : Ids(Ids.data()), Count(Ids.size()) {}
  FrameList(uint64_t First, size_t Count) : First(First), Count(Count) {}

  size_t size() const { return Count; }
  bool empty() const { return !Count; }
  uint64_t operator[](size_t I) const { return Ids ? Ids[I] : First + I; }
  uint64_t front() const { return (*this)[0]; }

  class iterator;
  iterator begin() const;
  iterator end() const;

private:
  const uint64_t *Ids = nullptr;
  uint64_t First = 0; ///< The first id if Ids is null.
  size_t Count = 0;
};

class FrameList::iterator {
public:
  iterator(FrameList List, size_t I) : List(List), I(I) {}
  uint64_t operator*() const { return List[I]; }
  iterator &operator++() {
    ++I;
    return *this;
  }
  bool operator!=(const iterator &Other) const { return I != Other.I; }

private:
  FrameList List; ///< A copy, so that the iterator may outlive the original.
  size_t I;
};

inline FrameList::iterator FrameList::begin() const { return {*this, 0}; }
inline FrameList::iterator FrameList::end() const { return {*this, Count}; }

/// A stack trace, from STACK TRACE.
struct TraceInfo {
  uint32_t Serial = 0;
  uint32_t ThreadSerial = 0;
  FrameList Frames; ///< Innermost first.
};

/// A thread as described by ROOT THREAD OBJECT and START THREAD.
struct ThreadInfo {
  uint32_t Serial = 0;
  uint32_t TraceSerial = 0;
  uint64_t Object = 0;
  uint64_t NameId = 0; ///< From START THREAD only.
  uint64_t GroupNameId = 0;
  bool Ended = false;
  /// Whether object and trace come from a ROOT THREAD OBJECT. Those of a START
  /// THREAD are used only if there is no such record.
  bool IsRoot = false;
  uint64_t Offset = 0; ///< Offset of the first record that mentions it.
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_THREADINFO_H
