//===- TextInput.cpp - Lines of a text input ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextInput.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Makes \p Want bytes from Cur addressable, or all that remain; returns false
/// if there are none.
bool TextInput::fill(size_t Want) {
  constexpr size_t Step = 256 << 10;
  if (!AtEnd) {
    Want = std::max(Want, Step);
    if (Window)
      In.consume(size_t(Cur - Window));
    Base = In.offset();
    StringRef Bytes = toStringRef(In.peek(Want));
    AtEnd = Bytes.size() < Want;
    Window = Cur = Bytes.begin();
    End = Bytes.end();
  }
  return Cur != End;
}

/// Reads a line whose end is outside the window.
bool TextInput::nextLong(TextLine &L) {
  StringRef Rest(Cur, size_t(End - Cur));
  size_t Size = StringRef::npos;
  for (size_t Want = 2 * Rest.size(); !AtEnd && Rest.size() < MaxLine;
       Want *= 2) {
    fill(Want);
    Rest = StringRef(Cur, size_t(End - Cur));
    Size = Rest.find('\n');
    if (Size != StringRef::npos)
      break;
  }
  Start = Cur;
  begin(L);
  if (Size > MaxLine) { // The line is too long, or its end was not found.
    L.Text = Rest.take_front(MaxLine);
    L.IsOpen = AtEnd && L.Text.size() == Rest.size();
    Cur += L.Text.size();
    Column += uint32_t(L.Text.size());
    return true;
  }
  L.IsOpen = false;
  L.Text = Rest.take_front(Size);
  L.Text.consume_back("\r");
  Cur += Size + 1;
  ++Number;
  Column = 0;
  return true;
}

void TextInput::resize(TextLine &L, size_t Size, size_t Dropped) {
  StringRef Text(Start, Size);
  L.Text = Text;
  L.IsOpen = false;
  Cur = Start + Size + Dropped;
  size_t Newlines = StringRef(Start, Size + Dropped).count('\n');
  Number = StartNumber + Newlines;
  size_t Last = StringRef(Start, Size + Dropped).rfind('\n');
  Column = Last == StringRef::npos ? StartColumn + uint32_t(Size + Dropped)
                                   : uint32_t(Size + Dropped - Last - 1);
  if (!Text.contains("\r\n"))
    return;
  // If lines end in "\r\n", the line breaks within a name are also "\r\n".
  Joined.clear();
  for (size_t I = 0; I != Text.size(); ++I)
    if (Text[I] != '\r' || I + 1 == Text.size() || Text[I + 1] != '\n')
      Joined.push_back(Text[I]);
  L.Text = Joined;
}

Error TextInput::takeErrorOrTell(const DamageHandler &OnDamage) {
  return handleErrors(In.takeError(),
                      [&](std::unique_ptr<FormatError> E) -> Error {
                        if (E->code() == format_errc::io)
                          return Error(std::move(E));
                        if (OnDamage)
                          OnDamage({E->code(), E->offset(), E->what()});
                        return Error::success();
                      });
}
