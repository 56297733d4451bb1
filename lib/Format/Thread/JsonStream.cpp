//===- JsonStream.cpp - Feeds a Source to RapidJSON -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonStream.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>

using namespace hprof;
using namespace llvm;

/// Whether \p Escape, such as "\ud83d", is a unit from \p First to \p First +
/// 0x3ff.
static bool isSurrogate(const char *Escape, unsigned First) {
  unsigned Unit;
  return Escape[0] == '\\' && Escape[1] == 'u' &&
         !StringRef(Escape + 2, 4).getAsInteger(16, Unit) && Unit >= First &&
         Unit < First + 0x400;
}

/// Replaces first halves of surrogates without a second one. \return the end of
/// the checked part: an escape that may continue is kept for later.
char *JsonStream::repair(char *From, char *To) {
  constexpr ptrdiff_t Unit = 6, Pair = 2 * Unit;
  while (true) {
    auto *Escape =
        static_cast<char *>(std::memchr(From, '\\', size_t(To - From)));
    if (!Escape)
      return To;
    if (To - Escape < Pair)
      return Escape;
    if (Escape[1] != 'u') {
      From = Escape + 2;
    } else if (!isSurrogate(Escape, 0xd800)) {
      From = Escape + Unit;
    } else if (isSurrogate(Escape + Unit, 0xdc00)) {
      From = Escape + Pair;
    } else {
      std::copy_n("fffd", 4, Escape + 2);
      From = Escape + Unit;
    }
  }
}

void JsonStream::refill() {
  constexpr size_t BufferSize = 64 << 10, Padding = 12;
  Buffer.resize(BufferSize + Padding);
  bool IsAtEnd = false;
  do {
    if (NumHeld)
      std::memmove(Buffer.data(), End, NumHeld);
    const size_t Room = BufferSize - NumHeld;
    const ArrayRef<uint8_t> New = In.peek(Room).take_front(Room);
    IsAtEnd = New.empty();
    std::copy(New.begin(), New.end(), Buffer.data() + NumHeld);
    In.consume(New.size());
    char *const Last = Buffer.data() + NumHeld + New.size();
    char *Until = Last;
    if (IsAtEnd) {
      // No more text follows the held bytes: they are checked with padding.
      std::fill_n(Last, Padding, '\0');
      repair(Buffer.data(), Last + Padding);
    } else {
      Until = repair(Buffer.data(), Last);
    }
    At = Buffer.data();
    End = Until;
    NumHeld = size_t(Last - Until);
  } while (At == End && !IsAtEnd);
}
