//===- AttachAnswers.cpp - Results of attach queries ----------------------===//
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

HPROF_TABLE_BEGIN(jvmTable, RunningJvm, NothingAsked, "jvm", "A JVM.")
HPROF_TITLED("PID", Count, "pid", ForAll, R.Pid, "Process id.")
HPROF_TITLED("COMMAND", Text, "command", ForAll, StringRef(R.Command),
             "Main class, jar or module, or the command line.")
HPROF_TABLE_END

JvmAnswer::JvmAnswer(JvmList Found) : Jvms(std::move(Found.Jvms)) {
  erase_if(Jvms, [](const RunningJvm &One) { return !One.Obstacle.empty(); });
}

const AnswerInfo &JvmAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-attach", "jvms",  "With --list: JVMs that you can attach to.",
      &jvmTable(),    nullptr, &jvmTable()};
  return Info;
}

std::unique_ptr<Rows> JvmAnswer::rows() const {
  return rowsOf(jvmTable(), NothingAsked::value(), Jvms);
}

void JvmAnswer::present(Presenter &To) const { To.table(*rows()); }

std::vector<Prose> hprof::planLines(uint64_t Pid, const AttachPlan &Plan) {
  std::vector<Prose> Lines;
  Lines.push_back(Prose("process ")
                  << std::to_string(Pid) << ": can be attached to");
  Lines.push_back(Plan.HasSocket
                      ? "The VM is listening; no signal is needed."
                      : "The VM must receive SIGQUIT to start listening.");
  Prose Library = Plan.IsLoaded    ? "The VM has already loaded the library: '"
                  : Plan.NeedsCopy ? "The library would be copied to '"
                                   : "The VM can load the library '";
  Lines.push_back(Library.name(Plan.Library) << "'.");
  if (!Plan.IsAgent)
    Lines.push_back("It is unknown whether the library is an agent: "
                    "Agent_OnAttach may be in one of its dependencies.");
  Prose Gap = "It is unknown whether the VM accepts agents: ";
  if (!Plan.Gap.empty())
    Lines.push_back(
        Gap.name(Plan.Gap)
        << ". With -XX:-EnableDynamicAgentLoading, it rejects them.");
  return Lines;
}
