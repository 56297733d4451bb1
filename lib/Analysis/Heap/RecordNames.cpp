//===- RecordNames.cpp - The names for records in file order --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/RecordNames.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Hprof/HprofReader.h"

using namespace llvm;
using namespace hprof;

RecordNames::RecordNames(HeapFile &File, DumpContext &Context)
    : File(File), Build(Context, File.source().contents()) {}

void RecordNames::visit(const FileHeader &H) {
  Counter.header();
  Build.forget();
  // The walk has already reported the error.
  consumeError(File.tellRecords(H, Build));
}

namespace {
/// Forwards only the classes of a heap dump.
class ClassesOnly : public HeapVisitor {
public:
  explicit ClassesOnly(DumpContext::Builder &Build) : Build(Build) {}
  using HeapVisitor::visit;
  void visit(const ClassDump &R) { Build.visit(R); }
  void beginFrame(const Frame &F) { Build.beginFrame(F); }

private:
  DumpContext::Builder &Build;
};
} // namespace

void RecordNames::beginFrame(const Frame &F) {
  if (!Counter.frame(F))
    return;
  Build.forgetClassDumps();
  Expected<HeapSegments *> Dump = File.dump(Counter.dumps());
  if (!Dump)
    return consumeError(Dump.takeError());
  ClassesOnly Classes(Build);
  for (const Frame &Segment : (*Dump)->frames())
    HprofReader::readSegment((*Dump)->file(), (*Dump)->header(), Segment, {},
                             Classes);
}
