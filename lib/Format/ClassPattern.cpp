//===- ClassPattern.cpp - Which classes are meant -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/ClassPattern.h"
#include "llvm/Support/GlobPattern.h"

using namespace hprof;
using namespace llvm;

struct ClassPattern::Impl {
  std::string Text; ///< Glob refers to it.
  GlobPattern Glob;
};

ClassPattern::ClassPattern(std::unique_ptr<Impl> P) : P(std::move(P)) {}
ClassPattern::ClassPattern(ClassPattern &&) noexcept = default;
ClassPattern &ClassPattern::operator=(ClassPattern &&) noexcept = default;
ClassPattern::~ClassPattern() = default;

Expected<ClassPattern> ClassPattern::create(StringRef Pattern) {
  auto P = std::make_unique<Impl>();
  // Brackets and braces are what they are in names.
  for (char C : Pattern) {
    if (StringRef("[]{}\\!^").contains(C))
      P->Text += '\\';
    P->Text += C;
  }
  Expected<GlobPattern> Glob = GlobPattern::create(P->Text);
  if (!Glob)
    return Glob.takeError();
  P->Glob = std::move(*Glob);
  return ClassPattern(std::move(P));
}

bool ClassPattern::matches(StringRef Name) const { return P->Glob.match(Name); }
