//===- IndexAccess.h - Rows and strings of index files ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_INDEX_INDEXACCESS_H
#define HPROF_LIB_ANALYSIS_INDEX_INDEXACCESS_H

#include "IndexRows.h"
#include "hprof/Analysis/Index/HeapIndex.h"

namespace hprof {

/// Unit of small retained sizes.
inline unsigned retainedUnit(const ObjectLayout &L) {
  return L.Alignment ? L.Alignment : 1;
}

/// Passes the fields of a row and their values to an "IO" object that fills in
/// either rows (HeapIndex::Writer) or values (HeapIndex::RowReader).
struct HeapIndex::RowMap {
  template <class R, class IO>
  using RowOf = std::conditional_t<IO::Reads, const R, R>;
  template <class V, class IO>
  using ValueOf = std::conditional_t<IO::Reads, V, const V>;
  using LoaderName = std::pair<uint64_t, std::string>;

#define HPROF_ROW_BEGIN(ROW, TYPE)                                             \
  template <class IO>                                                          \
  static void map(IO &Io, RowOf<indexrows::ROW, IO> &R,                        \
                  ValueOf<TYPE, IO> &V) {
#define HPROF_ROW_BEGIN2(ROW, FIRST, SECOND)                                   \
  template <class IO>                                                          \
  static void map(IO &Io, RowOf<indexrows::ROW, IO> &R, ValueOf<FIRST, IO> &A, \
                  ValueOf<SECOND, IO> &B) {
#define HPROF_ROW_BEGIN3(ROW, FIRST, SECOND, THIRD)                            \
  template <class IO>                                                          \
  static void map(IO &Io, RowOf<indexrows::ROW, IO> &R, ValueOf<FIRST, IO> &A, \
                  ValueOf<SECOND, IO> &B, ValueOf<THIRD, IO> &C) {
#define HPROF_FIELD(TYPE, NAME, MEMBER) Io(R.NAME, MEMBER);
#define HPROF_OPTIONAL(HAS, NAME, MEMBER) Io.optional(R.HAS, R.NAME, MEMBER);
#define HPROF_FACTS(HEADER, LAYOUT) map(Io, R.Facts, HEADER, LAYOUT);
#define HPROF_OTHER(TYPE, NAME)
#define HPROF_ROW_END(ROW, BYTES) }
#include "IndexRows.def"

  template <class IO>
  static void map(IO &Io, RowOf<indexrows::Head, IO> &R,
                  ValueOf<GraphOrigin, IO> &V) {
    Io(R.DumpSize, V.Dump.Size);
    Io(R.DumpHash, V.Dump.Hash);
    Io(R.DumpModified, V.Dump.Modified);
    Io(R.DumpNumber, V.Number);
    Io(R.KeepUnreachable, V.KeepUnreachable);
    Io(R.Ignored, V.Ignored);
    Io(R.Layout, V.Layout);
  }
};

/// Fills in values from rows. Keeps the first fault; values read after it are
/// meaningless.
class HeapIndex::RowReader {
public:
  static constexpr bool Reads = true;
  /// For rows without strings.
  explicit RowReader(const HeapIndex &F) : F(F) {}
  static llvm::Expected<RowReader> make(const HeapIndex &F) {
    llvm::Expected<llvm::ArrayRef<uint8_t>> All =
        F.bytesOf(Section::Strings, 1);
    if (!All)
      return All.takeError();
    RowReader Io(F);
    Io.All = *All;
    Io.Left = All->size();
    return Io;
  }

  template <class T, class V> void operator()(const T &From, V &To) {
    To = V(From);
    if (T(To) != From)
      refuse("number too large: " + llvm::Twine(From));
  }
  void operator()(const indexrows::Text &From, std::string &To) {
    To = text(From).str();
  }
  /// The string is valid as long as the file is open.
  void operator()(const indexrows::Text &From, llvm::StringRef &To) {
    To = text(From);
  }
  template <size_t N> void operator()(const char (&From)[N], std::string &To) {
    To = std::string(From, strnlen(From, N));
  }
  template <class T> void operator()(const T &From, ReferenceKinds &To) {
    uint8_t Bits;
    (*this)(From, Bits);
    To = ReferenceKinds::fromBits(Bits);
  }
  /// Graphs are built from HPROF binary only.
  void operator()(const uint8_t &, Format &To) { To = Format::Hprof; }
  void operator()(const uint32_t &Tag, RecordKind &To) {
    To = Tag > UINT8_MAX ? RecordKind::Opaque : subRecordKind(uint8_t(Tag));
  }
  void optional(uint8_t Has, uint8_t From, std::optional<BasicType> &To) {
    if (Has)
      To = BasicType(From);
  }

  llvm::Error takeError() const {
    return Fault.empty() ? llvm::Error::success() : F.fail(Fault);
  }

private:
  llvm::StringRef text(const indexrows::Text &At);
  void refuse(const llvm::Twine &What) {
    if (Fault.empty())
      Fault = What.str();
  }

  const HeapIndex &F;
  llvm::ArrayRef<uint8_t> All;
  /// Remaining bytes of section Strings. Strings do not share bytes, so their
  /// total length is at most that of the section.
  uint64_t Left = 0;
  std::string Fault;
};

template <class R>
llvm::Expected<llvm::ArrayRef<R>> HeapIndex::rowsOf(Section S) const {
  llvm::Expected<llvm::ArrayRef<uint8_t>> Raw = bytesOf(S, 0);
  if (!Raw)
    return Raw.takeError();
  if (Raw->size() % sizeof(R))
    return fail("section " + llvm::Twine(sectionName(S)) +
                " ends inside a row");
  return llvm::ArrayRef(reinterpret_cast<const R *>(Raw->data()),
                        Raw->size() / sizeof(R));
}

template <class R, class... V>
llvm::Error HeapIndex::readRow(Section S, RowReader &Io, V &...Into) const {
  llvm::Expected<llvm::ArrayRef<R>> Rows = rowsOf<R>(S);
  if (!Rows)
    return Rows.takeError();
  if (Rows->size() != 1)
    return fail("section " + llvm::Twine(sectionName(S)) + " has " +
                llvm::Twine(Rows->size()) + " rows, expected 1");
  RowMap::map(Io, Rows->front(), Into...);
  return Io.takeError();
}

template <class R, class V>
llvm::Error HeapIndex::readRows(Section S, RowReader &Io,
                                std::vector<V> &Into) const {
  llvm::Expected<llvm::ArrayRef<R>> Rows = rowsOf<R>(S);
  if (!Rows)
    return Rows.takeError();
  Into.reserve(Into.size() + Rows->size());
  for (const R &Row : *Rows) {
    RowMap::map(Io, Row, Into.emplace_back());
    if (llvm::Error E = Io.takeError())
      return E;
  }
  return llvm::Error::success();
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_INDEX_INDEXACCESS_H
