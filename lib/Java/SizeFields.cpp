//===- SizeFields.cpp - Fields with sizes ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/SizeFields.h"
#include "hprof/Java/CollectionRows.h"
#include "hprof/Layout/StackChunks.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static std::vector<SizeField> listFields() {
  std::vector<SizeField> Fields = {
      {StackChunkName, StackChunkWords},
      sizes::StringOffset,
      sizes::StringCount,
      sizes::StringCoder,
      sizes::CellCount,
      sizes::BufferCapacity,
      {"java.util.concurrent.LinkedTransferQueue$Node", "isData"},
      {"java.util.concurrent.LinkedTransferQueue$DualNode", "isData"},
#define HPROF_BUFFER(CLASS, COUNT, ARRAY, CODER) {CLASS, COUNT}, {CLASS, CODER},
#include "JavaCollections.def"
  };
  for (const CollectionRow &R : collectionRows()) {
    const auto Names = R.fields();
    for (StringRef Name : ArrayRef(Names).slice(1, R.facts().Counts))
      Fields.push_back({R.Class, Name});
  }
  llvm::erase_if(Fields, [](const SizeField &F) { return F.Field.empty(); });
  // Rows for several releases can name the same field.
  llvm::sort(Fields);
  Fields.erase(llvm::unique(Fields), Fields.end());
  return Fields;
}

ArrayRef<SizeField> hprof::sizeFields() {
  static const std::vector<SizeField> Fields = listFields();
  return Fields;
}

bool hprof::isSizeField(StringRef Class, StringRef Field) {
  return std::binary_search(sizeFields().begin(), sizeFields().end(),
                            SizeField{Class, Field});
}
