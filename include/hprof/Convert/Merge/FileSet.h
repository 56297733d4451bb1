//===- FileSet.h - Files that are parts of one ------------------*- C++ -*-===//
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
/// - STEMaa, STEMab... or STEM000, STEM001...: pieces of a file, as split(1)
///   makes them. The first begins like a dump or a compressed file; the second
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

/// One or several files that are one dump.
struct FileSet {
  enum class Kind : uint8_t { Single, Parts, Pieces };
  Kind Of = Kind::Single;
  /// The path of the file or of the base; that of pieces without the letters or
  /// digits that number them, and without a dot before these.
  std::string Name;
  /// In order: the base, then its parts; or all pieces.
  std::vector<std::string> Files;
  /// A piece that should be there and is not, as others follow it.
  std::string Missing;
  /// Those others.
  std::vector<std::string> Beyond;
};

struct FileSets {
  std::vector<FileSet> Sets;
  /// Files in folders that are not dumps.
  std::vector<std::string> Ignored;
  /// Parts in folders whose base is not there.
  std::vector<std::string> Orphans;
};

/// Groups \p Paths, which are files, folders or "-", in their order; the files
/// of a folder (but not of folders in it) by name. A file that is named brings
/// the others next to it that belong to it. Fails for a part whose base is not
/// there, and when a folder cannot be read.
llvm::Expected<FileSets> groupFiles(llvm::ArrayRef<std::string> Paths);

} // namespace hprof

#endif // HPROF_CONVERT_MERGE_FILESET_H
