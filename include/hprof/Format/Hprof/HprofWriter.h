//===- HprofWriter.h - Writes HPROF binary ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodes records as bytes. There are two framing modes:
///
/// Preserve writes the frames as the events describe them, so that everything
/// that HprofReader reads, including damaged files, is written back byte for
/// byte.
///
/// Own ignores framing events and writes a well-formed file: heap dump segments
/// of up to 1 MiB like HotSpot's, larger sub-records in segments of their own,
/// and a HEAP DUMP END. Versions before 1.0.2 lack segments: each run of
/// sub-records becomes one HEAP DUMP.
///
///     std::unique_ptr<Sink> Out = Sink::toFile(Fd);
///     HprofWriter Writer(*Out);
///     Reader->read(Writer);
///     Error E = Writer.finish();      // then Out->finish()
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROF_HPROFWRITER_H
#define HPROF_FORMAT_HPROF_HPROFWRITER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof {

enum class Framing : uint8_t {
  Preserve, ///< Frames and their lengths come from the events.
  Own       ///< The writer creates frames and omits Opaque bytes.
};

/// Returns the bytes of \p H, an HPROF binary FileHeader, in a file: the header
/// and its origin record, if any; if \p H.IsJoined, only the origin record.
std::string headerBytes(const FileHeader &H);

class HprofWriter final : public RecordVisitor {
public:
  /// If the sink does not support patch(), a segment whose length is unknown
  /// when it begins is buffered up to this size.
  static constexpr size_t MaxHeld = 64 << 20;
  /// The largest body of a segment with Framing::Own: HotSpot's buffer of 1 MiB
  /// less the record header.
  static constexpr size_t SegmentSize = (1 << 20) - 9;

  /// \p Out must outlive the writer.
  explicit HprofWriter(Sink &Out, Framing Mode = Framing::Preserve);
  ~HprofWriter() override;

  /// Must be called first: the output already has a header with the same id
  /// size, so the first visited header is not written.
  void continueFile() { IsContinued = true; }
  /// Sets the largest body of a segment with Framing::Own, up to MaxHeld.
  /// Larger sub-records get segments of their own.
  void setSegmentSize(uint64_t Bytes) {
    MaxSegment = std::min<uint64_t>(Bytes, MaxHeld);
  }

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  /// For a frame that began with Length UINT64_MAX, DeclaredLength is final
  /// only now, and is rewritten if it differs.
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
  /// All sub-records: no framing mode changes their bytes.
  RecordKindSet runKinds() const override { return subRecordKinds(); }
  /// The room left in the current segment.
  uint64_t runRoom() const override;
  void run(const SubRecordRun &Run) override;
  bool wantsMore() const override { return !Failure && !Out.hasFailed(); }

  /// Must be called last. Returns write errors; offsets are positions in the
  /// output.
  llvm::Error finish() override;

private:
  template <class R> void encode(const R &Rec);
  template <class R> void topLevel(const R &Rec);
  template <class R> void subRecord(const R &Rec);
  void subRecord(llvm::ArrayRef<uint8_t> Start, const Payload &P);
  template <unsigned Id, class R>
  llvm::ArrayRef<uint8_t> encodeFixed(const R &Rec, uint8_t *Room);
  void recordHeader(uint8_t Tag, uint32_t Time, uint64_t Length);
  void append(llvm::ArrayRef<uint8_t> Bytes);
  void patchLength(uint64_t HeaderOffset, uint64_t Length);
  void release();
  uint64_t runLength() const;
  void endRun();
  void endPayload();
  void fail(format_errc Code, const llvm::Twine &What);

  Sink &Out;
  const Framing Mode;
  unsigned IdSize = 8;
  std::string Version;
  bool HasHeader = false;
  bool IsContinued = false;
  /// The fixed part of the current record.
  llvm::SmallVector<uint8_t, 256> Head;
  /// Bytes after a header whose length is not yet known.
  llvm::SmallVector<uint8_t, 0> Held;
  bool Holding = false;
  /// Position of the open frame's or run's header in the output.
  uint64_t FrameStart = 0;
  uint32_t DeclaredAtStart = 0;

  // State for Framing::Own only.
  uint64_t MaxSegment = SegmentSize;
  bool HasSegments = true;
  bool InRun = false;    ///< Whether a segment or HEAP DUMP is open.
  bool NeedsEnd = false; ///< Whether segments still lack a HEAP DUMP END.
  uint32_t Time = 0;     ///< Time of the current frame.
  uint64_t PayloadLeft = 0;
  uint64_t Padding = 0; ///< Zeros that replace the missing ends of payloads.

  std::optional<FormatError> Failure;
  bool HasUnfitId = false; ///< Whether Failure is an UnfitId.
};

} // namespace hprof

#endif // HPROF_FORMAT_HPROF_HPROFWRITER_H
