//===- ChangeIds.h - Ids of another width, or new ones ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives HPROF binary's records ids of another width. Ids of strings and
/// frames, which mean nothing outside the file, are numbered anew where they
/// would not fit. Ids of objects and classes stay unless they are to be
/// renumbered: then they become 8, 16, 24 and so on in the order of the old
/// ones. References to what is not in the dump become null. An id that does not
/// fit is the writer's error.
///
/// Instances whose class is not in the dump cannot be understood and are left
/// as they are, which is counted.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_CHANGEIDS_H
#define HPROF_LIB_CONVERT_STAGES_CHANGEIDS_H

#include "hprof/Convert/Stage.h"

namespace hprof {

struct ChangeIdsOptions {
  unsigned IdSize = 0; ///< Bytes of an id; 0 for those of the input.
  bool Renumber = false;
};

std::unique_ptr<Stage> makeChangeIds(const ChangeIdsOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_CHANGEIDS_H
