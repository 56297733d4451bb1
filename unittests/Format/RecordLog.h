//===- RecordLog.h - Records as lines of text -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a stream as text for comparison: one line per record with all its
/// fields, independent of payload chunks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_RECORDLOG_H
#define HPROF_UNITTESTS_FORMAT_RECORDLOG_H

#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/StringExtras.h"

namespace hprof {

class RecordLog final : public RecordVisitor {
public:
  std::string Text;

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    Text += "\nFileHeader '" + H.Version + "' " + std::to_string(H.IdSize);
  }
  void payload(RecordKind, llvm::ArrayRef<uint8_t> Chunk) override {
    Text += llvm::toHex(Chunk, /*LowerCase=*/true);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { add(#NAME, R); }
#include "hprof/Format/Records/Records.def"

private:
  /// Writes the nonzero fields of a record.
  struct Fields {
    static constexpr bool Mutates = false;
    std::string &Text;

    template <FieldType T, class F> void field(const char *Name, const F &V) {
      if constexpr (T != FieldType::Value)
        if (uint64_t(V))
          Text += std::string(" ") + Name + "=" + llvm::utohexstr(uint64_t(V));
    }
    template <FieldType C, class S>
    void list(const char *Name, const ListRef<S> &L) {
      Text += " [";
      forEach(L, [&](const S &Element) {
        Text += "{";
        mapRecord(*this, Element);
        Text += " }";
      });
      Text += "]";
    }
    template <PayloadKind K, class R>
    void payload(const char *, const R &, const Payload &P) {
      Text += " " + std::to_string(P.Size) + ":" +
              llvm::toHex(P.Bytes, /*LowerCase=*/true);
    }
  };

  template <class R> void add(const char *Name, const R &Rec) {
    Text += std::string("\n") + Name;
    Fields To{Text};
    mapRecord(To, Rec);
  }
};

} // namespace hprof

#endif // HPROF_UNITTESTS_FORMAT_RECORDLOG_H
