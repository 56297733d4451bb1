//===- ChangeIds.h - Changes the width of ids, or renumbers -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes the width of ids in HPROF binary's records. Ids of strings and
/// frames, which are meaningless outside the file, are renumbered if they would
/// not fit. Ids of objects and classes stay unless renumbering is requested:
/// then they become 8, 16, 24 and so on in the order of the old ids. References
/// to objects missing from the dump become null. An id that does not fit is
/// reported by the writer.
///
/// Instances whose class is missing from the dump cannot be interpreted; they
/// are left unchanged and counted.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_IDS_CHANGEIDS_H
#define HPROF_CONVERT_IDS_CHANGEIDS_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

struct ChangeIdsOptions {
  unsigned IdSize = 0; ///< Size of an id; 0 to keep the input's.
  bool Renumber = false;
};

std::unique_ptr<Stage> makeChangeIds(const ChangeIdsOptions &Options);

} // namespace hprof

#endif // HPROF_CONVERT_IDS_CHANGEIDS_H
