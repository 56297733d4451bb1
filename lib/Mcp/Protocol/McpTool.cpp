//===- McpTool.cpp - Tools that a client can call -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpTool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

McpTool::~McpTool() = default;

void McpCall::cancel() {
  IsCancelled = true;
  const std::lock_guard<std::mutex> Guard(Lock);
  if (Stop)
    Stop();
}

void McpCall::onCancel(std::function<void()> Do) {
  const std::lock_guard<std::mutex> Guard(Lock);
  Stop = std::move(Do);
  if (Stop && IsCancelled)
    Stop();
}

static Error expected(StringRef Name, const Twine &What) {
  return createStringError("argument '" + Name + "': expected " + What);
}

static Expected<uint64_t> parseId(StringRef Name, const json::Value &Given) {
  uint64_t Id = 0;
  const std::optional<StringRef> Text = Given.getAsString();
  if (!Text || !Text->starts_with_insensitive("0x") ||
      Text->drop_front(2).getAsInteger(16, Id))
    return expected(Name, "an id such as \"0x7f00\"");
  return Id;
}

static Error checkWord(const Column &C, const json::Value &Given) {
  SmallVector<StringRef, 8> Choices;
  C.Choices.split(Choices, '|');
  const std::optional<StringRef> Word = Given.getAsString();
  if (Word && is_contained(Choices, *Word))
    return Error::success();
  return expected(C.Name, "one of " + join(Choices, ", "));
}

static std::string knownNames(const TableInfo &Declared) {
  std::string Names;
  for (const Column &C : Declared.Columns)
    Names += (Names.empty() ? "" : ", ") + C.Name.str();
  return Names;
}

Expected<McpArguments> McpArguments::parse(const TableInfo &Declared,
                                           const json::Object &Given) {
  McpArguments Is;
  for (const auto &One : Given) {
    StringRef Name = One.first;
    if (none_of(Declared.Columns,
                [&](const Column &C) { return C.Name == Name; }))
      return createStringError("unknown argument '" + Name +
                               "'; arguments are " + knownNames(Declared));
  }
  for (const Column &C : Declared.Columns) {
    const json::Value *V = Given.get(C.Name);
    // Some clients send null for missing arguments.
    if (!V || V->getAsNull()) {
      if (!C.IsOptional)
        return createStringError("argument '" + C.Name +
                                 "' is missing: " + C.Sentence);
      continue;
    }
    if (C.Type == ColumnType::Id) {
      Expected<uint64_t> Id = parseId(C.Name, *V);
      if (!Id)
        return Id.takeError();
      Is.Numbers.push_back({C.Name.str(), *Id});
    } else if (C.Type == ColumnType::Count) {
      const std::optional<int64_t> N = V->getAsInteger();
      if (!N || *N < 0)
        return expected(C.Name, "an integer of at least 0");
      Is.Numbers.push_back({C.Name.str(), uint64_t(*N)});
    } else if (C.Type == ColumnType::Flag) {
      if (!V->getAsBoolean())
        return expected(C.Name, "true or false");
      Is.Texts[C.Name] = *V;
    } else if (C.Type == ColumnType::Word) {
      if (Error E = checkWord(C, *V))
        return E;
      Is.Texts[C.Name] = *V;
    } else {
      if (!V->getAsString())
        return expected(C.Name, "a string");
      Is.Texts[C.Name] = *V;
    }
  }
  return Is;
}

std::optional<StringRef> McpArguments::text(StringRef Name) const {
  return Texts.getString(Name);
}

std::optional<uint64_t> McpArguments::number(StringRef Name) const {
  for (const auto &[Is, N] : Numbers)
    if (Is == Name)
      return N;
  return std::nullopt;
}

bool McpArguments::flag(StringRef Name) const {
  return Texts.getBoolean(Name).value_or(false);
}
