//===- DirectBuffers.cpp - Memory outside of the heap ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Java/SizeFields.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Buffers that own memory have a cleaner; slices and duplicates refer to their
/// source buffer by "att". Without either, other code frees the memory (JNI,
/// Netty), or it is an untraceable view. The JDK's file "modules", which the VM
/// always maps, has its own readers.
class DirectBuffers : public TallyingCheck {
public:
  explicit DirectBuffers(LintState &S) : TallyingCheck(S) {
    Direct = S.findClass("java.nio.DirectByteBuffer");
    Capacity = S.field(Direct, sizes::BufferCapacity.Field,
                       S.findClass(sizes::BufferCapacity.Class));
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
  enum Kind : uint64_t { Owner, Mapped, Foreign, View, Modules };
  bool isOfModules(Node N) const;

  ClassNumber Direct;
  FieldPlace Capacity, Cleaner, Attached, File;
};

} // namespace

/// Whether readers of the JDK's file "modules" hold \p N.
bool DirectBuffers::isOfModules(Node N) const {
  // A buffer that shows it, the reader, its maps.
  constexpr unsigned MostSteps = 16;
  for (unsigned I = 0; I != MostSteps && N != NoNode; ++I) {
    if (S.G.asClass(N) == NoClass &&
        StringRef(S.G.classOf(N).Name).starts_with("jdk.internal.jimage."))
      return true;
    N = S.T.parent(N);
  }
  return false;
}

void DirectBuffers::instance(unsigned Thread, const LintInstance &I) {
  Kind K = Foreign;
  if (I.get(Attached))
    K = View;
  else if (I.get(Cleaner))
    K = I.get(File) ? Mapped : Owner;
  uint64_t Bytes = uint64_t(std::max<int64_t>(I.getSigned(Capacity), 0));
  if (isOfModules(I.N)) {
    Bytes = K == View ? 0 : Bytes;
    K = Modules;
  }
  Tally &T = tally(Thread, K);
  T.Room += Bytes;
  // The memory of a view is counted for its owner.
  T.add(S, I.N, K == View || K == Modules ? 0 : Bytes);
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
        case Modules:
          return "the JDK's file of modules";
        }
        llvm_unreachable("unhandled kind");
      },
      [](uint64_t K, const Tally &T) {
        if (K == Modules)
          return counted(T.Room, "byte") + " that the VM maps anyway";
        return K == View ? "they show " + counted(T.Room, "byte")
                         : std::string();
      });
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDirectBuffers(const LintPasses &P) {
  return std::make_unique<DirectBuffers>(P.S);
}
