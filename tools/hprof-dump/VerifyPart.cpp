//===- VerifyPart.cpp - Prints what --verify finds ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyPart.h"
#include "hprof/Analysis/Verify/Verifier.h"
#include "hprof/Convert/DumpSource.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

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
    // IBM's formats have no frames.
    Report.Dumps = std::max<uint64_t>(Dumps.dumps(), Report.Objects != 0);
  }
  VerifyReport &Report;
  DumpCounter Dumps;
};
} // namespace

/// For formats other than HPROF binary, only the reader finds faults.
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
  Report.addUnchecked(Twine("whether the records of ") + formatInfo(Kind).Text +
                      " agree with each other; convert it to HPROF binary");
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
          ((Now == 1 ? "reading " : "following references of ") + Path).str(),
          (*In)->rawSize());
    Pass = Now;
    C.progress().reachedAtLeast((*In)->rawOffset());
  };
  Expected<VerifyReport> Report = verify(**In, Options);
  C.progress().finish();
  return Report;
}

/// "no faults", "1 fault", "2 faults".
static std::string countedOrNo(uint64_t N, const Twine &Noun) {
  return N ? counted(N, Noun.str()) : ("no " + Noun + "s").str();
}

/// Calls \p F with each kind of finding, faults first.
template <class Fn> static void forEachGroup(const VerifyReport &R, Fn F) {
  for (Severity S : {Severity::Fault, Severity::Note})
    for (auto [K, Info] : enumerate(findingInfos()))
      if (const VerifyReport::Group &G = R[FindingKind(K)];
          Info.Level == S && G.Count)
        F(Info, G);
}

static void printText(raw_ostream &OS, StringRef Path, const VerifyReport &R,
                      EscapeMode Mode) {
  OS << escape(Path, Mode) << ": " << countedOrNo(R.faults(), "fault") << ", "
     << countedOrNo(R.notes(), "note") << "; "
     << countedOrNo(R.Objects, "object") << " in "
     << countedOrNo(R.Dumps, "heap dump") << '\n';
  forEachGroup(R, [&](const FindingInfo &Info, const VerifyReport::Group &G) {
    OS << (Info.Level == Severity::Fault ? "fault " : "note  ") << Info.Name
       << ": " << G.Count << " (" << Info.Meaning << ")\n";
    for (const VerifyReport::Example &E : G.Examples)
      OS << "  offset " << format_hex(E.Offset, 1) << ": "
         << escape(E.What, Mode) << '\n';
  });
  for (const std::string &What : R.unchecked())
    OS << "not checked: " << What << '\n';
}

static void printJson(json::OStream &J, const VerifyReport &R) {
  J.attribute("objects", R.Objects);
  J.attribute("heap_dumps", R.Dumps);
  J.attribute("faults", R.faults());
  J.attribute("notes", R.notes());
  J.attribute("damaged", R.damaged());
  J.attributeArray("findings", [&] {
    forEachGroup(R, [&](const FindingInfo &Info, const VerifyReport::Group &G) {
      J.object([&] {
        J.attribute("kind", Info.Name);
        J.attribute("severity",
                    Info.Level == Severity::Fault ? "fault" : "note");
        J.attribute("meaning", Info.Meaning);
        J.attribute("count", G.Count);
        J.attributeArray("examples", [&] {
          for (const VerifyReport::Example &E : G.Examples)
            J.object([&] {
              J.attribute("offset", E.Offset);
              J.attribute("what", toUtf8(E.What));
            });
        });
      });
    });
  });
  J.attributeArray("not_checked", [&] {
    for (const std::string &What : R.unchecked())
      J.value(What);
  });
}

/// Verifies one input and prints the result, to the array of \p J if not null.
static void verifyOne(ToolContext &C, StringRef Input, json::OStream *J) {
  const std::string Path = inputName(Input);
  Expected<VerifyReport> R = verifyInput(C, Input, Path);
  std::string Told;
  if (!R) {
    Told = toString(R.takeError());
    bool HasPath = StringRef(Told).starts_with("'");
    C.report().error(HasPath ? Told : ("'" + Path + "': " + Told));
  } else if (R->faults()) {
    C.report().tripGate();
  }
  if (!J) {
    if (Told.empty())
      printText(C.out(), Path, *R, C.escapeMode());
    return;
  }
  J->object([&] {
    J->attribute("file", toUtf8(Path));
    if (Told.empty())
      printJson(*J, *R);
    J->attribute("error", Told.empty() ? json::Value(nullptr) : toUtf8(Told));
  });
}

Error hprof::verifyInputs(ToolContext &C) {
  if (C.format() != "json") {
    for (const std::string &Input : C.inputs())
      verifyOne(C, Input, nullptr);
    return Error::success();
  }
  JsonReport Report(C.out(), C.info().Name);
  for (const std::string &Input : C.inputs())
    verifyOne(C, Input, &Report.json());
  Report.endFiles();
  Report.finish(C.report(), /*HasGate=*/true);
  return Error::success();
}
