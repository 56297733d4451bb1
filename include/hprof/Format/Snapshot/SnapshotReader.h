//===- SnapshotReader.h - Reads V8's heap snapshots -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the heap snapshots of V8 (Chromium, Node.js, and our own export) into
/// records:
///
///   FileHeader       Version "", IdSize 8
///   Utf8             names that the records use, those of the file last
///   ReferenceClass   a class for each name, size and list of edges' names,
///                    with that size; its superclass is java.lang.Object. Of
///                    names with very many lists, fewer classes
///   ReferenceObject  a node, its id that of V8; the edges of one with more
///                    than a class can have fields are those of further objects
///   WeakReference    a weak edge
///   RootUnknown ...  what synthetic nodes of size 0 refer to, at the end
///
/// The edges of a node may be far apart from it in the file, and its name comes
/// last. Hence nodes are held, in 21 bytes each; edges and strings are not.
///
/// Damage ends the reading, with success, once everything before it has been
/// delivered, but numbers that refer to nothing are only reported.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_SNAPSHOT_SNAPSHOTREADER_H
#define HPROF_FORMAT_SNAPSHOT_SNAPSHOTREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"
#include <functional>

namespace hprof {

struct SnapshotReaderOptions {
  DamageHandler OnDamage;
  /// The edges of nodes with more than this are those of further objects, which
  /// have as many.
  uint32_t MaxFields = 50000;
  /// Nodes of one name with more shapes than this share classes whose fields
  /// mostly have no names.
  uint32_t MaxShapes = 4096;
  /// Called at the end with the number of references that lost their names so.
  std::function<void(uint64_t)> OnDroppedNames;
};

/// Whether \p Head, the beginning of an input, is a heap snapshot.
bool looksLikeSnapshot(llvm::StringRef Head);

/// Reads all of \p In. Returns an error when the input failed or is not a heap
/// snapshot that can be read.
llvm::Error readSnapshot(Source &In, RecordVisitor &V,
                         const SnapshotReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_SNAPSHOT_SNAPSHOTREADER_H
