//===- InstancePass.h - Base of passes that lower instances -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_INSTANCEPASS_H
#define HPROF_LIB_CONVERT_REFERENCES_INSTANCEPASS_H

#include "HeapSurvey.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof {

/// Converts each instance to a REFERENCE OBJECT, with the references of the
/// root superclass first. If its values arrive in chunks, only as many bytes
/// are stored as its class declares.
class InstancePass : public Forward {
public:
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
  llvm::Error finish() override;

protected:
  /// Properties of the target.
  struct Target {
    bool NamesFields;
    bool TellsSizes; ///< Whether the target has the sizes of single instances.
    bool IsMadeUp;   ///< Whether the field declarations are synthetic.
  };
  InstancePass(RecordVisitor &Next, const HeapSurvey &Survey,
               LossAccount &Account, const Target &To)
      : Forward(Next), Survey(Survey), Account(Account), To(To) {}

  /// How payload() events are handled.
  enum class Incoming : uint8_t {
    Forward,
    Drop,
    Gather, ///< Store the values of Instance.
    Own     ///< Pass to ownPayload() of the derived class.
  };
  /// Called by a derived class when it visits a record with a payload.
  void expect(Incoming I) { State = I; }
  virtual void ownPayload(llvm::ArrayRef<uint8_t> Chunk) {}
  /// Completes any open record. Must be called first in every visit.
  void settle() {
    if (LLVM_UNLIKELY(State != Incoming::Forward))
      settleNow();
  }
  /// Called when the payload of a record with Incoming::Own has ended.
  virtual void settleOwn() {}

  void size(uint64_t Object, uint64_t Bytes);
  /// Returns the size in the OBJECT SIZE record immediately before \p Object.
  std::optional<uint64_t> toldSize(uint64_t Object) const {
    if (Told.Object != Object || !Told.Size)
      return std::nullopt;
    return Told.Size;
  }
  /// Sends \p R as PRIMITIVE ARRAY NODATA and drops its payload.
  void primitiveArray(const PrimitiveArrayDump &R);
  unsigned idSize() const { return IdSize; }

  const HeapSurvey &Survey;
  LossAccount &Account;
  const Target To;

private:
  /// Common data for instances of one class.
  struct Common {
    bool IsKnown = false;                 ///< Whether the class is in the dump.
    const InstanceShape *Shape = nullptr; ///< Null if a superclass is missing.
    uint64_t ObjectBytes = 0; ///< Size of an instance in the VM's heap.
    bool HasStacks = false; ///< Whether instances of the class differ in size.

    /// Size of the values of an instance.
    uint64_t bytes() const { return Shape ? Shape->bytes() : 0; }
    /// Whether this layout fits an instance with \p Length bytes of values. If
    /// a superclass is missing, no values are known.
    bool explains(uint64_t Length) const {
      return IsKnown && bytes() <= Length && (bytes() || !Length);
    }
  };
  const Common &commonOf(uint64_t Class) {
    if (LLVM_LIKELY(Last && Class == LastClass))
      return *Last;
    return findCommon(Class);
  }
  const Common &findCommon(uint64_t Class);

  template <class R> void record(const R &Rec);
  void instance(const InstanceDump &R);
  void settleNow();
  void object(const InstanceDump &R, const Common &C,
              llvm::ArrayRef<uint8_t> Values);

  /// Classes in the dump.
  llvm::DenseMap<IdKey, std::unique_ptr<Common>> ByClass;
  Common Unknown; ///< For the last requested class missing from the dump.
  const Common *Last = nullptr;
  uint64_t LastClass = 0;
  ObjectSize Told; ///< The last OBJECT SIZE record.
  unsigned IdSize = 8;
  Incoming State = Incoming::Forward;
  InstanceDump Instance; ///< The instance whose values are gathered.
  llvm::SmallVector<uint8_t, 0> Gathered;
  size_t Wanted = 0; ///< Number of bytes to gather.
  ListBuilder<NamedReference> References;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_INSTANCEPASS_H
