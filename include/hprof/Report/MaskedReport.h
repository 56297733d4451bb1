//===- MaskedReport.h - A report without secrets ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORT_MASKEDREPORT_H
#define HPROF_REPORT_MASKEDREPORT_H

#include "hprof/Report/ReportWriter.h"
#include <memory>
#include <vector>

namespace hprof {

class HeapSecrets;

/// Forwards all parts, with apparent secrets in strings of the dump masked.
class MaskedReport final : public ReportWriter {
public:
  MaskedReport(ReportWriter &To, std::shared_ptr<const SecretMatcher> Secrets);
  ~MaskedReport() override;

  bool isForPeople() const override { return To.isForPeople(); }
  const SecretMatcher *secrets() const override { return Secrets.get(); }
  std::function<std::string(std::string)> mask() const override;
  void useHeap(const HeapContents &C) override;
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const Answer &A) override;
  void part(ReportPart Is, llvm::ArrayRef<std::string> Words,
            const AnswerPart &A) override;
  void note(const llvm::Twine &Text) override { To.note(Text); }

private:
  std::string masked(std::string Text) const;

  ReportWriter &To;
  const std::shared_ptr<const SecretMatcher> Secrets;
  std::vector<std::unique_ptr<const HeapSecrets>> Heaps;
};

} // namespace hprof

#endif // HPROF_REPORT_MASKEDREPORT_H
