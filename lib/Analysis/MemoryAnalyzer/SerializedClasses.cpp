//===- SerializedClasses.cpp - The classes in a master index --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SerializedClasses.h"
#include <iterator>

using namespace hprof::memoryanalyzer;

// The fields of each class, preceded by an unused field because an array must
// not be empty. The macro for a class ends the previous array and begins a new
// one.
#define JAVA_CLASS(ID, NAME, VERSION, FLAGS, SUPER)                            \
  }                                                                            \
  ;                                                                            \
  static constexpr JavaField ID##List[] = {{},
#define JAVA_FIELD(TYPE, NAME, DESCRIPTOR) {TYPE, NAME, DESCRIPTOR},
[[maybe_unused]] static constexpr JavaField NoList[] = {
    {},
#include "SerializedClasses.def"
};

namespace hprof::memoryanalyzer::java {

#define JAVA_NONE nullptr
#define JAVA_CLASS(ID, NAME, VERSION, FLAGS, SUPER)                            \
  const JavaClass ID = {NAME,                                                  \
                        VERSION,                                               \
                        JavaClass::FLAGS,                                      \
                        {ID##List + 1, std::size(ID##List) - 1},               \
                        SUPER};
#include "SerializedClasses.def"

} // namespace hprof::memoryanalyzer::java
