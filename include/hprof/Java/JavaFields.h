//===- JavaFields.h - Fields of Java objects by name ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAFIELDS_H
#define HPROF_JAVA_JAVAFIELDS_H

#include "hprof/Java/JavaHeap.h"

namespace hprof {

struct ClassInfo;

/// The place of a field's value in the instances of one class.
struct FieldPlace {
  static constexpr uint32_t None = UINT32_MAX;
  uint32_t Offset = None;
  BasicType Type = BasicType::Object;
  uint8_t Width = 0;
  explicit operator bool() const { return Offset != None; }

  /// Returns the bits in an instance's values; 0 if there is no such field or
  /// the values are too short.
  uint64_t get(llvm::ArrayRef<uint8_t> Values) const {
    return isIn(Values) ? loadBE(Values.data() + Offset, Width) : 0;
  }
  /// Same as above, sign-extended.
  int64_t getSigned(llvm::ArrayRef<uint8_t> Values) const {
    if (!isIn(Values) || !Width)
      return 0;
    const unsigned Unused = 64 - 8 * Width;
    return int64_t(get(Values) << Unused) >> Unused;
  }
  bool isIn(llvm::ArrayRef<uint8_t> Values) const {
    return *this && Values.size() >= uint64_t(Offset) + Width;
  }
};

/// Finds the field \p Name in instances of the class \p Class: the one declared
/// closest to \p Class or, if given, to its superclass \p From. Only fields
/// that begin in the first \p Limit bytes are considered. The name of a field
/// hidden by a subclass is prefixed with its class: "app.Base.cache".
FieldPlace findField(const DumpContext &Context, uint64_t Class,
                     llvm::StringRef Name, uint64_t Limit = UINT64_MAX);
FieldPlace findFieldFrom(const DumpContext &Context, uint64_t Class,
                         uint64_t From, llvm::StringRef Name);

/// Returns the name by which findField() finds the field \p NameId of \p
/// Declarer in instances of \p Class.
std::string fieldName(const DumpContext &Context, uint64_t Class,
                      const ClassInfo &Declarer, uint64_t NameId);
/// Returns the first name in a \p Path that starts at an instance of \p Class:
/// "user" in "user.name", but "app.Base.user" in "app.Base.user.name".
llvm::StringRef firstField(const DumpContext &Context, uint64_t Class,
                           llvm::StringRef Path);

/// Returns the value of a static field. Among classes with the same name, the
/// first one with the field is used.
std::optional<Value> staticValue(const DumpContext &Context,
                                 llvm::StringRef JavaName,
                                 llvm::StringRef Field);
/// Returns the value of a static field if it is a reference, otherwise 0.
uint64_t staticReference(const DumpContext &Context, llvm::StringRef JavaName,
                         llvm::StringRef Field);

/// Reads the fields of one object by name. A missing object has no fields.
class JavaFields {
public:
  JavaFields(const JavaHeap &Heap, uint64_t At)
      : Heap(Heap), Object(Heap.object(At)) {}

  /// Returns nullopt if there is no such field or the values are too short.
  std::optional<Value> value(llvm::StringRef Name) const;
  bool has(llvm::StringRef Name) const { return value(Name).has_value(); }
  /// Returns a signed value of any width; 0 if there is no such field.
  int64_t number(llvm::StringRef Name) const;
  /// Uses the first of \p Names that exists.
  ObjectRef object(llvm::ArrayRef<llvm::StringRef> Names) const;
  /// Also returns NoObject for an object missing from the dump.
  uint64_t reference(llvm::ArrayRef<llvm::StringRef> Names) const {
    return object(Names).At;
  }

private:
  const JavaHeap &Heap;
  std::optional<JavaObject> Object;
};

} // namespace hprof

#endif // HPROF_JAVA_JAVAFIELDS_H
