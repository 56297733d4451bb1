//===- JavaStacks.cpp - The stacks of exceptions --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaStacks.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaStrings.h"

using namespace hprof;
using namespace llvm;

/// -XX:MaxJavaStackTraceDepth is 1,024 by default.
static constexpr size_t MostFrames = 1 << 16;
/// An array of a backtrace has 5 to 7 elements in JDK 7 to 25.
static constexpr uint64_t MostParts = 16;

std::optional<std::string> hprof::stringText(const JavaHeap &Heap,
                                             uint64_t At) {
  const std::optional<JavaObject> O = Heap.object(At);
  if (!O || O->Kind != RecordKind::InstanceDump)
    return std::nullopt;
  const StringFields F =
      StringPlaces::of(Heap.context(), O->Class).read(O->Bytes);
  const std::optional<JavaObject> Array =
      Heap.object(Heap.reference(F.Array).At);
  if (!Array || Array->Kind != RecordKind::PrimitiveArrayDump)
    return std::nullopt;
  return F.decode(Array->ElementType, Array->Bytes).Text;
}

namespace {
class StackReader {
public:
  explicit StackReader(const JavaHeap &Heap) : Heap(Heap) {}
  std::vector<std::string> elements(uint64_t Array) const;
  std::vector<std::string> backtrace(uint64_t Chunk) const;

private:
  /// Returns an array of the type \p T, or none.
  std::optional<JavaObject> array(uint64_t Id, BasicType T) const {
    std::optional<JavaObject> O = Heap.object(Heap.reference(Id).At);
    return O && O->Kind != RecordKind::InstanceDump && O->ElementType == T
               ? O
               : std::nullopt;
  }
  unsigned idSize() const { return Heap.context().header().IdSize; }
  uint64_t element(const JavaObject &Of, uint64_t I) const {
    return Of.element(I, idSize());
  }
  uint64_t length(const JavaObject &Of) const {
    return Of.numElements(idSize());
  }
  bool isChunk(const JavaObject &Of) const {
    return length(Of) > Mirrors &&
           array(element(Of, Methods), BasicType::Short) &&
           array(element(Of, Mirrors), BasicType::Object);
  }
  std::string text(const JavaFields &Of, StringRef Field) const {
    return stringText(Heap, Of.reference({Field})).value_or("");
  }
  void addFrames(const JavaObject &Chunk, std::vector<std::string> &To) const;

  enum Parts : unsigned { Methods, Indices, Mirrors, Names };
  const JavaHeap &Heap;
};
} // namespace

/// Reads an array of StackTraceElement.
std::vector<std::string> StackReader::elements(uint64_t Array) const {
  std::vector<std::string> Frames;
  const std::optional<JavaObject> All = array(Array, BasicType::Object);
  for (uint64_t I = 0; All && I != std::min<uint64_t>(length(*All), MostFrames);
       ++I) {
    const JavaFields Of(Heap, Heap.reference(element(*All, I)).At);
    const std::string Method = text(Of, "methodName"),
                      File = text(Of, "fileName");
    if (Method.empty())
      continue;
    std::string &Frame =
        Frames.emplace_back(text(Of, "declaringClass") + "." + Method);
    const int64_t Line = Of.number("lineNumber");
    if (Line == -2)
      Frame += "(Native Method)";
    else if (!File.empty())
      Frame += "(" + File + (Line > 0 ? ":" + std::to_string(Line) : "") + ")";
  }
  return Frames;
}

void StackReader::addFrames(const JavaObject &Chunk,
                            std::vector<std::string> &To) const {
  const DumpContext &Context = Heap.context();
  const JavaObject Classes = *array(element(Chunk, Mirrors), BasicType::Object);
  std::optional<JavaObject> Symbols;
  if (length(Chunk) > Names)
    Symbols = array(element(Chunk, Names), BasicType::Long);
  for (uint64_t I = 0; I != length(Classes) && To.size() != MostFrames; ++I) {
    const ClassInfo *Class = Context.findClass(element(Classes, I));
    if (!Class)
      return; // The rest of the last chunk is empty.
    StringRef Name = "?";
    if (Symbols && I < length(*Symbols))
      Name = Context.string(element(*Symbols, I)).value_or(Name);
    To.push_back(Context.className(*Class) + "." + Name.str());
  }
}

/// Reads a list of arrays, each of which contains the next one at one of the
/// indices after Names, depending on the release.
std::vector<std::string> StackReader::backtrace(uint64_t Id) const {
  std::vector<std::string> Frames;
  while (Id && Frames.size() < MostFrames) {
    const std::optional<JavaObject> Chunk = array(Id, BasicType::Object);
    if (!Chunk || !isChunk(*Chunk))
      break;
    const size_t Before = Frames.size();
    addFrames(*Chunk, Frames);
    if (Frames.size() == Before)
      break;
    Id = 0;
    const uint64_t Parts = std::min(length(*Chunk), MostParts);
    for (uint64_t I = Mirrors + 1; !Id && I != Parts; ++I)
      if (std::optional<JavaObject> Next =
              array(element(*Chunk, I), BasicType::Object);
          Next && isChunk(*Next))
        Id = element(*Chunk, I);
  }
  return Frames;
}

std::vector<std::string> hprof::throwableFrames(const JavaHeap &Heap,
                                                uint64_t At) {
  const JavaFields Of(Heap, At);
  const StackReader Reader(Heap);
  std::vector<std::string> Frames =
      Reader.elements(Of.object({"stackTrace"}).Id);
  return Frames.empty() ? Reader.backtrace(Of.object({"backtrace"}).Id)
                        : Frames;
}
