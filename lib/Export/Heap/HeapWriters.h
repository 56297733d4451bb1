//===- HeapWriters.h - Writers of heaps -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EXPORT_HEAP_HEAPWRITERS_H
#define LIB_EXPORT_HEAP_HEAPWRITERS_H

#include "hprof/Export/Heap/HeapExport.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class HeapStore;

llvm::Error writeHeapSnapshot(HeapStore &Heap, const HeapExportRequest &Request,
                              llvm::raw_ostream &OS);
llvm::Error writeDot(HeapStore &Heap, const HeapExportRequest &Request,
                     llvm::raw_ostream &OS);
llvm::Error writeGraphMl(HeapStore &Heap, const HeapExportRequest &Request,
                         llvm::raw_ostream &OS);

} // namespace hprof

#endif // LIB_EXPORT_HEAP_HEAPWRITERS_H
