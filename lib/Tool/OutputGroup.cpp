//===- OutputGroup.cpp - Files that appear together -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/OutputGroup.h"
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
  Streams.reserve(Files.size());
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
  std::vector<OutputFile *> All;
  for (const std::unique_ptr<OutputFile> &File : Files) {
    if (!File->os().tell())
      File->leaveOut();
    All.push_back(File.get());
  }
  return OutputFile::keepAll(All);
}
