//===- ControlGroupsLinux.cpp - Memory limits of control groups -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlGroupsLinux.h"
#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace hprof;
using namespace llvm;

static std::string contentsOf(const Twine &Path) {
  // System files do not report a size.
  auto File = MemoryBuffer::getFileAsStream(Path);
  return File ? (*File)->getBuffer().str() : "";
}

/// Returns the number after \p Name in lines of names and numbers.
static std::optional<uint64_t> numberOf(StringRef Lines, StringRef Name) {
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    uint64_t N;
    if (Line.consume_front(Name) && !Line.empty() &&
        (Line[0] == ' ' || Line[0] == ':') &&
        !Line.ltrim(": \t").consumeInteger(10, N))
      return N;
  }
  return std::nullopt;
}

static std::optional<uint64_t> numberIn(const Twine &Path) {
  uint64_t N;
  if (StringRef(contentsOf(Path)).trim().getAsInteger(10, N))
    return std::nullopt;
  return N;
}

/// Returns the least memory available to a group or one of its parents up to
/// \p Root. File pages count as used, but can be reclaimed.
static uint64_t leftInGroups(StringRef Root, StringRef Group, StringRef Limit,
                             StringRef Usage) {
  uint64_t Least = UINT64_MAX;
  SmallString<128> Path(Root);
  sys::path::append(Path, Group.ltrim('/'));
  while (Path.size() >= Root.size()) {
    std::optional<uint64_t> Max = numberIn(Path + "/" + Limit);
    std::optional<uint64_t> Used = numberIn(Path + "/" + Usage);
    if (Max && Used) {
      std::string Stat = contentsOf(Path + "/memory.stat");
      uint64_t Cache = numberOf(Stat, "inactive_file").value_or(0) +
                       numberOf(Stat, "active_file").value_or(0);
      uint64_t InUse = *Used - std::min(*Used, Cache);
      Least = std::min(Least, *Max - std::min(*Max, InUse));
    }
    if (Path.size() == Root.size())
      break;
    sys::path::remove_filename(Path);
  }
  return Least;
}

uint64_t columns::availableMemoryIn(StringRef Proc, StringRef Groups) {
  uint64_t Least = UINT64_MAX;
  if (auto Kb = numberOf(contentsOf(Proc + "/meminfo"), "MemAvailable"))
    Least = *Kb * 1024;
  // Each line contains a hierarchy number, controllers and a path.
  std::string Own = contentsOf(Proc + "/self/cgroup");
  StringRef Lines = Own;
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    auto [Number, Rest] = Line.split(':');
    auto [Controllers, Group] = Rest.split(':');
    if (Controllers.empty() && Number == "0")
      Least = std::min(
          Least, leftInGroups(Groups, Group, "memory.max", "memory.current"));
    for (StringRef C : split(Controllers, ','))
      if (C == "memory")
        Least = std::min(Least, leftInGroups((Groups + "/memory").str(), Group,
                                             "memory.limit_in_bytes",
                                             "memory.usage_in_bytes"));
  }
  return Least;
}

uint64_t hprof::availableMemory() {
  return columns::availableMemoryIn("/proc", "/sys/fs/cgroup");
}
