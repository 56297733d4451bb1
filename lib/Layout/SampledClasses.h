//===- SampledClasses.h - Instance sizes in a sample ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The classes of the instances in a sample and their superclasses. A
/// dump may contain 100,000 classes, but a sample only a few hundred; their
/// sizes are computed for each layout in turn.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_LAYOUT_SAMPLEDCLASSES_H
#define HPROF_LIB_LAYOUT_SAMPLEDCLASSES_H

#include "hprof/Layout/ClassModel.h"

namespace hprof {

struct JavaRelease;
struct ObjectLayout;

class SampledClasses {
public:
  /// The classes in \p All with \p Ids.
  SampledClasses(llvm::ArrayRef<uint64_t> Ids, const ClassIndex &All);

  /// Returns the instance sizes for the ids; 0 if the fields of the class or of
  /// a superclass are unknown.
  std::vector<uint64_t> sizes(const ObjectLayout &Layout,
                              const JavaRelease &Release) const;

private:
  std::vector<ClassModel> Models;
  std::vector<std::optional<size_t>> Places; ///< In Models, for each id.
};

} // namespace hprof

#endif // HPROF_LIB_LAYOUT_SAMPLEDCLASSES_H
