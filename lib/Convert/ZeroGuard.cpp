//===- ZeroGuard.cpp - Limits synthetic zeros -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroGuard.h"
#include "hprof/Format/Base/AllowedBytes.h"
#include "hprof/Format/Stream/Source.h"

using namespace hprof;
using namespace llvm;

void ZeroGuard::visit(const FileHeader &H) {
  IdSize = H.IdSize;
  Forward::visit(H);
}

void ZeroGuard::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (!Failure)
    Forward::payload(Of, Chunk);
}

void ZeroGuard::visit(const ReferenceArray &R) {
  uint64_t Nulls = R.ArrayLength != UINT32_MAX && R.ArrayLength > R.Length
                       ? R.ArrayLength - R.Length
                       : 0;
  if (allows(R.Offset, Zeros.Nulls ? Nulls : 0, IdSize))
    Forward::visit(R);
}

void ZeroGuard::visit(const ObjectArrayDump &R) {
  if (allows(R.Offset, Zeros.Elements ? R.Length : 0, IdSize))
    Forward::visit(R);
}

void ZeroGuard::visit(const PrimitiveArrayNoData &R) {
  if (allows(R.Offset, Zeros.Data ? R.Length : 0,
             widthOf(R.ElementType, IdSize)))
    Forward::visit(R);
}

RecordKindSet ZeroGuard::runKinds() const {
  RecordKindSet Kinds = Next.runKinds();
  if (Zeros.Elements)
    Kinds.reset(unsigned(RecordKind::ObjectArrayDump));
  if (Zeros.Data)
    Kinds.reset(unsigned(RecordKind::PrimitiveArrayNoData));
  return Kinds;
}

void ZeroGuard::run(const SubRecordRun &Run) {
  if (!Failure)
    Forward::run(Run);
}

bool ZeroGuard::allows(uint64_t Offset, uint64_t Count, unsigned Width) {
  if (!Count || Failure)
    return !Failure;
  Made += Count * Width;
  uint64_t Limit = Most ? *Most : allowedBytes(In.offset());
  if (Made <= Limit)
    return true;
  Failure.emplace(format_errc::bad_length, Offset,
                  Twine(Count) +
                      " elements of an array are missing: zeros for missing "
                      "elements would take " +
                      Twine(Made) + " bytes so far, expected at most " +
                      Twine(Limit) +
                      " for an input of this size; see hprof-convert "
                      "--max-zeros");
  return false;
}

Error ZeroGuard::takeError() {
  if (!Failure)
    return Error::success();
  return make_error<FormatError>(std::move(*Failure));
}
