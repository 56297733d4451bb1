//===- RecordVisitor.h - Receivers of the record stream ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The events of the record stream, in file order. There are two kinds of
/// receivers with the same members: a RecordVisitor, whose calls are virtual,
/// and a HeapVisitor, whose calls are bound when the walk is instantiated (see
/// HprofReader.h), for analyses that run at memory speed.
///
/// Framing, which matters only for rewriting and checking:
///   visit(FileHeader)                 at the start; again where files were
///                                     concatenated
///   beginFrame(Frame) ... endFrame()  around each top-level record
///   visit(Opaque)                     bytes that no record type explains
/// Content: visit() of every struct of Records.def.
/// After a record or Opaque whose payload is incomplete, payload() delivers its
/// bytes in chunks of any size. Each chunk states the kind of its record, so
/// that a receiver interested in one kind need not track record boundaries. A
/// truncated file may end before all chunks have been delivered.
///
/// Many conversions pass most of a heap dump through unchanged. A RecordVisitor
/// that would write sub-records of some kinds exactly as HPROF binary encodes
/// them lists these kinds in runKinds(). A reader of HPROF binary may then
/// deliver consecutive sub-records of these kinds in one run() instead of one
/// visit() each.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_RECORDVISITOR_H
#define HPROF_FORMAT_RECORDS_RECORDVISITOR_H

#include "hprof/Format/Records/Records.h"
#include "llvm/Support/Error.h"
#include <type_traits>

namespace hprof {

/// Whole sub-records, at least one, back to back in HPROF binary encoding, with
/// ids of the width in the last file header. They are validated as for visit():
/// lengths are right, types are known.
struct SubRecordRun {
  uint64_t Offset = 0; ///< Offset of the first sub-record in the input.
  /// Valid during the call only.
  llvm::ArrayRef<uint8_t> Bytes;
};

class RecordVisitor {
public:
  virtual ~RecordVisitor();

  virtual void visit(const FileHeader &) {}
  virtual void beginFrame(const Frame &) {}
  /// \p Length is the actual length of the body.
  virtual void endFrame(const Frame &, uint64_t Length) {}
  virtual void visit(const Opaque &) {}
  virtual void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) {}

#define HPROF_ANY_BEGIN(NAME)                                                  \
  virtual void visit(const NAME &) {}
#include "hprof/Format/Records/Records.def"

  /// The kinds of sub-records accepted by run(). Called at the beginning of
  /// each heap dump record. A class that returns any kinds must also override
  /// run().
  virtual RecordKindSet runKinds() const { return {}; }
  /// Maximum size in bytes of the next run, unless the run is a single
  /// sub-record. Called before each run.
  virtual uint64_t runRoom() const { return UINT64_MAX; }
  virtual void run(const SubRecordRun &) {}

  /// Called between records; false stops the walk early.
  virtual bool wantsMore() const { return true; }

  /// Called once, at the end of the stream, by the driver of the walk rather
  /// than by readers: passes forward held-back records, writers complete their
  /// output and return write errors.
  virtual llvm::Error finish();
};

/// Base of statically dispatched visitors, with members that do nothing. A
/// derived class declares `using HeapVisitor::visit;` and adds overloads.
class HeapVisitor {
public:
  /// Whether a sub-record with a large payload is delivered first, and then its
  /// payload in chunks, which may end early. Otherwise, the sub-record is
  /// delivered without its payload if all of its bytes are available, and as
  /// Opaque if not.
  static constexpr bool WantsChunks = false;
  /// The last Opaque includes this number of bytes, which are not passed to
  /// payload().
  void omitted(uint64_t Bytes) {}

  template <class R> void visit(const R &) {}
  void beginFrame(const Frame &) {}
  void endFrame(const Frame &, uint64_t) {}
  void payload(RecordKind, llvm::ArrayRef<uint8_t>) {}
  bool wantsMore() const { return true; }
};

/// HeapVisitor::WantsChunks of \p Visitor; true if it lacks this member.
template <class Visitor, class = void> struct TakesChunks : std::true_type {};
template <class Visitor>
struct TakesChunks<Visitor, std::void_t<decltype(Visitor::WantsChunks)>>
    : std::bool_constant<Visitor::WantsChunks> {};

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_RECORDVISITOR_H
