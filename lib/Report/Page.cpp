//===- Page.cpp - JSON in a page ------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/Page.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
class PageJson final : public raw_ostream {
public:
  explicit PageJson(raw_ostream &OS) : OS(OS) {}
  ~PageJson() override {
    flush();
    end();
  }

private:
  void write_impl(const char *P, size_t N) override {
    Written += N;
    for (char C : StringRef(P, N))
      byte(C);
  }
  uint64_t current_pos() const override { return Written; }

  /// U+2028 and U+2029 are E2 80 A8 and E2 80 A9, possibly split between
  /// writes.
  void byte(char C) {
    if (Held == 2 && (C == '\xa8' || C == '\xa9')) {
      OS << (C == '\xa8' ? "\\u2028" : "\\u2029");
      Held = 0;
      return;
    }
    if (Held == 1 && C == '\x80') {
      Held = 2;
      return;
    }
    end();
    switch (C) {
    case '\xe2':
      Held = 1;
      break;
    case '<':
      OS << "\\u003c";
      break;
    case '>':
      OS << "\\u003e";
      break;
    case '&':
      OS << "\\u0026";
      break;
    default:
      OS << C;
    }
  }
  /// Writes the start of a different character.
  void end() {
    OS << StringRef("\xe2\x80", Held);
    Held = 0;
  }

  raw_ostream &OS;
  size_t Held = 0; ///< Bytes that may begin such a character.
  uint64_t Written = 0;
};
} // namespace

std::unique_ptr<raw_ostream> hprof::pageJson(raw_ostream &OS) {
  return std::make_unique<PageJson>(OS);
}

bool hprof::writePage(raw_ostream &OS, StringRef Text, StringRef Json) {
  const auto [Head, Tail] = Text.split(PageMark);
  if (Head.size() == Text.size())
    return false;
  OS << Head;
  *pageJson(OS) << Json;
  OS << Tail;
  return true;
}

std::string hprof::livePage(StringRef Text, StringRef File) {
  std::string Name;
  raw_string_ostream OS(Name);
  printHTMLEscaped(File, OS);
  static constexpr StringLiteral Place = "<div id=\"report\">";
  const auto [Head, Tail] = Text.split(Place);
  return (Head + "<div id=\"report\" data-live=\"" + Name + "\">" + Tail).str();
}
