//===- ClassRoles.h - Roles of classes --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leak reports name the application objects that accumulate, not the nodes and
/// arrays in which libraries store them. The role of a class depends on its
/// package (JavaPackages.def) and on the tables of collections and entries. In
/// other packages, a class whose instances link to each other and exclusively
/// hold one or two objects each is also a node.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_CLASSROLES_H
#define HPROF_LIB_ANALYSIS_LEAKS_CLASSROLES_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "llvm/ADT/DenseSet.h"

namespace hprof {

class ClassPattern;

/// Class of the entry through which a thread holds the value of a ThreadLocal.
constexpr llvm::StringLiteral ThreadLocalEntry =
    "java.lang.ThreadLocal$ThreadLocalMap$Entry";

/// In ascending order of interest.
enum class ClassRole : uint8_t {
  Container, ///< Keeps objects for other objects: arrays, collections, nodes.
  Value,     ///< A string, a number, or an array of numbers.
  Platform,  ///< Other classes of the JDK or of Android.
  Library,
  Program,
};

class ClassRoles {
public:
  /// If \p Program is not null, classes that match it belong to the program.
  ClassRoles(const HeapGraph &G, const DominatorTree &T,
             const ClassPattern *Program = nullptr);

  /// Class objects have the role of the class they represent, except that class
  /// objects of collections belong to the platform.
  ClassRole of(Node N) const { return Roles[G.types().get(N)]; }
  ClassRole ofType(uint64_t Type) const { return Roles[Type]; }
  /// Whether all classes with this name together have only one reachable
  /// object. Such an object holds others and does not accumulate.
  bool isSingle(uint64_t Type) const { return Single[Type]; }
  /// Whether it is a collection of the platform, other than an array or a node.
  bool isCollection(uint64_t Type) const { return Collections.contains(Type); }
  /// Whether most instances refer to another one, as in a list, a tree or a
  /// document. Determined only for classes of libraries and the application.
  bool isLinked(uint64_t Type) const { return Linked.contains(Type); }

private:
  bool isChosen(ClassNumber C) const;
  ClassRole byName(ClassNumber C) const;
  void findShapes(const DominatorTree &T);
  void findSingle(llvm::ArrayRef<uint8_t> Objects);
  struct Shape {
    bool IsLinked = false;
    bool IsNode = false; ///< Linked, with an element, or a key and a value.
  };
  Shape shapeOf(const DominatorTree &T, llvm::ArrayRef<Node> Sample) const;

  const HeapGraph &G;
  const ClassPattern *const Program;
  std::vector<ClassRole> Roles; ///< By type.
  std::vector<bool> Single;     ///< By type.
  llvm::DenseSet<TypeNumber> Linked, Collections;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_CLASSROLES_H
