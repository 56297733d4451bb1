//===- MaskedReport.cpp - A report without secrets ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/MaskedReport.h"
#include "ChangedRows.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Secrets/HeapSecrets.h"
#include "hprof/Secrets/MaskSecrets.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
class MaskedPresenter final : public Presenter {
public:
  MaskedPresenter(Presenter &To, const RowChanges &How) : To(To), How(How) {}

  void line(const Prose &Text) override { To.line(masked(Text)); }
  void sentence(const Prose &Text) override { To.sentence(masked(Text)); }
  void table(Rows &All, unsigned Indent) override {
    To.table(*changedRows(All, How), Indent);
  }
  void tree(Rows &All, uint64_t Most) override {
    To.tree(*changedRows(All, How), Most);
  }
  void more(uint64_t All, uint64_t Shown, const Prose &Total) override {
    To.more(All, Shown, masked(Total));
  }

private:
  Prose masked(Prose Text) const {
    Text.mapInputTexts(How.Text);
    return Text;
  }

  Presenter &To;
  const RowChanges &How;
};

/// An answer, or a part of other output, with secrets masked.
template <class Base> class Masked : public Base {
public:
  Masked(const Base &Of, const RowChanges &How) : Of(Of), How(How) {}

  std::unique_ptr<Rows> facts() const override {
    return changedRows(Of.facts(), How);
  }
  void present(Presenter &To) const override {
    MaskedPresenter Present(To, How);
    Of.present(Present);
  }

protected:
  const Base &Of;
  const RowChanges &How;
};

class MaskedAnswer final : public Masked<Answer> {
public:
  using Masked::Masked;

  const AnswerInfo &info() const override { return Of.info(); }
  bool hasGate() const override { return Of.hasGate(); }
  std::unique_ptr<Rows> files() const override {
    return changedRows(Of.files(), How);
  }
  std::unique_ptr<Rows> rows() const override {
    return changedRows(Of.rows(), How);
  }
};
} // namespace

MaskedReport::MaskedReport(ReportWriter &To,
                           std::shared_ptr<const SecretMatcher> Secrets)
    : To(To), Secrets(std::move(Secrets)) {}
MaskedReport::~MaskedReport() = default;

std::function<std::string(std::string)> MaskedReport::mask() const {
  return [this](std::string Text) { return masked(std::move(Text)); };
}

void MaskedReport::useHeap(const HeapContents &C) {
  Heaps.push_back(std::make_unique<const HeapSecrets>(C));
}

std::string MaskedReport::masked(std::string Text) const {
  if (any_of(Heaps, [&](const auto &Of) { return Of->isCopy(Text); }))
    return "<secret>";
  return maskSecrets(*Secrets, std::move(Text), SecretNameKind::None);
}

void MaskedReport::part(ReportPart Is, ArrayRef<std::string> Words,
                        const Answer &A) {
  const RowChanges How = {
      [this](std::string Text) { return masked(std::move(Text)); }, nullptr};
  To.part(Is, Words, MaskedAnswer(A, How));
}

void MaskedReport::part(ReportPart Is, ArrayRef<std::string> Words,
                        const AnswerPart &A) {
  const RowChanges How = {
      [this](std::string Text) { return masked(std::move(Text)); }, nullptr};
  To.part(Is, Words, Masked<AnswerPart>(A, How));
}
