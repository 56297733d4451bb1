//===- FileSet.cpp - Files that form one dump -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Merge/FileSet.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace hprof;
using namespace llvm;

/// Returns "dump.hprof" and 3 for "dump.hprof.p3".
static std::optional<std::pair<StringRef, uint64_t>> partOf(StringRef Name) {
  auto [Base, Number] = Name.rsplit(".p");
  uint64_t N;
  if (Base.empty() || Number.empty() || !all_of(Number, isDigit) ||
      Number.getAsInteger(10, N))
    return std::nullopt;
  return std::pair(Base, N);
}

/// Successor of \p Number, of letters or digits; empty after the last.
static std::string following(StringRef Number) {
  std::string Next = Number.str();
  for (char &C : reverse(Next)) {
    const bool IsLast = C == 'z' || C == '9';
    if (!IsLast) {
      ++C;
      return Next;
    }
    C = C == 'z' ? 'a' : '0';
  }
  return "";
}

static bool isNumber(StringRef Text) {
  return !Text.empty() && (all_of(Text, isDigit) || all_of(Text, [](char C) {
                             return C >= 'a' && C <= 'z';
                           }));
}

namespace {
enum class Content : uint8_t { Other, Dump, Packed };

/// The files of one directory, by name.
using Folder = std::map<std::string, std::string>;

class Grouping {
public:
  Error addFolder(StringRef Path);
  Error addFile(StringRef Path);
  FileSets take() { return std::move(Found); }

private:
  Expected<const Folder *> list(StringRef Path);
  bool addParts(StringRef Path, const Folder &In);
  bool addPieces(StringRef Path, const Folder &In);
  bool addPiecesFrom(StringRef Path, const Folder &In, StringRef Stem,
                     std::string First);
  void take(FileSet Set);

  FileSets Found;
  StringMap<Folder> Folders;
  StringSet<> Used; ///< Members of sets of several files.
};
} // namespace

/// Returns the kind of contents that the file begins with.
static Content contentOf(StringRef Path) {
  SourceOptions Options;
  Options.Map = false;
  Expected<std::unique_ptr<Source>> In = openInput(Path, Options);
  if (!In) {
    consumeError(In.takeError());
    return Content::Other;
  }
  Expected<Format> Kind = identifyFormat(**In);
  const bool IsPacked = (*In)->compression() != Compression::None;
  if (!Kind) {
    consumeError(Kind.takeError());
    return IsPacked ? Content::Packed : Content::Other;
  }
  return InThreads.has(*Kind) ? Content::Other : Content::Dump;
}

Expected<const Folder *> Grouping::list(StringRef Path) {
  auto [It, IsNew] = Folders.try_emplace(Path);
  if (!IsNew)
    return &It->second;
  std::error_code EC;
  const StringRef Where = Path.empty() ? "." : Path;
  for (sys::fs::directory_iterator I(Where, EC), End; !EC && I != End;
       I.increment(EC)) {
    sys::fs::file_status Status;
    if (sys::fs::status(I->path(), Status) ||
        Status.type() != sys::fs::file_type::regular_file)
      continue;
    const std::string Name = sys::path::filename(I->path()).str();
    SmallString<128> Full(Path);
    sys::path::append(Full, Name);
    It->second[Name] = std::string(Full);
  }
  if (EC)
    return createFileError(Where, EC);
  return &It->second;
}

void Grouping::take(FileSet Set) {
  if (Set.Files.size() > 1)
    for (const std::string &File : Set.Files)
      Used.insert(File);
  for (const std::string &File : Set.Beyond)
    Used.insert(File);
  Found.Sets.push_back(std::move(Set));
}

/// Adds the base \p Path with its parts, if there are any.
bool Grouping::addParts(StringRef Path, const Folder &In) {
  const std::string Name = sys::path::filename(Path).str();
  std::map<uint64_t, std::string> Parts;
  for (const auto &[Other, Full] : In)
    if (auto Part = partOf(Other); Part && Part->first == Name)
      Parts[Part->second] = Full;
  if (Parts.empty())
    return false;
  FileSet Set;
  Set.Of = FileSet::Kind::Parts;
  Set.Name = Path.str();
  Set.Files.push_back(Set.Name);
  for (const auto &Part : Parts)
    Set.Files.push_back(Part.second);
  take(std::move(Set));
  return true;
}

/// Adds the pieces of a file whose first piece is called \p Stem + \p First, if
/// there are several and \p Path is one of them.
bool Grouping::addPiecesFrom(StringRef Path, const Folder &In, StringRef Stem,
                             std::string First) {
  FileSet Set;
  Set.Of = FileSet::Kind::Pieces;
  bool HasPath = false;
  const size_t Length = First.size();
  const bool HasDigits = isDigit(First.front());
  for (std::string Number = std::move(First); !Number.empty();
       Number = following(Number)) {
    auto File = In.find(Stem.str() + Number);
    if (File == In.end()) {
      Set.Missing = Stem.str() + Number;
      break;
    }
    HasPath |= File->second == Path;
    Set.Files.push_back(File->second);
  }
  // The pieces after a missing one.
  for (auto I = In.lower_bound(Set.Missing);
       !Set.Missing.empty() && I != In.end(); ++I) {
    StringRef Number = I->first;
    if (!Number.consume_front(Stem))
      break;
    if (Number.size() != Length || !isNumber(Number) ||
        isDigit(Number.front()) != HasDigits)
      continue;
    HasPath |= I->second == Path;
    Set.Beyond.push_back(I->second);
  }
  if (!HasPath || Set.Files.empty() || Set.Files.size() + Set.Beyond.size() < 2)
    return false;
  // Consecutively numbered dumps are not pieces of one dump.
  if (contentOf(Set.Files.front()) == Content::Other ||
      contentOf(Set.Files.size() > 1 ? Set.Files[1] : Set.Beyond.front()) !=
          Content::Other)
    return false;
  if (Set.Beyond.empty())
    Set.Missing.clear();
  Set.Name = StringRef(Set.Files.front()).drop_back(Length).str();
  if (StringRef(Set.Name).ends_with("."))
    Set.Name.pop_back();
  take(std::move(Set));
  return true;
}

bool Grouping::addPieces(StringRef Path, const Folder &In) {
  constexpr size_t Shortest = 2, Longest = 6;
  const StringRef Name = sys::path::filename(Path);
  for (size_t N = Shortest; N <= Longest && N <= Name.size(); ++N) {
    const StringRef Number = Name.take_back(N);
    const StringRef Stem = Name.drop_back(N);
    // Longer numbers continue with digits: dump2024 ends with 24.
    if (!isNumber(Number) ||
        (isDigit(Number.front()) && !Stem.empty() && isDigit(Stem.back())))
      continue;
    if (!isDigit(Number.front())) {
      if (addPiecesFrom(Path, In, Stem, std::string(N, 'a')))
        return true;
      continue;
    }
    const std::string Zero(N, '0');
    if (addPiecesFrom(Path, In, Stem,
                      In.count(Stem.str() + Zero) ? Zero : following(Zero)))
      return true;
  }
  return false;
}

Error Grouping::addFile(StringRef Path) {
  if (Path == "-" || Used.count(Path)) {
    if (Path == "-")
      take({FileSet::Kind::Single, "-", {"-"}, "", {}});
    return Error::success();
  }
  FileSet Alone{FileSet::Kind::Single, Path.str(), {Path.str()}, "", {}};
  // Only regular files have parts.
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) ||
      Status.type() != sys::fs::file_type::regular_file) {
    take(std::move(Alone));
    return Error::success();
  }
  Expected<const Folder *> In = list(sys::path::parent_path(Path));
  if (!In) {
    // The directory may be one that can be entered but not listed.
    consumeError(In.takeError());
    take(std::move(Alone));
    return Error::success();
  }
  if (auto Part = partOf(Path)) {
    const std::string Base = Part->first.str();
    if (sys::fs::is_regular_file(Base))
      return addFile(Base);
    if (contentOf(Path) != Content::Dump)
      return createFileError(
          Path, make_error<FormatError>(
                    format_errc::not_a_dump, 0,
                    "a part of '" + Base +
                        "', which contains the file header and is missing"));
  }
  if (!addParts(Path, **In) && !addPieces(Path, **In))
    take(std::move(Alone));
  return Error::success();
}

Error Grouping::addFolder(StringRef Path) {
  Expected<const Folder *> In = list(Path);
  if (!In)
    return In.takeError();
  const size_t NumBefore = Found.Sets.size();
  std::vector<std::string> Rest;
  for (const auto &[Name, Full] : **In)
    if (!partOf(Name) && !Used.count(Full) && !addParts(Full, **In) &&
        !addPieces(Full, **In))
      Rest.push_back(Full);
  for (const std::string &Full : Rest)
    if (contentOf(Full) == Content::Dump)
      take({FileSet::Kind::Single, Full, {Full}, "", {}});
    else
      Found.Ignored.push_back(Full);
  for (const auto &[Name, Full] : **In)
    if (partOf(Name) && !Used.count(Full)) {
      if (contentOf(Full) == Content::Dump)
        take({FileSet::Kind::Single, Full, {Full}, "", {}});
      else
        Found.Orphans.push_back(Full);
    }
  llvm::sort(
      Found.Sets.begin() + ptrdiff_t(NumBefore), Found.Sets.end(),
      [](const FileSet &A, const FileSet &B) { return A.Name < B.Name; });
  return Error::success();
}

Expected<FileSets> hprof::groupFiles(ArrayRef<std::string> Paths) {
  Grouping G;
  for (const std::string &Path : Paths)
    if (Error E =
            sys::fs::is_directory(Path) ? G.addFolder(Path) : G.addFile(Path))
      return E;
  return G.take();
}
