//===- MasterFile.cpp - The master index ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MasterFile.h"
#include "AnalyzerName.h"
#include "ClassObjects.h"
#include "IntMap.h"
#include "SerializedClasses.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

namespace {

class MasterWriter {
public:
  MasterWriter(const MasterFacts &Facts, raw_ostream &OS)
      : Facts(Facts), G(Facts.G), S(OS), Classes(Facts, S) {}
  Error write();

private:
  using RootRange = std::pair<const GraphRoot *, const GraphRoot *>;

  void findRoots();
  void findLoaders();
  void writeInfo(uint64_t UsedBytes);
  void writeProperties();
  void writeFreed();
  void writeRoots(ArrayRef<RootRange> Ranges);
  void writeRoot(const GraphRoot &R);
  void writeThreads();
  void writeLoaders();

  const MasterFacts &Facts;
  const HeapGraph &G;
  JavaStream S;
  ClassObjects Classes;
  std::vector<GraphRoot> Roots, Locals;
  std::vector<RootRange> RootsByObject;
  std::vector<std::vector<RootRange>> LocalsByThread;
  std::set<uint32_t> Loaders; ///< Numbers of class loaders.
};

} // namespace

/// Returns the bits of org.eclipse.mat.snapshot.model.GCRootInfo.Type.
static uint32_t rootType(RecordKind K) {
  switch (K) {
  case RecordKind::RootStickyClass:
    return 2;
  case RecordKind::RootJniLocal:
    return 4;
  case RecordKind::RootJniGlobal:
    return 8;
  case RecordKind::RootThreadBlock:
    return 16;
  case RecordKind::RootMonitorUsed:
    return 32;
  case RecordKind::RootJavaFrame:
    return 64;
  case RecordKind::RootNativeStack:
    return 128;
  case RecordKind::RootThreadObject:
    return 256;
  default:
    return 1;
  }
}

void MasterWriter::findRoots() {
  for (const GraphRoot &R : G.roots())
    if (Facts.Order.has(R.Object) && R.Kind != RecordKind::RootUnreachable)
      (R.Thread == NoNode ? Roots : Locals).push_back(R);
  stable_sort(Locals, [](const GraphRoot &A, const GraphRoot &B) {
    return A.Thread < B.Thread;
  });
  auto Split = [](const std::vector<GraphRoot> &All, auto &&IsNew, auto &&Add) {
    for (size_t I = 0, Begin = 0; I != All.size(); ++I)
      if (I + 1 == All.size() || IsNew(All[I], All[I + 1])) {
        Add(RootRange(&All[Begin], &All[I] + 1));
        Begin = I + 1;
      }
  };
  Split(
      Roots,
      [](const GraphRoot &A, const GraphRoot &B) {
        return A.Object != B.Object;
      },
      [&](RootRange R) { RootsByObject.push_back(R); });
  Split(
      Locals,
      [](const GraphRoot &A, const GraphRoot &B) {
        return A.Thread != B.Thread || A.Object != B.Object;
      },
      [&](RootRange R) {
        if (LocalsByThread.empty() ||
            LocalsByThread.back().front().first->Thread != R.first->Thread)
          LocalsByThread.emplace_back();
        LocalsByThread.back().push_back(R);
      });
}

/// Finds the loaders of classes, and the instances of java.lang.ClassLoader and
/// its subclasses.
void MasterWriter::findLoaders() {
  const size_t Count = G.classes().size();
  std::vector<bool> IsLoader(Count);
  forEachFromTheTop(
      Count, [&](size_t C) { return G.classes()[C].superclass(); },
      [&](size_t C, std::optional<size_t> Super) {
        IsLoader[C] = (Super && IsLoader[*Super]) ||
                      G.classes()[C].Name == "java.lang.ClassLoader";
      });
  for (ClassNumber C : Classes.classes())
    Loaders.insert(Classes.loader(C));
  uint32_t Number = 0;
  Facts.Order.forEach([&](Node N) {
    const uint64_t Type = G.types().get(N);
    if (LLVM_UNLIKELY(Type < Count && IsLoader[Type]))
      Loaders.insert(Number);
    ++Number;
  });
}

void MasterWriter::writeInfo(uint64_t UsedBytes) {
  S.object(java::XInfo);
  S.value(G.header().IdSize);
  S.value(uint32_t(Loaders.size()));
  S.value(uint32_t(Classes.size()));
  S.value(uint32_t(RootsByObject.size()));
  S.value(Facts.Order.size());
  S.value(UsedBytes);
  S.object(java::Date);
  S.data(Facts.Millis);
  S.endData();
  S.null(); // Information about the JVM, which is not in HPROF.
  S.string(toModifiedUtf8(Facts.Path));
  S.string(toModifiedUtf8(Facts.Prefix));
  writeProperties();
}

void MasterWriter::writeProperties() {
  const bool HasFreed = any_of(
      Facts.Counts.Freed, [](const TypeCount &C) { return C.Objects != 0; });
  const bool Has64Bits = G.header().IdSize == 8;
  S.object(java::HashMap);
  S.value(uint32_t(0x3f400000)); // A load factor of 0.75.
  S.value(uint32_t(12));
  S.data(uint32_t(16)); // Buckets.
  S.data(uint32_t(3 + Has64Bits + HasFreed + !Facts.Number.empty()));
  S.string("$heapFormat");
  S.string("hprof");
  S.string("hprof.version");
  S.string(G.header().Version == "1.0.1" ? "JDK12BETA4" : "JDK6");
  S.string("hprof.length");
  S.object(java::Long);
  S.value(Facts.FileSize);
  if (Has64Bits) {
    S.string("$useCompressedOops");
    S.object(java::Boolean);
    S.value(uint8_t(G.layout().ReferenceBytes == 4));
  }
  if (!Facts.Number.empty()) {
    S.string("$runtimeId");
    S.string(Facts.Number);
  }
  if (HasFreed)
    writeFreed();
  S.endData();
}

/// Writes the histogram of unreachable objects.
void MasterWriter::writeFreed() {
  MapVector<Node, TypeCount> ByClass;
  for (auto [Type, C] : enumerate(Facts.Counts.Freed))
    if (C.Objects) {
      TypeCount &Sum = ByClass[G.classNodes()[Type]];
      Sum.Objects += C.Objects;
      Sum.Bytes += C.Bytes;
    }
  S.string(java::Freed.Name);
  S.object(java::Freed);
  S.object(java::ArrayList);
  S.value(uint32_t(ByClass.size()));
  S.data(uint32_t(ByClass.size()));
  for (const auto &[Class, C] : ByClass) {
    S.object(java::FreedClass);
    S.value(G.id(Class));
    S.value(uint32_t(std::min<uint64_t>(C.Objects, INT32_MAX)));
    S.value(C.Bytes);
    S.string(analyzerName(Facts.Context, G.classes()[G.asClass(Class)]));
  }
  S.endData();
}

void MasterWriter::writeRoot(const GraphRoot &R) {
  const bool HasThread = R.Thread != NoNode;
  S.object(java::XRoot);
  S.value(HasThread ? G.id(R.Thread) : uint64_t(0));
  S.value(HasThread ? Facts.Order.number(R.Thread) : uint32_t(0));
  S.value(G.id(R.Object));
  S.value(Facts.Order.number(R.Object));
  S.value(rootType(R.Kind));
}

void MasterWriter::writeRoots(ArrayRef<RootRange> Ranges) {
  beginIntMap(S, Ranges.size());
  for (auto [Begin, End] : Ranges) {
    S.data(Facts.Order.number(Begin->Object));
    S.array(java::XRoots, uint32_t(End - Begin));
    for (const GraphRoot &R : ArrayRef(Begin, End))
      writeRoot(R);
  }
  S.endData();
}

void MasterWriter::writeThreads() {
  beginIntMap(S, LocalsByThread.size());
  for (const std::vector<RootRange> &Of : LocalsByThread) {
    S.data(Facts.Order.number(Of.front().first->Thread));
    writeRoots(Of);
  }
  S.endData();
}

/// Writes placeholders for loader names, which Memory Analyzer looks up when
/// needed.
void MasterWriter::writeLoaders() {
  const uint32_t Boot = Facts.Order.number(G.dumpedSize());
  beginIntMap(S, Loaders.size());
  for (uint32_t Loader : Loaders) {
    S.data(Loader);
    S.string(Loader == Boot ? "<system class loader>" : "__none__");
  }
  S.endData();
}

Error MasterWriter::write() {
  findRoots();
  findLoaders();
  S.dataUtf("MAT_01");
  S.dataUtf("org.eclipse.mat.hprof.hprof");
  writeInfo(Facts.Counts.Bytes);
  Classes.write();
  writeRoots(RootsByObject);
  writeThreads();
  writeLoaders();
  S.object(java::Bits);
  S.array(java::Ints, uint32_t(Facts.Counts.Sized.size()));
  for (uint32_t Word : Facts.Counts.Sized)
    S.value(Word);
  return S.finish();
}

Error memoryanalyzer::writeMaster(const MasterFacts &Facts, raw_ostream &OS) {
  return MasterWriter(Facts, OS).write();
}
