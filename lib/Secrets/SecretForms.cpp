//===- SecretForms.cpp - Encoded parts of strings -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <cstring>
#include <zlib.h>

using namespace hprof;
using namespace llvm;

/// Maximum size that is decoded at once. Longer secrets are found in parts.
static constexpr size_t MaxPiece = 64 << 10;

static bool isTextByte(uint8_t C) {
  return (C >= ' ' && C < 0x7f) || C == '\n' || C == '\r' || C == '\t';
}

//===----------------------------------------------------------------------===//
// Base64 and hex digits
//===----------------------------------------------------------------------===//

static constexpr uint8_t NoDigit = 0xff;

static constexpr std::array<uint8_t, 256> base64Digits() {
  std::array<uint8_t, 256> D{};
  for (uint8_t &Each : D)
    Each = NoDigit;
  for (uint8_t I = 0; I != 26; ++I) {
    D['A' + I] = I;
    D['a' + I] = uint8_t(26 + I);
  }
  for (uint8_t I = 0; I != 10; ++I)
    D['0' + I] = uint8_t(52 + I);
  D['+'] = D['-'] = 62;
  D['/'] = D['_'] = 63;
  return D;
}
static constexpr std::array<uint8_t, 256> Base64Digits = base64Digits();

static bool isBase64(char C) { return Base64Digits[uint8_t(C)] != NoDigit; }

namespace {
/// Decodes digits of Base64 in pieces.
class Base64Text {
public:
  explicit Base64Text(std::string &Out) : Out(Out) {}
  /// Stops at the first character that is not a digit.
  void add(StringRef Text) {
    for (char C : Text) {
      if (C == '\r' || C == '\n')
        continue;
      const uint8_t D = Base64Digits[uint8_t(C)];
      if (D == NoDigit)
        return;
      Bits = Bits << 6 | D;
      Count += 6;
      if (Count >= 8) {
        Count -= 8;
        Out += char(uint8_t(Bits >> Count));
      }
    }
  }

private:
  std::string &Out;
  uint32_t Bits = 0;
  unsigned Count = 0; ///< Number of unused bits.
};
} // namespace

void hprof::decodeBase64(StringRef Text, std::string &Out) {
  Base64Text(Out).add(Text);
}

static void decodeHex(StringRef Text, std::string &Out) {
  for (size_t I = 0; I + 1 < Text.size(); I += 2)
    Out += char(hexFromNibbles(Text[I], Text[I + 1]));
}

/// Returns the size of the text at the beginning of \p Said.
static size_t textSize(StringRef Said) {
  return Said
      .take_while(
          [](char C) { return isTextByte(uint8_t(C)) || uint8_t(C) >= 0x80; })
      .size();
}

/// Returns the digits of Base64 on the line after the position \p At in \p
/// Text, as in mails. The line may be indented, as in YAML.
static StringRef lineAfter(StringRef Text, size_t At) {
  constexpr size_t MostIndent = 16;
  StringRef Rest = Text.drop_front(At);
  Rest.consume_front("\r");
  if (!Rest.consume_front("\n"))
    return "";
  const size_t Indent = Rest.take_front(MostIndent).find_first_not_of(" \t");
  return Rest.drop_front(Indent == StringRef::npos ? 0 : Indent)
      .take_while(isBase64);
}

/// Decodes \p Run, digits of Base64, and the digits on the next lines of \p
/// Text. All lines must have the same length, except the first, which other
/// text may precede, and the last. Stops where the decoded data is no longer
/// text. Returns the part of \p Text with the digits.
static StringRef decodeLines(StringRef Text, StringRef Run, std::string &Said) {
  constexpr size_t ShortestLine = 16;
  const size_t Begin = size_t(Run.begin() - Text.begin());
  StringRef Line = Run.take_front(MaxPiece);
  Base64Text Joined(Said);
  for (size_t Width = 0;;) {
    const size_t Before = Said.size();
    Joined.add(Line);
    const bool IsText =
        Before + textSize(StringRef(Said).drop_front(Before)) == Said.size();
    const size_t End = size_t(Line.end() - Text.begin());
    const StringRef Next = lineAfter(Text, End);
    const bool IsLast =
        Line.size() < Width || Next.empty() || (Width && Next.size() > Width);
    if (!IsText || IsLast || Line.size() < ShortestLine ||
        End - Begin + Next.size() > MaxPiece)
      return Text.slice(Begin, End);
    if (!Width)
      Width = std::max(Line.size(), Next.size());
    Line = Next;
  }
}

/// Minimum length of a decoded secret.
static constexpr size_t LeastSaid = 10;
/// Number of digits that determine whether a run can encode text.
static constexpr size_t Probe = 16;

static bool isTextAtFirst(StringRef Run,
                          void (*Decode)(StringRef, std::string &),
                          std::string &Said) {
  Said.clear();
  Decode(Run.take_front(Probe), Said);
  return all_of(Said, [](char C) { return isTextByte(uint8_t(C)); });
}

/// Reports \p Run, of hex digits, if it encodes text.
static bool tryHex(StringRef Run, FormFound Found, std::string &Said) {
  const StringRef Place = Run.take_front(2 * MaxPiece);
  if (Run.size() % 2 || !all_of(Run.take_front(Probe), isHexDigit) ||
      !isTextAtFirst(Run, decodeHex, Said) || !all_of(Place, isHexDigit))
    return false;
  Said.clear();
  decodeHex(Place, Said);
  const size_t Size = textSize(Said);
  if (Size < LeastSaid)
    return false;
  Found(SecretForm::Hex, Place, StringRef(Said).take_front(Size));
  return true;
}

/// Reports \p Run, of Base64 digits, if it encodes text. First, reports the run
/// joined with the following lines, unless it begins before \p Joined, the end
/// of the lines that were joined last.
static void tryBase64(StringRef Text, StringRef Run, const char *&Joined,
                      FormFound Found, std::string &Said) {
  if (!isTextAtFirst(Run, decodeBase64, Said))
    return;
  auto Show = [&](StringRef Place) {
    if (const size_t Size = textSize(Said); Size >= LeastSaid)
      Found(SecretForm::Base64, Place, StringRef(Said).take_front(Size));
  };
  if (Run.begin() >= Joined) {
    Said.clear();
    const StringRef Place = decodeLines(Text, Run, Said);
    Show(Place);
    if (Place.size() <= Run.size())
      return;
    Joined = Place.end();
  }
  // In a list, each line encodes a separate string.
  const StringRef Alone = Run.take_front(MaxPiece);
  Said.clear();
  decodeBase64(Alone, Said);
  Show(Alone);
}

/// Finds digits of Base64, which include hex digits. Most characters are
/// skipped, because only long runs are of interest.
static void findDigits(StringRef Text, FormFound Found, std::string &Said) {
  constexpr size_t Least = 16;
  const char *Joined = Text.begin();
  for (size_t At = Least - 1; At < Text.size(); At += Least) {
    if (!isBase64(Text[At]))
      continue;
    size_t Begin = At, End = At + 1;
    while (Begin && isBase64(Text[Begin - 1]))
      --Begin;
    while (End != Text.size() && isBase64(Text[End]))
      ++End;
    if (End - Begin >= Least) {
      StringRef Run = Text.slice(Begin, End);
      if (!Run.consume_front("0x"))
        Run.consume_front("0X");
      if (!tryHex(Run, Found, Said))
        tryBase64(Text, Run, Joined, Found, Said);
    }
    // The next long run ends after the next position examined.
    At = std::max(At, End);
  }
}

//===----------------------------------------------------------------------===//
// Escapes
//===----------------------------------------------------------------------===//

namespace {
/// An escape: a mark and the following characters.
struct Escapes {
  SecretForm Form;
  /// Only a string with the first mark is decoded; if there is a second mark,
  /// its escapes are decoded, too.
  StringLiteral Marks;
  /// Appends the decoded beginning of \p Text, which begins with the mark, and
  /// returns its length; 0 if it is not an escape.
  size_t (*Decode)(StringRef Text, std::string &Out);
  /// Whether \p C ends the escaped part of a string.
  bool (*Ends)(char C);
};
} // namespace

/// Appends a character, or a placeholder if it is not Latin-1.
static void append(unsigned Code, std::string &Out) {
  Out += Code < 0x100 ? char(uint8_t(Code)) : '\x7f';
}

static size_t decodePercent(StringRef T, std::string &Out) {
  if (T.size() < 3 || !isHexDigit(T[1]) || !isHexDigit(T[2]))
    return 0;
  Out += char(hexFromNibbles(T[1], T[2]));
  return 3;
}

/// In web forms, a plus sign is a space.
static size_t decodePlus(StringRef T, std::string &Out) {
  if (T.front() == '%')
    return decodePercent(T, Out);
  Out += ' ';
  return 1;
}

static size_t decodeBackslash(StringRef T, std::string &Out) {
  if (T.size() < 2)
    return 0;
  static constexpr StringLiteral From = "nrt\"'\\/=:&", To = "\n\r\t\"'\\/=:&";
  if (size_t I = From.find(T[1]); I != StringRef::npos) {
    Out += To[I];
    return 2;
  }
  unsigned Code = 0;
  if (T.size() < 6 || T[1] != 'u' || T.substr(2, 4).getAsInteger(16, Code))
    return 0;
  append(Code, Out);
  return 6;
}

static size_t decodeEntity(StringRef T, std::string &Out) {
  static constexpr std::pair<StringLiteral, char> Names[] = {{"&quot;", '"'},
                                                             {"&apos;", '\''},
                                                             {"&amp;", '&'},
                                                             {"&lt;", '<'},
                                                             {"&gt;", '>'}};
  for (const auto &[Name, C] : Names)
    if (T.starts_with(Name)) {
      Out += C;
      return Name.size();
    }
  StringRef Rest = T;
  if (!Rest.consume_front("&#"))
    return 0;
  const unsigned Base = Rest.consume_front("x") ? 16 : 10;
  StringRef Digits = Rest.take_front(6).take_while(isHexDigit);
  unsigned Code = 0;
  if (Digits.getAsInteger(Base, Code) ||
      !Rest.drop_front(Digits.size()).starts_with(";"))
    return 0;
  append(Code, Out);
  return size_t(Digits.end() - T.begin()) + 1;
}

static bool endsWord(char C) { return uint8_t(C) <= ' '; }
/// Whether \p C is a character that is escaped in a form, or ends a value.
static bool endsParameter(char C) {
  return endsWord(C) || StringRef("&\"'<>`\\(){}|;,").contains(C);
}
static bool endsText(char C) { return !C; }

static constexpr Escapes AllEscapes[] = {
    {SecretForm::Url, "%", decodePercent, endsWord},
    {SecretForm::Url, "+%", decodePlus, endsParameter},
    {SecretForm::Json, "\\", decodeBackslash, endsText},
    {SecretForm::Xml, "&", decodeEntity, endsText},
};

/// Whether \p Place is long Base64, in which a plus sign is a digit.
static bool isLongBase64(StringRef Place) {
  return Place.size() > 64 &&
         all_of(Place, [](char C) { return isBase64(C) || C == '='; });
}

/// Decodes the parts of \p Text with escapes, and some text before the first.
static void findEscapes(const Escapes &E, StringRef Text, FormFound Found,
                        std::string &Said) {
  constexpr size_t Context = 256, Least = 12;
  for (size_t Done = 0; Done < Text.size();) {
    const size_t Mark = Text.find(E.Marks.front(), Done);
    if (Mark == StringRef::npos)
      return;
    std::string First;
    if (!E.Decode(Text.drop_front(Mark), First)) {
      Done = Mark + 1;
      continue;
    }
    size_t At = Mark;
    while (At > Done && Mark - At < Context && !E.Ends(Text[At - 1]))
      --At;
    const size_t Begin = At;
    Said.clear();
    while (At != Text.size() && At - Begin < MaxPiece && !E.Ends(Text[At])) {
      const size_t Size =
          E.Marks.contains(Text[At]) ? E.Decode(Text.drop_front(At), Said) : 0;
      if (!Size)
        Said += Text[At];
      At += std::max<size_t>(Size, 1);
    }
    const StringRef Place = Text.slice(Begin, At);
    if (Place.size() >= Least && !(First == " " && isLongBase64(Place)))
      Found(E.Form, Place, Said);
    Done = At;
  }
}

//===----------------------------------------------------------------------===//
// gzip and zlib
//===----------------------------------------------------------------------===//

/// Inflates data at the beginning of \p Text, at most \p Most bytes.
static void inflateSome(StringRef Text, size_t Most, std::string &Said) {
  z_stream Z{};
  if (inflateInit2(&Z, 15 + 32) != Z_OK)
    return;
  Said.resize(Most);
  Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Text.data()));
  Z.avail_in = uInt(std::min<size_t>(Text.size(), 1 << 30));
  Z.next_out = reinterpret_cast<Bytef *>(Said.data());
  Z.avail_out = uInt(Most);
  (void)inflate(&Z, Z_SYNC_FLUSH);
  Said.resize(Most - Z.avail_out);
  inflateEnd(&Z);
}

static bool isZlib(StringRef Text) {
  // The header: the method, a window of 32 KiB, and a check of these 16 bits.
  return Text.size() > 8 && Text[0] == 0x78 &&
         (uint8_t(Text[0]) << 8 | uint8_t(Text[1])) % 31 == 0 &&
         !(uint8_t(Text[1]) & 0x20);
}

static void findCompressed(StringRef Text, FormFound Found, std::string &Said) {
  constexpr size_t MaxSize = 256 << 10, MaxParts = 16;
  auto Try = [&](StringRef Part) {
    Said.clear();
    inflateSome(Part, MaxSize, Said);
    if (!Said.empty())
      Found(SecretForm::Gzip, Part, Said);
  };
  if (isZlib(Text))
    Try(Text);
  static constexpr StringLiteral Magic = "\x1f\x8b\x08";
  size_t Parts = 0;
  for (size_t At = 0; Parts != MaxParts; ++Parts, ++At) {
    const void *P = At < Text.size()
                        ? memmem(Text.data() + At, Text.size() - At,
                                 Magic.data(), Magic.size())
                        : nullptr;
    if (!P)
      return;
    At = size_t(static_cast<const char *>(P) - Text.data());
    Try(Text.drop_front(At));
  }
}

void hprof::forEachForm(StringRef Text, FormFound Found) {
  // No encoded secret is shorter than this.
  if (Text.size() < 12)
    return;
  std::string Said;
  findDigits(Text, Found, Said);
  for (const Escapes &E : AllEscapes)
    findEscapes(E, Text, Found, Said);
  findCompressed(Text, Found, Said);
}
