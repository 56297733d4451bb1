//===- FileRoots.cpp - Files that may be opened ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Heaps/FileRoots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace hprof;
using namespace llvm;

Expected<FileRoots> FileRoots::create(ArrayRef<std::string> Given) {
  FileRoots Is;
  for (const std::string &Path : Given) {
    SmallString<256> Resolved;
    if (std::error_code Code = sys::fs::real_path(Path, Resolved))
      return createFileError(Path, Code);
    Is.Roots.push_back(Resolved.str().str());
  }
  return Is;
}

bool FileRoots::has(StringRef Resolved) const {
  return any_of(Roots, [&](StringRef Root) {
    StringRef Rest = Resolved;
    if (!Rest.consume_front(Root))
      return false;
    return Rest.empty() || Rest.front() == '/' || Root.ends_with("/");
  });
}

/// Whether the existing part of \p Path leads into the roots.
static bool leadsInto(const FileRoots &Roots, StringRef Path) {
  SmallString<256> At(Path), Resolved;
  while (sys::fs::real_path(At, Resolved)) {
    const StringRef Parent = sys::path::parent_path(At);
    if (Parent.empty() || Parent == At)
      return false;
    At.resize(Parent.size());
  }
  return Roots.has(Resolved);
}

Expected<std::string> FileRoots::find(StringRef Path) const {
  auto Fail = [&](const Twine &Why) {
    return createStringError("'" + Path + "': " + Why);
  };
  if (Path.empty() || Path.contains('\0'))
    return createStringError("expected a file path");
  std::vector<SmallString<256>> Tries;
  if (sys::path::is_absolute(Path))
    Tries.emplace_back(Path);
  else
    for (const std::string &Root : Roots) {
      SmallString<256> &Try = Tries.emplace_back(Root);
      if (sys::fs::is_directory(Root))
        sys::path::append(Try, Path);
      else if (sys::path::filename(Root) != Path)
        Tries.pop_back();
    }
  bool IsInside = false;
  for (SmallString<256> &Try : Tries) {
    // Otherwise, "/etc/x/../../roots/file" would reveal whether /etc/x exists.
    sys::path::remove_dots(Try, /*remove_dot_dot=*/true);
    IsInside |= leadsInto(*this, Try);
    SmallString<256> Resolved;
    if (sys::fs::real_path(Try, Resolved) || !has(Resolved))
      continue;
    // Pipes would block, and devices never end.
    if (!sys::fs::is_regular_file(Resolved))
      return Fail("not a regular file");
    return Resolved.str().str();
  }
  if (IsInside)
    return Fail("no such file");
  return Fail("outside the permitted paths: " + join(Roots, ", "));
}

static bool looksLikeDump(StringRef Path) {
  const std::string Name = sys::path::filename(Path).lower();
  if (StringRef(Name).ends_with(".hidx"))
    return false;
  if (StringRef(Name).contains(".hprof") || StringRef(Name).contains(".phd"))
    return true;
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  static constexpr StringLiteral Magic = "JAVA PROFILE ";
  char Begin[Magic.size()] = {};
  Expected<size_t> Got = sys::fs::readNativeFile(*File, Begin);
  (void)sys::fs::closeFile(*File);
  if (!Got)
    consumeError(Got.takeError());
  return StringRef(Begin, Magic.size()) == Magic;
}

static void addDump(std::vector<FileRoots::Dump> &To, StringRef Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status, /*follow=*/false) ||
      Status.type() != sys::fs::file_type::regular_file || !looksLikeDump(Path))
    return;
  const auto Time = Status.getLastModificationTime().time_since_epoch();
  const auto Millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(Time).count();
  To.push_back(
      {Path.str(), Status.getSize(), uint64_t(std::max<int64_t>(Millis, 0))});
}

std::vector<FileRoots::Dump> FileRoots::dumps() const {
  std::vector<Dump> All;
  unsigned Looks = 0;
  for (const std::string &Root : Roots) {
    if (!sys::fs::is_directory(Root)) {
      addDump(All, Root);
      continue;
    }
    std::error_code Code;
    for (sys::fs::recursive_directory_iterator I(Root, Code, /*follow=*/false),
         End;
         I != End && !Code && Looks != MaxLooks; I.increment(Code), ++Looks)
      addDump(All, I->path());
  }
  llvm::sort(All, [](const Dump &A, const Dump &B) { return A.Path < B.Path; });
  All.erase(llvm::unique(All, [](const Dump &A,
                                 const Dump &B) { return A.Path == B.Path; }),
            All.end());
  return All;
}
