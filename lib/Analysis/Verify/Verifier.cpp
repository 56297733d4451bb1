//===- Verifier.cpp - Looks for structural faults -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Verify/Verifier.h"
#include "Checks.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/Tee.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr FindingInfo Infos[] = {
#define HPROF_FINDING(NAME, TEXT, SEVERITY, MEANING)                           \
  {TEXT, Severity::SEVERITY, MEANING},
#include "hprof/Analysis/Verify/Findings.def"
};

ArrayRef<FindingInfo> hprof::findingInfos() { return Infos; }

uint64_t VerifyReport::count(Severity S) const {
  uint64_t Sum = 0;
  for (unsigned I = 0; I != NumKinds; ++I)
    if (Infos[I].Level == S)
      Sum += Groups[I].Count;
  return Sum;
}

void VerifyReport::add(FindingKind K, uint64_t Offset, const Twine &What,
                       uint64_t Count) {
  if (wantsExample(K))
    Groups[unsigned(K)].Examples.push_back({Offset, What.str()});
  Groups[unsigned(K)].Count += Count;
}

void VerifyReport::addUnchecked(const Twine &What) {
  // The same part of several files may be unchecked.
  if (!is_contained(Unchecked, What.str()))
    Unchecked.push_back(What.str());
}

void VerifyReport::addDamage(const Damage &D) {
  Damaged = true;
  auto KindOf = [](format_errc Code) {
    switch (Code) {
    case format_errc::missing_end:
      return FindingKind::MissingEnd;
    case format_errc::unknown_tag:
      return FindingKind::UnknownTag;
    case format_errc::bad_length:
      return FindingKind::BadLength;
    case format_errc::bad_value:
      return FindingKind::BadValue;
    case format_errc::bad_compression:
      return FindingKind::BadCompression;
    case format_errc::truncated:
    case format_errc::not_a_dump:
    case format_errc::unsupported_version:
    case format_errc::bad_header:
    case format_errc::bad_text:
    case format_errc::io:
      break; // Other errors stop the reader, just as truncation does.
    }
    return FindingKind::Truncated;
  };
  add(KindOf(D.Code), D.Offset, D.What);
}

namespace {
/// Checks common to records of all kinds. Runs before the other checks.
class FirstLook : public HeapVisitor {
public:
  FirstLook(StructureChecks &Checks, const VerifyOptions &Options)
      : Checks(Checks), Options(Options) {}

  void visit(const FileHeader &) {}
  void visit(const Opaque &) {}
  template <class R> void visit(const R &Rec) {
    if constexpr (!R::Carriers.has(Format::Hprof))
      Checks.androidRecord(recordInfo(R::Kind).Text, Rec.Offset);
  }
  void beginFrame(const Frame &F) {
    if (Options.OnProgress)
      Options.OnProgress(1, F.Offset);
  }

private:
  StructureChecks &Checks;
  const VerifyOptions &Options;
};

/// Checks everything in one file except references. Concatenated files have
/// separate names, classes and serial numbers.
class FileChecks {
public:
  FileChecks(DumpContext &Context, DumpCounter &Dumps, ObjectIds &Ids,
             VerifyReport &Report, const VerifyOptions &Options,
             std::optional<ArrayRef<uint8_t>> Stable)
      : Build(Context, Stable), Checks(Context, Dumps, Ids, Report),
        Look(Checks, Options), All(Look, Checks, Build) {}

private:
  DumpContext::Builder Build;

public:
  StructureChecks Checks;

private:
  FirstLook Look;

public:
  HeapTee<FirstLook, StructureChecks, DumpContext::Builder> All;
};

/// Checks everything except references, file by file.
class FirstPass : public HeapVisitor {
public:
  static constexpr bool WantsChunks = true;
  FirstPass(ObjectIds &Ids, VerifyReport &Report, const VerifyOptions &Options,
            std::optional<ArrayRef<uint8_t>> Stable)
      : Ids(Ids), Report(Report), Options(Options), Stable(Stable) {}

  template <class R> void visit(const R &Rec) { Now->All.visit(Rec); }
  void visit(const FileHeader &H) {
    finish();
    Contexts.push_back(std::make_unique<DumpContext>());
    Now.emplace(*Contexts.back(), Dumps, Ids, Report, Options, Stable);
    Now->All.visit(H);
  }
  void beginFrame(const Frame &F) { Now->All.beginFrame(F); }
  void endFrame(const Frame &F, uint64_t Length) {
    Now->All.endFrame(F, Length);
  }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
    Now->All.payload(Of, Chunk);
  }
  void finish() {
    if (Now)
      Now->Checks.finish();
    Now.reset();
  }

  std::vector<std::unique_ptr<DumpContext>> Contexts; ///< By file.

private:
  ObjectIds &Ids;
  VerifyReport &Report;
  const VerifyOptions &Options;
  std::optional<ArrayRef<uint8_t>> Stable;
  DumpCounter Dumps;
  std::optional<FileChecks> Now;
};

class SecondPass : public ReferenceChecks {
public:
  SecondPass(ReferenceChecks Checks, const VerifyOptions &Options)
      : ReferenceChecks(std::move(Checks)), Options(Options) {}
  void beginFrame(const Frame &F) {
    if (Options.OnProgress)
      Options.OnProgress(2, F.Offset);
    ReferenceChecks::beginFrame(F);
  }

private:
  const VerifyOptions &Options;
};
} // namespace

Expected<VerifyReport> hprof::verify(Source &In, const VerifyOptions &Options) {
  VerifyReport Report(Options.MaxExamples);
  ReaderOptions Reading;
  Reading.OnDamage = [&](const Damage &D) {
    Report.addDamage(D);
    if (Options.OnDamage)
      Options.OnDamage(D);
  };
  Expected<HprofReader> Reader = HprofReader::create(In, Reading);
  if (!Reader)
    return Reader.takeError();
  ObjectIds Ids(Options.MaxIdBytes);
  FirstPass First(Ids, Report, Options, In.contents());
  if (Error E = Reader->read(First))
    return E;
  First.finish();

  if (!Ids.isWhole())
    return Report;
  if (!In.isRewindable()) {
    Report.addUnchecked("references to objects: the input cannot be read "
                        "twice");
    return Report;
  }
  if (Error E = In.rewind())
    return E;
  // Damage was already reported in the first pass.
  Expected<HprofReader> Again = HprofReader::create(In, ReaderOptions());
  if (!Again)
    return Again.takeError();
  SecondPass Second({First.Contexts, Ids, Report}, Options);
  if (Error E = Again->read(Second))
    return E;
  return Report;
}

Error hprof::verifyWritten(int Fd, StringRef Name) {
  Expected<std::unique_ptr<Source>> In = Source::openWritten(Fd, Name);
  if (!In)
    return In.takeError();
  VerifyOptions Options;
  Options.MaxExamples = 1;
  Expected<VerifyReport> Report = verify(**In, Options);
  if (!Report)
    return createFileError(Name, Report.takeError());
  if (!Report->faults() && !Report->damaged())
    return Error::success();
  std::string Text =
      "the output would have " + counted(Report->faults(), "fault");
  for (unsigned K = 0; K != findingInfos().size(); ++K)
    if (const VerifyReport::Group &G = (*Report)[FindingKind(K)];
        G.Count && findingInfos()[K].Level == Severity::Fault &&
        !G.Examples.empty())
      Text += "; " + G.Examples.front().What;
  return createFileError(Name, createStringError(Text));
}
