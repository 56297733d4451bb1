//===- PhdReader.h - Reads portable heap dumps ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads IBM's portable heap dumps (PHD), versions 4 to 6, into records, in
/// file order:
///
///   FileHeader        Version "", IdSize 4 or 8
///   PhdHeader, then ProducerVersion, PhdTotals, PhdHashRandoms in file order
///   ReferenceObject   Class is the address of the class record
///   ReferenceArray    Elements in index order; the file contains them in
///                     reverse order
///   PrimitiveArrayNoData
///   ReferenceClass    Super 0 for java/lang/Object
/// and, right before one of the last four, if present in the file:
///   IdentityHash      32 bits; J9 up to 2.5 wrote 15, repeated here
///   ObjectSize        for arrays in version 6
///
/// Objects may come before their classes. References are those in the file:
/// some old writers begin with the object's own class. jdmpview wrote something
/// else in place of array lengths; these are replaced by the largest length
/// that fits the array's size.
///
/// Records have no marker for resynchronization: damage stops reading, with
/// success, after everything before it has been delivered.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_PHDREADER_H
#define HPROF_FORMAT_IBM_PHDREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof {

struct PhdReaderOptions {
  DamageHandler OnDamage;
  /// The elements of an array are delivered whole if they take up to this many
  /// bytes, and otherwise in chunks of at most this size.
  size_t MaxWhole = 1 << 20;
  /// Limit in bytes on the buffered references of one array. References in
  /// mapped inputs are never buffered; a larger array in another input is an
  /// error.
  uint64_t MaxHeld = 512 << 20;

  /// Objects and classes with more references than this, which no VM can
  /// produce, are delivered without references.
  static constexpr uint32_t MaxReferences = 1 << 20;
};

/// Whether \p Head, the beginning of an input, is a PHD, or was one before a
/// transfer as text corrupted it.
bool looksLikePhd(llvm::StringRef Head);

/// Reads all of \p In. Returns an error if the input failed, is not a PHD, or
/// contains an array that is too large to buffer.
llvm::Error readPhd(Source &In, RecordVisitor &V,
                    const PhdReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_IBM_PHDREADER_H
