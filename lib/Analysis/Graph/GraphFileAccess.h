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
#include "llvm/ADT/StringExtras.h"

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

template <class T>
llvm::Expected<llvm::StringRef> GraphFile::text(const T &Text) const {
  llvm::Expected<llvm::ArrayRef<uint8_t>> All = bytesOf(Section::Strings, 1);
  if (!All)
    return All.takeError();
  if (Text.Begin > All->size() || Text.Length > All->size() - Text.Begin)
    return fail("a text is not in section Strings");
  return llvm::toStringRef(All->slice(Text.Begin, Text.Length));
}

template <class T>
llvm::Error GraphFile::loadHeader(const T &Row, FileHeader &H) const {
  llvm::Expected<llvm::StringRef> Version = text(Row.HeaderVersion);
  if (!Version)
    return Version.takeError();
  H.Version = Version->str();
  H.Offset = Row.HeaderOffset;
  H.Carrier = char(Row.Carrier);
  H.IdSize = Row.IdSize;
  H.Millis = Row.Millis;
  if (H.IdSize != 1 && H.IdSize != 2 && H.IdSize != 4 && H.IdSize != 8)
    return fail("has ids of " + llvm::Twine(H.IdSize) + " bytes");
  return llvm::Error::success();
}

template <class T>
llvm::Error GraphFile::loadLayout(const T &Row, ObjectLayout &L) const {
  for (auto [Text, Into] : {std::pair(&Row.LayoutName, &L.Name),
                            std::pair(&Row.LayoutText, &L.Text)}) {
    llvm::Expected<llvm::StringRef> Found = text(*Text);
    if (!Found)
      return Found.takeError();
    *Into = *Found;
  }
  L.WordBytes = Row.WordBytes;
  L.HeaderBytes = Row.HeaderBytes;
  L.ReferenceBytes = Row.ReferenceBytes;
  L.LengthOffset = Row.LengthOffset;
  L.ArrayBaseAlign = Row.ArrayBaseAlign;
  L.Alignment = Row.Alignment;
  L.FirstRelease = Row.FirstRelease;
  L.LastRelease = Row.LastRelease;
  if (Row.Rule > uint8_t(SizeRule::MATOfJ9) ||
      !llvm::isPowerOf2_32(L.Alignment) ||
      !llvm::isPowerOf2_32(L.ArrayBaseAlign))
    return fail("its object layout is impossible");
  L.Rule = SizeRule(Row.Rule);
  return llvm::Error::success();
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEACCESS_H
