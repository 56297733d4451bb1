//===- SuspectText.h - Leak suspects as text --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_SUSPECTTEXT_H
#define LIB_ANALYSIS_STORE_ANSWERS_SUSPECTTEXT_H

#include "SuspectPart.h"

namespace hprof {

/// Presents suspects: first all headlines, then the evidence for each suspect,
/// with suggested commands.
class SuspectText {
public:
  SuspectText(Presenter &To, const SuspectPart &Of)
      : To(To), Of(Of), G(Of.graph()) {}
  void present();

private:
  void presentSuspects();
  void presentIgnored();
  void presentNative();
  void presentSamples();
  void presentHeadline(size_t Number, const LeakSuspect &S);
  void presentPartOf(const LeakSuspect &S);
  void presentDetails(size_t Number, const ShownSuspect &Shown);
  void presentLargest(const LeakSuspect &S);
  void presentMember(const LeakSuspect &M);
  void presentWay(const LeakSuspect &S);
  void presentContents(llvm::StringRef Title,
                       llvm::ArrayRef<SuspectContent> Rows);
  void presentAllocations(llvm::ArrayRef<SampledAllocation> All);
  void presentStack(size_t Number, const ShownSuspect &Shown);
  void presentFrames(const ThreadInfo &T);
  Prose step(Node From, Node To) const;

  // Defined in SuspectNext.cpp.
  void presentLoaders();
  void presentNext(const LeakSuspect &S);
  void presentElementsCommand(const LeakSuspect &S);
  Prose command(llvm::ArrayRef<std::string> Words) const;
  std::vector<Node> samples(Node Example) const;
  std::vector<std::string> tellingFields(Node Example) const;

  Presenter &To;
  const SuspectPart &Of;
  const HeapGraph &G;
  /// By thread: the number of the first suspect that shows its stack.
  llvm::DenseMap<const ThreadInfo *, size_t> StackOf;
  bool IsGroupShown = false; ///< Whether the command for groups is shown.
};

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_SUSPECTTEXT_H
