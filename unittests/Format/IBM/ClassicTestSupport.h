//===- ClassicTestSupport.h - Dumps and their parsed records ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_IBM_CLASSICTESTSUPPORT_H
#define HPROF_UNITTESTS_FORMAT_IBM_CLASSICTESTSUPPORT_H

#include "hprof/Format/IBM/ClassicReader.h"
#include "hprof/Format/IBM/ClassicWriter.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

namespace hprof::test {

/// All record kinds, as written by OpenJ9.
inline constexpr const char *Small =
    "// Version: JRE 1.8.0 Linux amd64-64 (build 1.8.0_232-b09)\n"
    "0x00000000FFE00000 [24] OBJ java/lang/String\n"
    "\t0x00000000FFE00018 \n"
    "0x00000000FFE00018 [40] OBJ [C\n"
    "\t\n"
    "0x00000000FFE00040 [32] OBJ [Ljava/lang/String;\n"
    "\t0x00000000FFE00000 0x00000000FFE00000 \n"
    "0x00000000FFE00060 [24] OBJ [[I\n"
    "\t\n"
    "0x00000000FFE00100 [120] CLS java/lang/String\n"
    "\t0x00000000FFE00040 \n"
    "0x00000000FFE00180 [120] CLS int\n"
    "\t\n"
    "// Breakdown - Classes: 2, Objects: 1, ObjectArrays: 1, "
    "PrimitiveArrays: 2\n"
    "// EOF:  Total 'Objects',Refs(null) : 6,9(5)\n";

struct Reading {
  std::string Yaml; ///< The records, without the file header.
  std::string Header;
  std::vector<std::string> Damages;
};

inline llvm::StringRef str(const llvm::SmallVectorImpl<char> &Bytes) {
  return {Bytes.data(), Bytes.size()};
}

/// Reads \p Text through windows of \p Window bytes; 0 means no limit.
inline Reading readText(llvm::StringRef Text, size_t Window = 0,
                        ClassicReaderOptions Options = {}) {
  Reading R;
  Options.OnDamage = [&](const Damage &D) {
    R.Damages.push_back(std::string(errcName(D.Code)) + ": " + D.What);
  };
  auto In =
      Source::fromMemory(llvm::arrayRefFromStringRef(Text), "test", Window);
  llvm::SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  YamlWriterOptions Style;
  Style.DocumentSize = UINT64_MAX;
  YamlWriter Writer(*Out, Style);
  if (llvm::Error E = readClassic(*In, Writer, Options))
    R.Damages.push_back("error: " + llvm::toString(std::move(E)));
  llvm::cantFail(Writer.finish());
  llvm::cantFail(Out->finish());
  auto [Head, Body] = str(Bytes).split("\n---\n");
  R.Header = Head.str();
  R.Yaml = Body.str();
  return R;
}

/// Reads with different windows, which must agree.
inline Reading readBoth(llvm::StringRef Text) {
  Reading Whole = readText(Text);
  for (size_t Window : {1, 7}) {
    Reading Parts = readText(Text, Window);
    EXPECT_EQ(Whole.Yaml, Parts.Yaml);
    EXPECT_EQ(Whole.Header, Parts.Header);
    EXPECT_EQ(Whole.Damages, Parts.Damages);
  }
  return Whole;
}

/// \p Text with the first occurrence of \p What, which must exist, replaced.
inline std::string replaced(llvm::StringRef Text, llvm::StringRef What,
                            llvm::StringRef With) {
  size_t At = Text.find(What);
  EXPECT_NE(At, llvm::StringRef::npos) << What.str();
  return (Text.take_front(At) + With + Text.drop_front(At + What.size())).str();
}

/// The writer's output for the records read from \p Text.
inline std::string rewrite(llvm::StringRef Text,
                           const ClassicWriterOptions &Style = {},
                           size_t Window = 0) {
  auto In =
      Source::fromMemory(llvm::arrayRefFromStringRef(Text), "test", Window);
  llvm::SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  ClassicWriter Writer(*Out, Style);
  if (llvm::Error E = readClassic(*In, Writer))
    return llvm::toString(std::move(E));
  if (llvm::Error E = Writer.finish())
    return llvm::toString(std::move(E));
  llvm::cantFail(Out->finish());
  return str(Bytes).str();
}

/// The writer's output for records given as YAML.
inline std::string writeYaml(llvm::StringRef Yaml,
                             const ClassicWriterOptions &Style = {}) {
  auto In = Source::fromMemory(llvm::arrayRefFromStringRef(Yaml), "test");
  llvm::SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  ClassicWriter Writer(*Out, Style);
  if (llvm::Error E = readYaml(*In, Writer))
    return llvm::toString(std::move(E));
  if (llvm::Error E = Writer.finish())
    return llvm::toString(std::move(E));
  llvm::cantFail(Out->finish());
  return str(Bytes).str();
}

} // namespace hprof::test

#endif // HPROF_UNITTESTS_FORMAT_IBM_CLASSICTESTSUPPORT_H
