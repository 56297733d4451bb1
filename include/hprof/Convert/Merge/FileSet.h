//===- FileSet.h - Files that form one dump ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds which files belong together, by their names and beginnings:
///
/// - BASE, BASE.p0, BASE.p1...: a dump and the parts that HotSpot's parallel
///   dumper leaves when it is killed.
/// - STEMaa, STEMab... or STEM000, STEM001...: pieces of a file, as created by
///   split(1). The first begins like a dump or a compressed file; the second
///   does not.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_MERGE_FILESET_H
#define HPROF_CONVERT_MERGE_FILESET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hprof {

/// One or several files that form one dump.
struct FileSet {
  enum class Kind : uint8_t { Single, Parts, Pieces };
  Kind Of = Kind::Single;
  /// Path of the file or of the base; for pieces, without the letters or digits
  /// that number them, and without a preceding dot.
  std::string Name;
  /// In order: the base, then its parts; or all pieces.
  std::vector<std::string> Files;
  /// Path of a missing piece, if there are pieces after it.
  std::string Missing;
  /// The pieces after the missing one.
  std::vector<std::string> Beyond;
};

struct FileSets {
  std::vector<FileSet> Sets;
  /// Files in directories that are not dumps.
  std::vector<std::string> Ignored;
  /// Parts found in a directory without their base file.
  std::vector<std::string> Orphans;
};

/// Groups \p Paths, which are files, directories or "-", in their order; the
/// files in a directory (but not in its subdirectories) are sorted by name. A
/// named file includes the files next to it that belong to it. Fails for a part
/// whose base is missing, and if a directory cannot be read.
llvm::Expected<FileSets> groupFiles(llvm::ArrayRef<std::string> Paths);

} // namespace hprof

#endif // HPROF_CONVERT_MERGE_FILESET_H
