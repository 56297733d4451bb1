//===- PassLawTest.cpp - Laws that all passes obey ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/GeneratedDump.h"
#include "Convert/PassTesting.h"
#include "Convert/Pipeline/PassStage.h"
#include "Convert/Pipeline/Pipeline.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Passes/Pass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace hprof;
using namespace llvm;

/// Calls of passes. @ stands for the folder that contains the files below.
static constexpr const char *Calls[] = {
    "identity",
    "filter(drop=a.A)",
    "filter(keep=p.*)",
    "filter(reachable)",
    "id-size(4)",
    "id-size(8)",
    "redact",
    "redact(keep-unknown)",
    "redact(policy=@policy,key=@key)",
    "redact(policy=@policy,key=@key,names=@map)",
    "redact(strict,key=@key)",
    "check-redacted",
    "relocate(objects=16,strings=1000,trace-serials=5)",
    "rename(mapping=@mapping)",
    "renumber",
    "repair",
    "scan-secrets(paths)",
    "segment(max=64k)",
    "sort",
    "strip-arrays",
    "strip-arrays(min=1,type=byte,nodata)",
    "take-dump(1)",
    "verify",
};

static constexpr std::pair<const char *, const char *> Files[] = {
    {"policy", "default: token\n"
               "rules:\n"
               "  - {class: 'a.*', do: keep}\n"
               "element-types: {int: keep, long: mask}\n"
               "thread-names: keep\n"},
    {"key", "a key of more than sixteen bytes\n"},
    {"mapping", "com.acme.Account -> a.A:\n"
                "    int total -> field1\n"},
};

namespace {
/// Accepts no runs.
class OneByOne final : public Forward {
public:
  OneByOne(RecordVisitor &Next, LossAccount &) : Forward(Next) {}
};

/// The output of a pipeline.
struct Outcome {
  std::string Failure;
  SmallVector<char, 0> Bytes;
  std::vector<std::string> Losses;
};

class PassLaw : public testing::Test {
protected:
  void SetUp() override {
    // Uses a unique folder, because other tests of the fixture may run at the
    // same time.
    SmallString<128> Unique;
    ASSERT_FALSE(sys::fs::createUniqueDirectory("pass-law", Unique));
    Folder = (Unique + "/").str();
    for (auto [Name, Text] : Files) {
      std::error_code EC;
      raw_fd_ostream Out(Folder + Name, EC);
      ASSERT_FALSE(EC) << EC.message();
      Out << Text;
    }
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string textOf(StringRef Call) const {
    std::string Text;
    for (char C : Call)
      Text += C == '@' ? Folder : std::string(1, C);
    return Text;
  }
  Outcome run(StringRef Call, ArrayRef<char> Dump, bool InRuns) const;

  std::string Folder;
};
} // namespace

Outcome PassLaw::run(StringRef Call, ArrayRef<char> Dump, bool InRuns) const {
  PassPlan Plan;
  Plan.TempDir = testing::TempDir();
  Plan.Explains = true;
  for (const PassCall &C : cantFail(parsePasses(textOf(Call))))
    cantFail(C.Add(Plan));
  Outcome Result;
  LossAccount Losses;
  std::unique_ptr<Source> In = Source::fromMemory(
      arrayRefFromStringRef(toStringRef(Dump)), "dump.hprof");
  Pipeline P(Losses);
  P.addSource(makeDumpSource(*In, formatInfo(Format::Hprof), {}));
  if (!InRuns)
    P.addStage(makePassStage<OneByOne>());
  for (std::unique_ptr<Stage> &S : Plan.Stages)
    P.addStage(std::move(S));
  std::unique_ptr<Sink> Out = Sink::toMemory(Result.Bytes);
  HprofWriter Writer(*Out);
  Error E = P.run(Writer);
  Result.Failure = toString(std::move(E));
  cantFail(Out->finish());
  for (const LossAccount::Entry &L : Losses.entries())
    Result.Losses.push_back(utostr(L.Count) + " " + L.Name);
  return Result;
}

TEST_F(PassLaw, AllPassesAreCalled) {
  std::set<StringRef> Called;
  for (StringRef Call : Calls)
    Called.insert(Call.split('(').first);
  for (const PassInfo &P : allPasses())
    EXPECT_TRUE(Called.count(P.Name)) << P.Name.str();
}

TEST_F(PassLaw, RunsOfRecordsChangeNothing) {
  unsigned NumChanged = 0;
  for (const GeneratedKind &K : generatedKinds()) {
    if (K.Kind != Format::Hprof)
      continue;
    for (unsigned Seed = 1; Seed != 9; ++Seed) {
      const SmallVector<char, 0> Dump = generateDump(K, Seed);
      for (StringRef Call : Calls) {
        SCOPED_TRACE((Call + ", " + K.Name + ", seed " + Twine(Seed)).str());
        const Outcome Each = run(Call, Dump, /*InRuns=*/false);
        const Outcome Runs = run(Call, Dump, /*InRuns=*/true);
        EXPECT_EQ(Each.Failure, Runs.Failure);
        EXPECT_EQ(Each.Bytes, Runs.Bytes);
        EXPECT_EQ(Each.Losses, Runs.Losses);
        NumChanged += Runs.Bytes != Dump;
      }
    }
  }
  EXPECT_GT(NumChanged, 100u);
}
