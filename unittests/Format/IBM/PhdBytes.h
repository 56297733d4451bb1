//===- PhdBytes.h - Builds portable heap dumps byte by byte -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_IBM_PHDBYTES_H
#define HPROF_UNITTESTS_FORMAT_IBM_PHDBYTES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// A byte buffer to which tests append, starting with a PHD header.
struct PhdBytes {
  std::string Bytes;

  PhdBytes() = default;
  /// Writes a header with the tags \p Tags and the end tag.
  PhdBytes(uint32_t Version, uint32_t Flags, llvm::StringRef Tags = {}) {
    text("portable heap dump").number(Version, 4).number(Flags, 4);
    number(1, 1).raw(Tags).number(2, 1).number(2, 1);
  }

  PhdBytes &number(uint64_t V, unsigned Width) {
    while (Width--)
      Bytes.push_back(char(V >> 8 * Width));
    return *this;
  }
  PhdBytes &u1(uint64_t V) { return number(V, 1); }
  PhdBytes &u2(uint64_t V) { return number(V, 2); }
  PhdBytes &u4(uint64_t V) { return number(V, 4); }
  PhdBytes &u8(uint64_t V) { return number(V, 8); }
  PhdBytes &raw(llvm::StringRef S) {
    Bytes.append(S.begin(), S.end());
    return *this;
  }
  PhdBytes &text(llvm::StringRef S) { return number(S.size(), 2).raw(S); }
  std::string end() { return Bytes + '\3'; }
};

} // namespace hprof

#endif // HPROF_UNITTESTS_FORMAT_IBM_PHDBYTES_H
