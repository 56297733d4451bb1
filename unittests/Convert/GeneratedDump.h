//===- GeneratedDump.h - Generated dumps of every kind ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_GENERATEDDUMP_H
#define HPROF_UNITTESTS_CONVERT_GENERATEDDUMP_H

#include "hprof/Format/Base/Format.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace hprof {

/// The kind of a generated dump.
struct GeneratedKind {
  const char *Name;
  Format Kind; ///< Hprof, HprofAndroid, HprofText, IbmClassic or Phd.
  unsigned IdSize = 8;
  std::optional<ClassicForm> Form = std::nullopt;
  bool HasHeap = true;
};
llvm::ArrayRef<GeneratedKind> generatedKinds();

/// A small dump of the kind \p K, reproducible for each \p Seed. It has most of
/// the records that the format supports, and lacks some records that others
/// refer to.
llvm::SmallVector<char, 0> generateDump(const GeneratedKind &K, unsigned Seed);

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_GENERATEDDUMP_H
