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
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

const AnswerInfo &ThreadAnswer::kind() {
  static const AnswerInfo Info = {"hprof-threads",
                                  "threads",
                                  "Threads with their stacks and locks.",
                                  &threadFileTable(),
                                  &threadFactTable(),
                                  &threadTable(),
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
/// The selected threads of all dumps. Only one report is in memory at a time.
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
      const ArrayRef<uint32_t> All = Report->Selected;
      Now = threadRows(*Report, All.take_front(Request.Top));
    }
    return true;
  }
  Datum get(unsigned Column) const override { return Now->get(Column); }

private:
  ArrayRef<FileThreads> Files;
  const ThreadRequest &Request;
  size_t Number = 0; ///< The next dump in the first file.
  std::optional<ThreadReport> Report;
  std::unique_ptr<Rows> Now;
};
} // namespace

std::unique_ptr<Rows> ThreadAnswer::rows() const {
  return std::make_unique<AllThreads>(*Files, Request);
}

/// If there are several dumps, those with deadlocks come first. Only one report
/// is in memory at a time.
void ThreadAnswer::presentDumps(Presenter &To) const {
  struct Place {
    const FileThreads *File;
    size_t Number;
    bool MayHaveDeadlock;
  };
  std::vector<Place> Places;
  for (const FileThreads &File : *Files)
    for (size_t I = 0; I != File.Dumps.size(); ++I)
      Places.push_back({&File, I, false});
  const bool AreSeveral = Places.size() > 1;
  if (AreSeveral && (Request.Deadlocks || Request.Summary)) {
    for (Place &P : Places)
      P.MayHaveDeadlock =
          ThreadReport(*P.File, P.Number, Request).mayHaveDeadlock();
    const size_t Found =
        count_if(Places, [](const Place &P) { return P.MayHaveDeadlock; });
    Prose Line = Prose().count(Places.size(), "thread dump");
    if (!Found)
      Line << ", no deadlock";
    else
      (Line << ", ").number(Found)
          << " with a deadlock or possible deadlock"
          << (Found == Places.size() ? "" : ", listed first");
    To.line(Line);
    std::stable_partition(Places.begin(), Places.end(),
                          [](const Place &P) { return P.MayHaveDeadlock; });
  }
  bool IsFirst = !AreSeveral;
  for (const Place &P : Places) {
    if (!std::exchange(IsFirst, false))
      To.line("");
    presentDump(To, ThreadReport(*P.File, P.Number, Request), AreSeveral);
  }
}

void ThreadAnswer::present(Presenter &To) const {
  if (Request.Compare)
    return presentChanges(To, ThreadChanges(*Files, Request));
  presentDumps(To);
}
