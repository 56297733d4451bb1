//===- DirectBuffers.cpp - Memory outside of the heap ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Counted.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Buffers that own memory have a cleaner; slices and duplicates refer to the
/// buffer that they show by "att". With neither, somebody else frees the memory
/// (JNI, Netty) or it is a view without a trace.
class DirectBuffers : public TallyingCheck {
public:
  explicit DirectBuffers(LintState &S) : TallyingCheck(S) {
    Direct = S.findClass("java.nio.DirectByteBuffer");
    Capacity = S.field(Direct, "capacity", S.findClass("java.nio.Buffer"));
    Cleaner = S.field(Direct, "cleaner");
    Attached = S.field(Direct, "att");
    if (!Attached)
      Attached = S.field(Direct, "viewedBuffer"); // Up to JDK 6.
    File = S.field(Direct, "fd");
  }
  bool wants(ClassNumber C) override { return Capacity && S.isA(C, Direct); }
  void instance(unsigned Thread, const LintInstance &I) override;
  Error finish(LintFinding &F) override;

private:
  enum Kind : uint64_t { Owner, Mapped, Foreign, View };
  ClassNumber Direct;
  FieldPlace Capacity, Cleaner, Attached, File;
};

} // namespace

void DirectBuffers::instance(unsigned Thread, const LintInstance &I) {
  Kind K = Foreign;
  if (I.get(Attached))
    K = View;
  else if (I.get(Cleaner))
    K = I.get(File) ? Mapped : Owner;
  uint64_t Bytes = uint64_t(std::max<int64_t>(I.getSigned(Capacity), 0));
  Tally &T = tally(Thread, K);
  T.Room += Bytes;
  // The memory of a view is counted where it is owned.
  T.add(S, I.N, K == View ? 0 : Bytes);
}

Error DirectBuffers::finish(LintFinding &F) {
  fillFinding(
      S, F, joined(),
      [](uint64_t K) -> std::string {
        switch (Kind(K)) {
        case Owner:
          return "allocated";
        case Mapped:
          return "files mapped into memory";
        case Foreign:
          return "memory that somebody else frees";
        case View:
          return "views of other buffers";
        }
        llvm_unreachable("unhandled kind");
      },
      [](uint64_t K, const Tally &T) {
        return K == View ? "they show " + counted(T.Room, "byte")
                         : std::string();
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDirectBuffers(const LintPasses &P) {
  return std::make_unique<DirectBuffers>(P.S);
}
