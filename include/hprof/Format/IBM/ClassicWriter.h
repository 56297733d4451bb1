//===- ClassicWriter.h - Writes IBM's classic heapdumps ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes records as the text of docs/Formats/IBMClassic.md: ReferenceObject,
/// ReferenceArray, ReferenceClass and primitive arrays, each with the preceding
/// ObjectSize, IdentityHash and ArrayClass. The format cannot represent other
/// records. The trailer counts the written records.
///
/// If the options contain no form, the writer uses that of the stream's
/// ClassicHeader or, without one, ClassicForm::OpenJ9.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_CLASSICWRITER_H
#define HPROF_FORMAT_IBM_CLASSICWRITER_H

#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include <memory>
#include <optional>

namespace hprof {

class DumpContext;

struct ClassicWriterOptions {
  /// Names of the whole stream, or of its part up to the current record; they
  /// must outlive the writer. If null, the writer collects names itself.
  /// Classes must precede objects that give their class by id only and, in the
  /// Spec form, those that give only its name.
  const DumpContext *Names = nullptr;
  /// Overrides the stream's form.
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
#include "hprof/Format/Records/Records.def"
  bool wantsMore() const override;

  /// Must be called last, before the sink's finish(). Fails for an id that is
  /// too wide for the dump.
  llvm::Error finish() override;

private:
  class Impl;
  std::unique_ptr<Impl> P;
};

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICWRITER_H
