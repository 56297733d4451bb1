//===- MergeProfilesTest.cpp - Tests of merging profiles ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Merge/MergeProfiles.h"
#include "hprof/Convert/KnownInput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;

namespace {
/// The counts that an input added, and the number of times its reader found
/// damage.
struct Read {
  LossAccount Losses;
  unsigned NumDamages = 0;
};
} // namespace

static Read add(ProfileMerger &To, StringRef Bytes, uint64_t Weight = 1) {
  Read Result;
  auto In = Source::openMemory(arrayRefFromStringRef(Bytes), "input");
  if (Error E = To.add(
          *In, Weight, [&](const Damage &) { ++Result.NumDamages; },
          Result.Losses))
    ADD_FAILURE() << toString(std::move(E));
  return Result;
}

static std::string written(ProfileMerger &Merger, Format To) {
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  LossAccount Losses;
  if (Error E = Merger.write(*Out, To, Losses))
    ADD_FAILURE() << toString(std::move(E));
  if (Error E = Out->finish())
    ADD_FAILURE() << toString(std::move(E));
  return std::string(Bytes.begin(), Bytes.end());
}

static std::string merged(ArrayRef<StringRef> Inputs, Format To) {
  ProfileMerger Merger;
  for (StringRef Bytes : Inputs)
    add(Merger, Bytes);
  return written(Merger, To);
}

//===----------------------------------------------------------------------===//
// Values for which the text has no name
//===----------------------------------------------------------------------===//

static constexpr StringLiteral Unnamed =
    "--- !hprof\nformat: hprof-text\n---\n"
    "- methodCalls: {calls: [{calls: 2, callee: 0, caller: 0, millis: 3}]}\n";

TEST(MergeProfiles, UnknownMethodsStayUnknown) {
  const std::string Text = merged({Unnamed}, Format::HprofText);
  EXPECT_THAT(Text, HasSubstr("2 <unknown callee> <unknown caller> 3\n"));
  ProfileMerger Again;
  EXPECT_EQ(add(Again, Text).NumDamages, 0u);
  EXPECT_EQ(written(Again, Format::HprofText), Text);
}

static constexpr StringLiteral Traceless =
    "--- !hprof\nformat: hprof-text\n---\n"
    "- cpuSamples: {total: 5, samples: [{samples: 2, traceSerial: 8}, "
    "{samples: 3, traceSerial: 9}]}\n";

TEST(MergeProfiles, TheRowWithoutATraceIsReadBack) {
  ProfileMerger Merger;
  EXPECT_EQ(add(Merger, Traceless).Losses.of(Loss::UnknownTraces), 2u);
  for (Format To : {Format::HprofText, Format::Hprof, Format::Yaml}) {
    const std::string Once = written(Merger, To);
    ProfileMerger Again;
    const Read R = add(Again, Once);
    EXPECT_EQ(R.NumDamages, 0u) << formatInfo(To).Text;
    // The value is unchanged, so nothing is lost.
    EXPECT_EQ(R.Losses.of(Loss::UnknownTraces), 0u) << formatInfo(To).Text;
    EXPECT_EQ(written(Again, To), Once);
  }
}

//===----------------------------------------------------------------------===//
// Runs of the JDK's agent
//===----------------------------------------------------------------------===//

using Rows = std::map<std::string, Profile::Counts>;

static std::string textOf(const Profile &P, const Profile::Key &K) {
  std::string Text = K.Name + '|' + K.Caller + '|' + utostr(K.ArrayOf);
  if (!K.Trace)
    return Text + "|none";
  const Profile::Trace &T = P.trace(*K.Trace);
  Text += '|' + T.Phase;
  if (T.Thread) {
    const Profile::Thread &By = P.thread(*T.Thread);
    Text += '|' + By.Name + '|' + By.Group + '|' + By.ParentGroup;
  }
  for (uint32_t Number : T.Frames) {
    const Profile::Frame &F = P.frame(Number);
    Text += '\n' + F.ClassName + '.' + F.Method + F.Signature + '(' +
            F.SourceFile + ':' + itostr(F.Line);
  }
  return Text;
}

/// The rows of a section, with their content as the key; the totals have the
/// key "".
static Rows rowsOf(const Profile &P, ProfileKind K) {
  Rows Result;
  for (const auto &[Key, C] : P[K].Rows)
    Profile::addCounts(Result[textOf(P, Key)], C, 1);
  Result[""] = P[K].Totals;
  return Result;
}

/// The outputs, by path, of those runs that have profiles and no heap dump.
static std::map<std::string, std::string> profilesOfRuns() {
  std::map<std::string, std::string> Result;
  const char *Corpus = getenv("HPROF_CORPUS");
  SmallString<128> Runs(Corpus ? Corpus : "");
  sys::path::append(Runs, "hprof-agent");
  if (!Corpus)
    return Result;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Runs, Code), End; I != End && !Code;
       I.increment(Code))
    for (StringRef File : {"out.txt", "out.hprof"}) {
      SmallString<128> Path(I->path());
      sys::path::append(Path, File);
      ErrorOr<std::unique_ptr<MemoryBuffer>> Bytes =
          MemoryBuffer::getFile(Path);
      if (!Bytes)
        continue;
      auto In = Source::openMemory(arrayRefFromStringRef((*Bytes)->getBuffer()),
                                   Path);
      Expected<KnownInput> Known = KnownInput::of(std::move(In));
      if (!Known) {
        consumeError(Known.takeError());
        continue;
      }
      if (Known->Kind == InputKind::Profile)
        Result[std::string(Path)] = (*Bytes)->getBuffer().str();
    }
  return Result;
}

TEST(MergeProfilesCorpus, OneProfileKeepsItsRows) {
  const auto Runs = profilesOfRuns();
  if (Runs.empty())
    GTEST_SKIP() << "no runs of the JDK's agent";
  for (const auto &[Path, Bytes] : Runs) {
    SCOPED_TRACE(Path);
    ProfileMerger One, Again;
    add(One, Bytes);
    const std::string Yaml = written(One, Format::Yaml);
    EXPECT_EQ(add(Again, Yaml).NumDamages, 0u);
    EXPECT_EQ(written(Again, Format::Yaml), Yaml);
    for (unsigned K = 0; K != NumProfileKinds; ++K)
      EXPECT_EQ(rowsOf(Again.profile(), ProfileKind(K)),
                rowsOf(One.profile(), ProfileKind(K)));
  }
}

TEST(MergeProfilesCorpus, EachRowIsTheSumOfTheRuns) {
  const auto Runs = profilesOfRuns();
  if (Runs.empty())
    GTEST_SKIP() << "no runs of the JDK's agent";
  ProfileMerger All, Backwards;
  std::array<Rows, NumProfileKinds> Sums;
  for (const auto &[Path, Bytes] : Runs) {
    ProfileMerger One;
    add(One, Bytes);
    add(All, Bytes);
    for (unsigned K = 0; K != NumProfileKinds; ++K)
      for (const auto &[Text, C] : rowsOf(One.profile(), ProfileKind(K)))
        Profile::addCounts(Sums[K][Text], C, 1);
  }
  for (unsigned K = 0; K != NumProfileKinds; ++K) {
    EXPECT_EQ(rowsOf(All.profile(), ProfileKind(K)), Sums[K]);
    EXPECT_GT(Sums[K].size(), 1u) << "no rows of kind " << K;
  }
  for (auto I = Runs.rbegin(); I != Runs.rend(); ++I)
    add(Backwards, I->second);
  for (Format To : {Format::Hprof, Format::HprofText, Format::Yaml})
    EXPECT_EQ(written(Backwards, To), written(All, To)) << formatInfo(To).Text;
}

TEST(MergeProfilesCorpus, SumsOfSumsAreTheSame) {
  const auto Runs = profilesOfRuns();
  if (Runs.size() < 3)
    GTEST_SKIP() << "no runs of the JDK's agent";
  // The counts of each run are added once.
  for (auto I = Runs.begin(); std::distance(I, Runs.end()) >= 3;
       std::advance(I, 3)) {
    const StringRef A = I->second, B = std::next(I)->second,
                    C = std::next(I, 2)->second;
    SCOPED_TRACE(I->first);
    const std::string AB = merged({A, B}, Format::Yaml);
    const std::string BC = merged({B, C}, Format::Yaml);
    const std::string ABC = merged({A, B, C}, Format::Yaml);
    EXPECT_EQ(merged({AB, C}, Format::Yaml), ABC);
    EXPECT_EQ(merged({A, BC}, Format::Yaml), ABC);
  }
}
