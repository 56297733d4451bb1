//===- collection-law.cpp - Counts of collections agree -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks each collection in the given dumps and folders: the number of
/// elements, from the fields or by counting links, must match both the number
/// that Contents states and the number of entries that it finds. Prints the
/// collections that differ (and then exits with status 1), and the number of
/// matching collections of each class.
///
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {
struct Result {
  uint64_t Dumps = 0, Skipped = 0, Violations = 0;
  std::map<std::string, uint64_t> ByClass;
};
} // namespace

/// Describes how the two results for \p N differ, if both exist.
static std::optional<std::string> compare(const HeapContents &C, Node N,
                                          Result &R) {
  std::optional<CollectionSize> Size = collectionSize(C, N);
  std::optional<ObjectContents> Of = objectContents(C, N, UINT64_MAX);
  const bool IsShown = Of && Of->isCollection();
  if (!Size || Size->Row->Kind == CollectionKind::None)
    return std::nullopt;
  if (!IsShown && Size->Size)
    return "has " + std::to_string(Size->Size) + ", none can be read";
  if (!IsShown)
    return std::nullopt;
  if (Of->Size != Size->Size || Of->Entries.size() != Size->Size)
    return "has " + std::to_string(Size->Size) + ", Contents states " +
           std::to_string(Of->Size) + " and finds " +
           std::to_string(Of->Entries.size());
  ++R.ByClass[Size->Row->Class.str()];
  return std::nullopt;
}

static Error checkHeap(StringRef Path, HeapFile &File, Result &R) {
  Expected<HeapGraph> G = HeapGraph::build(File, GraphOptions());
  if (!G)
    return G.takeError();
  Expected<std::unique_ptr<HeapContents>> C = HeapContents::open(File, *G);
  if (!C)
    return C.takeError();
  ++R.Dumps;
  for (Node N = 0; N != G->size(); ++N) {
    if (G->asClass(N) != NoClass || G->classOf(N).isArray())
      continue;
    if (std::optional<std::string> Wrong = compare(**C, N, R)) {
      ++R.Violations;
      outs() << Path << ": " << G->describe(N) << " 0x"
             << utohexstr(G->id(N), /*LowerCase=*/true) << ' ' << *Wrong
             << '\n';
    }
  }
  return Error::success();
}

/// Files that are not heap dumps are skipped.
static void check(StringRef Path, Result &R) {
  HeapFileOptions Options;
  Options.Access = HeapAccess::Random;
  Expected<std::unique_ptr<HeapFile>> File = HeapFile::open(Path, Options);
  Error E = File ? checkHeap(Path, **File, R) : File.takeError();
  R.Skipped += bool(E);
  consumeError(std::move(E));
}

int main(int Argc, char **Argv) {
  Result R;
  for (StringRef Argument : ArrayRef(Argv, size_t(Argc)).drop_front()) {
    std::vector<std::string> Files;
    std::error_code Code;
    if (!sys::fs::is_directory(Argument))
      Files.push_back(Argument.str());
    else
      for (sys::fs::recursive_directory_iterator I(Argument, Code), End;
           I != End && !Code; I.increment(Code))
        if (sys::fs::is_regular_file(I->path()))
          Files.push_back(I->path());
    sort(Files);
    for (const std::string &File : Files)
      check(File, R);
  }
  uint64_t Sum = 0;
  for (const auto &[Class, Count] : R.ByClass) {
    outs() << Count << ' ' << Class << '\n';
    Sum += Count;
  }
  outs() << R.Dumps << " dumps, " << R.Skipped << " others, " << Sum
         << " collections, " << R.Violations << " violations\n";
  return R.Violations != 0;
}
