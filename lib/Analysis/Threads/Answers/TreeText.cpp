//===- TreeText.cpp - Containers with their threads as text ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadReport.h"
#include "ThreadText.h"
#include "ThreadWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Shows containers and their selected threads.
class TreePresenter {
public:
  TreePresenter(Presenter &To, const ThreadReport &R)
      : To(To), R(R), Words(R.Dump), IsSelected(R.Dump.Threads.size()) {
    for (uint32_t T : R.Selected)
      IsSelected[T] = true;
  }
  void all();

private:
  void container(uint32_t I, unsigned Indent);
  void threads(ArrayRef<uint32_t> All, unsigned Indent);

  Presenter &To;
  const ThreadReport &R;
  const ThreadWords Words;
  std::vector<bool> IsSelected;
};
} // namespace

static Prose blanks(unsigned Count) {
  return Prose() << std::string(Count, ' ');
}

/// Shows a line for each thread or group of threads with the same stack.
void TreePresenter::threads(ArrayRef<uint32_t> All, unsigned Indent) {
  std::vector<uint32_t> Shown;
  for (uint32_t T : All)
    if (IsSelected[T])
      Shown.push_back(T);
  std::vector<StackGroup> Groups;
  if (R.IsGrouped)
    Groups = groupStacks(R.Dump, Shown, R.Request.Ignore);
  else
    for (uint32_t T : Shown)
      Groups.push_back({{T}});
  for (const StackGroup &G : Groups) {
    const ThreadDump::Thread &T = R.thread(G.Threads.front());
    Prose Line = blanks(Indent);
    if (G.Threads.size() > 1) {
      Line.count(G.Threads.size(), "thread");
    } else {
      Line.prose(Words.name(T));
      if (StringRef State = ThreadWords::state(T); !State.empty())
        (Line << " ").name(State);
    }
    if (auto Place = Words.place(T))
      (Line << " in ").name(Words.frame(*Place));
    To.line(Line);
  }
}

void TreePresenter::container(uint32_t I, unsigned Indent) {
  const ThreadDump::Container &C = R.Dump.Containers[I];
  const ContainerTree::Node &N = R.Tree->nodes()[I];
  Prose Line = blanks(Indent);
  Line.name(C.Name);
  if (N.Owner)
    (Line << ", owned by ").prose(Words.name(*N.Owner));
  else if (C.OwnerId)
    Line << ", owned by #" << std::to_string(*C.OwnerId)
         << " (not in the dump)";
  (Line << ": ").count(N.Threads.size(), "thread");
  if (N.Missing)
    (Line << ", and ").number(N.Missing) << " not listed";
  To.line(Line);
  threads(N.Threads, Indent + 4);
}

void TreePresenter::all() {
  To.line("");
  if (R.Dump.Containers.empty()) {
    To.line("No thread containers in the dump");
    return;
  }
  // Uses an explicit stack, because containers may be nested deeply.
  std::vector<std::pair<uint32_t, unsigned>> Open;
  auto Add = [&](ArrayRef<uint32_t> Containers, unsigned Depth) {
    for (uint32_t C : reverse(Containers))
      Open.push_back({C, Depth});
  };
  Add(R.Tree->roots(), 0);
  while (!Open.empty()) {
    const auto [C, Depth] = Open.back();
    Open.pop_back();
    constexpr unsigned MostDepth = 40;
    container(C, 2 * std::min(Depth, MostDepth));
    Add(R.Tree->nodes()[C].Children, Depth + 1);
  }
  threads(R.Tree->others(), 4);
}

void hprof::presentTree(Presenter &To, const ThreadReport &R) {
  TreePresenter(To, R).all();
}
