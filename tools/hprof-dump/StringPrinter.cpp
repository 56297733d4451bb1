//===- StringPrinter.cpp - Prints --strings -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StringPrinter.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

void StringPrinter::visit(const Utf8 &R) {
  if (R.Text.isWhole())
    return print(R.Id, R.Text.str().take_front(MaxText), R.Text.Size);
  IsOpen = true;
  Id = R.Id;
  Size = R.Text.Size;
  Text.clear();
}

void StringPrinter::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (IsOpen && Of == RecordKind::Utf8)
    Text += toStringRef(Chunk).take_front(MaxText - Text.size());
}

void StringPrinter::endFrame(const Frame &, uint64_t) {
  if (IsOpen)
    print(Id, Text, Size);
  IsOpen = false;
}

void StringPrinter::print(uint64_t Id, StringRef Text, uint64_t Size) {
  if (J)
    return J->object([&] {
      J->attribute("id", jsonId(Id));
      J->attribute("length", Size);
      J->attribute("text", toUtf8(Text));
    });
  OS << jsonId(Id) << " \"" << escapeQuoted(Text, '"', Mode)
     << (Text.size() < Size ? "\"...\n" : "\"\n");
}
