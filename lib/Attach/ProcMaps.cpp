//===- ProcMaps.cpp - Parses /proc/PID/maps -------------------------------===//
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

namespace {
/// "ADDRESSES PERMISSIONS OFFSET DEVICE INODE  PATH".
struct MapsLine {
  StringRef Fields[5];
  StringRef Path; ///< Empty if no file is mapped.
  bool IsDeleted = false;

  explicit MapsLine(StringRef Line) {
    for (StringRef &Field : Fields) {
      Line = Line.ltrim(' ');
      size_t Blank = Line.find(' ');
      if (Blank == StringRef::npos)
        return;
      Field = Line.take_front(Blank);
      Line = Line.drop_front(Blank);
    }
    Path = Line.ltrim(' ');
    // The JDK may have been updated while the VM was running.
    IsDeleted = Path.consume_back(" (deleted)");
    if (!Path.starts_with("/"))
      Path = "";
  }

  MappedLibrary library() const {
    MappedLibrary Found;
    Found.Path = Path.str();
    auto [Major, Minor] = Fields[3].split(':');
    Major.getAsInteger(16, Found.Major);
    Minor.getAsInteger(16, Found.Minor);
    Fields[4].getAsInteger(10, Found.Inode);
    Found.IsDeleted = IsDeleted;
    return Found;
  }
};
} // namespace

ProcMaps hprof::parseProcMaps(StringRef Text) {
  ProcMaps Found;
  StringRef Last;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    const MapsLine Entry(Line);
    StringRef Path = Entry.Path;
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
    if (Name.ends_with(".so"))
      Found.Libraries.push_back(Entry.library());
    StringRef Parent = Folder.rsplit('/').second;
    if (Parent.starts_with("hsperfdata_") && all_of(Name, isDigit))
      Found.PerfData.push_back((Parent + "/" + Name).str());
  }
  return Found;
}
