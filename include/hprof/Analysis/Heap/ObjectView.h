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

/// Returns the name as in Java source; "int[]" for arrays of primitives.
std::string className(const DumpContext &Context, const ObjectType &Type);

/// Decodes an object that an ObjectFinder found. Both arguments must outlive
/// the view.
class ObjectView {
public:
  ObjectView(const DumpContext &Context, const FoundObject &Object);

  /// As in Java source; "int[]" for arrays of primitives.
  std::string className() const;
  /// Whether the fields are known and at least one begins in the record. False
  /// for arrays and when a superclass is missing.
  bool hasFields() const { return Shape && Shape->fields() && Object.Size; }
  /// Calls \p F with each field, by offset, until it returns false.
  template <class Fn> void forEachField(Fn &&F) const {
    if (Shape)
      Shape->forEachField(Object.Size, F);
  }
  /// Value of a field; none when the record is too short for it.
  std::optional<Value> value(const FieldSlot &F) const;
  /// Value of the field called \p Name that is declared closest to the object's
  /// class.
  std::optional<Value> field(llvm::StringRef Name) const;
  /// Same as above, for a reference; 0 for other types.
  uint64_t reference(llvm::StringRef Name) const;

  /// Number of array elements that were copied.
  uint64_t numElements() const;
  Value element(uint64_t I) const;

private:
  const DumpContext &Context;
  const FoundObject &Object;
  const InstanceShape *Shape = nullptr;
};

/// Id of the array with the characters of \p O: the field "value" of a
/// java.lang.String, \p O itself for a char[]; 0 for other objects.
uint64_t stringArray(const DumpContext &Context, const FoundObject &O);
/// Decodes the string \p O, whose characters are in \p Array, for any JDK or
/// Android; none when \p Array is not suitable.
std::optional<JavaString> javaString(const DumpContext &Context,
                                     const FoundObject &O,
                                     const FoundObject &Array);

/// Fetches the objects \p Ids and the arrays of those that are
/// java.lang.Strings, for javaString(), in two walks. Fetches at most
/// \p MaxBytes each.
llvm::Error fetchStrings(ObjectFinder &Finder, llvm::ArrayRef<uint64_t> Ids,
                         size_t MaxBytes = ObjectFinder::DefaultBytes);

/// Decodes the java.lang.String (or char[]) \p Id, for any JDK or Android;
/// nullopt for any other object or one that was not fetched completely.
std::optional<JavaString> javaString(const ObjectFinder &Finder, uint64_t Id);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_OBJECTVIEW_H
