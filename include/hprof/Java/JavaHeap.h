//===- JavaHeap.h - Access to the Java objects of a dump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVAHEAP_H
#define HPROF_JAVA_JAVAHEAP_H

#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace hprof {

class DumpContext;

/// The place that stands for an object that does not exist.
constexpr uint64_t NoObject = UINT64_MAX;

/// A reference to an object, or null.
struct ObjectRef {
  uint64_t Id = 0;        ///< 0 for null.
  uint64_t At = NoObject; ///< NoObject for null and for objects missing from
                          ///< the dump.

  bool isNull() const { return !Id; }
  bool isMissing() const { return Id && At == NoObject; }
};

/// An object's record. Its bytes are valid as long as the heap exists.
struct JavaObject {
  RecordKind Kind = RecordKind::InstanceDump;
  BasicType ElementType = BasicType::Object; ///< Element type of an array.
  uint64_t Class = 0;                        ///< 0 for arrays of primitives.
  llvm::ArrayRef<uint8_t> Bytes;             ///< Values or elements.

  uint64_t numElements(unsigned IdSize) const {
    const unsigned Width = widthOf(ElementType, IdSize);
    return Kind == RecordKind::InstanceDump || !Width ? 0
                                                      : Bytes.size() / Width;
  }
  uint64_t element(uint64_t I, unsigned IdSize) const {
    const unsigned Width = widthOf(ElementType, IdSize);
    return loadBE(Bytes.data() + I * Width, Width);
  }
};

/// The objects of a dump, identified by their places: numbers chosen by the
/// heap, such as graph nodes. Several threads can use it at the same time.
class JavaHeap {
public:
  virtual ~JavaHeap();

  virtual const DumpContext &context() const = 0;
  /// The number of objects, which bounds the steps along references.
  virtual uint64_t size() const = 0;
  /// Returns the place of an object; NoObject if it is not in the dump.
  virtual uint64_t find(uint64_t Id) const = 0;
  /// Returns nullopt for classes, and for NoObject.
  virtual std::optional<JavaObject> object(uint64_t At) const = 0;
  /// Returns the length of an array; 0 for other objects.
  virtual uint64_t arrayLength(uint64_t At) const = 0;

  ObjectRef reference(uint64_t Id) const {
    return {Id, Id ? find(Id) : NoObject};
  }
};

} // namespace hprof

#endif // HPROF_JAVA_JAVAHEAP_H
