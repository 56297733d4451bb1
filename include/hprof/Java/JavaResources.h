//===- JavaResources.h - Resources that programs must close -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Classes whose instances own files, sockets, native memory, threads or
/// database cursors, and the fields that show whether they are open: the rows
/// of JavaResources.def.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVARESOURCES_H
#define HPROF_JAVA_JAVARESOURCES_H

#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof {

/// Fate of an open resource that is unreachable.
enum class ResourceLoss : uint8_t {
  Freed, ///< The resource is freed, or remains in use as intended.
  /// At best, a late cleaner or finalizer frees it: it should have been closed.
  Lost,
  /// Like Lost, and the resource belongs to an owner: if the owner is
  /// unreachable, the resource is lost although a cleaner still refers to it.
  Orphan,
};

/// The values of a field that mean "open".
struct OpenValues {
  enum Kind : uint8_t { Set, Clear, Within };
  Kind Of;
  int64_t First = 0, Last = 0; ///< For Within.

  bool contains(int64_t Value) const {
    switch (Of) {
    case Set:
      return Value != 0;
    case Clear:
      return Value == 0;
    case Within:
      return First <= Value && Value <= Last;
    }
    llvm_unreachable("unhandled kind");
  }
};

/// A row of JavaResources.def.
struct ResourceRow {
  llvm::StringLiteral Class, Kind;
  ResourceLoss Loss;
  llvm::StringLiteral Native;
  llvm::StringLiteral Fields; ///< Separated by commas.
  OpenValues Open;
  llvm::StringLiteral Releases;
};
llvm::ArrayRef<ResourceRow> resourceRows();

/// Plan for reading the instances of one class.
struct ResourcePlan {
  /// A field that shows whether an instance is open, and the rest of the path.
  struct Path {
    FieldPlace First;
    llvm::StringRef Rest; ///< "state.value", or empty.
  };
  const ResourceRow *Row = nullptr; ///< Null if the class is not a resource.
  FieldPlace Native;                ///< Empty if there is no native object.
  llvm::SmallVector<Path, 2> Paths;
};
ResourcePlan planResource(const DumpContext &Context, uint64_t Class);

} // namespace hprof

#endif // HPROF_JAVA_JAVARESOURCES_H
