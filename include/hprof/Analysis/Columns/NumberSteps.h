//===- NumberSteps.h - Numbers close to others, in a byte -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_NUMBERSTEPS_H
#define HPROF_ANALYSIS_COLUMNS_NUMBERSTEPS_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cstring>
#include <vector>

namespace hprof {

/// The parent of each node of a tree. Nodes and parents are preorder numbers,
/// starting at 1. Most parents are near their children. Most far parents equal
/// the previous far parent. Thus, a node takes one byte, and about one in a
/// hundred takes an additional entry.
template <class T> class ParentSteps {
public:
  /// Creates an object for numbers less than \p Limit.
  static llvm::Expected<ParentSteps> make(uint64_t Limit,
                                          MemoryBudget *Budget) {
    auto Made = BigArray<uint8_t>::make(Limit, Budget);
    if (!Made)
      return Made.takeError();
    ParentSteps P;
    P.Steps = std::move(*Made);
    return P;
  }
  /// Appends \p I, the next number, and its parent, which is less than \p I.
  void push(T I, T Parent) {
    T Step = I - Parent;
    if (LLVM_LIKELY(Step < NewFar)) {
      Steps[I] = uint8_t(Step);
      return;
    }
    bool IsSame = !Fars.empty() && Fars.back() == Parent;
    Steps[I] = IsSame ? SameFar : NewFar;
    if (!IsSame)
      Fars.push_back(Parent);
  }
  /// Removes \p I, the last number.
  void pop(T I) {
    if (Steps[I] == NewFar)
      Fars.pop_back();
  }
  /// Returns the number of additional entries.
  size_t numFar() const { return Fars.size(); }
  void populate(uint64_t Begin, uint64_t Count) const {
    Steps.populate(Begin, Count);
  }

  /// Visits the parents of all numbers in ascending order from 1.
  class Ascent {
  public:
    explicit Ascent(const ParentSteps &P)
        : Steps(P.Steps.data()), Far(P.Fars.data()) {}
    T next(T I) {
      if (Steps[I] == NewFar)
        return *Far++;
      return Steps[I] == SameFar ? Far[-1] : I - Steps[I];
    }

  private:
    const uint8_t *Steps;
    const T *Far;
  };
  /// Visits the parents in descending order from the last number.
  class Descent {
  public:
    explicit Descent(const ParentSteps &P)
        : Steps(P.Steps.data()), Far(P.Fars.data() + P.Fars.size()) {}
    T next(T I) {
      if (Steps[I] == NewFar)
        return *--Far;
      return Steps[I] == SameFar ? Far[-1] : I - Steps[I];
    }

  private:
    const uint8_t *Steps;
    const T *Far;
  };

private:
  static constexpr uint8_t SameFar = 0, NewFar = 255;

  BigArray<uint8_t> Steps;
  std::vector<T> Fars;
};

/// Ascending numbers, most of which take one byte each.
template <class T> class AscendingNumbers {
public:
  /// Returns an upper bound of the bytes for \p Count numbers below \p Limit.
  static uint64_t bytes(uint64_t Count, uint64_t Limit) {
    return Count + sizeof(T) * std::min(Count, Limit / Far);
  }

  class Writer {
  public:
    Writer() = default;
    explicit Writer(uint8_t *At) : At(At) {}
    void add(T I) {
      T Step = I - Last;
      Last = I;
      if (LLVM_LIKELY(Step < Far)) {
        *At++ = uint8_t(Step);
        return;
      }
      *At++ = Far;
      std::memcpy(At, &I, sizeof(T));
      At += sizeof(T);
    }
    /// Returns the end of the written bytes.
    uint8_t *end() const { return At; }

  private:
    uint8_t *At = nullptr;
    T Last = 0;
  };

  class Reader {
  public:
    /// Reads all numbers that a writer wrote from \p Begin to \p End.
    Reader(const uint8_t *Begin, const uint8_t *End) : At(Begin), End(End) {}
    bool atEnd() const { return At == End; }
    T next() {
      uint8_t Step = *At++;
      if (LLVM_LIKELY(Step != Far))
        return Last += Step;
      std::memcpy(&Last, At, sizeof(T));
      At += sizeof(T);
      return Last;
    }

  private:
    const uint8_t *At, *End;
    T Last = 0;
  };

private:
  static constexpr uint8_t Far = 255;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_NUMBERSTEPS_H
