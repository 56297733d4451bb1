//===- ClassObjects.h - Serialized classes of a dump ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_CLASSOBJECTS_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_CLASSOBJECTS_H

#include "JavaStream.h"
#include "MasterFile.h"

namespace hprof {
struct ClassInfo;
struct Value;
} // namespace hprof

namespace hprof::memoryanalyzer {

/// Writes the map from the numbers of class objects to their classes. A
/// superclass lists its subclasses, and is written after them: otherwise,
/// readers would recurse to the depth of the hierarchy.
class ClassObjects {
public:
  ClassObjects(const MasterFacts &Facts, JavaStream &S);

  size_t size() const { return Listed.size(); }
  void write();
  /// Returns the number of the object that loaded class \p C.
  uint32_t loader(ClassNumber C) const;
  /// Returns the classes that have a number.
  llvm::ArrayRef<ClassNumber> classes() const { return Listed; }

private:
  void write(ClassNumber C);
  void writeFields(const ClassInfo *C);
  void writeStatics(const ClassInfo *C);
  void writeValue(const Value &V);
  void writeName(uint64_t NameId);
  void writeSubclasses(ClassNumber C);

  const MasterFacts &Facts;
  const HeapGraph &G;
  JavaStream &S;
  Node BootLoader;
  std::vector<ClassNumber> Listed; ///< Subclasses before superclasses.
  /// By class; NoClass if there is none. Acyclic.
  std::vector<ClassNumber> Supers;
  std::vector<llvm::SmallVector<ClassNumber, 0>> Subclasses;
  llvm::DenseMap<Node, TypeCount> Instances; ///< By class object.
  std::vector<JavaStream::Handle> Handles;   ///< By class; 0 for none.
};

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_CLASSOBJECTS_H
