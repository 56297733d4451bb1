//===- AttachAnswers.cpp - What can be attached to ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/AttachAnswers.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Attach/Attach.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace jvm {
using Row = RunningJvm;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_TITLED("PID", Count, "pid", ForAll, R.Pid, "Number of the process.")
          HPROF_TITLED("COMMAND", Text, "command", ForAll, StringRef(R.Command),
                       "What it runs.")};
  static const Table<Row, Asked> Is("jvm", "A JVM.", Columns);
  return Is;
}
} // namespace jvm

JvmAnswer::JvmAnswer(JvmList Found) : Jvms(std::move(Found.Jvms)) {
  erase_if(Jvms, [](const RunningJvm &One) { return !One.Obstacle.empty(); });
}

const AnswerInfo &JvmAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-attach", "jvms",  "With --list: JVMs that one can attach to.",
      &jvm::table(),  nullptr, &jvm::table()};
  return Info;
}

std::unique_ptr<Rows> JvmAnswer::rows() const {
  return rowsOf(jvm::table(), NothingAsked::value(), Jvms);
}

void JvmAnswer::present(Presenter &To) const { To.table(*rows()); }

std::vector<Prose> hprof::planLines(uint64_t Pid, const AttachPlan &Plan) {
  std::vector<Prose> Lines;
  Lines.push_back(Prose("process ")
                  << std::to_string(Pid) << ": can be attached to");
  Lines.push_back(Plan.HasSocket ? "It listens; no signal is needed."
                                 : "It needs SIGQUIT to start to listen.");
  Prose Library = Plan.IsLoaded    ? "It has loaded the library already: '"
                  : Plan.NeedsCopy ? "The library is copied into '"
                                   : "It sees the library '";
  Lines.push_back(Library.name(Plan.Library) << "'.");
  if (!Plan.IsAgent)
    Lines.push_back("Whether the library is an agent is unknown: "
                    "Agent_OnAttach may be in a library that it needs.");
  Prose Gap = "Whether the VM accepts agents is unknown: ";
  if (!Plan.Gap.empty())
    Lines.push_back(Gap.name(Plan.Gap)
                    << ". With -XX:-EnableDynamicAgentLoading it refuses "
                       "them.");
  return Lines;
}
