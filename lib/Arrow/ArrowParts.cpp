//===- ArrowParts.cpp - Parts of exported Arrow arrays --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrow/ArrowParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Encodes keys and values in the machine's byte order: their number, then the
/// length and the bytes of each.
static std::string encode(const ArrowType &Of) {
  std::string Bytes;
  if (Of.Metadata.empty())
    return Bytes;
  auto Number = [&](size_t N) {
    const int32_t Is = int32_t(N);
    Bytes.append(reinterpret_cast<const char *>(&Is), sizeof(Is));
  };
  Number(Of.Metadata.size());
  for (const auto &[Key, Value] : Of.Metadata)
    for (const std::string *Text : {&Key, &Value}) {
      Number(Text->size());
      Bytes += *Text;
    }
  return Bytes;
}

namespace {
/// Structs owned by another struct and released with it.
template <class T> struct Family {
  std::vector<T> Children;
  std::vector<T *> Pointers;
  std::unique_ptr<T> Dictionary;

  template <class Of, class Fn>
  void set(const std::vector<Of> &From, const Of *Values, T &Out, Fn Export) {
    Children.resize(From.size());
    for (size_t I = 0; I != From.size(); ++I) {
      Export(From[I], Children[I]);
      Pointers.push_back(&Children[I]);
    }
    if (Values) {
      Dictionary = std::make_unique<T>();
      Export(*Values, *Dictionary);
    }
    Out.n_children = int64_t(Children.size());
    Out.children = Pointers.empty() ? nullptr : Pointers.data();
    Out.dictionary = Dictionary.get();
  }
  /// Releases structs that were not moved elsewhere.
  ~Family() {
    for (T &Child : Children)
      if (Child.release)
        Child.release(&Child);
    if (Dictionary && Dictionary->release)
      Dictionary->release(Dictionary.get());
  }
};

struct OwnedType {
  std::string Format, Name, Metadata;
  Family<ArrowSchema> Others;
};

struct OwnedParts {
  std::vector<ArrowBuffer> Buffers;
  std::vector<const void *> Pointers;
  Family<ArrowArray> Others;
};
} // namespace

template <class Owned, class T> static void release(T *Of) {
  delete static_cast<Owned *>(Of->private_data);
  Of->private_data = nullptr;
  Of->release = nullptr;
}

void hprof::exportType(const ArrowType &Of, ArrowSchema &Out) {
  auto *Own = new OwnedType{Of.Format, Of.Name, encode(Of), {}};
  Out = {};
  Out.format = Own->Format.c_str();
  Out.name = Own->Name.c_str();
  Out.metadata = Own->Metadata.empty() ? nullptr : Own->Metadata.data();
  Out.flags = Of.IsNullable ? ARROW_FLAG_NULLABLE : 0;
  Own->Others.set(Of.Children, Of.Dictionary.get(), Out, exportType);
  Out.release = release<OwnedType, ArrowSchema>;
  Out.private_data = Own;
}

void hprof::exportParts(const ArrowParts &Of, ArrowArray &Out) {
  auto *Own = new OwnedParts{Of.Buffers, {}, {}};
  for (const ArrowBuffer &B : Own->Buffers)
    Own->Pointers.push_back(B.get());
  Out = {};
  Out.length = int64_t(Of.Length);
  Out.null_count = int64_t(Of.Nulls);
  Out.n_buffers = int64_t(Own->Pointers.size());
  Out.buffers = Own->Pointers.data();
  Own->Others.set(Of.Children, Of.Dictionary.get(), Out, exportParts);
  Out.release = release<OwnedParts, ArrowArray>;
  Out.private_data = Own;
}
