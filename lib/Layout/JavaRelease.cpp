//===- JavaRelease.cpp - Which JDK wrote a dump ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/ClassModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct ReleaseSign {
  unsigned Release;
  StringLiteral Class;
  StringLiteral Field;
};
} // namespace

static constexpr ReleaseSign Signs[] = {
#define HPROF_RELEASE_SIGN(RELEASE, CLASS, FIELD) {RELEASE, CLASS, FIELD},
#include "JavaReleases.def"
};

JavaRelease hprof::deriveJavaRelease(const ClassIndex &Classes) {
  unsigned AtMost = ~0U;
  for (const ReleaseSign &S : Signs) {
    std::optional<size_t> I = Classes.findName(S.Class);
    if (!I)
      continue; // says nothing: not every class is loaded
    const ClassModel &C = Classes.classes()[*I];
    auto Named = [&](const FieldModel &F) { return F.Name == S.Field; };
    std::string Name = S.Class.str();
    std::replace(Name.begin(), Name.end(), '/', '.');
    if (S.Field.empty())
      return {S.Release, AtMost, "class " + Name};
    if (any_of(C.Fields, Named) || any_of(C.Statics, Named))
      return {S.Release, AtMost, Name + "." + S.Field.str()};
    AtMost = S.Release - 1;
  }
  return {};
}

bool hprof::isClassNamed(StringRef Name, StringRef Internal) {
  if (Name.size() != Internal.size())
    return false;
  for (size_t I = 0; I != Name.size(); ++I)
    if (Name[I] != Internal[I] && !(Name[I] == '.' && Internal[I] == '/'))
      return false;
  return true;
}

ClassIndex::ClassIndex(ArrayRef<ClassModel> Classes) : Classes(Classes) {
  ById.reserve(Classes.size());
  for (auto [I, C] : enumerate(Classes))
    ById.emplace_back(C.Id, I);
  llvm::sort(ById);
}

std::optional<size_t> ClassIndex::find(uint64_t Id) const {
  auto It = upper_bound(ById, std::make_pair(Id, ~size_t(0)));
  if (It == ById.begin() || std::prev(It)->first != Id)
    return std::nullopt;
  return std::prev(It)->second;
}

std::optional<size_t> ClassIndex::findName(StringRef Internal) const {
  for (auto [I, C] : enumerate(Classes))
    if (isClassNamed(C.Name, Internal))
      return I;
  return std::nullopt;
}
