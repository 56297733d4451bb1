//===- YamlFieldReader.h - Reads a record's fields from a map ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLFIELDREADER_H
#define HPROF_LIB_FORMAT_YAML_YAMLFIELDREADER_H

#include "YamlBuilder.h"
#include "YamlSchema.h"
#include "hprof/Format/Kit/ListBuilder.h"

namespace hprof {
namespace yaml {

/// Reads the fields of an R from the keys of a map; missing fields keep their
/// defaults. Faults are reported to the builder, which keeps the first one.
template <class R> class Builder::FieldReader {
public:
  static constexpr bool Mutates = true;
  FieldReader(Builder &B, const Node &Map) : B(B), Map(Map) {
    B.NumLists = 0;
    Used.resize(Map.children().size() / 2);
  }

  void allow(llvm::StringRef Key) {
    for (size_t I = 0; I != Used.size(); ++I)
      if (Map.children()[2 * I].text() == Key)
        Used[I] = true;
  }
  bool has(llvm::StringRef Key) const { return B.find(Map, Key); }
  /// Whether the map contains the size of the payload.
  bool hasCount() const { return HasCount; }

  /// Whether there was no fault and every key belongs to the record.
  bool finish() {
    if (B.Failure)
      return false;
    for (size_t I = 0; I != Used.size(); ++I)
      if (!Used[I])
        return badKey(Map.children()[2 * I]);
    return true;
  }

  template <FieldType T, class F> void field(const char *Name, F &Out) {
    if constexpr (HasTraceDefault<R> && T == FieldType::TraceSerial)
      Out = B.TraceDefault;
    const Node *N = take(Name);
    if constexpr (T == FieldType::Count)
      HasCount = N;
    if (N)
      scalar<T>(*N, Out);
  }

  template <FieldType C, class S> void list(const char *Name, ListRef<S> &Out) {
    ListBuilder<S> Built(B.Lists[B.NumLists++], B.Names.idSize());
    Out = Built.ref();
    const Node *N = take(Name);
    if (!N || N->isNull())
      return;
    const Shape Form = shapeOf<S>();
    llvm::ArrayRef<Node> Elements = N->children();
    uint64_t Count = Elements.size();
    if (N->kind() == Node::Map && Form == Shape::Pair) {
      Count /= 2;
      for (size_t I = 0; I < Elements.size() && !B.Failure; I += 2)
        element(Form, Elements.slice(I, 2), Built);
    } else if (N->kind() == Node::List) {
      for (const Node &E : Elements) {
        if (B.Failure)
          return;
        if (Form == Shape::Single) {
          element(Form, llvm::ArrayRef(E), Built);
        } else if (E.kind() != Node::Map ||
                   (Form == Shape::Pair && E.children().size() != 2)) {
          B.fail(E.position(),
                 llvm::Twine("expected ") +
                     (Form == Shape::Pair ? "name: value" : "a map") +
                     ", found " + E.describe());
        } else {
          element(Form, Form == Shape::Pair ? E.children() : llvm::ArrayRef(E),
                  Built);
        }
      }
    } else {
      B.fail(N->position(), llvm::Twine("expected a list") +
                                (Form == Shape::Pair ? " or a map" : "") +
                                ", found " + N->describe());
    }
    if (Built.leftOut())
      B.fail(N->position(),
             "the record cannot hold " + llvm::Twine(Count) + " of these");
    Out = Built.ref();
  }

  // Payloads are read after the record's other fields.
  template <PayloadKind K> void payload(const char *, R &, hprof::Payload &) {
    for (llvm::StringRef Key : {"text", "bytes", "fields", "elements"})
      if (isPayloadKey(K, Key))
        allow(Key);
  }

private:
  /// Lists all keys of R.
  struct KeyLister {
    static constexpr bool Mutates = false;
    std::string Keys;
    void add(llvm::StringRef Key) {
      Keys += (Keys.empty() ? "" : ", ") + Key.str();
    }
    template <FieldType T, class F> void field(const char *Name, const F &) {
      add((llvm::Twine(char(Name[0] | 0x20)) + (Name + 1)).str());
    }
    template <FieldType C, class L> void list(const char *Name, const L &) {
      add((llvm::Twine(char(Name[0] | 0x20)) + (Name + 1)).str());
    }
    template <PayloadKind K, class P>
    void payload(const char *, const R &, const P &) {
      for (llvm::StringRef Key : {"text", "bytes", "fields", "elements"})
        if (isPayloadKey(K, Key))
          add(Key);
    }
  };

  bool badKey(const Node &Key) {
    KeyLister Lister;
    const R Rec{};
    mapRecord(Lister, Rec);
    return B.fail(Key.position(), "'" + Key.text() + "' is not a key of " +
                                      yamlKind(R::Kind) + ", expected one of " +
                                      Lister.Keys);
  }

  static bool isPayloadKey(PayloadKind K, llvm::StringRef Key) {
    switch (K) {
    case PayloadKind::Text:
      return Key == "text" || Key == "bytes";
    case PayloadKind::FieldValues:
      return Key == "fields" || Key == "bytes";
    case PayloadKind::ObjectIds:
      return Key == "elements";
    case PayloadKind::Elements:
      return Key == "text" || Key == "elements";
    }
    return false;
  }

  const Node *take(const char *Name) {
    const size_t Count = Used.size();
    for (size_t K = 0; K != Count; ++K) {
      size_t I = Next + K < Count ? Next + K : Next + K - Count;
      if (Used[I] || !isKey(Map.children()[2 * I].text(), Name))
        continue;
      Used[I] = true;
      Next = I + 1;
      return &Map.children()[2 * I + 1];
    }
    return nullptr;
  }

  template <FieldType T, class F> void scalar(const Node &N, F &Out) {
    uint64_t V = 0;
    if constexpr (T == FieldType::Value)
      B.typedValue(N, Out);
    else if constexpr (T == FieldType::Type)
      B.type(N, Out);
    else if constexpr (T == FieldType::ObjectId || T == FieldType::ClassId ||
                       T == FieldType::HandleId)
      B.id(N, Space::Object, V);
    else if constexpr (T == FieldType::StringId)
      B.id(N, Space::String, V);
    else if constexpr (T == FieldType::FrameId)
      B.id(N, Space::Frame, V);
    else
      B.number(N,
               8 * (T == FieldType::Total ? B.totalWidth() : fieldWidth(T, 0)),
               V);
    if constexpr (T != FieldType::Value && T != FieldType::Type)
      Out = static_cast<F>(V);
  }

  /// Reads the fields of a list element.
  struct ElementIO {
    static constexpr bool Mutates = true;
    FieldReader &Outer;
    Shape Form;
    llvm::ArrayRef<Node> Nodes;
    size_t Taken = 0;
    template <FieldType T, class F> void field(const char *Name, F &Out) {
      if (Form != Shape::Map)
        return Outer.template scalar<T>(Nodes[Taken++], Out);
      for (size_t I = 0; I < Nodes.size(); I += 2)
        if (isKey(Nodes[I].text(), Name)) {
          Outer.template scalar<T>(Nodes[I + 1], Out);
          ++Taken;
          return;
        }
    }
  };

  template <class S>
  void element(Shape Form, llvm::ArrayRef<Node> Nodes, ListBuilder<S> &To) {
    const Node *Whole = nullptr;
    if (Form == Shape::Map) {
      Whole = &Nodes.front();
      Nodes = Whole->children();
    }
    S Element;
    ElementIO Io{*this, Form, Nodes};
    mapRecord(Io, Element);
    if (Whole && Io.Taken * 2 != Nodes.size() && !B.Failure)
      B.fail(Whole->position(), "unexpected keys in this map");
    To.add(Element);
  }

  Builder &B;
  const Node &Map;
  llvm::SmallVector<bool, 16> Used;
  size_t Next = 0;
  bool HasCount = false;
};

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLFIELDREADER_H
