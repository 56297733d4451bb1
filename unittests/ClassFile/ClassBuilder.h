//===- ClassBuilder.h - Writes and reads class files ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_UNITTESTS_CLASSFILE_CLASSBUILDER_H
#define HPROF_UNITTESTS_CLASSFILE_CLASSBUILDER_H

#include "ClassFile/ByteWriter.h"
#include "hprof/ClassFile/CallEditor.h"
#include <map>
#include <string>
#include <vector>

namespace hprof::classfile {

using Bytes = std::vector<uint8_t>;

struct Handler {
  uint16_t Start, End, Target, Type;
  bool operator==(const Handler &O) const {
    return Start == O.Start && End == O.End && Target == O.Target &&
           Type == O.Type;
  }
};

/// The parts of a Code attribute.
struct MethodBody {
  uint16_t MaxStack = 4, MaxLocals = 4;
  Bytes Code;
  std::vector<Handler> Handlers;
  std::map<std::string, Bytes> Attributes;
};

/// A class with fixed constants and the methods that a test adds.
class ClassBuilder {
public:
  /// Indexes of constants that code may use.
  enum : uint16_t {
    ThisClass = 2,
    SuperClass = 4,
    SuperInit = 10, ///< Methodref of the superclass constructor.
    OtherMethod = 13,
  };

  explicit ClassBuilder(uint16_t Major = 61) : Major(Major) {}

  ClassBuilder &method(const std::string &Name, const std::string &Descriptor,
                       MethodBody Body);
  /// Adds a method without code.
  ClassBuilder &nativeMethod(const std::string &Name,
                             const std::string &Descriptor);
  ClassBuilder &withoutSuper() {
    Super = 0;
    return *this;
  }
  /// Adds unused constants until the pool has \p Count entries.
  ClassBuilder &fillPool(unsigned Count);
  Bytes build();

private:
  uint16_t utf8(const std::string &Text);

  const uint16_t Major;
  uint16_t Super = SuperClass;
  unsigned Filled = 0;
  std::vector<std::string> Texts; ///< Texts after the fixed ones.
  ByteWriter Methods;
  unsigned NumMethods = 0;
};

/// The contents of each method of an edited class, by name. Fails the test if
/// the class file cannot be read.
std::map<std::string, MethodBody> readMethods(llvm::ArrayRef<uint8_t> File);

/// Edits a class so that it calls the hooks e and x of the class Hooks; all
/// methods get the number \p Number.
llvm::Expected<EditedClass> edit(llvm::ArrayRef<uint8_t> File,
                                 int32_t Number = 7);
/// The methods of the edited class of \p B; fails the test if one was not
/// edited.
std::map<std::string, MethodBody> editAll(ClassBuilder &B, int32_t Number = 7);
/// The reason why the only method of \p B was not edited.
std::string refusal(ClassBuilder &B);

/// The edited body of a single method \c m()V with the code \p Code.
MethodBody editCode(const Bytes &Code);

} // namespace hprof::classfile

#endif // HPROF_UNITTESTS_CLASSFILE_CLASSBUILDER_H
