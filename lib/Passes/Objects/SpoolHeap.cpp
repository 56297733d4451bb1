//===- SpoolHeap.cpp - Copies a dump to a file ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpoolHeap.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Hprof/HprofWriter.h"

using namespace hprof;
using namespace llvm;

Expected<std::unique_ptr<HeapFile>> hprof::spoolHeap(Upstream &Stream,
                                                     StringRef TempDir) {
  Expected<std::unique_ptr<Source>> Copy =
      spoolMapped("the copy of the dump", TempDir, [&](Sink &Out) {
        HprofWriter Writer(Out, Framing::Own);
        Error E = Stream.walk(Writer);
        return joinErrors(std::move(E), Writer.finish());
      });
  if (!Copy)
    return Copy.takeError();
  std::unique_ptr<HeapFile> File = HeapFile::ofHprof(std::move(*Copy));
  Expected<MutableArrayRef<HeapSegments>> Dumps = File->dumps();
  if (!Dumps)
    return Dumps.takeError();
  if (Dumps->size() > 1)
    return createStringError("expected one heap dump, found " +
                             Twine(Dumps->size()) +
                             "; select one with take-dump");
  return File;
}
