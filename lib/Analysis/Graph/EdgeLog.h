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
    Spare = {};
    Changed.notify_all();
  }
  llvm::Error takeError() {
    if (Failure.empty())
      return llvm::Error::success();
    return llvm::createStringError(Failure);
  }

  /// Calls \p F with each edge, waiting for those to come, until close().
  /// Meanwhile has the memory of the next piece found.
  template <class Fn> void follow(Fn &&F) {
    for (size_t I = 0;; ++I) {
      llvm::ArrayRef<Edge> Piece;
      makeSpare();
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
  /// The same with edges that go meanwhile. \p Ahead is called with each some
  /// time before, if there are more.
  template <class Fn, class AheadFn> void drain(Fn &&F, AheadFn &&Ahead) {
    constexpr size_t Distance = 16;
    for (size_t I = 0; I != Full; ++I) {
      BigArray<Edge> Piece = std::move(Pieces[I]);
      const Edge *Edges = Piece.data();
      size_t Size = Sizes[I], J = 0;
      for (; J + Distance < Size; ++J) {
        Ahead(Edges[J + Distance]);
        F(Edges[J]);
      }
      for (; J != Size; ++J)
        F(Edges[J]);
    }
  }

private:
  static constexpr size_t PieceSize = (size_t(4) << 20) / sizeof(Edge);

  /// With Mutex held.
  void finishPiece() {
    if (Pieces.size() == Full)
      return;
    Sizes.push_back(size_t(At - Pieces.back().data()));
    Full = Pieces.size();
    At = End = nullptr;
  }
  /// When there is memory for it; if not, grow() will say so.
  void makeSpare() {
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      if (IsClosed || !Spare.empty())
        return;
    }
    auto Made = BigArray<Edge>::make(PieceSize, Budget);
    if (!Made)
      return llvm::consumeError(Made.takeError());
    Made->populate(0, PieceSize);
    std::lock_guard<std::mutex> Lock(Mutex);
    Spare = std::move(*Made);
  }
  LLVM_ATTRIBUTE_NOINLINE bool grow() {
    std::lock_guard<std::mutex> Lock(Mutex);
    finishPiece();
    if (!Failure.empty())
      return false;
    if (!Spare.empty()) {
      Pieces.push_back(std::move(Spare));
    } else {
      auto Made = BigArray<Edge>::make(PieceSize, Budget);
      if (!Made) {
        Failure = llvm::toString(Made.takeError());
        return false;
      }
      Pieces.push_back(std::move(*Made));
    }
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
  size_t Full = 0; ///< Pieces that will not change.
  bool IsClosed = false;
  BigArray<Edge> Spare; ///< With memory that was found already.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_EDGELOG_H
