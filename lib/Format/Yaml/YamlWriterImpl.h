//===- YamlWriterImpl.h - State of the YAML writer --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLWRITERIMPL_H
#define HPROF_LIB_FORMAT_YAML_YAMLWRITERIMPL_H

#include "YamlScope.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/SmallString.h"

namespace hprof {

/// Longer payloads are written in pieces of this many bytes.
constexpr size_t PieceSize = yaml::Scope::MaxName;
/// Longer segments state their length at the beginning, so that reading them
/// back requires neither buffering nor backpatching.
constexpr uint64_t LargeSegment = 16 << 20;

class YamlWriter::Impl {
public:
  Impl(Sink &Out, const YamlWriterOptions &Options)
      : Out(Out), Options(Options) {}

  // The kind of payload() data.
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
  bool HasField = false; // Whether Line already contains a field.
  uint64_t DocumentStart = 0;
  bool InStrings = false;
  uint64_t StringsStart = 0;
  bool InFrame = false, Printed = false, LengthPrinted = false;
  Frame Current;
  uint32_t TraceDefault = 0;

  Pending Kind = Pending::None;
  BasicType ElementType = BasicType::Byte;
  llvm::SmallVector<uint8_t, 0> Partial; // Beginning of the next piece.
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLWRITERIMPL_H
