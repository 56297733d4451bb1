//===- OutputGroup.cpp - Files that appear together -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/OutputGroup.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

Expected<OutputGroup> OutputGroup::create(ArrayRef<std::string> Paths,
                                          bool Force) {
  OutputGroup Group;
  for (const std::string &Path : Paths) {
    Expected<std::unique_ptr<OutputFile>> File =
        OutputFile::create(Path, OutputFile::Content::Binary, Force);
    if (!File)
      return File.takeError();
    Group.Files.push_back(std::move(*File));
  }
  return Group;
}

std::vector<raw_ostream *> OutputGroup::streams() {
  std::vector<raw_ostream *> Streams;
  for (const std::unique_ptr<OutputFile> &File : Files)
    Streams.push_back(&File->os());
  return Streams;
}

uint64_t OutputGroup::bytes() {
  uint64_t Sum = 0;
  for (const std::unique_ptr<OutputFile> &File : Files)
    Sum += File->os().tell();
  return Sum;
}

Error OutputGroup::keep() {
  // Only a file that was opened with force may be there.
  const OutputFile &Last = *Files.back();
  if (Last.isTemporary() && Last.replaces())
    if (std::error_code EC = sys::fs::remove(Last.target()))
      return createFileError(Last.path(), EC);
  for (size_t I = 0; I != Files.size(); ++I) {
    if (!Files[I]->os().tell()) {
      if (Files[I]->replaces())
        (void)sys::fs::remove(Files[I]->target());
      Files.erase(Files.begin() + ptrdiff_t(I--));
      continue;
    }
    Error E = Files[I]->keep();
    if (!E)
      continue;
    while (I--)
      (void)sys::fs::remove(Files[I]->target());
    return E;
  }
  return Error::success();
}
