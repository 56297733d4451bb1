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
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace hprof {

/// A sampled object.
struct JfrObject {
  /// The id of the object in an HPROF dump of the same VM, unless a garbage
  /// collection moved it in between.
  uint64_t Address = 0;
  llvm::StringRef Class;          ///< "byte[]"; see JfrObjects::Classes.
  std::optional<uint64_t> Length; ///< Number of elements of an array.
  uint64_t Age = 0;               ///< Time since its allocation in nanoseconds.
  uint32_t Stack = 0;             ///< Index in JfrObjects::Stacks.
};

struct JfrObjects {
  llvm::StringSet<> Classes;  ///< Names in modified UTF-8.
  std::vector<JfrObject> All; ///< One for each address.
  /// Stack traces of allocations: frames in modified UTF-8, innermost first:
  /// "app.Main.work:12". The first one is empty, for objects without a trace.
  std::vector<std::vector<std::string>> Stacks = {{}};
};

/// Returns the newest samples in \p In, those of the last event time. Returns
/// an error if the input failed or has no samples. Stack traces of more than 64
/// MiB in total are treated as not recorded.
llvm::Expected<JfrObjects> readJfrObjects(Source &In,
                                          const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_FORMAT_JFR_JFROBJECTS_H
