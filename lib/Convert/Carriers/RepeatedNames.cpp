//===- RepeatedNames.cpp - Counts repeated names of a dump ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedNames.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <vector>

using namespace hprof;
using namespace llvm;

namespace {
class RepeatedNames final : public Forward {
public:
  RepeatedNames(RecordVisitor &Next, LossAccount &Account)
      : Forward(Next), Account(Account) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void visit(const Utf8 &R) override;
  void visit(const LoadClass &R) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  Error finish() override;

private:
  void endText();
  void tellClasses();

  LossAccount &Account;
  bool InText = false; ///< Whether a string arrives in chunks.
  uint64_t TextId = 0;
  std::string Text;
  DenseMap<IdKey, uint64_t> Texts; ///< Hashes of strings, by id.
  DenseSet<IdKey> AllTexts;        ///< Hashes of all strings.
  struct Loaded {
    uint64_t Id, Name;
  };
  std::vector<Loaded> Classes; ///< Their names may follow later.
};

class RepeatedNamesStage final : public Stage {
public:
  bool keepsStream() const override { return true; }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<RepeatedNames>(Next, Account);
  }
};
} // namespace

std::unique_ptr<Stage> hprof::makeRepeatedNames() {
  return std::make_unique<RepeatedNamesStage>();
}

void RepeatedNames::visit(const FileHeader &H) {
  tellClasses();
  Next.visit(H);
}

void RepeatedNames::visit(const Utf8 &R) {
  endText();
  InText = true;
  TextId = R.Id;
  Text = R.Text.str().take_front(DumpContext::MaxString).str();
  if (R.Text.isWhole())
    endText();
  Next.visit(R);
}

void RepeatedNames::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (InText && Of == RecordKind::Utf8)
    Text += toStringRef(Chunk).take_front(DumpContext::MaxString - Text.size());
  Next.payload(Of, Chunk);
}

/// An empty string is not a name.
void RepeatedNames::endText() {
  if (!std::exchange(InText, false) || Text.empty())
    return;
  const uint64_t Hash = xxh3_64bits(javaClassName(Text));
  Texts[TextId] = Hash;
  if (!AllTexts.insert(Hash).second)
    Account.add(Loss::RepeatedStrings);
  Text.clear();
}

void RepeatedNames::visit(const LoadClass &R) {
  Classes.push_back({R.Class, R.Name});
  Next.visit(R);
}

void RepeatedNames::tellClasses() {
  endText();
  DenseSet<IdKey> Known;
  for (const Loaded &C : Classes)
    if (!Known.insert(uint64_t(hash_combine(C.Id, Texts.lookup(C.Name))))
             .second)
      Account.add(Loss::RepeatedClasses);
  Texts.clear();
  AllTexts.clear();
  Classes.clear();
}

Error RepeatedNames::finish() {
  tellClasses();
  return Forward::finish();
}
