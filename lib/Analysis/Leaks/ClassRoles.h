//===- ClassRoles.h - Whose classes these are -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What accumulates is of interest as objects of the program, not as the nodes
/// and arrays in which libraries keep them. A class is known by its package
/// (JavaPackages.def) and as a row of the tables of collections and entries; a
/// class of any other package that only links its own kind and holds one
/// object is a node, too.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_CLASSROLES_H
#define HPROF_LIB_ANALYSIS_LEAKS_CLASSROLES_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "llvm/ADT/DenseSet.h"

namespace hprof {

class ClassPattern;

/// By this a thread holds the value of a ThreadLocal.
constexpr llvm::StringLiteral ThreadLocalEntry =
    "java.lang.ThreadLocal$ThreadLocalMap$Entry";

/// In ascending order of interest.
enum class ClassRole : uint8_t {
  Container, ///< Keeps objects for others: arrays, collections, nodes.
  Value,     ///< A text, a number, or an array of numbers.
  Platform,  ///< Other classes of the JDK or of Android.
  Library,
  Program,
};

class ClassRoles {
public:
  /// What \p Program matches, if it is not null, is the program's.
  ClassRoles(const HeapGraph &G, const DominatorTree &T,
             const ClassPattern *Program = nullptr);

  /// Class objects have the role of the class they stand for; those of
  /// collections are of the platform.
  ClassRole of(Node N) const { return Roles[G.types().get(N)]; }
  ClassRole ofType(uint64_t Type) const { return Roles[Type]; }
  /// Whether there is one reachable object of all classes with this name. That
  /// holds things, and does not accumulate.
  bool isSingle(uint64_t Type) const { return Single[Type]; }
  /// Whether it is a collection of the platform, with what a program sees as
  /// one thing: no array, and no node.
  bool isCollection(uint64_t Type) const { return Collections.contains(Type); }
  /// Whether most objects refer to one of their own class, as in a list, a tree
  /// or a document. Known of classes of libraries and the program.
  bool isLinked(uint64_t Type) const { return Linked.contains(Type); }

private:
  bool isChosen(ClassNumber C) const;
  ClassRole byName(ClassNumber C) const;
  void findShapes(const DominatorTree &T);
  void findSingle(llvm::ArrayRef<uint8_t> Objects);
  struct Shape {
    bool IsLinked = false;
    bool IsNode =
        false; ///< A linked one with an element, or a key and a value.
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
