//===- DocumentComparison.cpp - Compares profiles, thread dumps -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/DocumentComparison.h"
#include "Analysis/Diff/ThreadTable.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Reports damage of \p In, and marks \p In as damaged.
static DamageHandler damageOf(HeapCounts &In, const DocumentEvents &Events) {
  return [&In, Tell = Events.DamageOf(In.Name)](const Damage &D) {
    In.IsDamaged = true;
    Tell(D);
  };
}

static Expected<Profile> readProfile(KnownInput &In, HeapCounts &About,
                                     const DocumentEvents &Events) {
  if (!In.Carrier)
    return In.refuse();
  ProfileCollector Collector;
  if (Error E = formatInfo(*In.Carrier)
                    .Read(*In.From, Collector, damageOf(About, Events)))
    return createFileError(About.Name, std::move(E));
  if (Error E = Collector.finish())
    return E;
  Profile P = Collector.take();
  if (P.isEmpty())
    return createFileError(About.Name,
                           createStringError("contains no profile"));
  About.Millis = P.Millis;
  const Profile::Section &Samples = P[ProfileKind::Samples];
  constexpr uint64_t Few = 100;
  if (Samples.IsThere && Samples.Totals[0] < Few)
    Events.OnNote("'" + About.Name + "' contains " +
                  counted(Samples.Totals[0], "CPU sample") + "; fewer than " +
                  std::to_string(Few) + " are unreliable");
  return P;
}

static Expected<ThreadDump> readThreads(KnownInput &In, HeapCounts &About,
                                        const DocumentEvents &Events) {
  std::string Note;
  Expected<ThreadDump> Dump =
      readThreadDump(*In.From, damageOf(About, Events), Note);
  if (!Dump)
    return createFileError(About.Name, Dump.takeError());
  if (!Note.empty())
    Events.OnNote("'" + About.Name + "': " + Note);
  About.Millis = Dump->Millis.value_or(0);
  return Dump;
}

/// Reads all of \p Inputs with \p Read. In \p About, sets only names, times and
/// damage.
template <class T>
static Expected<std::vector<T>>
readAll(std::vector<KnownInput> Inputs, std::vector<HeapCounts> &About,
        Expected<T> (*Read)(KnownInput &, HeapCounts &, const DocumentEvents &),
        const DocumentEvents &Events) {
  std::vector<T> All;
  Error Errors = Error::success();
  // Damage handlers keep references to the elements.
  About.reserve(Inputs.size());
  for (KnownInput &In : Inputs) {
    About.emplace_back().Name = In.From->name();
    if (Expected<T> One = Read(In, About.back(), Events))
      All.push_back(std::move(*One));
    else
      Errors = joinErrors(std::move(Errors), One.takeError());
    In.From.reset();
  }
  if (Errors)
    return Errors;
  return All;
}

/// Fails if a profile lacks the section \p Wanted or, if that is empty, if the
/// profiles have no section in common. If \p IsFirst and \p Wanted is empty,
/// notes the omission of sections that some profiles lack.
static Error checkSections(ArrayRef<HeapCounts> About,
                           ArrayRef<Profile> Profiles, StringRef Wanted,
                           ArrayRef<ProfileSection> Common, bool IsFirst,
                           const DocumentEvents &Events) {
  auto IsWanted = [&](const ProfileSection &S) {
    return Wanted.empty() || Wanted == S.Name;
  };
  std::vector<std::string> Has;
  bool Differ = false;
  for (auto [In, P] : zip_equal(About, Profiles)) {
    std::string Names = sectionNames(P);
    Differ |= Names != sectionNames(Profiles.front());
    Has.push_back("'" + In.Name + "' contains " + Names);
  }
  if (!any_of(Common, IsWanted))
    return createStringError(
        (Wanted.empty() ? "the profiles have no section in common"
                        : "not all profiles have the section " + Wanted) +
        ": " + join(Has, "; "));
  if (Differ && IsFirst && Wanted.empty())
    Events.OnNote("sections missing from some profiles are omitted: " +
                  join(Has, "; "));
  return Error::success();
}

/// Returns the answer with the \p Sections that the request selects.
static SectionChanges answer(std::vector<HeapCounts> About,
                             std::vector<ProfileSection> Sections,
                             const char *By, const DocumentRequest &Request) {
  std::vector<ChangedSection> Chosen;
  for (ProfileSection &S : Sections) {
    if (!Request.Section.empty() && Request.Section != S.Name)
      continue;
    ChangedTable Table(std::move(S.Table), By, S.Main, About);
    Table.Top = Request.Top;
    Chosen.push_back({S.Name, S.Text, std::move(Table)});
  }
  return {std::move(About), std::move(Chosen)};
}

Expected<std::vector<SectionChanges>>
hprof::compareProfiles(std::vector<KnownInput> Inputs,
                       ArrayRef<DocumentRequest> Requests,
                       const DocumentEvents &Events) {
  std::vector<HeapCounts> About;
  Expected<std::vector<Profile>> Profiles =
      readAll<Profile>(std::move(Inputs), About, readProfile, Events);
  if (!Profiles)
    return Profiles.takeError();
  std::vector<SectionChanges> All;
  for (const DocumentRequest &R : Requests) {
    std::vector<ProfileSection> Sections = compareProfiles(*Profiles, R.By);
    if (Error E = checkSections(About, *Profiles, R.Section, Sections,
                                /*IsFirst=*/All.empty(), Events))
      return E;
    All.push_back(answer(About, std::move(Sections),
                         R.By == ProfileKey::Trace ? "trace" : "method", R));
  }
  return All;
}

Expected<SectionChanges> hprof::compareProfiles(std::vector<KnownInput> Inputs,
                                                const DocumentRequest &Request,
                                                const DocumentEvents &Events) {
  Expected<std::vector<SectionChanges>> All =
      compareProfiles(std::move(Inputs), ArrayRef(Request), Events);
  return All ? Expected<SectionChanges>(std::move(All->front()))
             : All.takeError();
}

Expected<SectionChanges> hprof::compareThreads(std::vector<KnownInput> Inputs,
                                               const DocumentRequest &Request,
                                               const DocumentEvents &Events) {
  std::vector<HeapCounts> About;
  Expected<std::vector<ThreadDump>> Dumps =
      readAll<ThreadDump>(std::move(Inputs), About, readThreads, Events);
  if (!Dumps)
    return Dumps.takeError();
  if (Request.ThreadName)
    for (ThreadDump &D : *Dumps)
      for (ThreadDump::Thread &T : D.Threads)
        T.Name = Request.ThreadName(std::move(T.Name));
  std::vector<ProfileSection> Sections;
  Sections.push_back({"threads", "threads", compareThreads(*Dumps), 0});
  return answer(std::move(About), std::move(Sections), "thread", Request);
}
