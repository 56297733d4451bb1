//===- YamlWriterImpl.h - State of the YAML writer --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROF_YAMLWRITERIMPL_H
#define HPROF_LIB_FORMAT_HPROF_YAMLWRITERIMPL_H

#include "YamlScope.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/YamlWriter.h"
#include "hprof/Format/IdKey.h"
#include "llvm/ADT/SmallString.h"

namespace hprof {

/// Payloads longer than this are written in pieces of this many bytes.
constexpr size_t PieceSize = yaml::Scope::MaxName;
/// Segments longer than this say their length when they begin, so that reading
/// them back needs neither to hold nor to patch them.
constexpr uint64_t LargeSegment = 16 << 20;

class YamlWriter::Impl {
public:
  Impl(Sink &Out, const YamlWriterOptions &Options)
      : Out(Out), Options(Options) {}

  // What payload() brings.
  enum class Pending : uint8_t { None, Opaque, Text, Bytes, Array };
  static Pending pendingOf(PayloadKind K);
  template <class R> class FieldPrinter;

  void begin(llvm::StringRef Kind);
  void key(const char *Name);
  void end();
  void closeStrings();
  void settle();
  void pieces(llvm::ArrayRef<uint8_t> Bytes);
  void piece(llvm::ArrayRef<uint8_t> Bytes);
  void hexPieces(llvm::ArrayRef<uint8_t> Bytes);
  void unknownFrame();
  void defaultTrace(uint32_t Trace);

  bool stringList(const Utf8 &R);
  template <class R> void record(const R &Rec);

  void stringId(uint64_t Id);
  void objectId(uint64_t Id, bool MayBeClass);
  void value(const Value &V);
  void elements(BasicType T, llvm::ArrayRef<uint8_t> Bytes);
  void arrayPayload(BasicType T, llvm::ArrayRef<uint8_t> Bytes);
  void textPayload(llvm::StringRef Raw);
  void fieldValues(uint64_t Class, llvm::ArrayRef<uint8_t> Values);
  bool namedFields(uint64_t Class, llvm::ArrayRef<uint8_t> Values);
  bool typedFields(uint64_t Class, llvm::ArrayRef<uint8_t> Values);
  void fieldValue(BasicType T, const uint8_t *P, unsigned Width);

  Sink &Out;
  const YamlWriterOptions Options;
  yaml::Scope Names;
  llvm::SmallString<1024> Line;
  bool HasField = false; // In Line.
  uint64_t DocumentStart = 0;
  bool InStrings = false;
  uint64_t StringsStart = 0;
  bool InFrame = false, Printed = false, LengthPrinted = false;
  Frame Current;
  uint32_t TraceDefault = 0;

  Pending Kind = Pending::None;
  BasicType ElementType = BasicType::Byte;
  llvm::SmallVector<uint8_t, 0> Partial; // Of a payload that comes in chunks.
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROF_YAMLWRITERIMPL_H
