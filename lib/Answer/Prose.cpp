//===- Prose.cpp - Text with typed values ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Prose.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Records/Records.h"

using namespace hprof;
using namespace llvm;

/// Enough for most lines.
static constexpr size_t UsualPieces = 4;

Prose &Prose::add(Kind Is, StringRef Text, uint64_t Number, unsigned Width) {
  // Merge two consecutive plain pieces.
  if (Is == Kind::Plain && !Pieces.empty() && Pieces.back().Is == Kind::Plain)
    Pieces.back().Text += Text;
  else
    addPiece({Is, Text.str(), Number, Width});
  return *this;
}

void Prose::addPiece(Piece P) {
  if (Pieces.empty())
    Pieces.reserve(UsualPieces);
  Pieces.push_back(std::move(P));
}

Prose &Prose::operator<<(StringRef Text) { return add(Kind::Plain, Text); }

Prose &Prose::prose(const Prose &Other) { return prose(Prose(Other)); }

Prose &Prose::prose(Prose &&Other) {
  if (Pieces.empty())
    std::swap(Pieces, Other.Pieces);
  for (Piece &P : Other.Pieces) {
    if (P.Is == Kind::Plain)
      add(P.Is, P.Text);
    else
      addPiece(std::move(P));
  }
  return *this;
}

Prose &Prose::name(StringRef Text) { return add(Kind::Name, Text); }
Prose &Prose::name(std::string &&Text) {
  addPiece({Kind::Name, std::move(Text)});
  return *this;
}

Prose &Prose::quoted(StringRef Text) { return add(Kind::Quoted, Text); }
Prose &Prose::option(StringRef Text) { return add(Kind::Option, Text); }

Prose &Prose::count(uint64_t N, StringRef Noun, StringRef Plural) {
  const std::string Text = counted(N, Noun, Plural);
  return add(Kind::Count, StringRef(Text).ltrim("0123456789"), N);
}

Prose &Prose::number(uint64_t N) { return add(Kind::Count, "", N); }

Prose &Prose::bytes(uint64_t N) { return add(Kind::Bytes, "", N); }

Prose &Prose::size(uint64_t N, StringRef Share) {
  return add(Kind::Size, Share, N);
}

Prose &Prose::numberCell(uint64_t N, unsigned Width) {
  return add(Kind::NumberCell, "", N, Width);
}

Prose &Prose::bytesCell(uint64_t N, unsigned Width) {
  return add(Kind::BytesCell, "", N, Width);
}

Prose &Prose::largeBytes(uint64_t N) { return add(Kind::LargeBytes, "", N); }
Prose &Prose::change(int64_t N) { return add(Kind::Change, "", uint64_t(N)); }

Prose &Prose::bytesChange(int64_t N) {
  return add(Kind::BytesChange, "", uint64_t(N));
}

Prose &Prose::amount(uint64_t N) { return add(Kind::Amount, "", N); }

Prose &Prose::amountChange(int64_t N) {
  return add(Kind::AmountChange, "", uint64_t(N));
}

Prose &Prose::time(uint64_t Millis) { return add(Kind::Time, "", Millis); }
Prose &Prose::id(uint64_t Id) { return add(Kind::Id, "", Id); }

Prose &Prose::word(StringRef Text) { return add(Kind::Word, Text); }

Prose &Prose::value(const hprof::Value &V) {
  add(Kind::Value, "", V.Bits);
  Pieces.back().Type = V.Type;
  return *this;
}

void Prose::mapInputTexts(function_ref<std::string(std::string)> To) {
  for (Piece &P : Pieces)
    if (P.Is == Kind::Name || P.Is == Kind::Quoted || P.Is == Kind::Word)
      P.Text = To(std::move(P.Text));
}
