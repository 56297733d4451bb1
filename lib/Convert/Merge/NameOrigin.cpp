//===- NameOrigin.cpp - Marks records with their file ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameOrigin.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace hprof;
using namespace llvm;

/// Longer strings are not stored.
static constexpr uint64_t MaxText = 256;
static constexpr uint64_t MaxTexts = 16 << 20;

/// Returns \p Text, the name of a file, in the encoding of dumps.
static std::string dumpText(StringRef Text) {
  SmallVector<UTF16, 64> Units;
  if (convertUTF8ToUTF16String(Text, Units))
    return utf16ToModifiedUtf8(Units);
  std::string Out = Text.str();
  for (char &C : Out)
    C = isASCII(C) ? C : '?';
  return Out;
}

void NameOrigin::visit(const FileHeader &H) {
  endFile();
  Next.visit(H);
  Dumps.header();
  ++NumFiles;
  NumNew = 0;
  Name = dumpText(Options.Name);
  if (NumFiles > 1)
    Name += " (" + utostr(NumFiles) + ")";
  Texts.clear();
  Arena.Reset();
  Made.clear();
  NameId = 0;
}

/// Returns the id of the name's string, which is sent on first use: the first
/// record of a file shows which program wrote it.
uint64_t NameOrigin::name() {
  if (!NameId)
    NameId = newString(Name);
  return NameId;
}

/// Sends a string and returns its id. Returns the id of the file name if there
/// are too many strings.
uint64_t NameOrigin::newString(StringRef Text) {
  if (NumNew == IdCeiling::NumFree)
    return NameId;
  Utf8 R;
  R.Id = Options.Ids->FirstFree + NumNew++;
  R.Text.Size = Text.size();
  R.Text.Bytes = arrayRefFromStringRef(Text);
  Next.visit(static_cast<const Utf8 &>(R));
  return R.Id;
}

/// Returns the string "name/part" for the string \p Part.
uint64_t NameOrigin::nameOf(uint64_t Part) {
  auto Found = Texts.find(Part);
  const uint64_t Plain = name();
  if (Found == Texts.end())
    return Plain;
  auto [It, IsNew] = Made.try_emplace(Found->second, 0);
  if (IsNew)
    It->second = newString(Name + "/" + Found->second.str());
  return It->second;
}

void NameOrigin::visit(const Utf8 &R) {
  if (R.Text.isWhole() && R.Text.Size <= MaxText &&
      Arena.getBytesAllocated() < MaxTexts)
    Texts[R.Id] = R.Text.str().copy(Arena);
  Next.visit(R);
}

void NameOrigin::visit(const StartThread &R) {
  Started.insert(R.ThreadSerial);
  StartThread Named = R;
  Named.GroupName = nameOf(R.GroupName);
  Account.add(Loss::ThreadGroups);
  Next.visit(static_cast<const StartThread &>(Named));
}

void NameOrigin::visit(const RootThreadObject &R) {
  if (Started.insert(R.ThreadSerial).second)
    Threads.push_back(R);
  Next.visit(R);
}

void NameOrigin::beginFrame(const Frame &F) {
  Time = F.Time;
  Next.beginFrame(F);
  if (!Dumps.frame(F) || !Options.NamesHeaps)
    return;
  HeapDumpInfo R;
  R.HeapId = Options.HeapBase;
  R.HeapName = name();
  Account.add(Loss::HeapNames);
  Next.visit(static_cast<const HeapDumpInfo &>(R));
}

void NameOrigin::visit(const HeapDumpInfo &R) {
  HeapDumpInfo Named = R;
  if (Options.NamesHeaps) {
    Named.HeapId += Options.HeapBase;
    Named.HeapName = nameOf(R.HeapName);
    Account.add(Loss::HeapNames);
  }
  Next.visit(static_cast<const HeapDumpInfo &>(Named));
}

void NameOrigin::visit(const HeapDumpEnd &R) {
  Dumps.end();
  Next.visit(R);
}

RecordKindSet NameOrigin::runKinds() const {
  RecordKindSet Kinds = Next.runKinds();
  Kinds.reset(unsigned(RecordKind::RootThreadObject));
  Kinds.reset(unsigned(RecordKind::HeapDumpInfo));
  return Kinds;
}

void NameOrigin::endFile() {
  for (const RootThreadObject &R : Threads) {
    StartThread T;
    T.Time = Time;
    T.ThreadSerial = R.ThreadSerial;
    T.Thread = R.Object;
    T.TraceSerial = R.TraceSerial;
    T.GroupName = name();
    Next.visit(static_cast<const StartThread &>(T));
  }
  if (!Threads.empty())
    Account.add(Loss::MergedThreads, Threads.size());
  Threads.clear();
  Started.clear();
  Time = 0;
}

Error NameOrigin::finish() {
  endFile();
  return Forward::finish();
}
