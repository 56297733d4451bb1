//===- YamlWriter.h - Writes dumps as YAML ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes records as the YAML of docs/Formats/YAML.md. Nothing is lost:
/// YamlReader returns the same records and frames, damaged files included.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_YAML_YAMLWRITER_H
#define HPROF_FORMAT_YAML_YAMLWRITER_H

#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace hprof {

class DumpContext;

struct YamlWriterOptions {
  /// A context of the whole input, filled by a first walk, for instances that
  /// come before their classes. Must outlive the writer.
  const DumpContext *Whole = nullptr;
  /// Size in bytes at which a document is closed and a new one started.
  uint64_t DocumentSize = 256 << 10;
};

class YamlWriter final : public RecordVisitor {
public:
  /// \p Out must outlive the writer.
  explicit YamlWriter(Sink &Out, YamlWriterOptions Options = {});
  ~YamlWriter() override;

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"
  bool wantsMore() const override { return !Out.hasFailed(); }

  /// Must be called last, before the sink's finish().
  llvm::Error finish() override;

private:
  class Impl;
  Sink &Out;
  std::unique_ptr<Impl> P;
};

} // namespace hprof

#endif // HPROF_FORMAT_YAML_YAMLWRITER_H
