//===- GraphFileAccess.h - Rows and texts of index files --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEACCESS_H
#define HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEACCESS_H

#include "GraphFileRows.h"
#include "hprof/Analysis/Graph/GraphFile.h"

namespace hprof {

template <class T>
llvm::Expected<llvm::ArrayRef<T>> GraphFile::rowsOf(Section S) const {
  llvm::Expected<llvm::ArrayRef<uint8_t>> Raw = bytesOf(S, 0);
  if (!Raw)
    return Raw.takeError();
  if (Raw->size() % sizeof(T))
    return fail("section " + llvm::Twine(sectionName(S)) +
                " ends inside a row");
  return llvm::ArrayRef(reinterpret_cast<const T *>(Raw->data()),
                        Raw->size() / sizeof(T));
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEACCESS_H
