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
///   ReferenceClass   a class for each name, size and list of edge names, with
///                    that size and the superclass java.lang.Object; fewer
///                    classes for names with very many lists
///   ReferenceObject  a node with its V8 id; if it has more edges than a class
///                    can have fields, the rest are edges of further objects
///   WeakReference    a weak edge
///   RootUnknown ...  targets of synthetic nodes of size 0, at the end
///
/// The edges of a node may be far from it in the file, and its name comes last.
/// Hence nodes are buffered, in 21 bytes each; edges and strings are not.
///
/// Damage stops reading, with success, after everything before it has been
/// delivered; dangling references are only reported.
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
  /// If a node has more edges than this, the rest become edges of further
  /// objects with up to this many each.
  uint32_t MaxFields = 50000;
  /// If nodes of one name have more shapes than this, they share classes whose
  /// fields mostly have no names.
  uint32_t MaxShapes = 4096;
  /// Called at the end with the number of references whose names were lost
  /// because of MaxShapes.
  std::function<void(uint64_t)> OnDroppedNames;
};

/// Whether \p Head, the beginning of an input, is a heap snapshot.
bool looksLikeSnapshot(llvm::StringRef Head);

/// Reads all of \p In. Returns an error if the input failed or is not a
/// readable heap snapshot.
llvm::Error readSnapshot(Source &In, RecordVisitor &V,
                         const SnapshotReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_SNAPSHOT_SNAPSHOTREADER_H
