//===- CarrierFilter.h - Drops what a target cannot hold --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_CARRIERS_CARRIERFILTER_H
#define HPROF_LIB_CONVERT_CARRIERS_CARRIERFILTER_H

#include "NameUse.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include <optional>

namespace hprof {

/// Options that determine what a filter drops.
struct CarrierOptions {
  Format To = Format::Hprof;
  /// Keep Opaque bytes, and all records with a tag in HPROF binary, for a file
  /// that is written back unchanged.
  bool KeepsAll = false;
  /// The writer creates its own frames, and cannot represent Opaque bytes.
  bool OwnFraming = false;
  /// Variant of a classic heapdump, if different from the stream's.
  std::optional<ClassicForm> Classic = std::nullopt;
};

/// Precedes a writer. Records that the target cannot represent, and Opaque
/// bytes, are dropped and counted. Details of other records that the writer
/// cannot represent (Details.def) are counted; the records pass unchanged.
class CarrierFilter final : public Forward {
public:
  CarrierFilter(RecordVisitor &Next, LossAccount &Account,
                const CarrierOptions &Options);

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return Next.runKinds() & Keeps; }
  llvm::Error finish() override;

private:
  template <class R> void record(const R &Rec);
  void countSplit(const Frame &F);
  /// Counts details of a passing record that the target cannot represent.
  template <class R> void count(const R &Rec);
  template <class R> void countTime(const R &Rec);
  void own(const Opaque &) {}
  template <class R> void own(const R &) {}
  void own(const ClassicHeader &R);
  void own(const ObjectSize &R) { Size = R; }
  void own(const ArrayClass &R);
  void own(const ClassDump &R);
  void own(const ReferenceObject &R);
  void own(const ReferenceArray &R);
  void own(const PrimitiveArrayNoData &R) { primitiveLength(R); }
  void own(const PrimitiveArrayDump &R) { primitiveLength(R); }
  template <class R> void primitiveLength(const R &Rec);
  void nulls(llvm::ArrayRef<uint8_t> Elements);
  bool isClassic() const { return Options.To == Format::IbmClassic; }
  void takeForm(ClassicForm Form);

  LossAccount &Account;
  const CarrierOptions Options;
  RecordKindSet Keeps;
  /// The target lacks some details or names.
  const bool IsPoorer;
  const ClassicStyle *Style;
  NameUse Names;
  unsigned IdSize = 8;
  uint64_t Millis = 0; ///< Time of the file header.
  /// Whether a HEAP DUMP SEGMENT is open, without its END.
  bool InDump = false;
  bool WasLeft = false; ///< Whether another record followed the last heap dump.
  ObjectSize Size;      ///< The last OBJECT SIZE record.
  /// Whether to look for nulls among the next elements.
  bool SeeksNulls = false;
  IdJoiner Elements;
};

/// Creates the last stage before the writer.
std::unique_ptr<Stage> makeCarrierFilter(const CarrierOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_CARRIERS_CARRIERFILTER_H
