//===- NodeScan.h - Objects that a query may want ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_TABLES_NODESCAN_H
#define LIB_QUERY_TABLES_NODESCAN_H

#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/QueryTable.h"

namespace hprof {

/// Whole numbers from Least to Most.
struct NumberRange {
  uint64_t Least = 0, Most = UINT64_MAX;

  /// Those that all limits of \p Column allow. A limit that is no whole number
  /// is left out.
  static NumberRange of(const RowRequest &Request, llvm::StringRef Column);
  bool isAll() const { return !Least && Most == UINT64_MAX; }
  bool has(uint64_t N) const { return Least <= N && N <= Most; }
};

/// The classes of \p G called \p Name.
std::vector<ClassNumber> classesCalled(const HeapGraph &G,
                                       llvm::StringRef Name);

/// Goes through objects one by one: by the limits of "id", "class", "class_id",
/// "dominator", "shallow" and "retained" in a request, as far as these are keys
/// of the table.
class NodeScan {
public:
  /// The columns that can be limited; with \p Prefix "", or "_".
  static llvm::ArrayRef<QueryKey> keys(llvm::StringRef Prefix = "");

  /// What the limits and the order need in \p Heap must be there.
  NodeScan(QueryHeap &Heap, const RowRequest &Request,
           llvm::StringRef Prefix = "");
  /// Only objects of these classes.
  void restrict(llvm::ArrayRef<ClassNumber> Classes);

  /// The next object, or NoNode.
  Node next();

private:
  bool isWanted(Node N) const;
  void skipOtherClasses();
  Node nextLargest();

  QueryHeap &Heap;
  const HeapGraph &G;
  Node At = 0, End = 0;
  bool IsLargestFirst = false;
  /// By class number; empty for all.
  std::vector<uint8_t> Classes;
  std::optional<Node> Dominator; ///< NoNode: what only the roots dominate.
  NumberRange Shallow, Retained;
  /// The next of the largest, in reverse order, and how many were before them.
  std::vector<Node> Largest;
  uint64_t Given = 0, Wanted = 0;
};

} // namespace hprof

#endif // LIB_QUERY_TABLES_NODESCAN_H
