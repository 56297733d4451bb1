//===- WholeObjects.h - Passes that change references -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_WHOLEOBJECTS_H
#define HPROF_LIB_PASSES_REDACTION_WHOLEOBJECTS_H

#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/SmallVector.h"
#include <type_traits>

namespace hprof {

/// A pass that receives each instance and each object array with all its bytes,
/// and can change them in place. Memory grows with the largest object. If a
/// payload is truncated, the pass receives the bytes that are present.
class WholeObjects : public Forward {
public:
  using Forward::Forward;

  void visit(const FileHeader &H) override {
    flush();
    IdSize = H.IdSize;
    Forward::visit(H);
  }
  void beginFrame(const Frame &F) override {
    flush();
    Forward::beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    flush();
    Forward::endFrame(F, Length);
  }
  void visit(const Opaque &R) override {
    flush();
    Forward::visit(R);
  }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  void run(const SubRecordRun &Run) override {
    flush();
    Forward::run(Run);
  }
  RecordKindSet runKinds() const override;
  llvm::Error finish() override {
    flush();
    return Forward::finish();
  }

protected:
  /// Changes the values of an instance, the elements of an array, the static
  /// fields of a class, or a root.
  virtual void change(const InstanceDump &R,
                      llvm::MutableArrayRef<uint8_t> Values) = 0;
  virtual void change(const ObjectArrayDump &R,
                      llvm::MutableArrayRef<uint8_t> Elements) = 0;
  virtual void change(ClassDump &R) {}
  virtual uint64_t changedRoot(uint64_t Id) { return Id; }
  unsigned idSize() const { return IdSize; }

private:
  enum class Held : uint8_t { Nothing, Instance, Array };

  template <class R> void record(const R &Rec);
  template <class R> void hold(const R &Rec, R &Copy, Payload R::*Data, Held H);
  template <class R> void release(R &Copy, Payload R::*Data);
  void flush();

  unsigned IdSize = 8;
  Held Now = Held::Nothing;
  InstanceDump Instance;
  ObjectArrayDump Array;
  llvm::SmallVector<uint8_t, 0> Buffer;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_WHOLEOBJECTS_H
