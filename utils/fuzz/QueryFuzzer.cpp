//===- QueryFuzzer.cpp - Queries in SQL -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallDump.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Query/QuerySession.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// A dump whose class and fields have the names in \p Names.
static std::unique_ptr<QuerySession> open(StringRef Names) {
  static const int File = memfd_create("fuzz-query", 0);
  SmallVector<StringRef, 8> Fields;
  const auto [Class, Rest] = Names.split(',');
  Rest.split(Fields, ',', 3000, /*KeepEmpty=*/false);
  const std::string Dump = smallDump(Class, Fields);
  require(!ftruncate(File, 0));
  require(pwrite(File, Dump.data(), Dump.size(), 0) == ssize_t(Dump.size()));
  StoreOptions Options;
  Options.Threads = 1;
  Options.MaxMemory = 64 << 20;
  Expected<std::unique_ptr<HeapStore>> Store =
      HeapStore::open("/proc/self/fd/" + std::to_string(File), Options);
  if (!Store) {
    // For example, two fields may have the same name.
    consumeError(Store.takeError());
    return nullptr;
  }
  std::unique_ptr<QuerySession> Session = cantFail(QuerySession::open());
  cantFail(Session->add("main", std::move(*Store)));
  Session->setTimeout(std::chrono::milliseconds(100));
  Session->limitTexts(1 << 16);
  return Session;
}

/// Reads all values of all rows.
static void ask(QuerySession &Session, StringRef Sql) {
  while (true) {
    Expected<std::unique_ptr<QueryResult>> Result = Session.run(Sql);
    if (!Result)
      return consumeError(Result.takeError());
    if (!*Result)
      return;
    while ((*Result)->next())
      for (unsigned I = 0; I != (*Result)->info().Columns.size(); ++I)
        (void)(*Result)->get(I);
    if (Error E = (*Result)->takeError())
      return consumeError(std::move(E));
  }
}

/// The input is a line with names, and queries.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  QuerySession::limitMemory(64 << 20);
  const auto [Names, Sql] =
      StringRef(reinterpret_cast<const char *>(Data), Size).split('\n');
  const std::unique_ptr<QuerySession> Session = open(Names);
  if (!Session)
    return 0;
  std::string Class = "SELECT * FROM \"";
  for (char C : Names.split(',').first)
    Class += C == '"' ? std::string("\"\"") : std::string(1, C);
  ask(*Session, Class + '"');
  ask(*Session, Sql);
  for (const std::string &Name : Session->complete(Sql.take_back(2)))
    require(StringRef(Name).starts_with_insensitive(Sql.take_back(2)));
  return 0;
}
