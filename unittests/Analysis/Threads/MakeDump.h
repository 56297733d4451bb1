//===- MakeDump.h - Thread dumps for tests ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_ANALYSIS_THREADS_MAKEDUMP_H
#define UNITTESTS_ANALYSIS_THREADS_MAKEDUMP_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace hprof {

/// Parses \p Json, a dump as written by the JDK.
inline ThreadDump dumpOfJson(llvm::StringRef Json) {
  auto In = Source::fromMemory(llvm::arrayRefFromStringRef(Json), "json");
  llvm::Expected<ThreadDump> Dump = readThreadJson(*In, nullptr);
  if (!Dump) {
    ADD_FAILURE() << llvm::toString(Dump.takeError());
    return {};
  }
  return std::move(*Dump);
}

/// A dump with the threads \p Threads in its root container.
inline ThreadDump dumpOfThreads(llvm::StringRef Threads) {
  return dumpOfJson(("{\"threadDump\": {\"threadContainers\": [{\"container\": "
                     "\"<root>\", \"parent\": null, \"owner\": null, "
                     "\"threads\": [" +
                     Threads + "]}]}}")
                        .str());
}

/// The first dump in the text \p Text.
inline ThreadDump dumpOfText(llvm::StringRef Text) {
  auto In = Source::fromMemory(llvm::arrayRefFromStringRef(Text), "text");
  llvm::Expected<std::vector<ThreadDump>> Dumps = readJstack(*In, nullptr);
  if (!Dumps) {
    ADD_FAILURE() << llvm::toString(Dumps.takeError());
    return {};
  }
  return std::move(Dumps->front());
}

/// For example "[1,2]".
template <class T> std::string listed(const std::vector<T> &Numbers) {
  std::string Out = "[";
  for (const T &N : Numbers)
    Out += (Out.size() > 1 ? "," : "") + std::to_string(N);
  return Out + "]";
}

} // namespace hprof

#endif // UNITTESTS_ANALYSIS_THREADS_MAKEDUMP_H
