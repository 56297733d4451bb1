//===- HeapSecrets.cpp - Secrets by field names and map keys --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/HeapSecrets.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaHolders.h"
#include "hprof/Secrets/MaskSecrets.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {
/// The secret that the name of a field or a key suggests for its object.
struct SaidKind {
  SecretNameKind Kind = SecretNameKind::None;
  bool IsPlural = false; ///< Whether the elements are secrets.
  bool IsKey = false;    ///< A string is only a key's name; numbers are a key.
};
/// A reference field that may lead to a secret.
struct NamedSlot {
  FieldSlot Slot;
  SaidKind Said;
};
struct HeldSlot {
  FieldSlot Slot;
  HeldPart Part;
};
/// The fields of a class that may lead to secrets.
struct NamingClass {
  SmallVector<NamedSlot, 2> Slots;
  SmallVector<HeldSlot, 2> Held;
  /// The fields of a map entry.
  std::optional<FieldSlot> Key, Value;
  /// The field of a map for the array of alternating keys and values.
  std::optional<FieldSlot> Turns;

  bool isOfInterest() const { return !Slots.empty() || Value || Turns; }
};

/// Finds the strings that the names of fields and keys mark as secret.
class NamedTexts {
public:
  NamedTexts(const HeapContents &C, DenseMap<Node, SecretNameKinds> &Named)
      : C(C), Named(Named) {
    for (ClassNumber I = 0; I != C.graph().classes().size(); ++I)
      Classes.push_back(lookAt(I));
  }
  void addInstances();
  void addStatics();
  /// Whether some strings were not reached because of a limit.
  bool isFull() const { return IsFull; }

private:
  /// An object on the path from a name to a string.
  struct Step {
    Node At;
    HeldWay Way = HeldWay::Plain;
    bool IsKey = false; ///< See SaidKind.
  };

  NamingClass lookAt(ClassNumber Class) const;
  void addInstance(const NamingClass &Is, const ObjectView &View);
  void add(uint64_t Id, SaidKind Said);
  /// Adds \p Value if the string \p Key is a secret's name.
  void addByKey(uint64_t Key, uint64_t Value);
  /// Whether \p S leads further; if so, adds the next steps.
  bool follow(Step S, SecretNameKind Kind, SmallVectorImpl<Step> &Next);
  void mark(Step S, SecretNameKind Kind);
  void markInside(Node N, SecretNameKind Kind);

  const HeapContents &C;
  DenseMap<Node, SecretNameKinds> &Named;
  std::vector<NamingClass> Classes;
  DenseSet<std::pair<Node, uint8_t>> Followed; ///< With kind and way.
  DenseSet<Node> Turned; ///< Arrays of alternating keys and values.
  bool IsFull = false;
};
} // namespace

/// Returns the kind for the field \p Name of \p Class.
static SaidKind said(StringRef Class, StringRef Name) {
  if (const SecretNameKind K = secretFieldKind(Class, Name);
      K != SecretNameKind::None)
    return {K, false};
  return {secretsNameKind(Name), true};
}

NamingClass NamedTexts::lookAt(ClassNumber Class) const {
  NamingClass Is;
  const InstanceShape *Shape = C.shape(Class);
  if (!Shape)
    return Is;
  const bool IsForKeys = keepsKeys(C.graph().classes()[Class].Name);
  StringMap<FieldSlot> Fields;
  Shape->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
    const StringRef Name = C.context().string(F.NameId).value_or("");
    if (!isReference(F.Type))
      return;
    Fields.try_emplace(Name, F);
    const std::string Declarer = C.context().className(*F.Class);
    if (hasTurns(Declarer, Name))
      Is.Turns = F;
    if (const SaidKind S = said(Declarer, Name); S.Kind != SecretNameKind::None)
      Is.Slots.push_back({F, S});
    else if (IsForKeys)
      Is.Slots.push_back({F, {SecretNameKind::Key, false, true}});
    const HeldPart Part = heldPart(Declarer, Name);
    if (Part != HeldPart::None)
      Is.Held.push_back({F, Part});
  });
  for (const auto &[Key, Value] : entryFields()) {
    const auto K = Fields.find(Key), V = Fields.find(Value);
    if (K == Fields.end() || V == Fields.end())
      continue;
    Is.Key = K->second;
    Is.Value = V->second;
    break;
  }
  return Is;
}

static uint64_t referenceIn(const ObjectView &View, const FieldSlot &F) {
  const std::optional<Value> V = View.value(F);
  return V ? V->Bits : 0;
}

/// Marks an object and, if it is a string, the array with its characters.
void NamedTexts::mark(Step S, SecretNameKind Kind) {
  // Other objects have fields with names of their own.
  if (const GraphClass &Is = C.graph().classOf(S.At);
      S.IsKey && !Is.isArray() && Is.Name != "java.math.BigInteger")
    return;
  Named[S.At].add(Kind);
  if (const Node Array = C.follow(S.At, "value"); Array != NoNode)
    Named[Array].add(Kind);
}

/// Marks the strings and arrays in the fields of an entirely secret object.
void NamedTexts::markInside(Node N, SecretNameKind Kind) {
  const InstanceShape *Shape = C.shape(C.graph().classNumber(N));
  const std::optional<FoundObject> O = C.object(N);
  if (!Shape || !O || O->Kind != RecordKind::InstanceDump)
    return;
  const ObjectView View(C.context(), *O);
  Shape->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
    if (!isReference(F.Type))
      return;
    const uint64_t Id = referenceIn(View, F);
    const Node To = Id ? C.find(Id) : NoNode;
    if (To != NoNode && (C.string(To) || C.graph().classOf(To).isArray()))
      mark({To}, Kind);
  });
}

bool NamedTexts::follow(Step S, SecretNameKind Kind,
                        SmallVectorImpl<Step> &Next) {
  // Bounds memory for adversarial dumps, where objects have many names.
  const size_t Most = std::max<size_t>(C.graph().size(), size_t(1) << 20);
  const std::optional<FoundObject> O = C.object(S.At);
  if (!O)
    return false;
  const bool IsArray = O->Kind == RecordKind::ObjectArrayDump;
  const ArrayRef<HeldSlot> Held =
      O->Kind == RecordKind::InstanceDump
          ? ArrayRef<HeldSlot>(Classes[C.graph().classNumber(S.At)].Held)
          : ArrayRef<HeldSlot>();
  if (!IsArray && (Held.empty() || S.IsKey))
    return false;
  IsFull |= Followed.size() >= Most;
  const auto Said = uint8_t(unsigned(Kind) * NumHeldWays + unsigned(S.Way));
  if (IsFull || !Followed.insert({S.At, Said}).second)
    return true;
  const ObjectView View(C.context(), *O);
  auto Add = [&](uint64_t Id, HeldWay Way) {
    if (const Node To = Id ? C.find(Id) : NoNode; To != NoNode)
      Next.push_back({To, Way, S.IsKey});
  };
  for (const HeldSlot &H : Held)
    if (const std::optional<HeldWay> Way = followHeld(S.Way, H.Part))
      Add(referenceIn(View, H.Slot), *Way);
  if (!IsArray) {
    // A wrapper's string is the string of its contents.
    Named[S.At].add(Kind);
    return true;
  }
  const bool IsTurns = S.Way == HeldWay::Turns;
  for (uint64_t I = IsTurns; I < View.numElements(); I += IsTurns ? 2 : 1)
    Add(View.element(I).Bits, followElement(S.Way));
  return true;
}

void NamedTexts::add(uint64_t Id, SaidKind Said) {
  const Node First = Id ? C.find(Id) : NoNode;
  if (First == NoNode)
    return;
  SmallVector<Step> Stack = {{First, HeldWay::Plain, Said.IsKey}};
  while (!Stack.empty()) {
    const Step S = Stack.pop_back_val();
    if (!follow(S, Said.Kind, Stack) && !Said.IsPlural) {
      mark(S, Said.Kind);
      if (isAlwaysSecret(Said.Kind) && !S.IsKey)
        markInside(S.At, Said.Kind);
    }
    Said.IsPlural = false;
  }
}

void NamedTexts::addByKey(uint64_t Key, uint64_t Value) {
  const Node At = Key ? C.find(Key) : NoNode;
  const std::optional<JavaString> Text =
      At == NoNode ? std::nullopt : C.string(At);
  if (const SecretNameKind Kind =
          Text ? secretNameKind(Text->Text) : SecretNameKind::None;
      Kind != SecretNameKind::None)
    add(Value, {Kind, false});
}

void NamedTexts::addInstance(const NamingClass &Is, const ObjectView &View) {
  for (const NamedSlot &S : Is.Slots)
    add(referenceIn(View, S.Slot), S.Said);
  if (Is.Value)
    addByKey(referenceIn(View, *Is.Key), referenceIn(View, *Is.Value));
  if (!Is.Turns)
    return;
  const uint64_t Id = referenceIn(View, *Is.Turns);
  const Node At = Id ? C.find(Id) : NoNode;
  const std::optional<FoundObject> O = C.object(At);
  if (!O || O->Kind != RecordKind::ObjectArrayDump || !Turned.insert(At).second)
    return;
  const ObjectView Array(C.context(), *O);
  for (uint64_t I = 1; I < Array.numElements(); I += 2)
    addByKey(Array.element(I - 1).Bits, Array.element(I).Bits);
}

void NamedTexts::addInstances() {
  const HeapGraph &G = C.graph();
  for (Node N = 0; N != G.size(); ++N) {
    const NamingClass &Is = Classes[G.classNumber(N)];
    if (!Is.isOfInterest() || G.asClass(N) != NoClass)
      continue;
    if (const std::optional<FoundObject> O = C.object(N))
      addInstance(Is, ObjectView(C.context(), *O));
  }
}

void NamedTexts::addStatics() {
  for (const GraphClass &Class : C.graph().classes()) {
    const ClassInfo *Info = C.context().findClass(Class.Id);
    if (!Info || !Info->IsDumped)
      continue;
    for (const StaticField &F : Info->Statics) {
      const SaidKind S =
          said(Class.Name, C.context().string(F.Name).value_or(""));
      if (S.Kind != SecretNameKind::None && isReference(F.Value.Type))
        add(F.Value.Bits, S);
    }
  }
}

HeapSecrets::HeapSecrets(const HeapContents &C) {
  if (!C.file().hasValues())
    return;
  NamedTexts Texts(C, Named);
  Texts.addInstances();
  Texts.addStatics();
  IsFull = Texts.isFull();
  // In the order of the dump, whose pages are then read once.
  for (Node N = 0; N != C.graph().size(); ++N) {
    const auto It = Named.find(N);
    if (It == Named.end())
      continue;
    const std::optional<JavaString> S = C.string(N);
    if (S && S->Text.size() >= ShortestCopy &&
        isSecretByName(S->Text, It->second))
      Copied.insert(S->Text);
  }
}

SecretNameKinds HeapSecrets::kinds(Node N) const {
  return N == NoNode ? SecretNameKinds()
         : IsFull    ? SecretNameKinds::all()
                     : Named.lookup(N);
}
