//===- EdgeLog.h - Edges that a search passes over --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_EDGELOG_H
#define HPROF_LIB_ANALYSIS_GRAPH_EDGELOG_H

#include "hprof/Analysis/Graph/BigArray.h"
#include "llvm/Support/Compiler.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace hprof {

/// A list of edges that one thread writes. Another may read it meanwhile,
/// piece by piece.
template <class T> class EdgeLog {
public:
  struct Edge {
    T From, To;
  };

  explicit EdgeLog(MemoryBudget *Budget) : Budget(Budget) {}

  /// Room for the next edges. When it cannot be had, all that follows is
  /// dropped and takeError() says why.
  void add(T From, T To) {
    if (LLVM_UNLIKELY(At == End))
      if (!grow())
        return;
    *At++ = {From, To};
  }
  /// No more will come.
  void close() {
    std::lock_guard<std::mutex> Lock(Mutex);
    finishPiece();
    IsClosed = true;
    Changed.notify_all();
  }
  llvm::Error takeError() {
    if (Failure.empty())
      return llvm::Error::success();
    return llvm::createStringError(Failure);
  }

  /// Calls \p F with each edge, waiting for those to come, until close().
  template <class Fn> void follow(Fn &&F) {
    for (size_t I = 0;; ++I) {
      llvm::ArrayRef<Edge> Piece;
      {
        std::unique_lock<std::mutex> Lock(Mutex);
        Changed.wait(Lock, [&] { return IsClosed || I < Full; });
        if (I == Full)
          return;
        Piece = llvm::ArrayRef(Pieces[I].data(), Sizes[I]);
      }
      for (const Edge &E : Piece)
        F(E);
    }
  }
  /// Calls \p F with each edge, after close().
  template <class Fn> void forEach(Fn &&F) const {
    for (size_t I = 0; I != Full; ++I)
      for (size_t J = 0; J != Sizes[I]; ++J)
        F(Pieces[I][J]);
  }
  /// The same in each of \p Readers threads. A piece goes when all have read
  /// it.
  template <class Fn> void drain(Fn &&F, unsigned Readers) {
    for (size_t I = 0; I != Full; ++I) {
      for (size_t J = 0; J != Sizes[I]; ++J)
        F(Pieces[I][J]);
      std::lock_guard<std::mutex> Lock(Mutex);
      if (++Reads[I] == Readers)
        Pieces[I] = {};
    }
  }

private:
  static constexpr size_t PieceSize = (size_t(4) << 20) / sizeof(Edge);

  /// With Mutex held.
  void finishPiece() {
    if (Pieces.size() == Full)
      return;
    Sizes.push_back(size_t(At - Pieces.back().data()));
    Reads.push_back(0);
    Full = Pieces.size();
    At = End = nullptr;
  }
  LLVM_ATTRIBUTE_NOINLINE bool grow() {
    std::lock_guard<std::mutex> Lock(Mutex);
    finishPiece();
    if (!Failure.empty())
      return false;
    auto Made = BigArray<Edge>::make(PieceSize, Budget);
    if (!Made) {
      Failure = llvm::toString(Made.takeError());
      return false;
    }
    Pieces.push_back(std::move(*Made));
    At = Pieces.back().data();
    End = At + PieceSize;
    Changed.notify_all();
    return true;
  }

  MemoryBudget *Budget;
  Edge *At = nullptr, *End = nullptr;
  std::string Failure;
  // Guarded while there is a reader.
  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<BigArray<Edge>> Pieces;
  std::vector<size_t> Sizes;
  std::vector<unsigned> Reads; ///< How often each piece was drained.
  size_t Full = 0;             ///< Pieces that will not change.
  bool IsClosed = false;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_EDGELOG_H
