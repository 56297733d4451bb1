//===- Export.cpp - Dumps in formats of existing viewers ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Export/Export.h"
#include "Export/Heap/HeapWriters.h"
#include "Export/Stacks/StackWriters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

#define GET_Exports_IMPL
#include "Formats.inc"

ArrayRef<ExportInfo> hprof::allExports() { return Exports; }

const ExportInfo *hprof::exportCalled(StringRef Name) {
  const auto *It = find_if(allExports(),
                           [&](const ExportInfo &E) { return E.Name == Name; });
  return It == allExports().end() ? nullptr : It;
}

const ExportInfo *hprof::exportForPath(StringRef Path) {
  for (StringRef Compressed : {".gz", ".zst"})
    if (Path.consume_back(Compressed))
      break;
  for (const ExportInfo &E : allExports())
    for (StringRef Ending : split(E.Endings, ", "))
      if (Path.ends_with_insensitive(Ending))
        return &E;
  return nullptr;
}
