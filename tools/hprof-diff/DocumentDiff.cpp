//===- DocumentDiff.cpp - Compares profiles and thread dumps --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentDiff.h"
#include "DiffPrinter.h"
#include "hprof/Analysis/Diff/ProfileTables.h"
#include "hprof/Analysis/Diff/ThreadTable.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Faults are left to the reader of the input.
static InputKind kindOfFile(StringRef Path, bool WantsProfiles) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) ||
      Status.type() != sys::fs::file_type::regular_file)
    return WantsProfiles ? InputKind::Profile : InputKind::Heap;
  Expected<KnownInput> In = KnownInput::open(Path);
  if (!In)
    return consumeError(In.takeError()), InputKind::Heap;
  if (In->Kind == InputKind::Threads)
    return InputKind::Threads;
  return WantsProfiles || In->Kind == InputKind::Profile ? InputKind::Profile
                                                         : InputKind::Heap;
}

Expected<InputKind> hprof::kindOf(ArrayRef<std::string> Paths,
                                  bool WantsProfiles) {
  InputKind First = kindOfFile(Paths.front(), WantsProfiles);
  for (const std::string &Path : Paths.drop_front())
    if (InputKind K = kindOfFile(Path, WantsProfiles); K != First)
      return createStringError("'" + Paths.front() + "' is " + kindText(First) +
                               ", '" + Path + "' is " + kindText(K));
  return First;
}

namespace {

/// The inputs, and the sections made of them.
struct Documents {
  std::vector<HeapCounts> Inputs; ///< Only names, times and damage.
  std::vector<ProfileSection> Sections;
};

} // namespace

/// Opens \p Path and adds it to \p Inputs.
static Expected<std::unique_ptr<Source>>
openDocument(StringRef Path, std::vector<HeapCounts> &Inputs) {
  Expected<std::unique_ptr<Source>> In = openInput(Path);
  if (In)
    Inputs.emplace_back().Name = (*In)->name();
  return In;
}

/// Reports damage in the last of \p Inputs, and marks it.
static DamageHandler damageOf(ToolContext &C, std::vector<HeapCounts> &Inputs) {
  HeapCounts &In = Inputs.back();
  return [&In, Tell = C.report().damageHandler(In.Name)](const Damage &D) {
    In.IsDamaged = true;
    Tell(D);
  };
}

static Expected<Profile> readProfile(ToolContext &C, StringRef Path,
                                     std::vector<HeapCounts> &Inputs) {
  Expected<std::unique_ptr<Source>> In = openDocument(Path, Inputs);
  if (!In)
    return In.takeError();
  Expected<Format> From = identifyFormat(**In);
  if (!From)
    return createFileError((*In)->name(), From.takeError());
  ProfileCollector Collector;
  if (Error E = formatInfo(*From).Read(**In, Collector, damageOf(C, Inputs)))
    return createFileError((*In)->name(), std::move(E));
  if (Error E = Collector.finish())
    return E;
  Profile P = Collector.take();
  if (P.isEmpty())
    return createFileError((*In)->name(),
                           createStringError("there is no profile in it"));
  Inputs.back().Millis = P.Millis;
  const Profile::Section &Samples = P[ProfileKind::Samples];
  constexpr uint64_t Few = 100;
  if (Samples.IsThere && Samples.Totals[0] < Few)
    C.report().note("'" + (*In)->name() + "' has " +
                    counted(Samples.Totals[0], "CPU sample") + "; fewer than " +
                    std::to_string(Few) + " say little");
  return P;
}

static Expected<ThreadDump> readThreads(ToolContext &C, StringRef Path,
                                        std::vector<HeapCounts> &Inputs) {
  Expected<std::unique_ptr<Source>> In = openDocument(Path, Inputs);
  if (!In)
    return In.takeError();
  std::string Note;
  Expected<ThreadDump> Dump = readThreadDump(**In, damageOf(C, Inputs), Note);
  if (!Dump)
    return createFileError((*In)->name(), Dump.takeError());
  if (!Note.empty())
    C.report().note("'" + (*In)->name() + "': " + Note);
  Inputs.back().Millis = Dump->Millis.value_or(0);
  return Dump;
}

/// Reads all of \p Paths with \p Read.
template <class T>
static Expected<std::vector<T>> readAll(
    ToolContext &C, ArrayRef<std::string> Paths, Documents &D,
    Expected<T> (*Read)(ToolContext &, StringRef, std::vector<HeapCounts> &)) {
  std::vector<T> All;
  Error Errors = Error::success();
  // Handlers of damage keep references.
  D.Inputs.reserve(Paths.size());
  for (const std::string &Path : Paths) {
    if (Expected<T> One = Read(C, Path, D.Inputs))
      All.push_back(std::move(*One));
    else
      Errors = joinErrors(std::move(Errors), One.takeError());
  }
  if (Errors)
    return Errors;
  return All;
}

/// Notes which sections of \p Profiles are not compared, since some lack them.
/// An error if \p Wanted, all sections if empty, is in none or only in some.
static Error checkSections(ToolContext &C, ArrayRef<HeapCounts> Inputs,
                           ArrayRef<Profile> Profiles, StringRef Wanted,
                           ArrayRef<ProfileSection> Common) {
  auto IsWanted = [&](const ProfileSection &S) {
    return Wanted.empty() || Wanted == S.Name;
  };
  std::vector<std::string> Has;
  bool Differ = false;
  for (auto [In, P] : zip_equal(Inputs, Profiles)) {
    std::string Names = sectionNames(P);
    Differ |= Names != sectionNames(Profiles.front());
    Has.push_back("'" + In.Name + "' has " + Names);
  }
  if (!any_of(Common, IsWanted))
    return createStringError(
        (Wanted.empty() ? "the profiles have no section in common"
                        : "not all profiles have the section " + Wanted) +
        ": " + join(Has, "; "));
  if (Differ && Wanted.empty())
    C.report().note("only sections that all profiles have are compared: " +
                    join(Has, "; "));
  return Error::success();
}

/// The sections that \p Options select, as they are to be printed.
static Expected<std::vector<Diff>> choose(ToolContext &C, Documents D,
                                          InputKind Kind,
                                          const DocumentOptions &Options) {
  std::vector<Diff> Chosen;
  std::string Names;
  for (ProfileSection &S : D.Sections) {
    Names += (Names.empty() ? "" : ", ") + std::string(S.Name);
    if (!Options.Section.empty() && Options.Section != S.Name)
      continue;
    Diff &One = Chosen.emplace_back(D.Inputs, std::move(S.Table));
    One.Sort = S.Main;
    One.Section = S.Name;
    One.SectionText = S.Text;
    One.KeyTitle = Kind == InputKind::Threads ? "thread"
                   : Options.ByTrace          ? "trace"
                                              : "method";
    One.Top = C.top(C.format() == "text" ? 20 : UINT64_MAX);
    One.Escape = C.escapeMode();
  }
  if (C.format() == "csv" && Chosen.size() > 1)
    return createStringError("CSV has one section; --section takes one of " +
                             Names);
  return Chosen;
}

Error hprof::compareDocuments(ToolContext &C, ArrayRef<std::string> Paths,
                              InputKind Kind, const DocumentOptions &Options) {
  Documents D;
  if (Kind == InputKind::Threads) {
    Expected<std::vector<ThreadDump>> Dumps =
        readAll<ThreadDump>(C, Paths, D, readThreads);
    if (!Dumps)
      return Dumps.takeError();
    D.Sections.push_back({"threads", "threads", compareThreads(*Dumps), 0});
  } else {
    Expected<std::vector<Profile>> Profiles =
        readAll<Profile>(C, Paths, D, readProfile);
    if (!Profiles)
      return Profiles.takeError();
    D.Sections = compareProfiles(
        *Profiles, Options.ByTrace ? ProfileKey::Trace : ProfileKey::Method);
    if (Error E =
            checkSections(C, D.Inputs, *Profiles, Options.Section, D.Sections))
      return E;
  }
  Expected<std::vector<Diff>> Sections = choose(C, std::move(D), Kind, Options);
  if (!Sections)
    return Sections.takeError();
  if (C.format() == "json")
    printSectionsJson(C.out(), *Sections, C.report());
  else if (C.format() == "csv")
    printCsv(C.out(), Sections->front());
  else
    printSectionsText(C.out(), *Sections);
  return Error::success();
}
