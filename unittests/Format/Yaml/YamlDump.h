//===- YamlDump.h - Dumps of tests, written as YAML -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_YAML_YAMLDUMP_H
#define HPROF_UNITTESTS_FORMAT_YAML_YAMLDUMP_H

#include "hprof/Format/Hprof/HprofWriter.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

namespace hprof {

/// The HPROF file described by \p Text, which is YAML without its first line.
inline std::vector<uint8_t> fromYaml(llvm::StringRef Text) {
  std::string Yaml = ("--- !hprof\n" + Text).str();
  std::unique_ptr<Source> In =
      Source::fromMemory(llvm::arrayRefFromStringRef(Yaml), "yaml");
  llvm::SmallVector<char, 0> Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out);
  HprofWriter Writer(*To);
  llvm::cantFail(readYaml(*In, Writer));
  llvm::cantFail(Writer.finish());
  llvm::cantFail(To->finish());
  return {Out.begin(), Out.end()};
}

} // namespace hprof

#endif // HPROF_UNITTESTS_FORMAT_YAML_YAMLDUMP_H
