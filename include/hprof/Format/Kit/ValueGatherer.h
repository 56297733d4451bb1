//===- ValueGatherer.h - Assembles values from chunks -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values of objects are delivered whole or in chunks. This class delivers
/// the values of selected objects whole, and the elements of object arrays one
/// by one:
///
///     class Strings final : public ValueGatherer {
///       uint64_t wanted(const InstanceDump &R) override {
///         return R.Class == String ? R.Length : 0;
///       }
///       void take(llvm::ArrayRef<uint8_t> Values) override { ... }
///     };
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_VALUEGATHERER_H
#define HPROF_FORMAT_KIT_VALUEGATHERER_H

#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Records/RecordVisitor.h"

namespace hprof {

class ValueGatherer : public RecordVisitor {
public:
  using RecordVisitor::visit;
  void visit(const FileHeader &H) override { IdSize = H.IdSize; }
  void visit(const InstanceDump &R) override {
    start(wanted(R), R.Values, RecordKind::InstanceDump);
  }
  void visit(const PrimitiveArrayDump &R) override {
    start(wanted(R), R.Elements, RecordKind::PrimitiveArrayDump);
  }
  void visit(const ObjectArrayDump &R) override {
    TakesElements = wantsElements(R);
    Elements.begin(IdSize);
    if (TakesElements)
      Elements.add(R.Elements.Bytes, [&](uint64_t Id) { element(Id); });
  }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override {
    if (Of == RecordKind::ObjectArrayDump && TakesElements)
      return (void)Elements.add(Chunk, [&](uint64_t Id) { element(Id); });
    if (Of != Kind || Gathered.size() == Wanted)
      return;
    Chunk = Chunk.take_front(Wanted - Gathered.size());
    Gathered.append(Chunk.begin(), Chunk.end());
    if (Gathered.size() == Wanted)
      take(Gathered);
  }

protected:
  /// Number of bytes to pass to take(), from the first; 0 to skip the object.
  /// Objects with fewer bytes are skipped.
  virtual uint64_t wanted(const InstanceDump &) { return 0; }
  virtual uint64_t wanted(const PrimitiveArrayDump &) { return 0; }
  virtual void take(llvm::ArrayRef<uint8_t> Bytes) {}
  /// Whether to pass the elements to element().
  virtual bool wantsElements(const ObjectArrayDump &) { return false; }
  virtual void element(uint64_t Id) {}
  unsigned idSize() const { return IdSize; }

private:
  void start(uint64_t Bytes, const Payload &Of, RecordKind Next) {
    Gathered.clear();
    Wanted = 0;
    if (!Bytes || Of.Size < Bytes)
      return;
    if (Of.isWhole())
      return take(Of.Bytes.take_front(Bytes));
    Kind = Next;
    Wanted = size_t(Bytes);
  }

  unsigned IdSize = 8;
  RecordKind Kind = RecordKind::InstanceDump;
  llvm::SmallVector<uint8_t, 0> Gathered;
  size_t Wanted = 0;
  bool TakesElements = false;
  IdJoiner Elements;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_VALUEGATHERER_H
