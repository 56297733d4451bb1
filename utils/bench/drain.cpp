//===- drain.cpp - Reads an input to its end ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens a file as the tools do, decompresses it and drops the bytes: the cost
// of reading a compressed dump before any analysis.
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Source.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

int main(int Argc, char **Argv) {
  if (Argc != 2 && Argc != 3) {
    errs() << "usage: drain FILE [THREADS]\n";
    return 2;
  }
  SourceOptions Options;
  if (Argc == 3 && StringRef(Argv[2]).getAsInteger(10, Options.Threads)) {
    errs() << "drain: error: '" << Argv[2] << "' is not a number\n";
    return 2;
  }
  Expected<std::unique_ptr<Source>> In = Source::open(Argv[1], Options);
  if (!In) {
    errs() << "drain: error: " << toString(In.takeError()) << '\n';
    return 1;
  }
  while (size_t Size = (*In)->peek(1).size())
    (*In)->consume(Size);
  if (Error E = (*In)->takeError()) {
    errs() << "drain: error: " << toString(std::move(E)) << '\n';
    return 1;
  }
  outs() << (*In)->offset() << " bytes\n";
}
