//===- NameRecords.cpp - Names read on demand -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/NameRecords.h"
#include "hprof/Format/Base/SeededHash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

/// Tag, time and length.
static constexpr unsigned HeaderBytes = 9;

void NameRecords::add(uint64_t Begin, uint64_t End) {
  ++Count;
  if (!Runs.empty() && Runs.back().second == Begin)
    Runs.back().second = End;
  else
    Runs.push_back({Begin, End});
}

uint64_t NameRecords::endOf(uint64_t At) const {
  return At + HeaderBytes + support::endian::read32be(&All[size_t(At) + 5]);
}

uint64_t NameRecords::idAt(uint64_t At) const {
  const uint8_t *Bytes = &All[size_t(At) + HeaderBytes];
  uint64_t Id = 0;
  for (unsigned I = 0; I != IdSize; ++I)
    Id = Id << 8 | Bytes[I];
  return Id;
}

StringRef NameRecords::text(uint64_t At) const {
  const uint64_t Begin = At + HeaderBytes + IdSize;
  return toStringRef(All.slice(size_t(Begin), size_t(endOf(At) - Begin)));
}

/// Returns the slot of \p Id, or a free one.
size_t NameRecords::slotOf(uint64_t Id) const {
  size_t I = size_t(seededHash(Id)) & (Slots.size() - 1);
  while (Slots[I] && idAt(Slots[I]) != Id)
    I = (I + 1) & (Slots.size() - 1);
  return I;
}

void NameRecords::read() const {
  std::call_once(IsRead, [this] {
    // At most half of the slots are in use.
    Slots.resize(size_t(PowerOf2Ceil(2 * Count + 2)));
    for (auto [Begin, End] : Runs)
      for (uint64_t At = Begin; At < End; At = endOf(At))
        Slots[slotOf(idAt(At))] = uint32_t(At);
  });
}

std::optional<StringRef> NameRecords::find(uint64_t Id) const {
  read();
  const uint32_t At = Slots[slotOf(Id)];
  return At ? std::optional(text(At)) : std::nullopt;
}
