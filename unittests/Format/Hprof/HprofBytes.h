//===- HprofBytes.h - Builds HPROF files for tests --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_HPROF_HPROFBYTES_H
#define HPROF_UNITTESTS_FORMAT_HPROF_HPROFBYTES_H

#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <initializer_list>
#include <optional>
#include <string>

namespace hprof {

/// Builds files byte by byte, including malformed ones.
class HprofBytes {
public:
  explicit HprofBytes(unsigned IdSize = 8, llvm::StringRef Version = "1.0.2")
      : IdSize(IdSize) {
    header(Version);
  }

  HprofBytes &header(llvm::StringRef Version) {
    text("JAVA PROFILE ").text(Version).number(0, 1);
    return number(IdSize, 4).number(1234, 8);
  }
  HprofBytes &text(llvm::StringRef S) {
    Out.append(S.begin(), S.end());
    return *this;
  }
  HprofBytes &number(uint64_t V, unsigned Width) {
    RecordEncoder(Out, IdSize).number(V, Width);
    return *this;
  }
  HprofBytes &id(uint64_t V) { return number(V, IdSize); }

  HprofBytes &frame(uint8_t Tag, uint32_t Length) {
    return number(Tag, 1).number(0, 4).number(Length, 4);
  }
  /// Adds a top-level record whose body \p Body appends; fills in its length.
  HprofBytes &record(uint8_t Tag, llvm::function_ref<void()> Body) {
    frame(Tag, 0);
    size_t Start = Out.size();
    Body();
    uint64_t Length = Out.size() - Start;
    for (unsigned I = 0; I != 4; ++I)
      Out[Start - 1 - I] = uint8_t(Length >> 8 * I);
    return *this;
  }

  HprofBytes &utf8(uint64_t Id, llvm::StringRef Text) {
    return record(0x01, [&] { id(Id).text(Text); });
  }
  HprofBytes &loadClass(uint32_t Serial, uint64_t Class, uint64_t Name) {
    return record(0x02,
                  [&] { number(Serial, 4).id(Class).number(1, 4).id(Name); });
  }
  HprofBytes &stackFrame(uint64_t Id, uint64_t Method, uint32_t ClassSerial) {
    return record(0x04, [&] {
      id(Id).id(Method).id(0).id(0).number(ClassSerial, 4).number(7, 4);
    });
  }
  HprofBytes &stackTrace(uint32_t Serial, uint32_t Thread,
                         std::initializer_list<uint64_t> Frames) {
    return record(0x05, [&] {
      number(Serial, 4).number(Thread, 4).number(Frames.size(), 4);
      for (uint64_t F : Frames)
        id(F);
    });
  }

  struct Field {
    uint64_t Name;
    BasicType Type;
  };
  /// Adds a class with a static reference that refers to the class itself
  /// unless \p Static is set. The static has the name of the first field, if
  /// any.
  HprofBytes &classDump(uint64_t Class, uint64_t Super,
                        std::initializer_list<Field> Fields,
                        std::optional<uint64_t> Static = std::nullopt) {
    number(0x20, 1).id(Class).number(1, 4).id(Super);
    id(0).id(0).id(0).id(0).id(0).number(0, 4).number(0, 2);
    number(Fields.size() ? 1 : 0, 2);
    if (Fields.size())
      id(Fields.begin()->Name).number(2, 1).id(Static.value_or(Class));
    number(Fields.size(), 2);
    for (const Field &F : Fields)
      id(F.Name).number(uint8_t(F.Type), 1);
    return *this;
  }
  /// Appends an instance without its values, which the caller appends.
  HprofBytes &instance(uint64_t Id, uint64_t Class, uint32_t Length) {
    return number(0x21, 1).id(Id).number(1, 4).id(Class).number(Length, 4);
  }
  HprofBytes &objectArray(uint64_t Id, uint64_t Class,
                          std::initializer_list<uint64_t> Elements) {
    number(0x22, 1).id(Id).number(1, 4).number(Elements.size(), 4).id(Class);
    for (uint64_t E : Elements)
      id(E);
    return *this;
  }
  HprofBytes &longArray(uint64_t Id, uint32_t N) {
    number(0x23, 1).id(Id).number(1, 4).number(N, 4).number(11, 1);
    for (uint32_t I = 0; I != N; ++I)
      number(I, 8);
    return *this;
  }
  size_t longArraySize(uint32_t N) const { return 10 + IdSize + 8 * N; }
  HprofBytes &threadRoot(uint64_t Object, uint32_t Serial, uint32_t Trace) {
    return number(0x08, 1).id(Object).number(Serial, 4).number(Trace, 4);
  }
  HprofBytes &frameRoot(uint64_t Object, uint32_t Serial, int32_t Frame) {
    return number(0x03, 1).id(Object).number(Serial, 4).number(Frame, 4);
  }

  /// A dump without dangling references: two classes, a thread with one frame,
  /// and one object of each kind.
  static HprofBytes good(unsigned IdSize = 8) {
    HprofBytes B(IdSize);
    B.names();
    B.record(0x1c, [&] { B.goodSegment(); }).frame(0x2c, 0);
    return B;
  }
  HprofBytes &names() {
    utf8(1, "java/lang/Object").utf8(2, "Node").utf8(3, "next").utf8(4, "main");
    loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
    return stackFrame(1, 4, 2).stackTrace(1, 0, {}).stackTrace(2, 1, {1});
  }
  HprofBytes &goodSegment() {
    classDump(0x10, 0, {});
    classDump(0x18, 0x10, {{3, BasicType::Object}, {4, BasicType::Int}});
    instance(0x20, 0x18, IdSize + 4).id(0x28).number(7, 4);
    objectArray(0x28, 0x10, {0x20, 0, 0x30}).longArray(0x30, 2);
    threadRoot(0x20, 1, 2).frameRoot(0x28, 1, 0);
    return number(0x05, 1).id(0x18);
  }

  /// A dump of several segments with every kind of record.
  static HprofBytes rich(unsigned IdSize) {
    auto Zeros = [](size_t N) { return std::string(N, '\0'); };
    HprofBytes B(IdSize, "1.0.3");
    B.names();
    B.record(0x03, [&] { B.number(2, 4); });
    B.record(0x06, [&] {
      B.number(0, 2).text(Zeros(28)).number(1, 4);
      B.number(0, 1).number(2, 4).number(1, 4).text(Zeros(16));
    });
    B.record(0x07, [&] { B.text(Zeros(24)); });
    B.record(0x0a,
             [&] { B.number(1, 4).id(0x20).number(2, 4).id(4).id(4).id(4); });
    B.record(0x0b, [&] { B.number(1, 4); });
    B.record(0x0d,
             [&] { B.number(9, 4).number(1, 4).number(9, 4).number(2, 4); });
    B.record(0x0e, [&] { B.number(3, 4).number(4, 2); });
    B.record(0xa0, [&] { B.number(77, 8); });
    B.record(0x1c, [&] {
      B.goodSegment();
      // A class with a constant pool.
      B.number(0x20, 1).id(0x48).number(1, 4).id(0x10).id(0).id(0).id(0).id(0);
      B.id(0).number(0, 4).number(1, 2).number(3, 2).number(5, 1).number(65, 2);
      B.number(0, 2).number(0, 2);
    });
    B.record(0x1c, [&] {
      B.number(0xfe, 1).number(65, 4).id(4);
      for (uint8_t Tag : {0xff, 0x05, 0x07, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x90})
        B.number(Tag, 1).id(0x20);
      B.number(0x01, 1).id(0x20).id(0x50);
      for (uint8_t Tag : {0x02, 0x03, 0x08, 0x8e})
        B.number(Tag, 1).id(0x20).number(1, 4).number(0, 4);
      for (uint8_t Tag : {0x04, 0x06})
        B.number(Tag, 1).id(0x20).number(1, 4);
      B.number(0xc3, 1).id(0x58).number(1, 4).number(9, 4).number(10, 1);
    });
    B.record(0x1c, [&] { B.longArray(0x60, 5).objectArray(0x68, 0x10, {}); });
    return B.frame(0x2c, 0);
  }

  /// Calls \p F with \p B, in which one byte after another has changed bits,
  /// and with a description of the change.
  static void forEachFlip(
      HprofBytes B,
      llvm::function_ref<void(const HprofBytes &, const llvm::Twine &)> F) {
    for (size_t N = 0; N != B.size(); ++N)
      for (uint8_t Flip : {0x01, 0x20, 0x80, 0xff}) {
        B[N] ^= Flip;
        F(B, "flip " + llvm::Twine(unsigned(Flip)) + " at " + llvm::Twine(N));
        B[N] ^= Flip;
      }
  }

  unsigned idSize() const { return IdSize; }
  size_t size() const { return Out.size(); }
  uint8_t &operator[](size_t I) { return Out[I]; }
  llvm::ArrayRef<uint8_t> bytes() const { return Out; }

private:
  unsigned IdSize;
  llvm::SmallVector<uint8_t, 0> Out;
};

} // namespace hprof

#endif // HPROF_UNITTESTS_FORMAT_HPROF_HPROFBYTES_H
