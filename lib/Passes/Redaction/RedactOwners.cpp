//===- RedactOwners.cpp - Redacts arrays by their owners ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedactOwners.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Java/JavaValues.h"

using namespace hprof;
using namespace llvm;

/// Collects the references of instances, arrays and classes.
class RedactOwners::Walk final : public ValueGatherer {
public:
  /// \p OfTexts: only of strings and similar; otherwise, only of all others.
  Walk(RedactOwners &To, bool OfTexts) : To(To), OfTexts(OfTexts) {}

  using ValueGatherer::visit;
  void visit(const ClassDump &R) override {
    if (OfTexts)
      return;
    const std::string Name = To.Names.className(R.Class);
    forEach(R.Statics, [&](const StaticField &F) {
      if (isReference(F.Value.Type))
        To.refer(F.Value.Bits,
                 To.Policy.ruleFor(Name, To.Names.string(F.Name).value_or("")));
    });
  }

private:
  uint64_t wanted(const InstanceDump &R) override {
    Current = &To.classOf(R.Class);
    Object = R.Object;
    return Current->IsText == OfTexts && !Current->Slots.empty()
               ? Current->Bytes
               : 0;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    // The owners of a string are also owners of its array.
    const std::optional<Redaction> Own = To.strictest(Object);
    const bool HasOther = !Own || To.WithoutRule.contains(Object);
    for (const Slot &S : Current->Slots) {
      const uint64_t Id = loadBE(Bytes.data() + S.Offset, idSize());
      if (!Id)
        continue;
      To.refer(Id, OfTexts ? Own : S.Do);
      if (OfTexts && HasOther)
        To.refer(Id, std::nullopt);
    }
  }
  bool wantsElements(const ObjectArrayDump &) override { return !OfTexts; }
  void element(uint64_t Id) override { To.refer(Id, std::nullopt); }

  RedactOwners &To;
  const bool OfTexts;
  const Class *Current = nullptr;
  uint64_t Object = 0;
};

const RedactOwners::Class &RedactOwners::classOf(uint64_t Id) {
  std::unique_ptr<Class> &C = Classes[Id];
  if (C)
    return *C;
  C = std::make_unique<Class>();
  const InstanceShape *Shape = Names.instances().find(Id);
  if (!Shape)
    return *C;
  // Environment variables hold a String, whose owners are not all known when
  // they are read.
  const std::optional<TextKind> Text = textKind(Names.className(Id));
  C->IsText = Text && Text != TextKind::Environment;
  C->Bytes = Shape->bytes();
  Shape->forEachReference(
      FieldOrder::OwnFirst, C->Bytes, [&](const FieldSlot &S) {
        C->Slots.push_back(
            {S.Offset, Policy.ruleFor(Names.className(*S.Class),
                                      Names.string(S.NameId).value_or(""))});
      });
  return *C;
}

Error RedactOwners::look(Upstream &Stream) {
  Walk Others(*this, /*OfTexts=*/false);
  if (Error E = Stream.walk(Others))
    return E;
  Walk Texts(*this, /*OfTexts=*/true);
  return Stream.walk(Texts);
}

std::optional<Redaction> RedactOwners::strictest(uint64_t Id) const {
  for (unsigned R = 0; R != NumRedactions; ++R)
    if (Seen[R].contains(Id))
      return Redaction(R);
  return std::nullopt;
}

Redaction RedactOwners::of(uint64_t Id, BasicType T) const {
  const std::optional<Redaction> Rule = strictest(Id);
  const Redaction Other = Policy.ofArrays(T);
  return !Rule                      ? Other
         : WithoutRule.contains(Id) ? std::min(*Rule, Other)
                                    : *Rule;
}
