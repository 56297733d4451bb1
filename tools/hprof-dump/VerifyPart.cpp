//===- VerifyPart.cpp - Prints the findings of --verify -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyPart.h"
#include "hprof/Analysis/Verify/VerifyAnswer.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"

using namespace llvm;
using namespace hprof;

namespace {
/// Counts the objects and dumps for a report.
class ObjectTally : public RecordVisitor {
public:
  explicit ObjectTally(VerifyReport &R) : Report(R) {}
  using RecordVisitor::visit;
  void visit(const FileHeader &) override { Dumps.header(); }
  void beginFrame(const Frame &F) override { Dumps.frame(F); }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { count(R); }
#include "hprof/Format/Records/Records.def"

private:
  template <class R> void count(const R &) {
    if constexpr (R::Kind == RecordKind::HeapDumpEnd)
      Dumps.end();
    Report.Objects +=
        R::Group == RecordGroup::Object || R::Group == RecordGroup::Class;
    // IBM formats have no frames.
    Report.Dumps = std::max<uint64_t>(Dumps.dumps(), Report.Objects != 0);
  }
  VerifyReport &Report;
  DumpCounter Dumps;
};
} // namespace

/// For formats other than HPROF binary, only the reader detects faults.
static Expected<VerifyReport> readThrough(Source &In, Format Kind,
                                          const VerifyOptions &Options) {
  VerifyReport Report(Options.MaxExamples);
  DumpSourceOptions Reading;
  Reading.OnDamage = [&](const Damage &D) {
    Report.addDamage(D);
    Options.OnDamage(D);
  };
  ObjectTally Tally(Report);
  LossAccount Ignored;
  std::unique_ptr<RecordSource> Records =
      makeDumpSource(In, formatInfo(Kind), std::move(Reading));
  if (Error E = Records->read(Tally, Ignored, Walk::Last))
    return E;
  Report.addUnchecked(Twine("consistency of the records in ") +
                      formatInfo(Kind).Text +
                      "; convert the file to HPROF binary first");
  return Report;
}

static Expected<VerifyReport> verifyInput(ToolContext &C, StringRef Input,
                                          StringRef Path) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Expected<std::unique_ptr<Source>> In = openInput(Input, Opening);
  if (!In)
    return In.takeError();
  VerifyOptions Options;
  Options.MaxExamples = unsigned(std::min<uint64_t>(C.top(5), UINT_MAX));
  Options.OnDamage = C.report().damageHandler(Path);
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind)
    return Kind.takeError();
  if (*Kind != Format::Hprof)
    return readThrough(**In, *Kind, Options);
  unsigned Pass = 0;
  Options.OnProgress = [&](unsigned Now, uint64_t) {
    if (Now != Pass)
      C.progress().phase(
          ((Now == 1 ? "reading " : "following references in ") + Path).str(),
          (*In)->rawSize());
    Pass = Now;
    C.progress().reachedAtLeast((*In)->rawOffset());
  };
  Expected<VerifyReport> Report = verify(**In, Options);
  C.progress().finish();
  return Report;
}

/// Checks \p Input, and makes the gate fail if it has faults.
static VerifiedFile verifyOne(ToolContext &C, StringRef Input) {
  VerifiedFile File;
  File.Name = inputName(Input);
  Expected<VerifyReport> R = verifyInput(C, Input, File.Name);
  if (!R) {
    File.Error = toString(R.takeError());
    const bool HasPath = StringRef(File.Error).starts_with("'");
    C.report().error(HasPath ? File.Error
                             : ("'" + File.Name + "': " + File.Error));
    return File;
  }
  if (R->faults())
    C.report().tripGate();
  File.Report = std::move(*R);
  return File;
}

Error hprof::verifyInputs(ToolContext &C) {
  printAnswer(C, VerifyAnswer([&C, At = size_t(0)]() mutable {
                return At == C.inputs().size()
                           ? std::nullopt
                           : std::optional(verifyOne(C, C.inputs()[At++]));
              }));
  return Error::success();
}
