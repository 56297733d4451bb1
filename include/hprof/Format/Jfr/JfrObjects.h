//===- JfrObjects.h - Sampled objects of flight recordings ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The recorder keeps samples of allocated objects, 256 by default, and writes
/// those that are still alive into the recording (jdk.OldObjectSample). The
/// more bytes an allocation has, the likelier it is sampled.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_JFR_JFROBJECTS_H
#define HPROF_FORMAT_JFR_JFROBJECTS_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include <vector>

namespace hprof {

/// A sampled object. Strings are modified UTF-8.
struct JfrObject {
  /// The id of the object in an HPROF dump of the same VM, unless a garbage
  /// collection moved it in between.
  uint64_t Address = 0;
  std::string Class;              ///< "byte[]".
  std::optional<uint64_t> Length; ///< Number of elements of an array.
  uint64_t Age = 0;               ///< Time since its allocation in nanoseconds.
  /// Stack trace of the allocation, innermost first, one frame per line:
  /// "app.Main.work:12". Empty if it was not recorded.
  std::string Stack;
};

/// Returns the newest samples in \p In, whose event has one time. Returns an
/// error if the input failed or has no samples.
llvm::Expected<std::vector<JfrObject>>
readJfrObjects(Source &In, const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_JFR_JFROBJECTS_H
