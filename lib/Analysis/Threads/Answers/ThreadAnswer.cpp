//===- ThreadAnswer.cpp - Thread dumps as an answer -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpTables.h"
#include "ThreadChanges.h"
#include "ThreadTables.h"
#include "ThreadText.h"

using namespace hprof;
using namespace llvm;

const AnswerInfo &ThreadAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-threads",     "threads",          "What threads do and wait for.",
      &threadFileTable(),  &threadFactTable(), &threadTable(),
      /*MayHaveGate=*/true};
  return Info;
}

std::unique_ptr<Rows> ThreadAnswer::files() const {
  return threadFileRows(*Files, Request);
}

std::unique_ptr<Rows> ThreadAnswer::facts() const {
  return Request.Compare ? threadFacts(*Files, Request) : nullptr;
}

namespace {
/// The selected threads of all dumps. One report is in memory at a time.
class AllThreads final : public Rows {
public:
  AllThreads(ArrayRef<FileThreads> Files, const ThreadRequest &Request)
      : Files(Files), Request(Request) {}

  const TableInfo &info() const override { return threadTable(); }
  bool next() override {
    while (!Now || !Now->next()) {
      Now.reset();
      while (!Files.empty() && Number == Files.front().Dumps.size()) {
        Files = Files.drop_front();
        Number = 0;
      }
      if (Files.empty())
        return false;
      Report.emplace(Files.front(), Number++, Request);
      Now = threadRows(*Report, Report->Selected);
    }
    return true;
  }
  Datum get(unsigned Column) const override { return Now->get(Column); }

private:
  ArrayRef<FileThreads> Files;
  const ThreadRequest &Request;
  size_t Number = 0; ///< The next dump in the first of them.
  std::optional<ThreadReport> Report;
  std::unique_ptr<Rows> Now;
};
} // namespace

std::unique_ptr<Rows> ThreadAnswer::rows() const {
  return std::make_unique<AllThreads>(*Files, Request);
}

void ThreadAnswer::present(Presenter &To) const {
  if (Request.Compare)
    return presentChanges(To, ThreadChanges(*Files, Request));
  bool IsFirst = true;
  for (const FileThreads &File : *Files)
    for (size_t I = 0; I != File.Dumps.size(); ++I) {
      if (!std::exchange(IsFirst, false))
        To.line("");
      presentDump(To, ThreadReport(File, I, Request));
    }
}
