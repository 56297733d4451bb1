//===- LossLaw.cpp - Checks the account of losses -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/LossLaw.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// Two sums that must be equal: differences in facts, with the prefix -, ~ or +
/// for dropped, changed or synthesized facts, where * stands for any text; and
/// entries of the loss account.
struct Equation {
  const char *Facts;
  const char *Losses; ///< Separated by commas.
  FormatSet From = InAny, To = InAny;
  /// If false, the two have different units: one is nonzero if and only if the
  /// other is.
  bool IsExact = true;
};
} // namespace

static constexpr FormatSet Others = InText | InIbm | InThreads;

// Excludes ROOT TRACE and ROOT CLASS, which belong to other records.
#define ROOTS                                                                  \
  "ROOT J*,ROOT N*,ROOT S*,ROOT TH*,ROOT M*,ROOT U*,ROOT I*,ROOT F*,ROOT D*,"  \
  "ROOT R*,ROOT V*"

static constexpr Equation Equations[] = {
    // Names.
    {"-string", "UTF8"},
    {"-class.name -class.nameWithoutId", "LOAD CLASS,ClassIds", InAny, Others},
    {"-class.nameWithoutId", "MadeUpIds,MissingClasses", InText | InThreads,
     InHprof, false},
    {"-string.repeated", "RepeatedStrings", InHprof, Others},
    {"-class.repeated", "RepeatedClasses", InHprof, Others},
    {"-class.loadTrace", "LoadTraces"},
    {"-frame", "STACK FRAME"},
    {"-frame.signature", "MethodSignatures", InAny, InText},
    {"-trace", "STACK TRACE"},
    {"-frame.unknownClass +AllocSites.Sites.ClassSerial +class.name",
     "UnknownClasses,ClassNames", InHprof, InText},
    {"+class.name", "ClassNames", InHprof, InIbm},
    {"+class.name", "MissingClasses,ClassNames,MadeUpIds,SizeClasses", Others,
     InAny, false},
    // Times.
    {"-header.time", "DumpTimes"},
    {"+header.timeless", "HeaderTime"},
    {"-header.milliseconds", "Milliseconds", InAny, InText},
    {"-header.milliseconds", "DumpTimes", InAny, InIbm, false},
    {"-segment.time -*.Micros -*.Time", "RecordTimes", InAny, InText},
    {"-segment.time -*.Time", "RecordTimes", InAny, InIbm},
    {"-*.Micros -*.Time", "RecordTimes", Others, InHprof},
    // Roots.
    {"-root", ROOTS},
    {"~root", "RootKinds"},
    {"-root.* ~root.*", ROOTS ",RootKinds", InAny, InAny, false},
    {"+root", "GuessedRoots"},
    {"+root.*", "GuessedRoots,RootKinds", InAny, InAny, false},
    {"+RootTrace", "RootTraces", InHprof, InText},
    // Classes.
    {"+class", "MissingClasses,SizeClasses"},
    {"-class.super", "SuperclassLinks"},
    {"+class.super", "Superclasses,MissingClasses,SizeClasses", InAny, InAny,
     false},
    {"+class.loaders +class.references", "SizeClasses", Others, InHprof, false},
    {"-class.loaders", "LoaderLinks"},
    {"-class.declarations", "FieldDeclarations", InHprof, InText},
    {"-class.fields", "MemberNames", InAny, InIbm, false},
    {"-class.fields", "FieldDeclarations", InAny, InText, false},
    {"+class.fields +class.declarations", "FieldNames,FillerFields", InAny,
     InAny, false},
    {"-class.instanceSize", "InstanceSizes", Others},
    {"-class.instanceSize", "InstanceSizes", InHprof, InClassic},
    {"-class.instanceSize", "FieldDeclarations", InHprof, InText, false},
    {"-class.members", "MemberNames", InHprof, InIbm},
    {"-class.members -class.staticNames -object.fieldNames", "MemberNames",
     InAny, InIbm, false},
    {"-class.members", "PrimitiveStatics,NullStatics,FieldDeclarations",
     InHprof, InText, false},
    {"+class.members", "StaticNames,FieldNames,FillerFields", InAny, InAny,
     false},
    {"+class.staticNames", "StaticNames"},
    {"-class.primitiveStatics", "PrimitiveStatics"},
    {"-class.nullStatics", "NullStatics"},
    {"-class.constants", "ConstantPlaces"},
    {"-class.otherConstants", "OtherConstants"},
    {"-class.size", "ClassSizes"},
    // Objects.
    {"-object.classId -array.classId", "SharedNames", InAny, InClassic},
    {"+object.classId", "AmbiguousClasses", Others, Others},
    {"+object.classId ~object.classId", "AmbiguousClasses,SizeClasses", Others,
     InHprof, false},
    {"~object.className", "ElementClasses", InAny, InAny, false},
    {"+object.className", "ClassNames,UnknownClasses,ElementClasses", InAny,
     InAny, false},
    {"-object.trace -class.trace", "AllocationTraces"},
    {"-object.hash", "IDENTITY HASH"},
    {"-object.size ~object.size", "ObjectSizes,ArraySizes,RoundedSizes"},
    {"-object.primitives", "PrimitiveFieldValues"},
    {"+object.primitives", "FillerFields", InAny, InAny, false},
    {"+object.fieldNames", "FieldNames", InAny, InAny, false},
    {"-object.unexplained", "UnexplainedInstances"},
    {"-object.references ~object.references", "ExtraReferences", InAny, InAny,
     false},
    {"-array.elements", "PrimitiveElements"},
    {"+array.elements", "ElementValues"},
    {"-array.positions", "NullElements"},
    {"+array.positions +array.length",
     "ElementPositions,NullPositions,LengthsFromSizes"},
    {"-array.length", "ArrayLengths"},
    {"~array.primitives", "PrimitiveLengths"},
    // Everything else.
    {"-dump", "OtherDumps"},
    {"-StartThread.ParentGroupName -StartThread.TraceSerial", "ThreadDetails",
     InAny, InText, false},
    {"-AllocSites.* ~AllocSites.* +AllocSites.*", "SiteTotals", InAny, InText,
     false},
};

/// Differences that are not losses.
struct Exemption {
  const char *Facts;
  FormatSet From = InAny, To = InAny;
};
static constexpr Exemption Exempt[] = {
    // Data that is added because other records refer to it.
    {"+string +class.nameWithoutId"},
    // Each segment of a dump has a time of its own, and the HPROF writer
    // creates new times.
    {"+segment.time"},
    {"-segment.time -HeapDumpEnd.Time", InAny, InHprof},
    // The trace that the record describes has the serial 0.
    {"+RootTrace.*"},
    // A dropped frame is counted without its fields.
    {"-frame.* +frame.*"},
    // A fraction of a second is not counted separately if the seconds are
    // counted.
    {"-heapDump.Micros", InAny, InIbm},
    // The declared fields of a class are compared instead.
    {"-class.declarations", InAny, InIbm},
    // Values computed from the layout, or counts of other data.
    {"+object.size +class.size +class.instanceSize"},
    {"~class.instanceSize", InHprof, Others},
    {"+HeapDumpTotals* -HeapDumpTotals*"},
    // The header that the target format requires.
    {"+ClassicHeader* ~ClassicHeader* -ClassicHeader.Form +PhdHeader* "
     "+ProducerVersion*"},
    // HPROF states the class id for each object.
    {"+object.classId", InHprof, Others},
    // The element class determines the array class.
    {"-array.classId", InAny, InPhd},
};

static bool matches(StringRef Name, StringRef Pattern) {
  return Pattern.consume_back("*")    ? Name.starts_with(Pattern)
         : Pattern.consume_front("*") ? Name.ends_with(Pattern)
                                      : Name == Pattern;
}

/// "-*.Time" matches -Utf8.Time.
static bool isFact(StringRef Fact, StringRef Pattern) {
  return Fact.front() == Pattern.front() &&
         matches(Fact.drop_front(), Pattern.drop_front());
}

namespace {
/// Compares the differences with the account.
class Comparison {
public:
  Comparison(LawReport &Report, Format From, Format To)
      : Report(Report), From(From), To(To) {
    for (const auto &[Fact, D] : Report.Differences)
      for (auto [Effect, N] :
           {std::pair('-', D.Dropped), std::pair('~', D.Changed),
            std::pair('+', D.MadeUp)})
        if (N)
          Found[Effect + Fact] = N;
  }
  void run();

private:
  void leaveOutDroppedKinds();
  void check(const Equation &E);
  /// True if the reader causes \p Loss: the records of a javacore or a heap
  /// snapshot contain less data than the file.
  bool isOfReader(StringRef Loss) const {
    if (From == Format::Snapshot && Loss == "ShapeNames")
      return true;
    return InThreads.has(From) &&
           any_of(allLosses(), [&](const LossInfo &Info) {
             return Info.Name == Loss && Info.Cause == Lowering::JoinThreads;
           });
  }

  LawReport &Report;
  const Format From, To;
  std::map<std::string, uint64_t> Found;
  std::set<std::string> Facts, Losses; ///< Those in any equation.
};
} // namespace

/// Records that are statements themselves, so their facts are not named after
/// the kind.
static bool hasOwnFacts(RecordKind K) {
  static constexpr RecordKind Kinds[] = {
      RecordKind::Utf8,       RecordKind::LoadClass,    RecordKind::StackFrame,
      RecordKind::StackTrace, RecordKind::IdentityHash, RecordKind::ObjectSize,
      RecordKind::ArrayClass};
  return is_contained(Kinds, K);
}

/// If the target does not support a kind of record, only its records are
/// counted, not their fields.
void Comparison::leaveOutDroppedKinds() {
  const RecordKindSet Carried = kindsCarriedBy(To);
  for (unsigned I = 0; I != NumRecordKinds; ++I) {
    const RecordInfo &Info = recordInfo(RecordKind(I));
    if (Info.Group == RecordGroup::Root)
      continue;
    const std::string Lost = std::string("-") + Info.Name;
    if (!Carried[I] || Found.count(Lost))
      for (auto It = Found.begin(); It != Found.end();)
        It = StringRef(It->first).starts_with(Lost + ".") ? Found.erase(It)
                                                          : std::next(It);
    if (hasOwnFacts(RecordKind(I)))
      continue;
    std::string Text = Info.Text;
    check({Lost.c_str(), Text.c_str()});
  }
}

void Comparison::check(const Equation &E) {
  if (!E.From.has(From) || !E.To.has(To))
    return;
  uint64_t Differ = 0, Told = 0;
  for (StringRef Pattern : split(E.Facts, ' '))
    for (const auto &[Fact, N] : Found)
      if (isFact(Fact, Pattern)) {
        Differ += N;
        Facts.insert(Fact);
      }
  for (StringRef Pattern : split(E.Losses, ','))
    for (const LossAccount::Entry &Entry : Report.Account)
      if (matches(Entry.Name, Pattern)) {
        Told += Entry.Count;
        Losses.insert(Entry.Name);
      }
  if (E.IsExact ? Differ != Told : Differ && !Told)
    Report.Violations.push_back(std::string(E.Facts) + ": " + utostr(Differ) +
                                ", but told " + E.Losses + ": " + utostr(Told));
}

void Comparison::run() {
  leaveOutDroppedKinds();
  for (const Equation &E : Equations)
    check(E);
  for (const auto &[Fact, N] : Found) {
    bool IsExempt =
        any_of(Exempt, [&, F = StringRef(Fact)](const Exemption &E) {
          return E.From.has(From) && E.To.has(To) &&
                 any_of(split(E.Facts, ' '),
                        [&](StringRef Pattern) { return isFact(F, Pattern); });
        });
    if (!IsExempt && !Facts.count(Fact))
      Report.Violations.push_back(Fact + ": " + utostr(N) + ", untold");
  }
  for (const LossAccount::Entry &Entry : Report.Account)
    if (!Losses.count(Entry.Name) && !isOfReader(Entry.Name))
      Report.Violations.push_back("told " + Entry.Name + ": " +
                                  utostr(Entry.Count) + ", but nothing is so");
}

void hprof::findViolations(LawReport &Report, Format From, Format To) {
  Report.Violations.clear();
  Comparison(Report, From, To).run();
}

Expected<LawReport> hprof::checkLossLaw(ArrayRef<uint8_t> Bytes, Format From,
                                        const ConvertOptions &Options) {
  LawReport Report;
  Expected<unsigned> Dumps = countDumps(Bytes, From);
  if (!Dumps)
    return Dumps.takeError();
  const bool TakesOne = Options.Dump || InIbm.has(Options.To);
  unsigned Wanted = TakesOne && *Dumps > 1 ? std::max(Options.Dump, 1U) : 0;
  StatementOptions Reading;
  Reading.Dump = Wanted;
  Expected<Statements> First = readStatements(Bytes, From, Reading);
  if (!First)
    return First.takeError();

  SmallVector<char, 0> Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out);
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "input");
  ConvertReport Told;
  ConvertOptions Quiet = Options;
  Quiet.OnDamage = [](const Damage &) {};
  if (Error E = convert(*In, *To, Quiet, Told)) {
    Report.Refusal = toString(std::move(E));
    return Report;
  }
  if (Error E = To->finish())
    return E;
  Report.Account = Told.Losses.entries();
  Format Written = InHprof.has(Options.To) ? Format::Hprof : Options.To;
  Reading.Dump = 0;
  Reading.TakesClassSizes = !InHprof.has(From);
  Expected<Statements> Second =
      readStatements(arrayRefFromStringRef(toStringRef(Out)), Written, Reading);
  if (!Second)
    return Second.takeError();
  Report.Differences = Statements::compare(*First, *Second);
  // In a dump that is read back, each name appears once, but readers may repeat
  // names for their own purposes; other sources have names only where they are
  // used.
  Report.Differences.erase("string.records");
  Report.Differences.erase("class.records");
  if (InHprof.has(From) && Others.has(Options.To)) {
    Report.Differences["string.repeated"].Dropped =
        First->count("string.records") - First->count("string");
    Report.Differences["class.repeated"].Dropped =
        First->count("class.records") - First->count("class.name") -
        First->count("class.nameWithoutId");
  }
  if (Wanted)
    Report.Differences["dump"].Dropped = *Dumps - 1;
  // Frames with the same text are merged, unless all frames are dropped.
  if (!kindsCarriedBy(Options.To)[unsigned(RecordKind::StackFrame)])
    Report.Differences["frame"].Dropped = First->count("frame.records");
  Report.Differences.erase("frame.records");
  findViolations(Report, From, Options.To);
  return Report;
}

std::vector<LawTarget> hprof::lawTargets(Format From) {
  std::vector<LawTarget> Result;
  for (const FormatInfo &F : allFormats()) {
    if (!F.MakeWriter || (InThreads.has(From) && InIbm.has(F.Kind)))
      continue;
    LawTarget T;
    T.Name = F.Name;
    T.Options.To = F.Kind;
    Result.push_back(T);
    if (F.Kind != Format::IbmClassic)
      continue;
    for (unsigned I = 0; I != NumClassicForms; ++I) {
      T.Options.Classic = ClassicForm(I);
      T.Name = std::string(F.Name) + " " + classicStyle(ClassicForm(I)).Name;
      Result.push_back(T);
    }
  }
  return Result;
}
