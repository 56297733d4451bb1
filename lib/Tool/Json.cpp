//===- Json.cpp - JSON conventions of the tools ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Json.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Reporter.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace hprof;

std::string hprof::jsonId(uint64_t Id) {
  return "0x" + utohexstr(Id, /*LowerCase=*/true);
}

namespace {
/// Escapes the control characters that JSON permits. The input is valid UTF-8
/// that contains such characters only in strings.
class SafeJson final : public raw_ostream {
public:
  explicit SafeJson(raw_ostream &OS) : OS(OS) {}
  ~SafeJson() override { flush(); }

private:
  void write_impl(const char *P, size_t N) override {
    for (const char *End = P + N; P != End;) {
      if (Part.empty()) {
        const char *Next =
            std::find_if(skipPlain(P, End), End, mayBeginControl);
        OS.write(P, size_t(Next - P));
        P = Next;
      }
      // A character may be split between two writes.
      while (P != End && Part.size() != size())
        Part += *P++;
      if (!Part.empty() && Part.size() == size())
        character();
    }
    Written += N;
  }
  uint64_t current_pos() const override { return Written; }

  /// Skips eight-byte words of bytes below 0x7f, as nearly all are.
  static const char *skipPlain(const char *P, const char *End) {
    constexpr uint64_t Ones = 0x0101010101010101;
    for (uint64_t Word; End - P >= ptrdiff_t(sizeof(Word)); P += sizeof(Word)) {
      std::memcpy(&Word, P, sizeof(Word));
      if ((Word | (Word + Ones)) & (Ones << 7))
        return P;
    }
    return P;
  }
  static bool mayBeginControl(char C) {
    return uint8_t(C) >= 0x7f && mayBeginHidden(uint8_t(C));
  }
  /// Size in bytes of the character whose first bytes are in Part.
  size_t size() const {
    if (Part.empty() || Part[0] == 0x7f)
      return 1;
    return uint8_t(Part[0]) < 0xe0 ? 2 : uint8_t(Part[0]) < 0xf0 ? 3 : 4;
  }
  void character() {
    OS << escapeHiddenInJson(Part);
    Part.clear();
  }

  raw_ostream &OS;
  SmallString<4> Part;
  uint64_t Written = 0;
};
} // namespace

std::unique_ptr<raw_ostream> hprof::safeJson(raw_ostream &OS) {
  return std::make_unique<SafeJson>(OS);
}

JsonReport::JsonReport(raw_ostream &OS, StringRef Tool)
    : OS(OS), Safe(safeJson(OS)), J(*Safe, /*IndentSize=*/2) {
  J.objectBegin();
  J.attribute("schema_version", SchemaVersion);
  J.attributeObject("tool", [&] {
    J.attribute("name", Tool);
    J.attribute("version", toolchainVersion());
  });
  J.attributeBegin("files");
  J.arrayBegin();
}

void JsonReport::endFiles() {
  J.arrayEnd();
  J.attributeEnd();
}

void JsonReport::finish(const Reporter &R, bool HasGate) {
  J.attribute("damaged", R.damaged());
  if (HasGate && R.isGateOpen())
    J.attribute("gate", nullptr);
  else if (HasGate)
    J.attribute("gate", R.gate());
  J.objectEnd();
  J.flush();
  OS << '\n';
}
