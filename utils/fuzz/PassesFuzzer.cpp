//===- PassesFuzzer.cpp - Fuzzes what users write for passes --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes/RedactPolicy.h"
#include "hprof/Passes/Pass.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// No list of passes and no policy does harm, and each fault is explained.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const StringRef Text(reinterpret_cast<const char *>(Data), Size);
  if (Expected<std::vector<PassCall>> Calls = parsePasses(Text)) {
    require(!Calls->empty());
    for (const PassCall &C : *Calls)
      require(C.column() >= 1 && C.column() <= Size && !C.text().empty());
  } else {
    require(!toString(Calls.takeError()).empty());
  }
  if (Expected<RedactPolicy> Policy = parseRedactPolicy(Text)) {
    require(Policy->Rules.size() >= Policy->NumOwnRules);
    (void)Policy->ofField("app.User", "name");
    (void)Policy->ofArrays(BasicType::Byte);
  } else {
    require(!toString(Policy.takeError()).empty());
  }
  return 0;
}
