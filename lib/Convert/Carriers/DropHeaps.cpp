//===- DropHeaps.cpp - Drops objects of Android heaps ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropHeaps.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace hprof;
using namespace llvm;

DropHeaps::DropHeaps(RecordVisitor &Next, LossAccount &Account,
                     ArrayRef<std::string> Wanted)
    : Forward(Next), Account(Account) {
  for (const std::string &Text : Wanted) {
    Heap &H = Heaps.emplace_back();
    H.Text = Text;
    if (StringRef(Text).getAsInteger(0, H.Id))
      H.Id = UINT64_MAX;
    LongestName = std::max(LongestName, Text.size());
  }
}

/// Whether objects of the heap \p Id, named by string \p NameId, are dropped.
bool DropHeaps::isUnwanted(uint64_t Id, std::optional<uint64_t> NameId) {
  bool Found = false;
  for (Heap &H : Heaps)
    if (H.Id == Id || (NameId && H.Names.contains(*NameId)))
      Found = H.WasSeen = true;
  return Found;
}

void DropHeaps::visit(const FileHeader &H) {
  IdSize = H.IdSize;
  InUnwanted = false;
  for (Heap &Unwanted : Heaps)
    Unwanted.Names.clear();
  Next.visit(H);
}

void DropHeaps::beginFrame(const Frame &F) {
  Dropped = 0;
  if (!F.isHeap())
    return Next.beginFrame(F);
  // Each dump begins in heap 0.
  InFirst = true;
  InUnwanted = any_of(Heaps, [](const Heap &H) { return H.Id == 0; });
  Frame Shrinking = F;
  Shrinking.Length = UINT64_MAX;
  Next.beginFrame(Shrinking);
}

void DropHeaps::endFrame(const Frame &F, uint64_t Length) {
  endText();
  Frame Shrunk = F;
  if (F.DeclaredLength)
    Shrunk.DeclaredLength = uint32_t(F.DeclaredLength - Dropped);
  if (F.isHeap())
    Shrunk.Length = UINT64_MAX;
  Next.endFrame(Shrunk, Length - Dropped);
}

void DropHeaps::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (InUnwanted && recordInfo(Of).Group == RecordGroup::Object) {
    Dropped += Chunk.size();
    return;
  }
  if (TextId && Of == RecordKind::Utf8)
    Text.append(Chunk.begin(), Chunk.end());
  Next.payload(Of, Chunk);
}

void DropHeaps::record(const Utf8 &R) {
  endText();
  if (R.Text.Size <= LongestName) {
    TextId = R.Id;
    Text = R.Text.str().str();
  }
  Next.visit(R);
}

/// Stores a string that is the name of an unwanted heap.
void DropHeaps::endText() {
  if (TextId)
    for (Heap &H : Heaps)
      if (H.Text == Text)
        H.Names.insert(*TextId);
  TextId.reset();
}

void DropHeaps::record(const HeapDumpInfo &R) {
  endText();
  InFirst = false;
  InUnwanted = isUnwanted(R.HeapId, R.HeapName);
  Next.visit(R);
}

/// Drops the bytes of the record.
template <class R> void DropHeaps::record(const R &Rec) {
  if (R::Group != RecordGroup::Object || !InUnwanted)
    return Next.visit(Rec);
  if (std::exchange(InFirst, false))
    isUnwanted(0, std::nullopt);
  Dropped += 1 + headSize<R>(IdSize) + listBytes(Rec);
  if (const Payload *P = payloadIn(Rec))
    Dropped += P->Bytes.size();
}

Error DropHeaps::finish() {
  for (const Heap &H : Heaps)
    if (!H.WasSeen)
      Account.remark("no objects in heap '" + H.Text + "'");
  return Forward::finish();
}
