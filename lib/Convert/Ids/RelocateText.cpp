//===- RelocateText.cpp - Names of id offsets for users -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/Relocate.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Error hprof::parseRelocation(StringRef Text, RelocateOptions &To) {
  const std::pair<StringRef, int64_t &> Kinds[] = {
      {"objects", To.Objects},
      {"strings", To.Strings},
      {"frames", To.Frames},
      {"class-serials", To.ClassSerials},
      {"trace-serials", To.TraceSerials},
      {"thread-serials", To.ThreadSerials}};
  auto [Kind, Base] = Text.split(':');
  if (!Text.contains(':'))
    std::tie(Kind, Base) = std::pair("objects", Text);
  const auto *Found =
      find_if(Kinds, [K = Kind](const auto &Each) { return Each.first == K; });
  if (Found == std::end(Kinds))
    return createStringError("unknown kind of id '" + Kind +
                             "', expected objects, strings, frames, "
                             "class-serials, trace-serials or thread-serials");
  uint64_t Hex;
  if (Base.getAsInteger(0, Found->second))
    return createStringError(
        "expected a number below 2^63 such as 0x1000 or -4096" +
        (Base.getAsInteger(16, Hex) ? Twine()
                                    : "; did you mean 0x" + Base + "?"));
  return Error::success();
}
