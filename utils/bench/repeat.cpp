//===- repeat.cpp - A dump with many copies of a heap ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a dump with N copies of the heap in another dump: each copy has its
// own ids, except for classes, which are shared. In this way, graphs as large
// as a disk can be created from a dump of moderate size, with the shape of a
// real heap. Roots of the copies are ROOT UNKNOWN.
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

namespace {

/// Data needed before the first copy: classes, and the range of ids.
class Survey final : public RecordVisitor {
public:
  Survey() : Build(Context) {}
  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    IdSize = H.IdSize;
    Build.visit(H);
  }
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"

  uint64_t stride() const { return alignTo(Max - Min + 1, 4096); }
  bool isClass(uint64_t Id) const { return Context.findClass(Id); }
  const DumpContext &context() const { return Context; }
  unsigned idSize() const { return IdSize; }

private:
  template <class R> void record(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Object)
      see(subjectId(Rec));
  }
  void record(const ClassDump &R) {
    Build.visit(R);
    see(R.Class);
  }
  void see(uint64_t Id) {
    Min = std::min(Min, Id);
    Max = std::max(Max, Id);
  }

  DumpContext Context;
  DumpContext::Builder Build;
  uint64_t Min = UINT64_MAX, Max = 0;
  unsigned IdSize = 8;
};

/// Forwards everything except the end of the heap dump.
class Opener final : public Forward {
public:
  using Forward::Forward;
  using Forward::visit;
  void visit(const HeapDumpEnd &R) override {}
};

/// Forwards the heap's objects with ids shifted by Shift.
class Copier final : public RecordVisitor {
public:
  Copier(RecordVisitor &Out, const Survey &About, uint64_t Shift)
      : Out(Out), About(About), Shift(Shift) {}

  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayDump &R) override {
    PrimitiveArrayDump Moved = R;
    Moved.Object = move(R.Object);
    Out.visit(Moved);
  }
#define ROOT(NAME)                                                             \
  void visit(const NAME &R) override { root(R.Object); }
  ROOT(RootJniGlobal)
  ROOT(RootJniLocal)
  ROOT(RootJavaFrame)
  ROOT(RootNativeStack)
  ROOT(RootThreadBlock)
  ROOT(RootMonitorUsed)
  ROOT(RootThreadObject)
  ROOT(RootUnknown)
#undef ROOT

private:
  uint64_t move(uint64_t Id) const {
    return !Id || About.isClass(Id) ? Id : Id + Shift;
  }
  void moveAt(uint64_t Offset) {
    uint8_t *At = Bytes.data() + Offset;
    storeBE(At, move(loadBE(At, About.idSize())), About.idSize());
  }
  void root(uint64_t Id) {
    if (About.isClass(Id))
      return;
    RootUnknown R;
    R.Object = move(Id);
    Out.visit(R);
  }

  RecordVisitor &Out;
  const Survey &About;
  const uint64_t Shift;
  DenseMap<uint64_t, std::vector<uint32_t>> References; ///< By class: offsets.
  SmallVector<uint8_t, 0> Bytes;
};

} // namespace

void Copier::visit(const InstanceDump &R) {
  auto [It, IsNew] = References.try_emplace(R.Class);
  auto &Offsets = It->second;
  if (IsNew) {
    if (const InstanceShape *S = About.context().instances().find(R.Class))
      S->forEachReference(
          FieldOrder::OwnFirst, UINT64_MAX,
          [&](const FieldSlot &F) { Offsets.push_back(F.Offset); });
  }
  Bytes.assign(R.Values.Bytes.begin(), R.Values.Bytes.end());
  for (uint32_t Offset : Offsets)
    if (Offset + About.idSize() <= Bytes.size())
      moveAt(Offset);
  InstanceDump Moved = R;
  Moved.Object = move(R.Object);
  Moved.Values.Bytes = Bytes;
  Out.visit(Moved);
}

void Copier::visit(const ObjectArrayDump &R) {
  Bytes.assign(R.Elements.Bytes.begin(), R.Elements.Bytes.end());
  for (uint64_t At = 0; At + About.idSize() <= Bytes.size();
       At += About.idSize())
    moveAt(At);
  ObjectArrayDump Moved = R;
  Moved.Object = move(R.Object);
  Moved.Elements.Bytes = Bytes;
  Out.visit(Moved);
}

static Error walk(StringRef Path, RecordVisitor &V) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path, {});
  if (!In)
    return In.takeError();
  ReaderOptions Options;
  Options.MaxWhole = UINT64_MAX;
  Expected<HprofReader> Reader = HprofReader::create(**In, Options);
  return Reader ? Reader->read(V) : Reader.takeError();
}

static Error repeat(StringRef Path, unsigned Copies, RecordVisitor &Out) {
  Survey About;
  if (Error E = walk(Path, About))
    return E;
  Opener First(Out);
  if (Error E = walk(Path, First))
    return E;
  for (unsigned I = 1; I < Copies; ++I) {
    Copier Copy(Out, About, I * About.stride());
    if (Error E = walk(Path, Copy))
      return E;
  }
  return Out.finish();
}

int main(int Argc, char **Argv) {
  unsigned Copies = 0;
  if (Argc != 4 || StringRef(Argv[2]).getAsInteger(10, Copies) || !Copies) {
    errs() << "usage: hprof-bench-repeat DUMP COPIES OUTPUT\n";
    return 2;
  }
  int Fd = ::open(Argv[3], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (Fd < 0) {
    errs() << "hprof-bench-repeat: error: cannot create '" << Argv[3] << "'\n";
    return 1;
  }
  std::unique_ptr<Sink> Out = Sink::toFile(Fd);
  HprofWriter Writer(*Out, Framing::Own);
  Error E = repeat(Argv[1], Copies, Writer);
  if (!E)
    E = Out->finish();
  if (E) {
    errs() << "hprof-bench-repeat: error: " << toString(std::move(E)) << '\n';
    return 1;
  }
}
