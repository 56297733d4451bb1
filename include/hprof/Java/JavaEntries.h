//===- JavaEntries.h - Entries of collections -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAENTRIES_H
#define HPROF_JAVA_JAVAENTRIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hprof {

enum class EntryKind : uint8_t {
  Bucket, ///< In a hash table, linked to the others of its bucket.
  Other,
};

/// How a map derives an entry's hash from the hash code of its key.
enum class EntryHash : uint8_t {
  None,     ///< The entry has no hash, or its kind is unknown.
  Unknown,  ///< Possibly seeded.
  Plain,    ///< The hash code itself.
  Fold,     ///< The upper half is mixed into the lower half.
  Positive, ///< As Fold, without the sign bit.
};

/// A row of JavaEntries.def.
struct EntryRow {
  llvm::StringLiteral Class;
  EntryKind Kind;
  EntryHash Hash;
  llvm::StringLiteral Holds[2]; ///< The key or element, and the value.
  llvm::StringLiteral Links[2];
};
llvm::ArrayRef<EntryRow> entryRows();

} // namespace hprof

#endif // HPROF_JAVA_JAVAENTRIES_H
