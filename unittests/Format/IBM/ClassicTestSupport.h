//===- ClassicTestSupport.h - Dumps and what is read of them ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_IBM_CLASSICTESTSUPPORT_H
#define HPROF_UNITTESTS_FORMAT_IBM_CLASSICTESTSUPPORT_H

#include "hprof/Format/Hprof/YamlReader.h"
#include "hprof/Format/Hprof/YamlWriter.h"
#include "hprof/Format/IBM/ClassicReader.h"
#include "hprof/Format/IBM/ClassicWriter.h"
#include "llvm/ADT/StringExtras.h"
#include <string>
#include <vector>

namespace hprof::test {

struct Reading {
  std::string Yaml; ///< Of the records, without the file's header.
  std::string Header;
  std::vector<std::string> Damages;
};

inline llvm::StringRef str(const llvm::SmallVectorImpl<char> &Bytes) {
  return {Bytes.data(), Bytes.size()};
}

/// Reads \p Text through windows of \p Window bytes, 0 for all at once.
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

/// What the writer makes of \p Text as read.
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

/// What the writer makes of records that are given as YAML.
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
