//===- CompleteDump.cpp - Completes an incomplete dump --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Dumps/CompleteDump.h"
#include "Convert/Names/LentNames.h"
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
#include "llvm/ADT/StringSet.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A class of the JDK, identified by fields that only it declares. VisualVM's
/// heap library computes sizes from the properties of java.lang.System.
struct KnownClass {
  StringLiteral Name;
  StringLiteral Fields[3]; ///< Instance fields, or only static fields.
};
constexpr KnownClass KnownClasses[] = {
    {"java/lang/Class", {"classLoader", "componentType", "reflectionData"}},
    {"java/lang/String", {"value", "hash", "coder"}},
    {"java/lang/System", {"props", "lineSeparator", "bootLayer"}},
    {"java/lang/Thread", {"eetop", "tid", "contextClassLoader"}},
    {"java/lang/ClassLoader", {"parent", "parallelLockMap", "packages"}},
    {"java/lang/ref/Reference", {"referent", "queue", "discovered"}},
};

/// All synthetic parts, determined after a walk over the stream.
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
  void beginFrame(const Frame &F) override { HasHeap |= F.isHeap(); }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  /// Determines the synthetic parts after the walk. \p Lent may be null.
  void decide(const LentNames *Lent);

  /// A class with synthetic parts.
  struct NewClass {
    uint64_t Id = 0;
    uint32_t Serial = 0; ///< 0 if it has a LOAD CLASS.
    uint64_t NameId = 0;
    std::string Name;
    Loss NameIs = Loss::LostNames; ///< Origin of the name.
    bool NeedsDump = false;
    /// Size of the values of the fields that the class declares.
    uint64_t Bytes = 0;
    std::optional<LentNames::Layout> Lent;
    /// Names of the fields of the other dump's layout.
    std::vector<uint64_t> FieldNames;
  };
  struct NewString {
    uint64_t Id;
    std::string Text;
    Loss TextIs; ///< Origin of the string.
  };
  std::vector<NewClass> Classes;
  /// Missing strings, and field names from the other dump.
  std::vector<NewString> Strings;
  std::vector<uint32_t> Traces;
  uint64_t ObjectClass = 0; ///< java.lang.Object, 0 if unknown.
  uint64_t FieldName = 0;   ///< Name of synthetic fields.
  unsigned IdSize = 8;
  bool HasHeap = false;

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
  void addClasses(const LentNames *Lent);
  void dropDoubtfulGuesses();
  void addStrings(const LentNames *Lent);
  void sizeClasses();
  StringRef knownName(const ClassInfo &Info) const;
  bool hasName(StringRef Name) const;

  static constexpr size_t Most =
      1 << 22; ///< Maximum number of missing items of each kind.
  const DumpContext &Context;
  IdSet HasString;
  OrderedIds UsedStrings;
  MapVector<uint64_t, ClassUse, DenseMap<IdKey, unsigned>> Used;
  SetVector<uint64_t, std::vector<uint64_t>, DenseSet<IdKey>> UsedTraces;
  DenseSet<IdKey> HasTrace;
  uint64_t LastNew = 0;
  uint32_t LastTrace = 0, LargestSerial = 0;
  uint64_t LargestId = 0; ///< The largest id of an object or class.
  /// Bits of the arrays' element types, see bitOf().
  uint32_t HasArraysOf = 0;
  std::pair<uint64_t, uint32_t> LastInstance = {0, 0};
};

/// Records the strings and traces to which a record refers.
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
  explicit CompleteDumpStage(NameLender From) : From(std::move(From)) {}

  std::optional<Lowering> lowers() const override {
    return Lowering::MergeDumps;
  }
  NamesUsed uses() const override { return NamesUsed::Classes; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Survey = std::make_unique<LackSurvey>(Names);
    return Survey.get();
  }
  Error look(Upstream &Stream) override {
    if (!From.Walk) {
      Survey->decide(nullptr);
      return Error::success();
    }
    Lent = std::make_unique<LentNames>(Stream.names());
    if (Error E = Lent->find(From, Stream))
      return E;
    Survey->decide(Lent.get());
    return Error::success();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    if (!Survey->HasHeap)
      Account.remark(
          "no heap dump: the input contains none, or ends before it");
    if (Lent)
      Account.note(Lent->summary());
    return std::make_unique<CompleteDump>(Next, Account, *Survey);
  }

private:
  const NameLender From;
  std::unique_ptr<LackSurvey> Survey;
  std::unique_ptr<LentNames> Lent;
};
} // namespace

std::unique_ptr<Stage> hprof::makeCompleteDump(NameLender From) {
  return std::make_unique<CompleteDumpStage>(std::move(From));
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

/// Returns a new string id that is not in the input.
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

/// Finds the only class without a superclass, unless several classes lack one.
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

/// Returns the name of the known class that declares the fields of \p Info.
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
  C.NameIs = Loss::GuessedNames;
}

/// Computes the sizes of the values of synthetic classes: the part of an
/// instance that its other classes do not account for.
void LackSurvey::sizeClasses() {
  DenseMap<IdKey, NewClass *> ById;
  for (NewClass &C : Classes)
    if (C.NeedsDump && !C.Lent)
      ById[C.Id] = &C;
  for (const auto &[Id, Use] : Used) {
    if (!Use.HasInstances)
      continue;
    uint64_t Known = 0, At = Id;
    // No dump has such a long chain of superclasses.
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

/// If names are lost, so are those of primitive array classes, to which arrays
/// do not refer by id: VisualVM's heap library fails without these names.
void LackSurvey::addPrimitiveArrays() {
  const bool LacksNames =
      any_of(Classes, [](const NewClass &C) { return C.Serial != 0; });
  const uint64_t Largest = UINT64_MAX >> (64 - 8 * IdSize);
  // Avoid the ids of objects that are referenced but have no record.
  uint64_t Id = IdSize == 8 ? LargestId | UINT32_MAX : LargestId | 7;
  constexpr BasicType Types[] = {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH) BasicType::NAME,
#include "hprof/Format/Base/BasicTypes.def"
  };
  for (BasicType T : Types) {
    const std::string Name = {'[', basicTypeDescriptor(T)};
    if (!LacksNames || isReference(T) || !(HasArraysOf & bitOf(T)) ||
        hasName(Name) || Largest - 8 < Id ||
        any_of(Classes, [&](const NewClass &C) { return C.Name == Name; }))
      continue;
    NewClass C;
    C.Id = Id + 1;
    Id += 8;
    C.Serial = ++LargestSerial;
    C.Name = Name;
    C.NameIs = Loss::GuessedNames;
    C.NeedsDump = true;
    Classes.push_back(std::move(C));
  }
}

void LackSurvey::addClasses(const LentNames *Lent) {
  for (const auto &[Id, Use] : Used) {
    const ClassInfo *Info = Context.findClass(Id);
    NewClass C;
    C.Id = Id;
    C.NeedsDump = !Info || !Info->IsDumped;
    if (Info && Info->IsLoaded && !C.NeedsDump)
      continue;
    if (!Info || !Info->IsLoaded) {
      C.Serial = ++LargestSerial;
      const std::optional<StringRef> Name =
          Lent ? Lent->nameOf(Id) : std::nullopt;
      if (Name) {
        C.Name = Name->str();
        C.NameIs = Loss::LentNames;
      } else {
        nameClass(C, Info, Use);
      }
    }
    if (C.NeedsDump && Lent)
      C.Lent = Lent->layoutOf(Id);
    Classes.push_back(std::move(C));
  }
}

/// Drops a guessed name if several classes would have it.
void LackSurvey::dropDoubtfulGuesses() {
  StringMap<unsigned> Uses;
  for (const NewClass &C : Classes)
    ++Uses[C.Name];
  for (NewClass &C : Classes)
    if (C.NameIs == Loss::GuessedNames && Uses[C.Name] > 1) {
      C.NameIs = Loss::LostNames;
      C.Name = "unknown-class-" + hex(C.Id);
    }
}

void LackSurvey::addStrings(const LentNames *Lent) {
  for (uint64_t Id : UsedStrings) {
    if (HasString.contains(Id))
      continue;
    if (std::optional<StringRef> Text = Lent ? Lent->string(Id) : std::nullopt)
      Strings.push_back({Id, Text->str(), Loss::LentStrings});
    else
      Strings.push_back({Id, "unknown-string-" + hex(Id), Loss::LostStrings});
  }
  for (const NewString &Missing : Strings)
    HasString.insert(Missing.Id);
  StringMap<uint64_t> Names;
  for (NewClass &C : Classes) {
    if (C.Serial)
      C.NameId = newString();
    if (!C.Lent)
      continue;
    for (const LentNames::Field &F : C.Lent->Fields) {
      auto [It, IsNew] = Names.try_emplace(F.Name);
      if (IsNew) {
        It->second = newString();
        Strings.push_back({It->second, F.Name, Loss::LentStrings});
      }
      C.FieldNames.push_back(It->second);
    }
  }
  FieldName = newString();
}

void LackSurvey::decide(const LentNames *Lent) {
  findObject();
  addClasses(Lent);
  addPrimitiveArrays();
  dropDoubtfulGuesses();
  sizeClasses();
  addStrings(Lent);
  for (uint64_t Serial : UsedTraces)
    if (!HasTrace.count(Serial))
      Traces.push_back(uint32_t(Serial));
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

/// Sends the records that precede the heap dump.
void CompleteDump::sendNames() {
  for (const LackSurvey::NewString &S : Survey.Strings) {
    sendString(S.Id, S.Text);
    Account.add(S.TextIs);
  }
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
    Account.add(C.NameIs);
  }
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
    uint64_t Left = C.Lent ? 0 : C.Bytes;
    for (; Left >= 8 && Fields.add(F); Left -= 8) {
    }
    F.Type = BasicType::Byte;
    for (; Left && Fields.add(F); --Left) {
    }
    ClassDump R;
    R.Class = C.Id;
    R.Super = C.Id == Survey.ObjectClass ? 0 : Survey.ObjectClass;
    uint64_t Bytes = C.Bytes;
    if (C.Lent) {
      for (size_t I = 0; I != C.Lent->Fields.size(); ++I) {
        F.Name = C.FieldNames[I];
        F.Type = C.Lent->Fields[I].Type;
        Fields.add(F);
      }
      R.Super = C.Lent->Super ? C.Lent->Super : R.Super;
      Bytes = C.Lent->Bytes;
    }
    R.InstanceSize = uint32_t(std::min<uint64_t>(Bytes, UINT32_MAX));
    R.Pool.IdSize = R.Statics.IdSize = uint8_t(Survey.IdSize);
    R.Fields = Fields.ref();
    Next.visit(static_cast<const ClassDump &>(R));
    Account.add(C.Lent ? Loss::LentFields : Loss::LostFields);
  }
}

void CompleteDump::beginFrame(const Frame &F) {
  if (!F.isHeap() || std::exchange(IsDone, true))
    return Next.beginFrame(F);
  sendNames();
  Next.beginFrame(F);
  sendDumps();
}
