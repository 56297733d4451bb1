//===- ObjectView.h - The fields and elements of an object ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_OBJECTVIEW_H
#define HPROF_ANALYSIS_HEAP_OBJECTVIEW_H

#include "hprof/Analysis/Heap/ObjectFinder.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Java/JavaStrings.h"
#include <optional>
#include <string>

namespace hprof {

/// Returns the class name as in Java source; "int[]" for arrays of primitives.
std::string className(const DumpContext &Context, const ObjectType &Type);

/// Decodes an object that an ObjectFinder found. Both arguments must outlive
/// the view.
class ObjectView {
public:
  ObjectView(const DumpContext &Context, const FoundObject &Object);

  /// Same as className() above.
  std::string className() const;
  /// Whether the fields are known and at least one begins in the record. False
  /// for arrays and when a superclass is missing.
  bool hasFields() const { return Shape && Shape->fields() && Object.Size; }
  /// Calls \p F with each field, by offset, until it returns false.
  template <class Fn> void forEachField(Fn &&F) const {
    if (Shape)
      Shape->forEachField(Object.Size, F);
  }
  /// Returns the value of a field; nullopt if the record is too short for it.
  std::optional<Value> value(const FieldSlot &F) const;
  /// Returns the value of the field called \p Name. If several classes declare
  /// such a field, uses the one closest to the object's class.
  std::optional<Value> field(llvm::StringRef Name) const;
  /// Same as above, for a reference; returns 0 for fields of other types.
  uint64_t reference(llvm::StringRef Name) const;

  /// Returns the number of array elements that were copied.
  uint64_t numElements() const;
  Value element(uint64_t I) const;

private:
  const DumpContext &Context;
  const FoundObject &Object;
  const InstanceShape *Shape = nullptr;
};

/// Returns the id of the array with the characters of \p O: the field "value"
/// of a java.lang.String, or \p O itself for a char[]. Returns 0 for any other
/// object.
uint64_t stringArray(const DumpContext &Context, const FoundObject &O);
/// Decodes the string \p O, whose characters are in \p Array, for any JDK or
/// Android; nullopt if \p Array cannot contain them.
std::optional<JavaString> javaString(const DumpContext &Context,
                                     const FoundObject &O,
                                     const FoundObject &Array);

/// Fetches the objects \p Ids and, for those that are java.lang.Strings, their
/// arrays, so that javaString() can decode them. Takes two walks. Fetches at
/// most \p MaxBytes of each object.
llvm::Error fetchStrings(ObjectFinder &Finder, llvm::ArrayRef<uint64_t> Ids,
                         size_t MaxBytes = ObjectFinder::DefaultBytes);

/// Decodes the java.lang.String (or char[]) \p Id, for any JDK or Android;
/// nullopt for any other object, and if the object was not fetched completely.
std::optional<JavaString> javaString(const ObjectFinder &Finder, uint64_t Id);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_OBJECTVIEW_H
