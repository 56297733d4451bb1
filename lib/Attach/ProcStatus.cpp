//===- ProcStatus.cpp - Parses /proc/PID/status ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcStatus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;
using namespace hprof;

static Error malformed(StringRef Key, StringRef Value) {
  return createStringError("/proc/PID/status: " + Key + ": found '" +
                           Value.take_front(80) + "'");
}

/// Parses numbers separated by spaces; nothing if one is malformed.
static std::optional<SmallVector<uint64_t, 4>> listIn(StringRef Text) {
  SmallVector<uint64_t, 4> Found;
  SmallVector<StringRef, 4> Words;
  SplitString(Text, Words);
  for (StringRef Word : Words) {
    uint64_t Number;
    if (Word.getAsInteger(10, Number))
      return std::nullopt;
    Found.push_back(Number);
  }
  return Found;
}

static SmallVector<uint64_t, 4> numbersIn(StringRef Text) {
  return listIn(Text).value_or(SmallVector<uint64_t, 4>());
}

namespace {

struct StatusParser {
  std::optional<char> State;
  std::optional<uint64_t> ThreadGroup, NamespacePid, Caught;
  unsigned Namespaces = 1;
  std::optional<uint32_t> User, Group;
  std::optional<std::vector<gid_t>> Groups;

  Error take(StringRef Key, StringRef Value);
};

} // namespace

Error StatusParser::take(StringRef Key, StringRef Value) {
  if (Key == "State") {
    if (Value.empty())
      return malformed(Key, Value);
    State = Value[0];
  } else if (Key == "Tgid") {
    auto Found = numbersIn(Value);
    if (Found.size() != 1)
      return malformed(Key, Value);
    ThreadGroup = Found[0];
  } else if (Key == "NSpid") {
    auto Found = numbersIn(Value);
    if (Found.empty() || !Found.back())
      return malformed(Key, Value);
    NamespacePid = Found.back();
    Namespaces = unsigned(Found.size());
  } else if (Key == "Uid" || Key == "Gid") {
    // Real, effective, saved, file system.
    auto Found = numbersIn(Value);
    if (Found.size() != 4 || Found[1] > UINT32_MAX)
      return malformed(Key, Value);
    (Key == "Uid" ? User : Group) = static_cast<uint32_t>(Found[1]);
  } else if (Key == "Groups") {
    auto Found = listIn(Value);
    if (!Found || any_of(*Found, [](uint64_t One) { return One > UINT32_MAX; }))
      return malformed(Key, Value);
    Groups.emplace(Found->begin(), Found->end());
  } else if (Key == "SigCgt") {
    // Some architectures have 128 signals; the last digits represent signals 1
    // to 64.
    uint64_t Mask;
    if (Value.size() < 8 || Value.take_back(16).getAsInteger(16, Mask))
      return malformed(Key, Value);
    Caught = Mask;
  }
  return Error::success();
}

Expected<ProcStatus> hprof::parseProcStatus(StringRef Text) {
  StatusParser P;
  // The kernel escapes newlines in the process's name.
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    auto [Key, Value] = Line.split(':');
    if (Error E = P.take(Key, Value.trim()))
      return E;
  }
  auto Missing = [](const char *Key) {
    return createStringError("/proc/PID/status: no line " + Twine(Key));
  };
  if (!P.State)
    return Missing("State");
  if (!P.ThreadGroup)
    return Missing("Tgid");
  if (!P.User)
    return Missing("Uid");
  if (!P.Group)
    return Missing("Gid");
  if (!P.Groups)
    return Missing("Groups");
  if (!P.Caught)
    return Missing("SigCgt");
  ProcStatus S;
  S.State = *P.State;
  S.ThreadGroup = *P.ThreadGroup;
  S.NamespacePid = P.NamespacePid.value_or(*P.ThreadGroup);
  S.Namespaces = P.Namespaces;
  S.User = *P.User;
  S.Group = *P.Group;
  S.Groups = std::move(*P.Groups);
  S.Caught = *P.Caught;
  return S;
}
