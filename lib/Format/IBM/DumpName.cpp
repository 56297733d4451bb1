//===- DumpName.cpp - Names of IBM's dump files ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/DumpName.h"
#include "Format/Base/CivilTime.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

std::optional<IbmDumpName> hprof::parseIbmDumpName(StringRef Path) {
  size_t Slash = Path.find_last_of("/\\");
  StringRef Name = Path.drop_front(Slash == StringRef::npos ? 0 : Slash + 1);
  SmallVector<StringRef, 6> Parts;
  Name.split(Parts, '.', /*MaxSplit=*/5);
  if (Parts.size() != 6)
    return std::nullopt;
  IbmDumpName Result;
  Result.Kind = Parts[0];
  Result.Date = Parts[1];
  StringRef Time = Parts[2];
  if (Result.Date.size() != 8 || Time.size() != 6 ||
      Parts[3].getAsInteger(10, Result.ProcessId) ||
      Parts[4].getAsInteger(10, Result.Sequence))
    return std::nullopt;
  CivilTime T;
  if (Result.Date.substr(0, 4).getAsInteger(10, T.Year) ||
      Result.Date.substr(4, 2).getAsInteger(10, T.Month) ||
      Result.Date.substr(6, 2).getAsInteger(10, T.Day) ||
      Time.substr(0, 2).getAsInteger(10, T.Hour) ||
      Time.substr(2, 2).getAsInteger(10, T.Minute) ||
      Time.substr(4, 2).getAsInteger(10, T.Second))
    return std::nullopt;
  std::optional<uint64_t> Seconds = T.seconds();
  if (!Seconds)
    return std::nullopt;
  Result.Seconds = *Seconds;
  // The extension includes the dot.
  Result.Ending = StringRef(Parts[5].data() - 1, Parts[5].size() + 1);
  return Result;
}
