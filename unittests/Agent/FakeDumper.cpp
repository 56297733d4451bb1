//===- FakeDumper.cpp - The heap dump of the fake VM ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/FakeJvm.h"
#include "Convert/PassTesting.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <fstream>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

using Object = FakeJvm::Object;
using Kind = Object::Kind;

static std::string hex(uint64_t N) { return "0x" + utohexstr(N); }

/// The class name as HotSpot writes it: "pkg/Name" and "[I".
static std::string nameOf(StringRef Signature) {
  if (Signature.consume_front("L"))
    Signature.consume_back(";");
  return Signature.str();
}

static void writeRoots(FakeJvm &Vm, raw_ostream &Out) {
  unsigned Serial = 0;
  for (const FakeJvm::Thread &T : Vm.Threads)
    if (T.IsAlive)
      Out << "- rootThreadObject: {object: " << hex(T.Java->Address)
          << ", threadSerial: " << ++Serial << ", traceSerial: 1}\n";
  for (const FakeJvm::Reference &R : Vm.References)
    if (R.IsGlobal && !R.IsOver)
      Out << "- rootJniGlobal: {object: " << hex(R.To->Address)
          << ", globalRef: " << hex(reinterpret_cast<uintptr_t>(&R)) << "}\n";
}

/// Whether a JNI reference refers to \p O. No object refers to an array.
static bool isLive(const FakeJvm &Vm, const Object &O) {
  for (const FakeJvm::Reference &R : Vm.References)
    if (R.To == &O && !R.IsOver)
      return true;
  return false;
}

static void writeArrays(FakeJvm &Vm, raw_ostream &Out, uint64_t ClassOfAll) {
  for (const Object &O : Vm.Objects) {
    if (O.Is != Kind::Array || !isLive(Vm, O))
      continue;
    Out << "- objectArray: {object: " << hex(O.Address)
        << ", class: " << hex(ClassOfAll) << ", elements: [";
    for (size_t I = 0; I != O.Elements.size(); ++I)
      Out << (I ? ", " : "")
          << (O.Elements[I] ? hex(O.Elements[I]->Address) : "null");
    Out << "]}\n";
  }
}

void FakeJvm::writeDump(const std::string &Path) {
  std::string Yaml;
  raw_string_ostream Out(Yaml);
  Out << "--- !hprof\nidSize: 8\n---\n- strings: [";
  std::vector<const Object *> Classes;
  for (const Object &O : Objects)
    if (O.Is == Kind::Class && O.IsLoaded)
      Classes.push_back(&O);
  for (size_t I = 0; I != Classes.size(); ++I)
    Out << (I ? ", " : "") << '"' << nameOf(Classes[I]->Text) << '"';
  Out << "]\n";
  for (size_t I = 0; I != Classes.size(); ++I)
    Out << "- loadClass: {classSerial: " << I + 1
        << ", class: " << hex(Classes[I]->Address) << ", name: \""
        << nameOf(Classes[I]->Text) << "\"}\n";
  Out << "- stackTrace: {traceSerial: 1}\n- heapDumpSegment:\n";
  const uint64_t Root = Classes.front()->Address;
  writeRoots(*this, Out);
  for (const Object *C : Classes)
    Out << "- classDump: {class: " << hex(C->Address)
        << (C->Address == Root ? "" : ", super: " + hex(Root)) << "}\n";
  const uint64_t OfThreads = classOf("Ljava/lang/Thread;")->Address;
  for (const Thread &T : Threads)
    if (T.IsAlive)
      Out << "- instance: {object: " << hex(T.Java->Address)
          << ", class: " << hex(OfThreads) << "}\n";
  writeArrays(*this, Out, Root);
  Out << "- heapDumpEnd:\n";
  Out.flush();
  const SmallVector<char, 0> Bytes = hprofOf(Yaml);
  std::ofstream(Path, std::ios::binary)
      .write(Bytes.data(), std::streamsize(Bytes.size()));
}
