//===- ProfileTables.cpp - Changes between profiles -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/ProfileTables.h"
#include "hprof/Format/Base/BasicType.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// A kind of profile section. Measures are in the order of Profile::Counts.
struct SectionInfo {
  ProfileKind Kind;
  const char *Name, *Text;
  std::vector<Measure> Measures;
  size_t Main;
};

} // namespace

/// Number of a measure of allocation sites.
static constexpr size_t AllocatedBytes = 2;

static std::vector<SectionInfo> sections() {
  return {{ProfileKind::Sites,
           "sites",
           "allocation sites",
           {{"live_bytes", true},
            {"live_objects", false},
            {"allocated_bytes", true},
            {"allocated_objects", false}},
           0},
          {ProfileKind::Samples, "samples", "CPU samples", {{"samples"}}, 0},
          {ProfileKind::Times, "times", "CPU times", {{"calls"}, {"ms"}}, 1},
          {ProfileKind::Monitors,
           "monitors",
           "contended monitors",
           {{"contentions"}, {"ms"}},
           1},
          {ProfileKind::Calls, "calls", "calls", {{"calls"}, {"ms"}}, 1}};
}

static std::string frameText(const Profile::Frame &F) {
  std::string Class = stableClassName(javaClassName(F.ClassName));
  return Class.empty() ? F.Method : Class + "." + F.Method;
}

static std::string traceText(const Profile &P, const Profile::Key &K,
                             ProfileKey By) {
  if (!K.Trace)
    return "(unknown trace)";
  const Profile::Trace &T = P.trace(*K.Trace);
  if (!T.Phase.empty())
    return "(VM phase " + T.Phase + ")";
  if (T.Frames.empty())
    return "(no frames)";
  if (By == ProfileKey::Method)
    return frameText(P.frame(T.Frames.front()));
  std::vector<std::string> Frames;
  Frames.reserve(T.Frames.size());
  for (uint32_t F : T.Frames)
    Frames.push_back(frameText(P.frame(F)));
  return join(Frames, " < ");
}

/// Returns "int" and so on for a code of a primitive type; empty for others.
static StringRef primitiveName(uint8_t Code) {
  switch (Code) {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  case CODE:                                                                   \
    return WIDTH ? TEXT : "";
#include "hprof/Format/Base/BasicTypes.def"
  default:
    return "";
  }
}

/// Returns a site's class. Some writers record only an array's element type.
static std::string siteClass(const Profile::Key &K) {
  std::string Name = stableClassName(javaClassName(K.Name));
  if (!K.ArrayOf || StringRef(Name).ends_with("[]"))
    return Name.empty() ? "(unknown class)" : Name;
  if (Name.empty())
    Name = primitiveName(K.ArrayOf).str();
  return (Name.empty() ? "(unknown class)" : Name) + "[]";
}

static std::string keyText(const Profile &P, ProfileKind Kind,
                           const Profile::Key &K, ProfileKey By) {
  switch (Kind) {
  case ProfileKind::Sites:
    return siteClass(K) + " at " + traceText(P, K, By);
  case ProfileKind::Monitors:
    return stableClassName(javaClassName(K.Name)) + " at " +
           traceText(P, K, By);
  case ProfileKind::Samples:
  case ProfileKind::Times:
    return traceText(P, K, By);
  case ProfileKind::Calls:
    return K.Caller + " > " + K.Name;
  }
  llvm_unreachable("unhandled kind");
}

std::string hprof::sectionNames(const Profile &P) {
  std::vector<std::string> Names;
  for (const SectionInfo &Info : sections())
    if (P[Info.Kind].IsThere)
      Names.push_back(Info.Name);
  return join(Names, ", ");
}

std::vector<ProfileSection> hprof::compareProfiles(ArrayRef<Profile> Inputs,
                                                   ProfileKey By) {
  std::vector<ProfileSection> Found;
  for (SectionInfo &Info : sections()) {
    if (!all_of(Inputs, [&](const Profile &P) { return P[Info.Kind].IsThere; }))
      continue;
    // Recordings have no live bytes.
    if (Info.Kind == ProfileKind::Sites &&
        none_of(Inputs, [&](const Profile &P) {
          return P[Info.Kind].Totals[Info.Main] != 0;
        }))
      Info.Main = AllocatedBytes;
    ChangeTable Table(Info.Measures, Inputs.size());
    for (auto [I, P] : enumerate(Inputs))
      for (const auto &[Key, Counts] : P[Info.Kind].Rows)
        Table.add(I, keyText(P, Info.Kind, Key, By),
                  ArrayRef(Counts).take_front(Info.Measures.size()));
    Table.sort(Info.Main);
    Found.push_back({Info.Name, Info.Text, std::move(Table), Info.Main});
  }
  return Found;
}
