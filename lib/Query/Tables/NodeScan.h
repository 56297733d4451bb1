//===- NodeScan.h - Candidate objects for a query ---------------*- C++ -*-===//
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

/// Integers from Least to Most.
struct NumberRange {
  uint64_t Least = 0, Most = UINT64_MAX;

  /// Range that all limits of \p Column allow. Limits that are not integers are
  /// ignored.
  static NumberRange of(const RowRequest &Request, llvm::StringRef Column);
  bool isAll() const { return !Least && Most == UINT64_MAX; }
  bool has(uint64_t N) const { return Least <= N && N <= Most; }
};

/// Returns the classes of \p G called \p Name.
std::vector<ClassNumber> classesCalled(const HeapGraph &G,
                                       llvm::StringRef Name);

/// Iterates over objects that satisfy a request's limits on "id", "class",
/// "class_id", "dominator", "shallow" and "retained", as far as these are keys
/// of the table.
class NodeScan {
public:
  /// Columns that can be limited; \p Prefix is "" or "_".
  static llvm::ArrayRef<QueryKey> keys(llvm::StringRef Prefix = "");

  /// \p Heap must contain the data that the limits and the order need.
  NodeScan(QueryHeap &Heap, const RowRequest &Request,
           llvm::StringRef Prefix = "");
  /// Restricts the scan to objects of these classes.
  void restrict(llvm::ArrayRef<ClassNumber> Classes);

  /// Returns the next object, or NoNode.
  Node next();

private:
  bool isWanted(Node N) const;
  void skipOtherClasses();
  Node nextLargest();

  QueryHeap &Heap;
  const HeapGraph &G;
  Node At = 0, End = 0;
  bool IsLargestFirst = false;
  /// Whether a class is included, by class number; empty if all are.
  std::vector<uint8_t> Classes;
  std::optional<Node>
      Dominator; ///< NoNode selects objects that only the roots dominate.
  NumberRange Shallow, Retained;
  /// The next largest objects, in reverse order, and the number of objects
  /// before them.
  std::vector<Node> Largest;
  uint64_t Given = 0, Wanted = 0;
};

} // namespace hprof

#endif // LIB_QUERY_TABLES_NODESCAN_H
