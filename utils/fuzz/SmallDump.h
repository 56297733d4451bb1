//===- SmallDump.h - A heap dump of three objects ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UTILS_FUZZ_SMALLDUMP_H
#define UTILS_FUZZ_SMALLDUMP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// HPROF binary with ids of 4 bytes: the class 0x10 called \p Class, with int
/// \p Fields, its instance 0x20, which is a root, and the array 0x30 with "x".
inline std::string smallDump(llvm::StringRef Class,
                             llvm::ArrayRef<llvm::StringRef> Fields) {
  auto Number = [](uint64_t N, unsigned Bytes) {
    std::string Is;
    while (Bytes--)
      Is += Bytes < 8 ? char(N >> 8 * Bytes) : char(0);
    return Is;
  };
  auto Record = [&](char Tag, const std::string &Body) {
    return Tag + Number(0, 4) + Number(Body.size(), 4) + Body;
  };
  auto Utf8 = [&](uint64_t Id, llvm::StringRef Text) {
    return Record(1, Number(Id, 4) + Text.str());
  };
  std::string Names = Utf8(5, Class), Shape = Number(Fields.size(), 2), Values;
  for (size_t I = 0; I != Fields.size(); ++I) {
    Names += Utf8(0x100 + I, Fields[I]);
    Shape += Number(0x100 + I, 4) + "\x0a";
    Values += Number(I, 4);
  }
  const std::string Heap =
      // The class has no superclass.
      "\x20" + Number(0x10, 4) + Number(0, 28) + Number(Values.size(), 4) +
      Number(0, 4) + Shape + "\x21" + Number(0x20, 4) + Number(0, 4) +
      Number(0x10, 4) + Number(Values.size(), 4) + Values + "\x23" +
      Number(0x30, 4) + Number(0, 4) + Number(1, 4) + "\x08x" + "\xff" +
      Number(0x20, 4);
  return "JAVA PROFILE 1.0.2" + Number(0, 1) + Number(4, 4) + Number(0, 8) +
         Names +
         Record(2,
                Number(1, 4) + Number(0x10, 4) + Number(0, 4) + Number(5, 4)) +
         Record(0x1c, Heap) + Record(0x2c, "");
}

} // namespace hprof

#endif // UTILS_FUZZ_SMALLDUMP_H
