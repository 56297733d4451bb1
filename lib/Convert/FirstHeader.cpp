//===- FirstHeader.cpp - The first file header of a dump ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstHeader.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Stores the first file header and stops the walk.
class HeaderVisitor : public RecordVisitor {
public:
  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    if (!Found)
      Found = H;
  }
  bool wantsMore() const override { return !Found; }
  std::optional<FileHeader> Found;
};
} // namespace

FileHeader hprof::firstHeader(Source &In, const FormatInfo &From) {
  FileHeader Header;
  // The records of a thread dump are the same in all its formats.
  Header.Carrier = From.ReadThreads && From.Kind == Format::Yaml
                       ? Format::ThreadJson
                       : From.Kind;
  if (From.hasOnlyThreads())
    return Header;
  if (From.Kind != Format::Yaml && !InHprof.has(From.Kind))
    return Header;
  constexpr size_t Enough = 64 << 10;
  std::unique_ptr<Source> Head =
      Source::fromMemory(In.peek(Enough).take_front(Enough), In.name());
  HeaderVisitor V;
  consumeError(From.Read(*Head, V, nullptr));
  Header.Carrier = Format::Hprof;
  return V.Found ? *V.Found : Header;
}
