//===- ThreadJsonReader.cpp - Reads the JDK's JSON thread dumps -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "ThreadInfoJson.h"
#include "ThreadJsonBuilder.h"
#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/StringExtras.h"
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

using namespace hprof;
using namespace llvm;

/// Whether \p Head begins the JDK's output.
static bool isDumpToFile(StringRef Head) {
  return Head.ltrim().consume_front("{") &&
         Head.ltrim().drop_front().ltrim().starts_with("\"threadDump\"");
}

bool hprof::looksLikeThreadJson(StringRef Head) {
  return isDumpToFile(Head) || looksLikeThreadInfoJson(Head);
}

Expected<std::vector<ThreadDump>>
hprof::readThreadJsonDumps(Source &In, const DamageHandler &OnDamage) {
  constexpr size_t Enough = 64 << 10;
  const StringRef Head = toStringRef(In.peek(Enough)).take_front(Enough);
  if (!isDumpToFile(Head) && looksLikeThreadInfoJson(Head))
    return readThreadInfoJson(In, OnDamage);
  Expected<ThreadDump> Dump = readThreadJson(In, OnDamage);
  if (!Dump)
    return Dump.takeError();
  std::vector<ThreadDump> Dumps;
  Dumps.push_back(std::move(*Dump));
  return Dumps;
}

Expected<ThreadDump> hprof::readThreadJson(Source &In,
                                           const DamageHandler &OnDamage) {
  constexpr size_t Enough = 4 << 10;
  const StringRef Head = toStringRef(In.peek(Enough)).take_front(Enough);
  if (!isDumpToFile(Head)) {
    if (Error E = In.takeError())
      return E;
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   "expected a JSON thread dump, which begins "
                                   "with {\"threadDump\": found " +
                                       describeContent(Head));
  }
  ThreadDump Dump;
  JsonStream Stream(In);
  ThreadJsonBuilder Builder(Dump, Stream, OnDamage);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, JsonMemory>
      Reader;
  const rapidjson::ParseResult Result =
      Reader.Parse < rapidjson::kParseIterativeFlag |
      rapidjson::kParseNumbersAsStringsFlag > (Stream, Builder);
  if (Error E = In.takeError()) {
    // Damage of a container is reported, and the preceding contents are kept.
    Error Rest = handleErrors(std::move(E),
                              [&](std::unique_ptr<FormatError> F) -> Error {
                                if (F->code() == format_errc::io)
                                  return Error(std::move(F));
                                if (OnDamage)
                                  OnDamage({F->code(), F->offset(), F->what()});
                                return Error::success();
                              });
    if (Rest)
      return Rest;
  } else if (Result.IsError()) {
    Builder.stopped(rapidjson::GetParseError_En(Result.Code()));
  }
  Builder.finish();
  return Dump;
}
