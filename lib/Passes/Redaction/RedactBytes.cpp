//===- RedactBytes.cpp - Replaces bytes -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedactBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// RFC 2104, with SHA-256.
RedactBytes::RedactBytes(StringRef Key) {
  constexpr size_t Block = 64;
  std::array<uint8_t, Block> Padded{};
  if (Key.size() > Block)
    copy(SHA256::hash(arrayRefFromStringRef(Key)), Padded.begin());
  else
    copy(Key, Padded.begin());
  for (auto [Hash, Pad] : {std::pair(&Inner, 0x36), std::pair(&Outer, 0x5c)}) {
    std::array<uint8_t, Block> Start;
    for (size_t I = 0; I != Block; ++I)
      Start[I] = uint8_t(Padded[I] ^ Pad);
    Hash->update(Start);
  }
}

std::array<uint8_t, 32> RedactBytes::hmac(ArrayRef<uint8_t> Bytes) const {
  SHA256 First = Inner, Second = Outer;
  First.update(Bytes);
  Second.update(First.final());
  return Second.final();
}

/// Appends \p Count letters that depend on \p Of.
void RedactBytes::letters(ArrayRef<uint8_t> Of, char Purpose, size_t Count,
                          SmallVectorImpl<uint8_t> &Out) const {
  static constexpr char Alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  SmallVector<uint8_t, 64> Message(1, uint8_t(Purpose));
  const std::array<uint8_t, 32> Seed = hmac(Of);
  Message.append(Seed.begin(), Seed.end());
  Message.push_back(0);
  for (uint8_t Round = 0; Count; ++Round) {
    Message.back() = Round;
    for (uint8_t Byte : hmac(Message)) {
      if (!Count)
        return;
      Out.push_back(uint8_t(Alphabet[Byte & 31]));
      --Count;
    }
  }
}

std::string RedactBytes::name(StringRef Name) const {
  SmallVector<uint8_t, NameLetters> Out;
  letters(arrayRefFromStringRef(Name), 'N', NameLetters, Out);
  return toStringRef(Out).str();
}

void RedactBytes::fill(MutableArrayRef<uint8_t> Bytes, uint64_t Position,
                       BasicType T, Redaction How) {
  const bool IsMask = How != Redaction::Zero;
  std::fill(Bytes.begin(), Bytes.end(),
            T == BasicType::Byte && IsMask ? '*' : 0);
  if (T == BasicType::Char && IsMask) // Big-endian: the second byte.
    for (size_t I = Position % 2 ? 0 : 1; I < Bytes.size(); I += 2)
      Bytes[I] = '*';
}

void RedactBytes::replace(MutableArrayRef<uint8_t> Bytes, BasicType T,
                          Redaction &How) const {
  const size_t Width = T == BasicType::Char ? 2 : 1;
  const size_t Count = Bytes.size() / Width;
  const bool IsText = T == BasicType::Byte || T == BasicType::Char;
  if (How == Redaction::Token && (!IsText || Count < MinToken))
    How = Redaction::Mask;
  if (How != Redaction::Token)
    return fill(Bytes, 0, T, How);
  // A few letters suffice for uniqueness; the rest is padding.
  constexpr size_t MaxLetters = 64;
  const size_t Half = std::min(Count, MaxLetters) / 2;
  SmallVector<uint8_t, 0> Token(Bytes.size());
  auto Complete = [&](ArrayRef<uint8_t> FirstHalf) {
    SmallVector<uint8_t, 64> Text(FirstHalf);
    letters(FirstHalf, 'T', std::min(Count, MaxLetters) - Half, Text);
    for (size_t I = 0; I != Count; ++I)
      Token[I * Width + Width - 1] = I < Text.size() ? Text[I] : '*';
  };
  // A token is recognized and stays unchanged.
  SmallVector<uint8_t, 64> First;
  for (size_t I = 0; I != Half; ++I)
    First.push_back(Bytes[I * Width + Width - 1]);
  Complete(First);
  if (ArrayRef<uint8_t>(Token) == Bytes)
    return;
  First.clear();
  letters(Bytes, 'C', Half, First);
  Complete(First);
  copy(Token, Bytes.begin());
}
