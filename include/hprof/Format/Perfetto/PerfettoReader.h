//===- PerfettoReader.h - Reads Perfetto heap graphs ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the first heap graph with objects in a trace, written by Android's
/// java_hprof data source, into records:
///
///   FileHeader       Version "", IdSize 8
///   Utf8             names of classes, fields and heaps
///   ReferenceClass   a class; its id is that of its class object, if any,
///                    whose ObjectSize precedes it. Objects whose size differs
///                    from their class's have a subclass of the same name
///   HeapDumpInfo     where the heap of the objects changes
///   NativeSize       before its object
///   ObjectSize       before arrays
///   ReferenceObject, ReferenceArray, PrimitiveArrayNoData
///   roots
///
/// Types come after the objects, and deobfuscation mappings after everything
/// else, so all objects are buffered, in 48 bytes each plus 8 for each
/// reference. Packets are read one after another.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_PERFETTO_PERFETTOREADER_H
#define HPROF_FORMAT_PERFETTO_PERFETTOREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof {

struct PerfettoReaderOptions {
  DamageHandler OnDamage;
  /// Larger packets are omitted, as are larger contents of compressed packets.
  uint64_t MaxPacket = 256 << 20;
};

/// Whether \p Head, the beginning of an input, is a trace.
bool looksLikePerfetto(llvm::StringRef Head);

/// Reads all of \p In. Returns an error if the input failed or contains no heap
/// graph.
llvm::Error readPerfetto(Source &In, RecordVisitor &V,
                         const PerfettoReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_PERFETTO_PERFETTOREADER_H
