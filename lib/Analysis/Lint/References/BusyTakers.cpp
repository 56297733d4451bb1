//===- BusyTakers.cpp - Threads that do not take references ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BusyTakers.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns the method in which threads of \p Kind take references in a loop.
static StringRef loopOf(TakerKind Kind) {
  switch (Kind) {
  case TakerKind::Finalizer:
    return "java.lang.ref.Finalizer$FinalizerThread.run(";
  case TakerKind::Cleaner:
    // Up to JDK 8, cleaners were run where references are enqueued.
    return "jdk.internal.ref.CleanerImpl.run(";
  }
  llvm_unreachable("unhandled kind");
}

/// Returns the frames of \p T if it is in the loop of \p Kind but not waiting
/// for a reference.
static std::vector<std::string>
busyFrames(const LintState &S, const ThreadInfo &T, TakerKind Kind) {
  // Below the loop, there are only the frames that start a thread, so stacks of
  // many threads need not be scanned from the top.
  constexpr size_t MostBelow = 4, Most = 1000;
  const size_t Size = std::min(S.Contents.stack(T).size(), Most);
  auto Text = [&](size_t I) {
    return S.Contents.frameText(T.Serial, int32_t(I));
  };
  size_t Loop = Size;
  for (size_t I = Size; I > 0 && Size - I < MostBelow && Loop == Size; --I)
    if (StringRef(Text(I - 1)).starts_with(loopOf(Kind)))
      Loop = I - 1;
  std::vector<std::string> Frames;
  for (size_t I = 0; Loop != Size && I <= Loop; ++I) {
    Frames.push_back(Text(I));
    if (StringRef(Frames.back()).starts_with("java.lang.ref.ReferenceQueue."))
      return {};
  }
  return Frames;
}

std::vector<std::string> hprof::busyTakers(const LintState &S, TakerKind Kind) {
  constexpr size_t MostThreads = 5, MostFrames = 12;
  std::vector<std::string> Notes;
  size_t Threads = 0;
  for (const ThreadInfo &T : S.Contents.context().threads()) {
    std::vector<std::string> Frames = busyFrames(S, T, Kind);
    if (Frames.empty() || Threads++ >= MostThreads)
      continue;
    std::optional<std::string> Name =
        S.Contents.threadName(S.Contents.find(T.Object));
    Notes.push_back("thread '" + Name.value_or("(unnamed)") + "' 0x" +
                    utohexstr(T.Object, /*LowerCase=*/true) +
                    (Kind == TakerKind::Finalizer ? " is running a finalizer:"
                                                  : " is running a cleaner:"));
    for (const std::string &Frame :
         ArrayRef(Frames).take_front(std::min(MostFrames, Frames.size())))
      Notes.push_back("  at " + Frame);
    if (Frames.size() > MostFrames)
      Notes.push_back("  ... " + std::to_string(Frames.size() - MostFrames) +
                      " more");
  }
  return Notes;
}
