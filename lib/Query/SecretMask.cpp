//===- SecretMask.cpp - Hides secrets in texts ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretMask.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Query/QuerySecrets.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Secrets/MaskSecrets.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A reference field that may lead to a secret.
struct NamedSlot {
  FieldSlot Slot;
  SecretNameKind Kind;
};
/// What instances of a class have to do with secrets.
struct NamingClass {
  SmallVector<NamedSlot, 2> Slots;
  /// The fields of an entry of a map.
  std::optional<FieldSlot> Key, Value;

  bool isOfInterest() const { return !Slots.empty() || (Key && Value); }
};
} // namespace

static NamingClass lookAt(const HeapContents &C, ClassNumber Class) {
  NamingClass Is;
  const InstanceShape *Shape = C.shape(Class);
  if (!Shape)
    return Is;
  Shape->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
    const StringRef Name = C.context().string(F.NameId).value_or("");
    if (!isReference(F.Type))
      return;
    if (Name == "key")
      Is.Key = F;
    else if (Name == "value" || Name == "val")
      Is.Value = F;
    const SecretNameKind Kind = secretNameKind(Name);
    if (Kind != SecretNameKind::None)
      Is.Slots.push_back({F, Kind});
  });
  return Is;
}

SecretMask::SecretMask(std::shared_ptr<const SecretMatcher> Is,
                       const HeapContents &C)
    : Matcher(std::move(Is)) {
  if (!C.file().hasValues())
    return;
  addClasses(C);
  addStatics(C);
}

/// Marks a text and the array with its characters.
void SecretMask::add(const HeapContents &C, uint64_t Id, SecretNameKind Kind) {
  const Node N = Id ? C.find(Id) : NoNode;
  if (N == NoNode)
    return;
  Named.try_emplace(N, Kind);
  if (const Node Array = C.follow(N, "value"); Array != NoNode)
    Named.try_emplace(Array, Kind);
  // Parameters of requests are arrays of Strings.
  const std::optional<FoundObject> O = C.object(N);
  if (!O || O->Kind != RecordKind::ObjectArrayDump)
    return;
  constexpr uint64_t Most = 1000;
  const ObjectView View(C.context(), *O);
  for (uint64_t I = 0, End = std::min(Most, View.numElements()); I != End; ++I)
    if (const Node At = C.find(View.element(I).Bits);
        At != NoNode && C.graph().classOf(At).Name == "java.lang.String")
      add(C, View.element(I).Bits, Kind);
}

void SecretMask::addClasses(const HeapContents &C) {
  const HeapGraph &G = C.graph();
  std::vector<NamingClass> Classes;
  for (ClassNumber I = 0; I != G.classes().size(); ++I)
    Classes.push_back(lookAt(C, I));
  for (Node N = 0; N != G.size(); ++N) {
    const NamingClass &Is = Classes[G.classNumber(N)];
    if (!Is.isOfInterest() || G.asClass(N) != NoClass)
      continue;
    const std::optional<FoundObject> O = C.object(N);
    if (!O)
      continue;
    const ObjectView View(C.context(), *O);
    auto Reference = [&](const FieldSlot &F) {
      const std::optional<Value> V = View.value(F);
      return V ? V->Bits : 0;
    };
    for (const NamedSlot &S : Is.Slots)
      add(C, Reference(S.Slot), S.Kind);
    if (!Is.Key || !Is.Value)
      continue;
    const uint64_t Key = Reference(*Is.Key);
    const Node At = Key ? C.find(Key) : NoNode;
    const std::optional<JavaString> Text =
        At == NoNode ? std::nullopt : C.string(At);
    const SecretNameKind Kind =
        Text ? secretNameKind(Text->Text) : SecretNameKind::None;
    if (Kind != SecretNameKind::None)
      add(C, Reference(*Is.Value), Kind);
  }
}

void SecretMask::addStatics(const HeapContents &C) {
  for (const GraphClass &Class : C.graph().classes()) {
    const ClassInfo *Info = C.context().findClass(Class.Id);
    if (!Info || !Info->IsDumped)
      continue;
    for (const StaticField &F : Info->Statics) {
      const SecretNameKind Kind =
          secretNameKind(C.context().string(F.Name).value_or(""));
      if (Kind != SecretNameKind::None && isReference(F.Value.Type))
        add(C, F.Value.Bits, Kind);
    }
  }
}

std::string SecretMask::of(Node N, std::string Text) const {
  auto It = N == NoNode ? Named.end() : Named.find(N);
  return maskSecrets(*Matcher, std::move(Text),
                     It == Named.end() ? SecretNameKind::None : It->second);
}

std::string SecretMask::named(StringRef Name, std::string Text) const {
  return maskSecrets(*Matcher, std::move(Text), secretNameKind(Name));
}

void hprof::maskSecrets(QuerySession &Session,
                        std::shared_ptr<const SecretMatcher> Matcher) {
  if (Matcher)
    Session.maskTexts([Matcher](const HeapContents &C) {
      return std::make_unique<SecretMask>(Matcher, C);
    });
}
