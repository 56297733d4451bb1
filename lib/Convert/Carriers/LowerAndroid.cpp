//===- LowerAndroid.cpp - Android's binary to 1.0.2 -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerAndroid.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

void LowerAndroid::visit(const FileHeader &H) {
  IdSize = H.IdSize;
  if (!H.isAndroid())
    return Next.visit(H);
  FileHeader Lowered = H;
  Lowered.Version = "1.0.2";
  Next.visit(Lowered);
}

void LowerAndroid::record(const PrimitiveArrayNoData &R) {
  if (KeepsNoData)
    return Next.visit(R);
  static const uint8_t Zeros[4096] = {};
  PrimitiveArrayDump Array;
  Array.Offset = R.Offset;
  Array.Object = R.Object;
  Array.TraceSerial = R.TraceSerial;
  Array.Length = R.Length;
  Array.ElementType = R.ElementType;
  uint64_t Left = payloadSize(Array, IdSize);
  Array.Elements.Size = Left;
  if (Left)
    Account.add(Loss::ElementValues);
  const bool IsWhole = Left <= sizeof(Zeros);
  if (IsWhole)
    Array.Elements.Bytes = ArrayRef(Zeros, size_t(Left));
  Next.visit(Array);
  while (!IsWhole && Left && Next.wantsMore()) {
    size_t Chunk = size_t(std::min<uint64_t>(Left, sizeof(Zeros)));
    Next.payload(Array.Kind, ArrayRef(Zeros, Chunk));
    Left -= Chunk;
  }
}

template <class R> void LowerAndroid::record(const R &Rec) {
  constexpr bool IsAndroids =
      R::Carriers.has(Format::HprofAndroid) && !R::Carriers.has(Format::Hprof);
  if constexpr (!IsAndroids) {
    Next.visit(Rec);
  } else if constexpr (R::Group == RecordGroup::Root) {
    if (CountsRoots)
      Account.add(Loss::RootKinds);
    RootUnknown Root;
    Root.Offset = Rec.Offset;
    Root.Object = Rec.Object;
    Next.visit(Root);
  } else {
    Account.addDropped(R::Kind);
  }
}
