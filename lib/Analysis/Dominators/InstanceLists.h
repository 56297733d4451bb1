//===- InstanceLists.h - Instances that refer to their class ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_INSTANCELISTS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_INSTANCELISTS_H

#include "hprof/Analysis/Columns/NumberSteps.h"
#include "hprof/Format/Parallel/RunThreads.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <vector>

namespace hprof {

/// References from instances to their classes, as preorder numbers of a search.
/// They are derived from the types of objects, so they need no log of edges.
template <class T> class InstanceLists {
public:
  /// Records that instances of type \p Type refer to the class with number \p
  /// Class, and that \p Count of these references are not in the search tree.
  void add(T Class, uint64_t Type, T Count) {
    Lists.push_back({Class, Type, Count, 0, 0});
  }
  /// Finds these instances among the numbers 1 to \p Count, with \p Threads
  /// threads. \p Vertex maps numbers to nodes.
  llvm::Error find(const NumberArray &Types, llvm::ArrayRef<T> Vertex, T Count,
                   unsigned Threads, MemoryBudget *Budget) {
    if (Lists.empty())
      return llvm::Error::success();
    uint64_t NumTypes = 0, Sum = 0;
    size_t Size = Lists.size();
    for (unsigned Part = 1; Part != Threads; ++Part)
      for (size_t I = 0; I != Size; ++I)
        Lists.push_back(Lists[I]);
    for (List &L : Lists) {
      NumTypes = std::max(NumTypes, L.Type + 1);
      L.Begin = Sum;
      Sum += AscendingNumbers<T>::bytes(L.Count, uint64_t(Count) + 1);
    }
    auto Made = BigArray<uint8_t>::make(Sum, Budget);
    if (!Made)
      return Made.takeError();
    Bytes = std::move(*Made);
    T Share = Count / T(Threads);
    runThreads(Threads, [&](unsigned Part) {
      T First = T(Part) * Share + 1;
      T Last = Part + 1 == Threads ? Count : First + Share - 1;
      fill({&Lists[Part * Size], Size}, NumTypes, Types, Vertex, First, Last);
    });
    llvm::sort(Lists,
               [](const List &A, const List &B) { return A.Class < B.Class; });
    return llvm::Error::success();
  }
  /// Whether \p Class is the last class with instances.
  bool isLast(T Class) const {
    return !Lists.empty() && Lists.back().Class == Class;
  }
  /// Calls \p F with the instances of the last class, in pieces, then drops
  /// them. Each piece is followed by \p Slack unspecified numbers.
  template <size_t Slack, class Fn>
  LLVM_ATTRIBUTE_NOINLINE void takeLast(Fn &&F) {
    std::array<T, 1024 + Slack> Some{};
    for (T Class = Lists.back().Class; isLast(Class); Lists.pop_back()) {
      const List &L = Lists.back();
      typename AscendingNumbers<T>::Reader From(&Bytes[L.Begin],
                                                Bytes.data() + L.End);
      while (!From.atEnd()) {
        size_t Size = 0;
        while (Size != 1024 && !From.atEnd())
          Some[Size++] = From.next();
        F(llvm::ArrayRef<T>(Some.data(), Size));
      }
      Bytes.discard(L.Begin, L.End - L.Begin);
    }
  }

private:
  struct List {
    T Class;
    uint64_t Type;
    T Count;
    uint64_t Begin, End; ///< Offsets in the array Bytes.
  };
  using Writer = typename AscendingNumbers<T>::Writer;

  /// Fills the lists from \p First to \p Last.
  void fill(llvm::MutableArrayRef<List> Of, uint64_t NumTypes,
            const NumberArray &Types, llvm::ArrayRef<T> Vertex, T First,
            T Last) {
    // No class has number 0, so 0 marks types without a list.
    std::vector<std::pair<T, Writer>> ByType(NumTypes);
    for (const List &L : Of)
      ByType[L.Type] = {L.Class, Writer(&Bytes[L.Begin])};
    for (T I = First; I <= Last; ++I) {
      uint64_t Type = Types.get(Vertex[I]);
      if (Type >= NumTypes)
        continue;
      auto &[Class, Out] = ByType[Type];
      // If the class has the number after I, the edge is in the search tree.
      if (Class && Class != I && Class != I + 1)
        Out.add(I);
    }
    for (List &L : Of)
      L.End = uint64_t(ByType[L.Type].second.end() - Bytes.data());
  }

  std::vector<List> Lists; ///< By ascending class, once found.
  BigArray<uint8_t> Bytes; ///< Contents of all lists, as AscendingNumbers.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_INSTANCELISTS_H
