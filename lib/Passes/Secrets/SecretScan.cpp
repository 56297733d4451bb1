//===- SecretScan.cpp - State of a scan for secrets -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretScan.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Java/JavaValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

uint32_t SecretScan::label(const std::string &Text) {
  auto [It, IsNew] =
      LabelNumbers.try_emplace(Text, uint32_t(Labels.size() + 1));
  if (IsNew)
    Labels.push_back(Text);
  return It->second;
}

const SecretScan::Class &SecretScan::classOf(uint64_t Id) {
  std::unique_ptr<Class> &C = Classes[Id];
  if (C)
    return *C;
  C = std::make_unique<Class>();
  const InstanceShape *Shape = Names.instances().find(Id);
  if (!Shape)
    return *C;
  C->IsText = textKind(Names.className(Id)).has_value();
  C->Bytes = Shape->bytes();
  if (C->IsText)
    Shape->forEachField(C->Bytes, [&](const FieldSlot &S) {
      if (S.Type == BasicType::Byte && Names.string(S.NameId) == "coder")
        C->Coder = S.Offset;
    });
  StringMap<unsigned> Fields;
  Shape->forEachReference(
      FieldOrder::OwnFirst, C->Bytes, [&](const FieldSlot &S) {
        const StringRef Field = Names.string(S.NameId).value_or("");
        const std::string Class = Names.className(*S.Class);
        const unsigned Index = unsigned(C->Slots.size());
        Fields.try_emplace(Field, Index);
        const HeldPart Part = heldPart(Class, Field);
        if (hasTurns(Class, Field))
          C->Turns = Index;
        C->Slots.push_back({S.Offset, label(Class + "." + Field.str()),
                            secretFieldKind(Class, Field),
                            secretsNameKind(Field), Part});
        C->IsHolder |= Part != HeldPart::None;
      });
  for (const auto &[Key, Value] : entryFields()) {
    const auto K = Fields.find(Key), V = Fields.find(Value);
    if (K == Fields.end() || V == Fields.end())
      continue;
    C->Key = K->second;
    C->Value = V->second;
    break;
  }
  return *C;
}

/// Returns the part of a secret that may be shown: for some kinds, the owner.
static std::string shown(const SecretRule &Rule, StringRef Secret) {
  constexpr size_t Start = 4;
  if (!Rule.ShowsStart || Secret.size() < 4 * Start)
    return "";
  return Secret.take_front(Start).str();
}

void SecretScan::scan(uint64_t Id, StringRef Text, const char *Holder) {
  Found Here;
  Matcher.find(Text, [&](const SecretHit &H) {
    if (none_of(Here.Secrets,
                [&](const SecretScan::Secret &S) { return S.Rule == H.Rule; }))
      Here.Secrets.push_back({uint32_t(H.Rule), H.Form, H.Secret.size(),
                              shown(Matcher.rules()[H.Rule], H.Secret)});
  });
  if (Here.Secrets.empty())
    return;
  if (!Id) {
    Here.Holder = label(Holder);
    return InStrings.push_back(std::move(Here));
  }
  // Each window of a large array adds the rules without a secret so far.
  for (Secret &S : Here.Secrets) {
    SmallVector<Secret, 1> &All = InArrays[Id].Secrets;
    if (none_of(All, [&](const Secret &Old) { return Old.Rule == S.Rule; }))
      All.push_back(std::move(S));
  }
}

void SecretScan::nameByKey(uint64_t Key, uint64_t Id) {
  const auto Name = SecretNames.find(Key);
  if (Id && Name != SecretNames.end())
    name(Id, label("value of the key \"" + Name->second + "\""),
         secretNameKind(Name->second));
}

void SecretScan::refer(uint64_t Id, uint32_t Holder, bool IsElement) {
  if (auto Text = ArrayOf.find(Id); Text != ArrayOf.end())
    Id = Text->second;
  auto It = InArrays.find(Id);
  if (It == InArrays.end())
    return;
  Found &F = It->second;
  if (F.Holder && (IsElement || !F.IsElement))
    return;
  F.Holder = Holder;
  F.IsElement = IsElement;
}

void SecretScan::report(SecretReport &To) const {
  struct Sum {
    uint64_t Count = 0, First = 0;
    const Secret *Example = nullptr;
  };
  std::map<std::tuple<uint32_t, uint32_t, SecretForm>, Sum> Sums;
  auto Add = [&](uint64_t Id, const Found &F) {
    for (const Secret &S : F.Secrets) {
      Sum &Here = Sums[{S.Rule, F.Holder, S.Form}];
      ++Here.Count;
      if (!Here.Example || Id < Here.First) {
        Here.First = Id;
        Here.Example = &S;
      }
    }
  };
  for (const auto &[Id, F] : InArrays)
    Add(Id, F);
  for (const Found &F : InStrings)
    Add(0, F);
  for (const auto &[Key, S] : Sums) {
    SecretReport::Finding &F = To.Findings.emplace_back();
    const auto [Rule, Holder, Form] = Key;
    F.Kind = Matcher.rules()[Rule].Id;
    F.Text = Matcher.rules()[Rule].Text;
    F.Form = Form;
    if (Form != SecretForm::Plain)
      F.Text += (" in " + formText(Form)).str();
    F.Holder = Holder ? Labels[Holder - 1] : "no holder in the dump";
    F.Count = S.Count;
    F.First = S.First;
    F.Shown = S.Example->Shown;
    F.Length = S.Example->Length;
  }
  llvm::sort(To.Findings, [](const auto &L, const auto &R) {
    return std::tuple(StringRef(L.Kind), R.Count, StringRef(L.Holder)) <
           std::tuple(StringRef(R.Kind), L.Count, StringRef(R.Holder));
  });
}
