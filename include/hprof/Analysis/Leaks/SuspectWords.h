//===- SuspectWords.h - Leak suspects as text -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes suspects in sentences:
///
///     SuspectWords Words(Contents, Report.Totals.Bytes, Inbound);
///     Prose Line = Words.headline(Report.Suspects[0]);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LEAKS_SUSPECTWORDS_H
#define HPROF_ANALYSIS_LEAKS_SUSPECTWORDS_H

#include "hprof/Analysis/Contents/FastThreadLocals.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "hprof/Answer/Prose.h"

namespace hprof {

class SuspectWords {
public:
  using InboundFn = decltype(SuspectOptions::Inbound);

  /// If \p All is known, sizes include the share of this number of bytes. \p
  /// Inbound is as in SuspectOptions; if it is empty, the threads of pools are
  /// not named. \p Contents must outlive this.
  SuspectWords(const HeapContents &Contents, std::optional<uint64_t> All,
               InboundFn Inbound)
      : Contents(Contents), G(Contents.graph()), All(All),
        Inbound(std::move(Inbound)) {}

  /// Describes the holder, the accumulated objects, and their size.
  Prose headline(const LeakSuspect &S) const;
  /// Returns sentences that qualify the headline.
  std::vector<Prose> remarks(const LeakSuspect &S) const;
  /// Describes the accumulation point and its contents. Empty for a group.
  Prose accumulation(const LeakSuspect &S) const;

  /// Returns "5394960 bytes (5.1 MiB, 71.2%)" or "5.1 MiB (71.2%)".
  Prose size(uint64_t Bytes) const;
  /// Returns "71.2%"; empty if the number of all bytes is unknown.
  std::string share(uint64_t Bytes) const;
  /// Returns the class and id; for a class loader, also its name.
  Prose node(Node N) const;
  /// Same as above, but also with the name of a thread or of another named
  /// object, or the value of a String.
  Prose object(Node N) const;
  Prose contentName(const SuspectContent &Content) const;
  /// Returns the name of the reference from \p From to \p To, or "".
  std::string label(Node From, Node To) const;

private:
  Prose className(llvm::ArrayRef<Node> Of) const;
  Prose owner(const SuspectOwner &O, bool IsOne,
              llvm::StringRef The = "the") const;
  std::optional<ReferenceLabel> onlyLabel(const SuspectOwner &O) const;
  bool isThread(const SuspectOwner &O) const;
  bool isPlural(const SuspectOwner &O) const;
  Prose several(const SuspectOwner &O) const;
  Prose oneOf(const SuspectOwner &O) const;
  Prose holder(const LeakSuspect &S, llvm::StringRef The = "the") const;
  Prose local(const SuspectOwner &O) const;
  Prose elements(const LeakSuspect &S) const;
  bool arePointsElements(const LeakSuspect &S) const;
  bool isProgramFirst(const LeakSuspect &S) const;
  Prose chain(const LeakSuspect &S) const;
  std::optional<RecordKind> rootKind(Node N) const;
  Prose rootOutside(Node N) const;
  Prose beginning(const LeakSuspect &S) const;
  bool isStaticOfAll(const LeakSuspect &S) const;
  Prose heldTogether(const LeakSuspect &S) const;
  uint64_t inAll(const LeakSuspect &S, uint64_t Type) const;
  void nameWay(const LeakSuspect &S, std::vector<Prose> &To) const;
  std::vector<Node> threadsOfPool(Node Pool) const;
  std::string frameOutsideJdk(Node Thread) const;
  Prose pool(Node Owner) const;
  Prose limit(const SuspectLimit &L) const;
  Prose soft(const LeakSuspect &S) const;

  const HeapContents &Contents;
  const HeapGraph &G;
  std::optional<uint64_t> All;
  InboundFn Inbound;
  mutable std::optional<FastThreadLocals> FastLocals; ///< Created on first use.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_LEAKS_SUSPECTWORDS_H
