//===- ProcMaps.cpp - The text of /proc/PID/maps --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcMaps.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace hprof;

/// The path at the end of "ADDRESSES PERMISSIONS OFFSET DEVICE INODE  PATH".
static StringRef pathOf(StringRef Line) {
  for (int Field = 0; Field != 5; ++Field) {
    Line = Line.ltrim(' ');
    size_t Blank = Line.find(' ');
    if (Blank == StringRef::npos)
      return "";
    Line = Line.drop_front(Blank);
  }
  StringRef Path = Line.ltrim(' ');
  // The JDK may have been updated while the VM runs.
  Path.consume_back(" (deleted)");
  return Path.starts_with("/") ? Path : "";
}

ProcMaps hprof::parseProcMaps(StringRef Text) {
  ProcMaps Found;
  StringRef Last;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    StringRef Path = pathOf(Line);
    if (Path.empty() || Path == Last)
      continue;
    Last = Path;
    auto [Folder, Name] = Path.rsplit('/');
    if (Name.starts_with("libj9vm") && Name.ends_with(".so"))
      Found.VM = VMKind::OpenJ9;
    else if (Name == "libjvm.so" && Found.VM == VMKind::None)
      Found.VM = VMKind::HotSpot;
    else if (Name.starts_with("ld-musl-") || Name.starts_with("libc.musl-"))
      Found.HasMusl = true;
    else if (Name == "libc.so.6" ||
             (Name.starts_with("libc-2.") && Name.ends_with(".so")))
      Found.HasGlibc = true;
    StringRef Parent = Folder.rsplit('/').second;
    if (Parent.starts_with("hsperfdata_") && all_of(Name, isDigit))
      Found.PerfData.push_back((Parent + "/" + Name).str());
  }
  return Found;
}
