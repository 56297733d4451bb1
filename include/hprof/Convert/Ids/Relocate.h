//===- Relocate.h - Moves ids and serials by offsets ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds a number to each id of a stream, so that the ids of several dumps do
/// not collide:
///
///     RelocateOptions Move;
///     Move.Objects = 0x100000000;
///     P.addSource(std::move(Second), list(makeRelocate(Move)));
///
/// Moves all ids in Records.def, including those in payloads. 0 stays 0,
/// because it is not an id. Serials of 0 and -1 do not change, because writers
/// use them for "none"; trace serial 1, which HotSpot assigns to all objects,
/// has a record and is moved. JNI handles do not change: nothing refers to
/// them. Negated offsets undo a move.
///
/// Single ids can instead be mapped to given ones: those of classes and threads
/// that the output already contains.
///
/// Sub-records are passed on in runs, changed in a buffer of at most 1 MiB, and
/// nothing is kept per object. References in instances are found by CLASS
/// DUMPs, whose descriptions are kept. When an instance first precedes its
/// class, the stage walks through the rest of the stream in advance, once.
///
/// An id that would no longer fit its width, or become 0, ends the stream:
/// finish() returns an error with that id, and the output is incomplete. The
/// references of instances without a class, and bytes that no record explains,
/// are left unchanged and counted as lost (Loss::UnmovedInstances,
/// Loss::UnmovedBytes).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_IDS_RELOCATE_H
#define HPROF_CONVERT_IDS_RELOCATE_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

class IdMap;
class IdSet;

/// The largest ids and serials of the streams so far, so that those of the next
/// one can begin after them.
struct IdCeiling {
  /// Number of string ids, from FirstFree, reserved for added strings.
  static constexpr uint64_t NumFree = 1024;

  uint64_t Objects = 0; ///< Includes classes.
  uint64_t Strings = 0;
  uint64_t Frames = 0;
  uint64_t ClassSerials = 0;
  uint64_t TraceSerials = 0;
  uint64_t ThreadSerials = 0;
  uint64_t FirstFree = 0; ///< In the current stream.
};

/// The numbers added to ids of each kind.
struct RelocateOptions {
  int64_t Objects = 0; ///< Includes classes.
  int64_t Strings = 0;
  int64_t Frames = 0;
  int64_t ClassSerials = 0;
  int64_t TraceSerials = 0;
  int64_t ThreadSerials = 0;
  /// No instance precedes its class and superclasses, which is known for some
  /// sources that cannot be read twice. The stage then never walks ahead.
  bool ClassesComeFirst = false;
  /// Maps to given numbers, applied instead of the offsets; may be null. They
  /// must outlive the stage, and may be filled until the file header arrives. A
  /// number that does not fit the input's ids is an error.
  const IdMap *ObjectsTo = nullptr; ///< Includes classes.
  /// Ids of objects that become null in references to them; may be null. It
  /// must outlive the stage, and may be filled until the first record arrives.
  const IdSet *NullObjects = nullptr;
  /// The converse of NullObjects: all ids not in this set become null.
  const IdSet *OnlyObjects = nullptr;
  const IdMap *StringsTo = nullptr;
  const IdMap *FramesTo = nullptr;
  const IdMap *ClassSerialsTo = nullptr;
  const IdMap *TraceSerialsTo = nullptr;
  const IdMap *ThreadSerialsTo = nullptr;
  /// If set, the offsets above are computed: the ids and serials of each file
  /// begin after the largest values recorded here, which are then updated from
  /// that file, including ids that occur only in references. Object ids begin
  /// at a multiple of 2^32 if ids are 8 bytes wide. It must outlive the stage.
  IdCeiling *Above = nullptr;
};

/// Parses an offset as users write it: "0x1000" for objects, "strings:-16".
llvm::Error parseRelocation(llvm::StringRef Text, RelocateOptions &To);

std::unique_ptr<Stage> makeRelocate(const RelocateOptions &Options);

} // namespace hprof

#endif // HPROF_CONVERT_IDS_RELOCATE_H
