//===- RootCoder.cpp - Compact encoding of GC roots -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RootCoder.h"
#include "llvm/Support/LEB128.h"

using namespace hprof;
using namespace llvm;

static void put(std::vector<uint8_t> &To, uint64_t Value) {
  uint8_t Bytes[10];
  unsigned Size = encodeULEB128(Value, Bytes);
  To.insert(To.end(), Bytes, Bytes + Size);
}

static void putSigned(std::vector<uint8_t> &To, uint64_t Value) {
  uint8_t Bytes[10];
  unsigned Size = encodeSLEB128(int64_t(Value), Bytes);
  To.insert(To.end(), Bytes, Bytes + Size);
}

static bool take(ArrayRef<uint8_t> &From, uint64_t &Value) {
  unsigned Size = 0;
  const char *Fault = nullptr;
  Value = decodeULEB128(From.data(), &Size, From.end(), &Fault);
  From = From.drop_front(Size);
  return !Fault;
}

static bool takeSigned(ArrayRef<uint8_t> &From, uint64_t &Value) {
  unsigned Size = 0;
  const char *Fault = nullptr;
  Value = uint64_t(decodeSLEB128(From.data(), &Size, From.end(), &Fault));
  From = From.drop_front(Size);
  return !Fault;
}

void RootCoder::encode(const GraphRoot &R, std::vector<uint8_t> &To) {
  To.push_back(uint8_t(recordInfo(R.Kind).Tag));
  put(To, R.Object - Object);
  // NoNode plus 1 is 0.
  putSigned(To, R.Thread + 1 - Thread);
  putSigned(To, uint64_t(int64_t(R.ThreadSerial) - int64_t(Serial)));
  put(To, uint32_t(R.Frame) + uint32_t(1));
  put(To, R.TraceSerial);
  Object = R.Object;
  Thread = R.Thread + 1;
  Serial = R.ThreadSerial;
}

bool RootCoder::decode(ArrayRef<uint8_t> &From, GraphRoot &R) {
  if (From.empty())
    return false;
  R.Kind = subRecordKind(From.front());
  From = From.drop_front();
  uint64_t ObjectStep, ThreadStep, SerialStep, Frame, Trace;
  if (!take(From, ObjectStep) || !takeSigned(From, ThreadStep) ||
      !takeSigned(From, SerialStep) || !take(From, Frame) || !take(From, Trace))
    return false;
  // A sum that wraps around would violate the ascending order.
  if (ObjectStep > NoNode - Object)
    return false;
  R.Object = Object += ObjectStep;
  Thread += ThreadStep;
  R.Thread = Thread - 1;
  R.ThreadSerial = Serial += uint32_t(SerialStep);
  R.Frame = int32_t(uint32_t(Frame) - 1);
  R.TraceSerial = uint32_t(Trace);
  return true;
}
