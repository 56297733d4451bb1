//===- PreparedContents.cpp - Truncated or redacted contents --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/PreparedContents.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

/// Maximum number of bytes examined at either end of an array. Most arrays are
/// shorter and are examined completely; the middle of huge arrays is skipped.
static constexpr size_t MostLooked = 1 << 20;

/// Returns the number of elements of \p Width bytes up to the last nonzero one.
static uint64_t usedElements(ArrayRef<uint8_t> Bytes, unsigned Width) {
  auto UsedOf = [](ArrayRef<uint8_t> Part) {
    while (!Part.empty() && !Part.back())
      Part = Part.drop_back();
    return Part.size();
  };
  const ArrayRef<uint8_t> Front = Bytes.take_front(MostLooked);
  const ArrayRef<uint8_t> Back =
      Bytes.drop_front(Front.size()).take_back(MostLooked);
  if (const size_t Used = UsedOf(Back))
    return divideCeil(Bytes.size() - Back.size() + Used, Width);
  return divideCeil(UsedOf(Front), Width);
}

void ContentEvidence::look(BasicType T, uint64_t Length,
                           ArrayRef<uint8_t> Bytes) {
  const unsigned Group = PreparedContents::groupOf(T);
  const unsigned Width = widthOf(T, 8);
  if (!Width)
    return;
  Used[Group] = std::max(Used[Group], usedElements(Bytes, Width));
  const unsigned Last = std::min(Length ? Log2_64(Length) : 0, Lengths - 1);
  for (unsigned I = 0; I <= Last; ++I)
    ++AtLeast[Group][I];
  if (Group == 0 && Bytes.size() >= 2 * size_t(Width)) {
    ++Texts;
    auto Repeats = [&](ArrayRef<uint8_t> Part) {
      return std::equal(Part.begin() + Width, Part.end(), Part.begin());
    };
    Varied += !Repeats(Bytes.take_front(MostLooked)) ||
              !Repeats(Bytes.take_back(MostLooked));
  }
  settle();
}

/// Array contents are original if some arrays are not constant and an array has
/// a nonzero element at a high index.
void ContentEvidence::settle() {
  IsDecided = Varied > Least && Used[0] > MostLimit;
}

namespace {
enum SignKind : uint8_t { Values, Sizes, NumSignKinds };

/// A row of ContentSigns.def.
struct ContentSign {
  SignKind Kind;
  StringLiteral Class, Field;
};
} // namespace

/// Returns the row of the class called \p Name; null if there is no such row.
static const ContentSign *findSign(StringRef Name) {
  static constexpr ContentSign Signs[] = {
#define HPROF_CONTENT_SIGN(KIND, CLASS, FIELD) {KIND, CLASS, FIELD},
#include "ContentSigns.def"
  };
  if (!Name.starts_with("java.util."))
    return nullptr;
  const auto *It = find_if(Signs, [&](auto &S) { return S.Class == Name; });
  return It == std::end(Signs) ? nullptr : It;
}

/// Returns the offset, in words, of the field of \p Sign, if the field exists.
static std::optional<unsigned> wordOf(const ContentSign &Sign, uint64_t Class,
                                      const DumpContext &Context) {
  FieldPlace P = findField(Context, Class, Sign.Field);
  if (!P || isReference(P.Type) || P.Width != 4 || P.Offset % 4)
    return std::nullopt;
  return P.Offset / 4;
}

void ContentEvidence::meet(uint64_t Class, const DumpContext &Context) {
  // The names of classes beyond this number are not looked up.
  constexpr size_t MaxClasses = 256;
  if (Words.size() == MaxClasses || Words.count(Class))
    return;
  const ContentSign *Sign = findSign(Context.className(Class));
  if (!Sign)
    return;
  WordCounts &W = Words[Class];
  Filter |= bitOf(Class);
  if (std::optional<unsigned> Known = wordOf(*Sign, Class, Context);
      Known && *Known < NumWords)
    W.Sign = *Known;
}

void ContentEvidence::lookAtFields(uint64_t Class, ArrayRef<uint8_t> Values) {
  auto It = Words.find(Class);
  if (It == Words.end())
    return;
  WordCounts &W = It->second;
  ++W.All;
  for (unsigned I = 0; I != NumWords && Values.size() >= 4; ++I) {
    W.NonZero[I] += any_of(Values.take_front(4), [](uint8_t B) { return B; });
    Values = Values.drop_front(4);
  }
}

void ContentEvidence::merge(const ContentEvidence &Other) {
  for (unsigned G = 0; G != Used.size(); ++G) {
    Used[G] = std::max(Used[G], Other.Used[G]);
    for (unsigned I = 0; I != Lengths; ++I)
      AtLeast[G][I] += Other.AtLeast[G][I];
  }
  Texts += Other.Texts;
  Varied += Other.Varied;
  Filter |= Other.Filter;
  for (const auto &[Class, Counts] : Other.Words) {
    WordCounts &Mine = Words[Class];
    Mine.All += Counts.All;
    for (unsigned I = 0; I != NumWords; ++I)
      Mine.NonZero[I] += Counts.NonZero[I];
  }
  settle();
}

PreparedContents ContentEvidence::decide(const DumpContext &Context) const {
  PreparedContents P;
  std::array<uint64_t, NumSignKinds> All{}, NonZero{};
  for (const auto &[Class, Counts] : Words) {
    const ContentSign *Sign = findSign(Context.className(Class));
    std::optional<unsigned> Word =
        Sign ? wordOf(*Sign, Class, Context) : std::nullopt;
    if (!Word || *Word >= NumWords)
      continue;
    All[Sign->Kind] += Counts.All;
    NonZero[Sign->Kind] += Counts.NonZero[*Word];
  }
  P.HidesFields = All[Values] >= Least && !NonZero[Values];
  P.HidesSizes = All[Sizes] >= Least && !NonZero[Sizes];
  if (IsDecided)
    return P;
  // Finds whether arrays at least twice as long as any used part exist.
  const uint64_t Limit = Used[0];
  const unsigned Twice = Limit ? Log2_64_Ceil(2 * Limit) : 1;
  if (Limit <= MostLimit && AtLeast[0][Twice] >= Least) {
    P.Arrays = PreparedContents::Fill::Zeros;
    P.Limits = {Limit, Used[1]};
  } else if (Texts >= Least && !Varied) {
    P.Arrays = PreparedContents::Fill::OneValue;
    P.Limits = {0, UINT64_MAX};
  }
  return P;
}

std::vector<std::string> PreparedContents::facts() const {
  std::vector<std::string> Facts;
  const std::string What = "all byte and char arrays are ";
  if (Arrays == Fill::Zeros && !Limits[0])
    Facts.push_back(What + "zeroed");
  else if (Arrays == Fill::Zeros)
    Facts.push_back(What + "zeroed after " + std::to_string(Limits[0]) +
                    " elements");
  else if (Arrays == Fill::OneValue)
    Facts.push_back(What + "filled with one value");
  if (HidesFields)
    Facts.push_back("primitive fields are zeroed");
  if (HidesSizes)
    Facts.push_back("collection sizes are zeroed");
  return Facts;
}
