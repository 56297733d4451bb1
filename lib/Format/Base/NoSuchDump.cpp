//===- NoSuchDump.cpp - Error for a missing heap dump ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/NoSuchDump.h"
#include "llvm/ADT/Twine.h"

using namespace hprof;
using namespace llvm;

Error hprof::noSuchDump(unsigned Number, uint64_t Dumps, bool IsCut) {
  if (!Dumps)
    return createStringError(Twine("it contains no heap dump") +
                             (IsCut ? ", and is truncated" : ""));
  return createStringError("there is no heap dump " + Twine(Number) +
                           "; the file contains " + Twine(Dumps) +
                           (IsCut ? " and is truncated" : ""));
}
