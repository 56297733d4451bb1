//===- TableReport.cpp - Prints threads as CSV and stacks -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/ThreadTool/ThreadWords.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

void hprof::printCsv(raw_ostream &OS, ArrayRef<FileThreads> Files,
                     const ThreadView &View) {
  CsvWriter Csv(OS,
                {"id", "name", "state", "virtual", "frames", "place", "waits",
                 "lock", "held_by", "container", "time", "file", "dump",
                 "retained"},
                View.Escape);
  for (const FileThreads &File : Files)
    for (size_t I = 0; I != File.Dumps.size(); ++I) {
      const ThreadReport R(File, I, View);
      // The CSV writer escapes.
      const ThreadWords Words(R.Dump, EscapeMode::Raw);
      for (uint32_t Number : R.Selected) {
        const ThreadDump::Thread &T = R.thread(Number);
        const std::optional<uint32_t> Place = Words.place(T);
        const std::optional<uint64_t> Retained = R.retained(Number);
        const uint32_t By = R.Graph.threadBlocking(Number);
        Csv.row(
            {T.Id ? std::to_string(*T.Id) : std::string(), T.Name,
             Words.state(T), T.IsVirtual ? "true" : "false",
             R.Dump.frames(T).size(),
             Place ? Words.frame(*Place) : std::string(),
             T.WaitsFor ? ThreadWords::waits(T) : StringRef(),
             T.WaitsFor ? Words.object(T.WaitsFor->Object) : std::string(),
             By != LockGraph::None ? R.thread(By).Name : std::string(),
             T.Container ? R.Dump.Containers[*T.Container].Name : std::string(),
             T.Time, File.File, I + 1,
             Retained ? std::to_string(*Retained) : std::string()});
      }
    }
}

/// A frame for flame-graph tools, which separate frames by semicolons and the
/// count by a blank.
static std::string collapsedFrame(const ThreadFrame &F) {
  std::string Text =
      F.ClassName.empty() ? F.Method : F.ClassName + "." + F.Method;
  for (char &C : Text)
    if (C == ';')
      C = ':';
  return escape(Text);
}

void hprof::printCollapsed(raw_ostream &OS, ArrayRef<FileThreads> Files,
                           const ThreadView &View) {
  StringMap<uint64_t> Counts;
  std::vector<StringMapEntry<uint64_t> *> InOrder;
  for (const FileThreads &File : Files)
    for (size_t I = 0; I != File.Dumps.size(); ++I) {
      const ThreadDump &Dump = File.Dumps[I];
      const std::vector<uint32_t> Selected = View.Filter.select(Dump);
      for (const StackGroup &G : groupStacks(Dump, Selected, View.Ignore)) {
        const ArrayRef<uint32_t> Frames =
            Dump.frames(Dump.Threads[G.Threads.front()]);
        std::string Line;
        ListSeparator Semicolon(";");
        for (uint32_t F : reverse(Frames.drop_front(
                 std::min<uint64_t>(View.Ignore, Frames.size())))) {
          Line += StringRef(Semicolon);
          Line += collapsedFrame(Dump.Stacks.frame(F));
        }
        if (Line.empty())
          continue;
        auto [It, IsNew] = Counts.try_emplace(Line, 0);
        It->second += G.Threads.size();
        if (IsNew)
          InOrder.push_back(&*It);
      }
    }
  for (const StringMapEntry<uint64_t> *E : InOrder)
    OS << E->first() << ' ' << E->second << '\n';
}
