//===- RecordPrinter.h - Prints records in file order -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_RECORDPRINTER_H
#define TOOLS_HPROF_DUMP_RECORDPRINTER_H

#include "FieldSink.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <bitset>

namespace hprof {

class ObjectFinder;

/// Prints each record according to the table of records: offset, kind and
/// fields. Ids are followed by their names from \p Context.
class RecordPrinter : public RecordVisitor {
public:
  using KindSet = std::bitset<NumRecordKinds>;

  /// Prints the \p Wanted kinds, and the first \p MaxElements of arrays.
  RecordPrinter(const DumpContext &Context, FieldSink &Out, KindSet Wanted,
                uint64_t MaxElements)
      : Context(Context), Out(Out), Wanted(Wanted), MaxElements(MaxElements) {}
  /// Adds the class names of objects fetched by \p F.
  void setObjects(const ObjectFinder *F) { Objects = F; }
  /// Hides offsets: in converted input, they mean nothing to users.
  void hideOffsets() { ShowsOffsets = false; }
  ~RecordPrinter() override { finishPayload(); }

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &O) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"

  // For mapRecord().
  static constexpr bool Mutates = false;
  template <FieldType T, class F> void field(const char *Name, const F &V);
  template <FieldType C, class S>
  void list(const char *Name, const ListRef<S> &L);
  template <PayloadKind K, class R>
  void payload(const char *Name, const R &Rec, const Payload &P);

private:
  template <class R> void print(const R &Rec);
  std::optional<uint64_t> shown(uint64_t Offset) const {
    return ShowsOffsets ? std::optional(Offset) : std::nullopt;
  }
  bool wants(RecordKind K) const { return Wanted[unsigned(K)]; }
  std::string classOrNone(uint64_t Id) const;
  std::string objectOrNone(uint64_t Id) const;
  void printBytes(llvm::StringRef Key, llvm::ArrayRef<uint8_t> Bytes,
                  uint64_t Size);
  void printElements(BasicType T, llvm::ArrayRef<uint8_t> Bytes, uint64_t Size);
  void printValues(uint64_t Class, llvm::ArrayRef<uint8_t> Bytes,
                   uint64_t Size);
  void finishPayload();

  const DumpContext &Context;
  const ObjectFinder *Objects = nullptr;
  FieldSink &Out;
  KindSet Wanted;
  uint64_t MaxElements;
  bool ShowsOffsets = true;
  Frame Current;
  bool InFrame = false;
  bool FrameIsTold = false;

  /// A payload that arrives in chunks; its line is open.
  struct Open {
    PayloadKind Kind;
    BasicType Element;
    uint64_t Class, Size;
  };
  std::optional<Open> Pending;
  llvm::SmallVector<uint8_t, 0> Start; ///< The printed part.
  bool OpaquePending = false;
};

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_RECORDPRINTER_H
