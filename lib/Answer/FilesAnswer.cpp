//===- FilesAnswer.cpp - Answers with a part for each file ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/FilesAnswer.h"

using namespace hprof;
using namespace llvm;

FilePart::~FilePart() = default;

std::unique_ptr<Rows> FilesAnswer::join(std::unique_ptr<Rows> (FilePart::*Get)()
                                            const) const {
  assert(Part && "rendered a second time");
  if (!Next)
    return (*Part.*Get)();
  return joinedRows([this, Get, IsFirst = true]() mutable {
    if (!std::exchange(IsFirst, false)) {
      // The current part may use much memory.
      Part.reset();
      Part = Next();
    }
    return Part ? (*Part.*Get)() : nullptr;
  });
}

std::unique_ptr<Rows> FilesAnswer::files() const {
  return join(&FilePart::file);
}

std::unique_ptr<Rows> FilesAnswer::rows() const {
  return join(&FilePart::rows);
}

void FilesAnswer::present(Presenter &To) const {
  assert(Part && "rendered a second time");
  for (;;) {
    Part->present(To);
    if (!Next)
      return;
    Part.reset();
    Part = Next();
    if (!Part)
      return;
    if (Part->isApart())
      To.line("");
  }
}
