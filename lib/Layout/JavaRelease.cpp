//===- JavaRelease.cpp - The JDK that wrote a dump ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/JavaRelease.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/ClassModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

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

/// Whether classes have the fields that they had in the VM. Conversion adds
/// synthetic fields to dumps in formats without fields.
static bool hasRealFields(const ClassIndex &Classes) {
  std::optional<size_t> String = Classes.findName("java/lang/String");
  return !String ||
         any_of(Classes.classes()[*String].Fields,
                [](const FieldModel &F) { return F.Name == "value"; });
}

JavaRelease hprof::deriveJavaRelease(const ClassIndex &Classes) {
  unsigned AtMost = ~0U;
  const bool HasFields = hasRealFields(Classes);
  for (const ReleaseSign &S : Signs) {
    std::optional<size_t> I = Classes.findName(S.Class);
    if (!I)
      continue; // not conclusive: not every class is loaded
    const ClassModel &C = Classes.classes()[*I];
    auto Named = [&](const FieldModel &F) { return F.Name == S.Field; };
    std::string Name = S.Class.str();
    std::replace(Name.begin(), Name.end(), '/', '.');
    if (!S.Field.empty() && none_of(C.Fields, Named) &&
        none_of(C.Statics, Named)) {
      if (HasFields)
        AtMost = S.Release - 1;
      continue;
    }
    // Early builds may lack another sign of the same release, so a present sign
    // outweighs a missing one.
    if (!HasFields && !S.Field.empty())
      continue; // A synthetic field of that name.
    return {S.Release, std::max(AtMost, S.Release),
            S.Field.empty() ? "class " + Name : Name + "." + S.Field.str()};
  }
  return {};
}

std::string hprof::statedJavaVersion(const DumpContext &Context) {
  // sun.misc.Version exists up to JDK 8. In later releases, other classes with
  // such strings among their constants are not considered.
  if (none_of(Context.classes(), [&](const ClassInfo &C) {
        return C.IsLoaded && isClassNamed(Context.string(C.NameId).value_or(""),
                                          "sun/misc/Version");
      }))
    return "";
  constexpr size_t Longest = 64;
  StringSet<> Versions;
  Context.forEachString([&](StringRef S) {
    if (S.size() >= 5 && S.size() <= Longest && S.starts_with("1.") &&
        S[2] >= '5' && S[2] <= '8' && S[3] == '.' && all_of(S, [](char C) {
          return isAlnum(C) || StringRef("._+-").contains(C);
        }))
      Versions.insert(S);
  });
  // Given 1.8.0-ea and 1.8.0-ea-b84, the second is java.runtime.version.
  auto NamesBuild = [](StringRef S) {
    auto [Rest, Build] = S.rsplit("-b");
    return !Build.empty() && all_of(Build, [](char C) { return isDigit(C); });
  };
  StringRef Stated;
  for (const auto &Entry : Versions) {
    StringRef Runtime = Entry.getKey();
    if (!NamesBuild(Runtime))
      continue;
    for (size_t Dash = Runtime.rfind('-'); Dash != StringRef::npos;
         Dash = Runtime.take_front(Dash).rfind('-')) {
      auto Version = Versions.find(Runtime.take_front(Dash));
      if (Version == Versions.end())
        continue;
      if (!Stated.empty() && Stated != Version->getKey())
        return ""; // Ambiguous.
      Stated = Version->getKey();
      break;
    }
  }
  return Stated.str();
}

JavaRelease hprof::deriveJavaRelease(const ClassIndex &Classes,
                                     const DumpContext &Context) {
  std::string Version = statedJavaVersion(Context);
  if (Version.empty())
    return deriveJavaRelease(Classes);
  unsigned Release = unsigned(Version[2] - '0');
  return {Release, Release, "java.version " + Version};
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
