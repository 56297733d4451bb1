//===- JavaStrings.cpp - Decodes strings ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaStrings.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Java/SizeFields.h"
#include <vector>

using namespace hprof;
using namespace llvm;

StringPlaces StringPlaces::of(const DumpContext &Context, uint64_t Class) {
  StringPlaces P;
  P.Value = findField(Context, Class, "value");
  P.Coder = findField(Context, Class, sizes::StringCoder.Field);
  P.Offset = findField(Context, Class, sizes::StringOffset.Field);
  P.Count = findField(Context, Class, sizes::StringCount.Field);
  return P;
}

StringFields StringPlaces::read(ArrayRef<uint8_t> Values) const {
  StringFields S;
  if (isReference(Value.Type))
    S.Array = Value.get(Values);
  S.IsUtf16 = Coder.get(Values) == 1;
  if (Offset.isIn(Values) && Count.isIn(Values)) {
    S.First = Offset.get(Values);
    S.Count = Count.get(Values);
  }
  return S;
}

JavaString StringFields::decode(BasicType Type, ArrayRef<uint8_t> Elements,
                                bool IsWhole) const {
  const bool IsLatin1 = Type == BasicType::Byte && !IsUtf16;
  const uint64_t There = Elements.size() / (IsLatin1 ? 1 : 2);
  const uint64_t Begin = std::min(First, There);
  const uint64_t N = std::min(Count, There - Begin);
  IsWhole |= N == Count;
  if (IsLatin1)
    return {latin1ToModifiedUtf8(Elements.slice(Begin, N)), IsWhole};
  std::vector<uint16_t> Units;
  for (uint64_t I = Begin; I != Begin + N; ++I) {
    const uint8_t A = Elements[2 * I], B = Elements[2 * I + 1];
    // A byte[] has the VM's byte order, which the file does not contain: nearly
    // all VMs are little-endian.
    Units.push_back(Type == BasicType::Byte ? uint16_t(A | B << 8)
                                            : uint16_t(A << 8 | B));
  }
  return {utf16ToModifiedUtf8(Units), IsWhole};
}
