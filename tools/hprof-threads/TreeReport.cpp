//===- TreeReport.cpp - Prints the tree of containers ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "hprof/Analysis/Threads/ContainerTree.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/ThreadTool/ThreadWords.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Prints containers and their threads; of the threads, the selected ones.
class TreePrinter {
public:
  TreePrinter(raw_ostream &OS, const ThreadReport &R, const ThreadView &View)
      : OS(OS), R(R), View(View), Words(R.Dump, View.Escape), Tree(R.Dump),
        IsSelected(R.Dump.Threads.size()) {
    for (uint32_t T : R.Selected)
      IsSelected[T] = true;
  }
  void print();

private:
  void container(uint32_t I, unsigned Indent);
  void threads(ArrayRef<uint32_t> All, unsigned Indent);

  raw_ostream &OS;
  const ThreadReport &R;
  const ThreadView &View;
  const ThreadWords Words;
  const ContainerTree Tree;
  std::vector<bool> IsSelected;
};
} // namespace

/// A line for each thread, or for those with the same stack.
void TreePrinter::threads(ArrayRef<uint32_t> All, unsigned Indent) {
  std::vector<uint32_t> Shown;
  for (uint32_t T : All)
    if (IsSelected[T])
      Shown.push_back(T);
  std::vector<StackGroup> Groups;
  if (R.IsGrouped)
    Groups = groupStacks(R.Dump, Shown, View.Ignore);
  else
    for (uint32_t T : Shown)
      Groups.push_back({{T}});
  for (const StackGroup &G : Groups) {
    const ThreadDump::Thread &T = R.thread(G.Threads.front());
    OS.indent(Indent);
    if (G.Threads.size() > 1)
      OS << G.Threads.size() << " threads";
    else
      OS << Words.name(T);
    if (const std::string State = Words.state(T);
        G.Threads.size() == 1 && !State.empty())
      OS << ' ' << State;
    if (auto Place = Words.place(T))
      OS << " in " << Words.frame(*Place);
    OS << '\n';
  }
}

void TreePrinter::container(uint32_t I, unsigned Indent) {
  const ThreadDump::Container &C = R.Dump.Containers[I];
  const ContainerTree::Node &N = Tree.nodes()[I];
  OS.indent(Indent) << escape(C.Name, View.Escape);
  if (N.Owner)
    OS << ", owned by " << Words.name(R.thread(*N.Owner));
  else if (C.OwnerId)
    OS << ", owned by #" << *C.OwnerId << ", which is not in the dump";
  OS << ": " << counted(N.Threads.size(), "thread");
  if (N.Missing)
    OS << ", and " << N.Missing << " not listed";
  OS << '\n';
  threads(N.Threads, Indent + 4);
}

void TreePrinter::print() {
  OS << '\n';
  if (R.Dump.Containers.empty()) {
    OS << "The dump has no containers\n";
    return;
  }
  // An explicit stack: containers may be nested deeply.
  std::vector<std::pair<uint32_t, unsigned>> Open;
  auto Add = [&](ArrayRef<uint32_t> Containers, unsigned Depth) {
    for (uint32_t C : reverse(Containers))
      Open.push_back({C, Depth});
  };
  Add(Tree.roots(), 0);
  while (!Open.empty()) {
    const auto [C, Depth] = Open.back();
    Open.pop_back();
    constexpr unsigned MostDepth = 40;
    container(C, 2 * std::min(Depth, MostDepth));
    Add(Tree.nodes()[C].Children, Depth + 1);
  }
  threads(Tree.others(), 4);
}

void hprof::printTree(raw_ostream &OS, const ThreadReport &R,
                      const ThreadView &View) {
  TreePrinter(OS, R, View).print();
}

void hprof::treeJson(json::OStream &J, const ThreadReport &R) {
  const ContainerTree Tree(R.Dump);
  J.attributeArray("containers", [&] {
    for (const auto &[I, C] : enumerate(R.Dump.Containers))
      J.object([&, I = I, &C = C] {
        const ContainerTree::Node &N = Tree.nodes()[I];
        J.attribute("name", toUtf8(C.Name));
        J.attribute("parent",
                    C.Parent
                        ? json::Value(toUtf8(R.Dump.Containers[*C.Parent].Name))
                        : nullptr);
        if (C.OwnerId)
          J.attribute("owner", *C.OwnerId);
        J.attribute("thread_count", N.Threads.size() + N.Missing);
        J.attribute("threads_not_listed", N.Missing);
        J.attributeArray("threads", [&] {
          for (uint32_t T : N.Threads)
            if (R.thread(T).Id)
              J.value(*R.thread(T).Id);
        });
      });
  });
}
