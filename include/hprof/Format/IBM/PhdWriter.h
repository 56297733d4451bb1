//===- PhdWriter.h - Writes portable heap dumps -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes records as IBM's portable heap dumps (PHD). A record with several
/// possible encodings gets the one that the VM's writer chooses
/// (runtime/rasdump/heapdump.cpp of OpenJ9), so that dumps from a VM are
/// written back byte for byte. Version and flags come from a PhdHeader; without
/// one, the version is 6, and the flags are J9's with words as wide as the ids.
///
/// PHD can represent ReferenceObject, ReferenceArray, ReferenceClass, primitive
/// arrays without their elements, IdentityHash and, for arrays, ObjectSize. If
/// version 6 requires an array size that is not in the stream, phd::arraySize()
/// is used. Everything else is ignored; passes convert HPROF's objects and
/// classes into these.
///
/// Objects must refer to their classes by address. Addresses are multiples of 4
/// (8 in version 4 and in 6 of VMs other than J9), as are array sizes; other
/// values, and values that do not fit a 32-bit field, are errors.
///
/// The references of an array are buffered, in 4 bytes each, or 8 if one is
/// more than 8 GiB from the array: their width precedes them and depends on all
/// of them, and the last one is written first.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_PHDWRITER_H
#define HPROF_FORMAT_IBM_PHDWRITER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/IBM/Phd.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof {

class DumpContext;

class PhdWriter final : public RecordVisitor {
public:
  /// \p Out must outlive the writer, as must \p Names: the strings of the whole
  /// stream, or of its part up to the current record. If null, the writer
  /// collects them itself.
  explicit PhdWriter(Sink &Out, const DumpContext *Names = nullptr);
  ~PhdWriter() override;

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Utf8 &R) override;
  void visit(const PhdHeader &R) override;
  void visit(const ProducerVersion &R) override;
  void visit(const PhdTotals &R) override;
  void visit(const PhdHashRandoms &R) override;
  void visit(const IdentityHash &R) override;
  void visit(const ObjectSize &R) override;
  void visit(const ReferenceObject &R) override;
  void visit(const ReferenceArray &R) override;
  void visit(const ReferenceClass &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  void visit(const PrimitiveArrayDump &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
  bool wantsMore() const override { return !Failure && !Out.hasFailed(); }

  /// Must be called last. Returns write errors; offsets are positions in the
  /// output.
  llvm::Error finish() override;

private:
  /// Distances from an object in stream order, in the units of the PHD version.
  class Offsets;
  struct Fixed;

  void begin();
  void addHeaderTag(uint8_t Tag, uint32_t First, uint32_t Second);
  bool beginRecord(uint64_t Object, int64_t &Gap);
  void endRecord();
  void endArray();
  void primitives(uint64_t Object, BasicType Type, uint32_t Length);
  bool inUnits(uint64_t From, uint64_t To, int64_t &Units);
  bool fitsWord(uint64_t Id, uint64_t Object);
  bool addReference(uint64_t Id);
  bool addReferences(const ListRef<NamedReference> &L);
  bool hasLongHash() const;
  void appendHash(Fixed &To);
  void appendArraySize(Fixed &To, uint64_t Computed);
  std::optional<llvm::StringRef> string(uint64_t Id);
  bool hasClass(uint64_t Class, uint64_t NameId);
  void fail(format_errc Code, const llvm::Twine &What);
  void failForId(const llvm::Twine &What);

  Sink &Out;
  const DumpContext *Names;
  struct Collector;
  std::unique_ptr<Collector> Own; ///< Collects strings unless passed in.

  uint32_t Version = 6, Flags = phd::IsJ9 | phd::Is64Bit;
  unsigned Word = 8, Shift = 2, IdSize = 8;
  bool HasPhdHeader = false, HasVersionTag = false, HasBegun = false;
  bool HasFile = false, LargeArraysAreInts = false;
  llvm::SmallVector<uint8_t, 0> HeaderTags;

  uint64_t Last = 0;    ///< Address of the previous record.
  uint64_t Current = 0; ///< Address of the current record.
  phd::ClassCache Cache;
  std::unique_ptr<Offsets> Refs;

  /// Records that precede the object that they describe.
  uint64_t HashObject = 0, SizeObject = 0, Size = 0;
  uint32_t Hash = 0;
  bool HasHash = false, HasSize = false;

  /// The array whose elements are being received.
  ReferenceArray Array;
  uint64_t ArrayLeft = 0; ///< Bytes.
  int64_t ArrayGap = 0;
  bool InArray = false;
  IdJoiner Elements;

  std::optional<FormatError> Failure;
  bool HasUnfitId = false; ///< Whether Failure is an UnfitId.
};

} // namespace hprof

#endif // HPROF_FORMAT_IBM_PHDWRITER_H
