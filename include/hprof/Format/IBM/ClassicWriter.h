//===- ClassicWriter.h - Writes IBM's classic heapdumps ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Records to the text of docs/Formats/IBMClassic.md. What is written are
/// ReferenceObject, ReferenceArray, ReferenceClass and primitive arrays, each
/// with the ObjectSize, IdentityHash and ArrayClass before it; other records
/// say nothing in this format. The trailer's counts are those of what was
/// written.
///
/// Without a form of its own the writer takes that of the stream's
/// ClassicHeader, else ClassicForm::OpenJ9.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_CLASSICWRITER_H
#define HPROF_FORMAT_IBM_CLASSICWRITER_H

#include "hprof/Format/Hprof/RecordVisitor.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Format/Stream/Sink.h"
#include <memory>
#include <optional>

namespace hprof {

class DumpContext;

struct ClassicWriterOptions {
  /// Of the whole stream or of what came so far; it must outlive the writer.
  /// Without one the writer collects names by itself. Objects that tell their
  /// class by id only, and in the Spec form those that do not, need the classes
  /// to be known before them.
  const DumpContext *Names = nullptr;
  /// Whatever the stream's form is.
  std::optional<ClassicForm> Form;
};

class ClassicWriter final : public RecordVisitor {
public:
  /// \p Out must outlive the writer.
  explicit ClassicWriter(Sink &Out, const ClassicWriterOptions &Options = {});
  ~ClassicWriter() override;

  void visit(const FileHeader &H) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Hprof/Records.def"
  bool wantsMore() const override;

  /// To be called last, before the sink's. The error is that of an id too wide
  /// for the dump's.
  llvm::Error finish() override;

private:
  class Impl;
  std::unique_ptr<Impl> P;
};

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICWRITER_H
