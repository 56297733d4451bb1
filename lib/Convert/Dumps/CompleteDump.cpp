//===- CompleteDump.cpp - Makes up what a dump lacks ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Dumps/CompleteDump.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A class of the JDK by fields that only it declares. VisualVM's heap library
/// computes sizes from the properties of java.lang.System.
struct KnownClass {
  StringLiteral Name;
  StringLiteral Fields[3]; ///< In instances, or all static.
};
constexpr KnownClass KnownClasses[] = {
    {"java/lang/Class", {"classLoader", "componentType", "reflectionData"}},
    {"java/lang/String", {"value", "hash", "coder"}},
    {"java/lang/System", {"props", "lineSeparator", "bootLayer"}},
    {"java/lang/Thread", {"eetop", "tid", "contextClassLoader"}},
    {"java/lang/ClassLoader", {"parent", "parallelLockMap", "packages"}},
    {"java/lang/ref/Reference", {"referent", "queue", "discovered"}},
};

/// Everything that is made up, decided after a walk over the stream.
class LackSurvey final : public RecordVisitor {
public:
  using OrderedIds =
      SetVector<uint64_t, std::vector<uint64_t>, DenseSet<IdKey>>;
  struct ClassUse {
    bool HasArrays = false;
    bool HasInstances = false;
    uint32_t Length = 0; ///< Bytes of its first instance's values.
  };

  explicit LackSurvey(const DumpContext &Context) : Context(Context) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { IdSize = H.IdSize; }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  Error finish() override;

  /// A class for which something is made up.
  struct NewClass {
    uint64_t Id = 0;
    uint32_t Serial = 0; ///< 0 if it has a LOAD CLASS.
    uint64_t NameId = 0;
    std::string Name;
    bool IsGuessed = false; ///< The name, by fields.
    bool NeedsDump = false;
    uint64_t Bytes = 0; ///< Size of the values that it declares.
  };
  std::vector<NewClass> Classes;
  std::vector<std::pair<uint64_t, std::string>> Strings; ///< Missing ones.
  std::vector<uint32_t> Traces;
  uint64_t ObjectClass = 0; ///< java.lang.Object, 0 if unknown.
  uint64_t FieldName = 0;   ///< Name of made-up fields.
  unsigned IdSize = 8;

private:
  struct Uses;
  template <class R> void record(const R &Rec);
  void own(const Utf8 &R);
  void own(const LoadClass &R);
  void own(const StackTrace &R);
  void own(const ClassDump &R);
  void own(const InstanceDump &R);
  void own(const ObjectArrayDump &R);
  void own(const PrimitiveArrayDump &R) {
    if (isKnown(R.ElementType))
      HasArraysOf |= bitOf(R.ElementType);
  }
  template <class R> void own(const R &) {}
  static uint32_t bitOf(BasicType T) { return 1U << unsigned(T); }
  void addPrimitiveArrays();
  void useTrace(uint32_t Serial);
  uint64_t newString();
  void findObject();
  void nameClass(NewClass &C, const ClassInfo *Info, const ClassUse &Use) const;
  void sizeClasses();
  StringRef knownName(const ClassInfo &Info) const;
  bool hasName(StringRef Name) const;

  static constexpr size_t Most =
      1 << 22; ///< Limit for each kind of missing thing.
  const DumpContext &Context;
  IdSet HasString;
  OrderedIds UsedStrings;
  MapVector<uint64_t, ClassUse, DenseMap<IdKey, unsigned>> Used;
  SetVector<uint64_t, std::vector<uint64_t>, DenseSet<IdKey>> UsedTraces;
  DenseSet<IdKey> HasTrace;
  uint64_t LastNew = 0;
  uint32_t LastTrace = 0, LargestSerial = 0;
  uint64_t LargestId = 0;   ///< Among objects and classes.
  uint32_t HasArraysOf = 0; ///< By bitOf() the element type.
  std::pair<uint64_t, uint32_t> LastInstance = {0, 0};
};

/// Notes which strings and traces a record names.
struct LackSurvey::Uses {
  static constexpr bool Mutates = false;
  LackSurvey &S;

  template <FieldType T, class F> void field(const char *, const F &V) {
    if constexpr (T == FieldType::StringId) {
      if (V && S.UsedStrings.size() < Most)
        S.UsedStrings.insert(V);
    } else if constexpr (T == FieldType::TraceSerial) {
      S.useTrace(V);
    }
  }
  template <FieldType, class E> void list(const char *, const ListRef<E> &L) {
    forEach(L, [&](const E &Element) { mapRecord(*this, Element); });
  }
  template <PayloadKind, class R>
  void payload(const char *, const R &, const Payload &) {}
};

class CompleteDump final : public Forward {
public:
  CompleteDump(RecordVisitor &Next, LossAccount &Account,
               const LackSurvey &Survey)
      : Forward(Next), Account(Account), Survey(Survey) {}

  using Forward::visit;
  void beginFrame(const Frame &F) override;
  RecordKindSet runKinds() const override { return Next.runKinds(); }

private:
  void sendString(uint64_t Id, StringRef Text);
  void sendNames();
  void sendDumps();

  LossAccount &Account;
  const LackSurvey &Survey;
  bool IsDone = false;
};

class CompleteDumpStage final : public Stage {
public:
  std::optional<Lowering> lowers() const override {
    return Lowering::MergeDumps;
  }
  NamesUsed uses() const override { return NamesUsed::Classes; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Survey = std::make_unique<LackSurvey>(Names);
    return Survey.get();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<CompleteDump>(Next, Account, *Survey);
  }

private:
  std::unique_ptr<LackSurvey> Survey;
};
} // namespace

std::unique_ptr<Stage> hprof::makeCompleteDump() {
  return std::make_unique<CompleteDumpStage>();
}

static std::string hex(uint64_t V) {
  return "0x" + utohexstr(V, /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// The survey
//===----------------------------------------------------------------------===//

template <class R> void LackSurvey::record(const R &Rec) {
  Uses Io{*this};
  mapRecord(Io, Rec);
  if constexpr (R::Group == RecordGroup::Object ||
                R::Group == RecordGroup::Class)
    LargestId = std::max(LargestId, subjectId(Rec));
  own(Rec);
}

void LackSurvey::useTrace(uint32_t Serial) {
  if (Serial == LastTrace || Serial == 0 || Serial == UINT32_MAX)
    return;
  LastTrace = Serial;
  if (UsedTraces.size() < Most)
    UsedTraces.insert(Serial);
}

/// A string id that is not in the input, another one each time.
uint64_t LackSurvey::newString() {
  while (!HasString.insert(++LastNew)) {
  }
  return LastNew;
}

void LackSurvey::own(const Utf8 &R) { HasString.insert(R.Id); }

void LackSurvey::own(const LoadClass &R) {
  LargestSerial = std::max(LargestSerial, R.ClassSerial);
}

void LackSurvey::own(const StackTrace &R) { HasTrace.insert(R.TraceSerial); }

void LackSurvey::own(const ClassDump &R) {
  if (R.Super && Used.size() < Most)
    (void)Used[R.Super];
  if (Used.size() < Most)
    (void)Used[R.Class];
}

void LackSurvey::own(const InstanceDump &R) {
  if (LastInstance == std::pair(R.Class, R.Length) || Used.size() >= Most)
    return;
  LastInstance = {R.Class, R.Length};
  ClassUse &Use = Used[R.Class];
  if (!std::exchange(Use.HasInstances, true))
    Use.Length = R.Length;
}

void LackSurvey::own(const ObjectArrayDump &R) {
  if (Used.size() < Most)
    Used[R.Class].HasArrays = true;
}

bool LackSurvey::hasName(StringRef Name) const {
  return any_of(Context.classes(), [&](const ClassInfo &C) {
    return C.IsLoaded && Context.string(C.NameId) == Name;
  });
}

/// The only class without a superclass, unless several lack one.
void LackSurvey::findObject() {
  uint64_t Found = 0;
  for (const ClassInfo *C : Context.dumpedClasses()) {
    if (C->Super)
      continue;
    if (Found)
      return;
    Found = C->Id;
  }
  ObjectClass = Found;
}

/// The name of the known class that declares the fields of \p Info.
StringRef LackSurvey::knownName(const ClassInfo &Info) const {
  auto HasAll = [&](const KnownClass &K, const auto &Fields) {
    return all_of(K.Fields, [&](StringRef Wanted) {
      return any_of(Fields, [&](const auto &F) {
        return Context.string(F.Name) == Wanted;
      });
    });
  };
  for (const KnownClass &K : KnownClasses)
    if (HasAll(K, Info.Fields) || HasAll(K, Info.Statics))
      return K.Name;
  return "";
}

void LackSurvey::nameClass(NewClass &C, const ClassInfo *Info,
                           const ClassUse &Use) const {
  C.Name = "unknown-class-" + hex(C.Id);
  if (Use.HasArrays) {
    C.Name = "[L" + C.Name + ";";
    return;
  }
  if (!Info || !Info->IsDumped)
    return;
  StringRef Known =
      C.Id == ObjectClass ? StringRef("java/lang/Object") : knownName(*Info);
  if (Known.empty() || hasName(Known))
    return;
  C.Name = Known.str();
  C.IsGuessed = true;
}

/// Computes the bytes that the values of made-up classes take: what is left of
/// an instance after its other classes' values.
void LackSurvey::sizeClasses() {
  DenseMap<IdKey, NewClass *> ById;
  for (NewClass &C : Classes)
    if (C.NeedsDump)
      ById[C.Id] = &C;
  for (const auto &[Id, Use] : Used) {
    if (!Use.HasInstances)
      continue;
    uint64_t Known = 0, At = Id;
    // No dump has a chain of superclasses as long as this.
    for (unsigned Depth = 0; Depth != 4096 && At; ++Depth) {
      if (auto Found = ById.find(At); Found != ById.end()) {
        if (Use.Length > Known)
          Found->second->Bytes =
              std::max<uint64_t>(Found->second->Bytes, Use.Length - Known);
        break;
      }
      const ClassInfo *Info = Context.findClass(At);
      if (!Info || !Info->IsDumped)
        break;
      for (const InstanceField &F : Info->Fields)
        Known += widthOf(F.Type, IdSize);
      At = Info->Super;
    }
  }
}

/// Where names are lost, so are those of the classes of primitive arrays, which
/// the arrays do not mention: VisualVM's heap library fails without them.
void LackSurvey::addPrimitiveArrays() {
  const bool LacksNames =
      any_of(Classes, [](const NewClass &C) { return C.Serial != 0; });
  const uint64_t Largest = UINT64_MAX >> (64 - 8 * IdSize);
  // Away from objects that only references name.
  uint64_t Id = IdSize == 8 ? LargestId | UINT32_MAX : LargestId | 7;
  constexpr BasicType Types[] = {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH) BasicType::NAME,
#include "hprof/Format/Base/BasicTypes.def"
  };
  for (BasicType T : Types) {
    const std::string Name = {'[', basicTypeDescriptor(T)};
    if (!LacksNames || isReference(T) || !(HasArraysOf & bitOf(T)) ||
        hasName(Name) || Largest - 8 < Id)
      continue;
    NewClass C;
    C.Id = Id + 1;
    Id += 8;
    C.Serial = ++LargestSerial;
    C.Name = Name;
    C.IsGuessed = C.NeedsDump = true;
    Classes.push_back(std::move(C));
  }
}

Error LackSurvey::finish() {
  findObject();
  for (const auto &[Id, Use] : Used) {
    const ClassInfo *Info = Context.findClass(Id);
    NewClass C;
    C.Id = Id;
    C.NeedsDump = !Info || !Info->IsDumped;
    if (Info && Info->IsLoaded && !C.NeedsDump)
      continue;
    if (!Info || !Info->IsLoaded) {
      C.Serial = ++LargestSerial;
      nameClass(C, Info, Use);
    }
    Classes.push_back(std::move(C));
  }
  addPrimitiveArrays();
  // If two classes have such fields, neither is known.
  StringMap<unsigned> Guesses;
  for (const NewClass &C : Classes)
    if (C.IsGuessed)
      ++Guesses[C.Name];
  for (NewClass &C : Classes)
    if (C.IsGuessed && Guesses[C.Name] > 1) {
      C.IsGuessed = false;
      C.Name = "unknown-class-" + hex(C.Id);
    }
  sizeClasses();
  for (uint64_t Id : UsedStrings)
    if (!HasString.contains(Id))
      Strings.emplace_back(Id, "unknown-string-" + hex(Id));
  for (const auto &Missing : Strings)
    HasString.insert(Missing.first);
  for (NewClass &C : Classes)
    if (C.Serial)
      C.NameId = newString();
  FieldName = newString();
  for (uint64_t Serial : UsedTraces)
    if (!HasTrace.count(Serial))
      Traces.push_back(uint32_t(Serial));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void CompleteDump::sendString(uint64_t Id, StringRef Text) {
  Utf8 R;
  R.Id = Id;
  R.Text.Size = Text.size();
  R.Text.Bytes = arrayRefFromStringRef(Text);
  Next.visit(static_cast<const Utf8 &>(R));
}

/// Sends what comes before the heap dump.
void CompleteDump::sendNames() {
  for (const auto &[Id, Text] : Survey.Strings)
    sendString(Id, Text);
  for (uint32_t Serial : Survey.Traces) {
    StackTrace R;
    R.TraceSerial = Serial;
    R.Frames.IdSize = uint8_t(Survey.IdSize);
    Next.visit(static_cast<const StackTrace &>(R));
  }
  if (any_of(Survey.Classes,
             [](const LackSurvey::NewClass &C) { return C.Bytes != 0; }))
    sendString(Survey.FieldName, "unknown");
  for (const LackSurvey::NewClass &C : Survey.Classes) {
    if (!C.Serial)
      continue;
    sendString(C.NameId, C.Name);
    LoadClass R;
    R.ClassSerial = C.Serial;
    R.Class = C.Id;
    R.Name = C.NameId;
    Next.visit(static_cast<const LoadClass &>(R));
    Account.add(C.IsGuessed ? Loss::GuessedNames : Loss::LostNames);
  }
  if (!Survey.Strings.empty())
    Account.add(Loss::LostStrings, Survey.Strings.size());
  if (!Survey.Traces.empty())
    Account.add(Loss::LostTraces, Survey.Traces.size());
}

/// Sends the classes' descriptions.
void CompleteDump::sendDumps() {
  for (const LackSurvey::NewClass &C : Survey.Classes) {
    if (!C.NeedsDump)
      continue;
    ListBuilder<InstanceField> Fields(Survey.IdSize);
    InstanceField F;
    F.Name = Survey.FieldName;
    F.Type = BasicType::Long;
    uint64_t Left = C.Bytes;
    for (; Left >= 8 && Fields.add(F); Left -= 8) {
    }
    F.Type = BasicType::Byte;
    for (; Left && Fields.add(F); --Left) {
    }
    ClassDump R;
    R.Class = C.Id;
    R.Super = C.Id == Survey.ObjectClass ? 0 : Survey.ObjectClass;
    R.InstanceSize = uint32_t(std::min<uint64_t>(C.Bytes, UINT32_MAX));
    R.Pool.IdSize = R.Statics.IdSize = uint8_t(Survey.IdSize);
    R.Fields = Fields.ref();
    Next.visit(static_cast<const ClassDump &>(R));
    Account.add(Loss::LostFields);
  }
}

void CompleteDump::beginFrame(const Frame &F) {
  if (!F.isHeap() || std::exchange(IsDone, true))
    return Next.beginFrame(F);
  sendNames();
  Next.beginFrame(F);
  sendDumps();
}
