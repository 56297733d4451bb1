//===- LocalEntries.h - Entries of thread locals ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_LOCALENTRIES_H
#define HPROF_LIB_ANALYSIS_LINT_LOCALENTRIES_H

#include "Analysis/Lint/Checks.h"
#include "llvm/ADT/MapVector.h"

namespace hprof {

/// Visits the entries of all ThreadLocalMaps. Rows are threads.
class LocalEntries : public LintCheck {
public:
  explicit LocalEntries(LintState &S);
  void start(unsigned Threads) override { Workers.resize(Threads); }
  bool wants(ClassNumber C) override;
  void instance(unsigned Thread, const LintInstance &I) override;
  llvm::Error finish(LintFinding &F) override;

protected:
  /// Entries to report, ascending. Valid after the walk.
  std::vector<Node> entries() const;
  /// Whether to report an entry. \p IsStale means that its ThreadLocal was
  /// collected, or will be at the next collection because only this entry
  /// refers to it.
  virtual bool takes(bool IsStale) const = 0;

private:
  /// A thread and one of its maps, or that map's table. Dominators cannot be
  /// used to find the map of an entry, because cleared entries are also in the
  /// collector's list.
  using Map = std::pair<Node, Node>;
  struct Values {
    uint64_t Count = 0;
    uint64_t Bytes = 0; ///< Retained by the values.
  };
  /// By class and ThreadLocal; the ThreadLocal is NoNode if it is unreachable.
  using ValuesOf = llvm::MapVector<std::pair<ClassNumber, Node>, Values>;
  /// Bytes of entries, if they differ from the entries' retained sizes.
  using BytesOf = llvm::DenseMap<Node, uint64_t>;
  std::vector<Map> tables() const;
  void forEachEntry(
      Node Entries,
      llvm::function_ref<void(const LintInstance &Entry, Node Key)> F) const;
  llvm::Expected<BytesOf> takeRest() const;
  void addEntries(Node Entries, const BytesOf &Bytes, Tally &T,
                  ValuesOf &Found) const;
  std::string threadName(Node N) const;
  std::string valueNames(const ValuesOf &Found) const;
  llvm::StringRef variable(Node Local) const;
  /// Sets Variables.
  void nameVariables(llvm::ArrayRef<const ValuesOf *> All);
  std::optional<std::string> variableName(Node From, Node Local) const;
  void addNotes(llvm::ArrayRef<const ValuesOf *> All, LintFinding &F) const;

  ClassNumber Entry, ThreadClass;
  FieldPlace Referent, Value, Table;
  /// Places of the fields that refer to the maps of a thread.
  ClassPlans<std::array<FieldPlace, 2>> Plans;
  std::vector<PerThread<std::vector<Map>>> Workers;
  /// The fields that refer to ThreadLocals: "com.acme.Context.CURRENT".
  llvm::DenseMap<Node, std::string> Variables;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_LOCALENTRIES_H
