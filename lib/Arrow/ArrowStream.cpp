//===- ArrowStream.cpp - Batches as a stream of C structs -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Arrow/RecordBatches.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>

using namespace hprof;
using namespace llvm;

char CancelledError::ID;

void CancelledError::log(raw_ostream &OS) const { OS << "cancelled"; }

std::error_code CancelledError::convertToErrorCode() const {
  return std::make_error_code(std::errc::operation_canceled);
}

namespace {
struct Stream {
  std::unique_ptr<RecordBatches> Of;
  std::string Text; ///< The last error.
  int Failed = 0;   ///< Result of each further call.
};
} // namespace

static Stream &streamOf(ArrowArrayStream *Of) {
  return *static_cast<Stream *>(Of->private_data);
}

static int fail(Stream &S, Error E) {
  S.Failed = E.isA<CancelledError>() ? ECANCELED : EIO;
  S.Text = toString(std::move(E));
  return S.Failed;
}

static int getSchema(ArrowArrayStream *Of, ArrowSchema *Out) {
  Stream &S = streamOf(Of);
  Out->release = nullptr;
  if (S.Failed)
    return S.Failed;
  if (Error E = S.Of->schema(*Out))
    return fail(S, std::move(E));
  return 0;
}

static int getNext(ArrowArrayStream *Of, ArrowArray *Out) {
  Stream &S = streamOf(Of);
  Out->release = nullptr;
  if (S.Failed)
    return S.Failed;
  Expected<bool> Has = S.Of->next(*Out);
  if (!Has)
    return fail(S, Has.takeError());
  return 0;
}

static const char *lastError(ArrowArrayStream *Of) {
  const Stream &S = streamOf(Of);
  return S.Failed ? S.Text.c_str() : nullptr;
}

static void release(ArrowArrayStream *Of) {
  delete &streamOf(Of);
  Of->private_data = nullptr;
  Of->release = nullptr;
}

void hprof::exportStream(std::unique_ptr<RecordBatches> Of,
                         ArrowArrayStream &Out) {
  Out = {getSchema, getNext, lastError, release,
         new Stream{std::move(Of), {}, 0}};
}
