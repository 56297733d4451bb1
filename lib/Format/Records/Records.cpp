//===- Records.cpp - Record tables ----------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr RecordInfo Infos[] = {
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  {#NAME, TEXT, CARRIERS, TAG, RecordGroup::Top},
#include "hprof/Format/Records/Records.def"
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  {#NAME, TEXT, CARRIERS, TAG, RecordGroup::GROUP},
#include "hprof/Format/Records/Records.def"
#define HPROF_FOREIGN_BEGIN(NAME, TEXT, CARRIERS, GROUP)                       \
  {#NAME, TEXT, CARRIERS, 0, RecordGroup::GROUP},
#include "hprof/Format/Records/Records.def"
    {"Opaque", "OPAQUE", {}, 0, RecordGroup::Opaque},
};
static_assert(std::size(Infos) == NumRecordKinds);

const RecordInfo &hprof::recordInfo(RecordKind K) { return Infos[unsigned(K)]; }

std::optional<RecordKind> hprof::parseRecordKind(StringRef Name) {
  auto Squeeze = [](StringRef S) {
    SmallString<32> Out;
    for (char C : S)
      if (C != ' ' && C != '-' && C != '_')
        Out += toLower(C);
    return Out;
  };
  SmallString<32> Wanted = Squeeze(Name);
  for (auto [I, Info] : enumerate(Infos))
    if (Squeeze(Info.Name) == Wanted || Squeeze(Info.Text) == Wanted)
      return RecordKind(I);
  return std::nullopt;
}

RecordKind hprof::topLevelKind(uint8_t Tag) {
  switch (Tag) {
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  case TAG:                                                                    \
    return RecordKind::NAME;
#include "hprof/Format/Records/Records.def"
  }
  return RecordKind::Opaque;
}

RecordKind hprof::subRecordKind(uint8_t Tag) {
  switch (Tag) {
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  case TAG:                                                                    \
    return RecordKind::NAME;
#include "hprof/Format/Records/Records.def"
  }
  return RecordKind::Opaque;
}

RecordKindSet hprof::kindsCarriedBy(Format F) {
  RecordKindSet Kinds;
  for (auto [I, Info] : enumerate(Infos))
    Kinds[I] = F == Format::Yaml || Info.Carriers.has(F);
  return Kinds;
}

RecordKindSet hprof::subRecordKinds() {
  RecordKindSet Kinds;
#define HPROF_SUBRECORD_BEGIN(NAME, TAG, TEXT, CARRIERS, GROUP)                \
  Kinds.set(unsigned(RecordKind::NAME));
#include "hprof/Format/Records/Records.def"
  return Kinds;
}

StringRef hprof::basicTypeName(BasicType T) {
  switch (T) {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  case BasicType::NAME:                                                        \
    return TEXT;
#include "hprof/Format/Base/BasicTypes.def"
  }
  return "";
}

std::optional<BasicType> hprof::parseBasicType(StringRef Name) {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (Name == TEXT)                                                            \
    return BasicType::NAME;
#include "hprof/Format/Base/BasicTypes.def"
  return std::nullopt;
}

char hprof::basicTypeDescriptor(BasicType T) {
  switch (T) {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  case BasicType::NAME:                                                        \
    return DESCRIPTOR;
#include "hprof/Format/Base/BasicTypes.def"
  }
  return 0;
}
