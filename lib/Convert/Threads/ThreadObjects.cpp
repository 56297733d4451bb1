//===- ThreadObjects.cpp - The threads among a heap's objects -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadObjects.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <unordered_map>

using namespace hprof;
using namespace llvm;

/// Longer values are not those of a thread, a string or a thread's name.
static constexpr uint64_t MaxBytes = 64 << 10;

namespace {
/// Learns the numbers in use.
class NumberSurvey final : public RecordVisitor {
public:
  explicit NumberSurvey(RecordNumbers &First) : First(First) {}

  using RecordVisitor::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { First.see(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override {
    RecordKindSet Others = subRecordKinds();
    for (RecordKind Needed :
         {RecordKind::ClassDump, RecordKind::RootThreadObject})
      Others.reset(unsigned(Needed));
    return Others;
  }

private:
  RecordNumbers &First;
};

/// Gathers the values of some of the instances and primitive arrays.
class ValueReader : public ValueGatherer {
public:
  RecordKindSet runKinds() const override {
    RecordKindSet Others = subRecordKinds();
    for (RecordKind Needed :
         {RecordKind::InstanceDump, RecordKind::PrimitiveArrayDump})
      Others.reset(unsigned(Needed));
    return Others;
  }

protected:
  /// Whether take() is to get the values.
  virtual bool wants(const InstanceDump &) { return false; }
  virtual bool wants(const PrimitiveArrayDump &) { return false; }

private:
  uint64_t wanted(const InstanceDump &R) final {
    return R.Values.Size <= MaxBytes && wants(R) ? R.Values.Size : 0;
  }
  uint64_t wanted(const PrimitiveArrayDump &R) final {
    return R.Elements.Size <= MaxBytes && wants(R) ? R.Elements.Size : 0;
  }
};

/// Finds fields of one class and its subclasses by their names.
class FieldFinder {
public:
  struct Field {
    BasicType Type = BasicType::Object;
    uint32_t Offset = 0;
  };
  using Fields = SmallVector<std::optional<Field>, 4>;

  FieldFinder(const DumpContext &Context, StringRef Class,
              ArrayRef<StringRef> Names)
      : Context(Context), Class(Class), Names(Names) {}

  /// Where the fields lie in an instance of the class \p Id, in the order of
  /// the names; null if it is not a subclass.
  const Fields *of(uint64_t Id) {
    auto [It, IsNew] = Known.try_emplace(Id);
    if (IsNew)
      It->second = find(Id);
    const std::optional<Fields> &Found = It->second;
    return Found ? &*Found : nullptr;
  }
  /// The value, extended with zeros; nullopt if it is not there.
  std::optional<uint64_t> value(const std::optional<Field> &F,
                                ArrayRef<uint8_t> Bytes) const {
    if (!F)
      return std::nullopt;
    const unsigned Width = widthOf(F->Type, Context.header().IdSize);
    if (F->Offset + uint64_t(Width) > Bytes.size())
      return std::nullopt;
    return loadBE(Bytes.data() + F->Offset, Width);
  }

private:
  std::optional<Fields> find(uint64_t Id) const;

  const DumpContext &Context;
  const StringRef Class;
  const SmallVector<StringRef, 4> Names;
  std::unordered_map<uint64_t, std::optional<Fields>> Known;
};

std::optional<FieldFinder::Fields> FieldFinder::find(uint64_t Id) const {
  const InstanceShape *Shape = Context.instances().find(Id);
  const ClassInfo *Declarer = Shape ? &Shape->type() : nullptr;
  // The chain is whole, and no ring.
  while (Declarer && Context.className(*Declarer) != Class)
    Declarer = Context.findClass(Declarer->Super);
  if (!Declarer)
    return std::nullopt;
  Fields Found(Names.size());
  Shape->forEachFieldOf(
      Context.instances().of(*Declarer), [&](const FieldSlot &S) {
        StringRef Name = Context.string(S.NameId).value_or("");
        for (size_t I = 0; I != Names.size(); ++I)
          if (Names[I] == Name)
            Found[I] = Field{S.Type, S.Offset};
      });
  return Found;
}

/// What is known about the name of a thread. Several threads can share it.
struct NameOf {
  uint64_t Text = 0;  ///< The String, or up to JDK 8 the char[].
  uint64_t Array = 0; ///< The characters.
};

class ThreadReader final : public ValueReader {
public:
  ThreadReader(const DumpContext &Context, std::vector<ThreadObject> &Objects,
               std::vector<NameOf> &Names)
      : Finder(Context, "java.lang.Thread", {"tid", "name"}), Objects(Objects),
        Names(Names) {}

private:
  bool wants(const InstanceDump &R) override {
    Fields = Finder.of(R.Class);
    Object = R.Object;
    return Fields;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    ThreadObject T;
    T.Object = Object;
    T.Id = Finder.value((*Fields)[0], Bytes).value_or(0);
    Objects.push_back(std::move(T));
    Names.push_back({Finder.value((*Fields)[1], Bytes).value_or(0), 0});
  }

  FieldFinder Finder;
  std::vector<ThreadObject> &Objects;
  std::vector<NameOf> &Names;
  const FieldFinder::Fields *Fields = nullptr;
  uint64_t Object = 0;
};

/// A java.lang.String.
struct StringObject {
  uint64_t Array = 0;
  bool IsUtf16 = false;         ///< The array is a byte[] of UTF-16.
  uint64_t First = 0;           ///< Up to JDK 6, strings shared arrays.
  uint64_t Length = UINT64_MAX; ///< In characters.
};
using StringMapById = DenseMap<IdKey, StringObject>;

class StringReader final : public ValueReader {
public:
  /// \p Strings has the ids of the strings.
  StringReader(const DumpContext &Context, StringMapById &Strings)
      : Finder(Context, "java.lang.String",
               {"value", "coder", "offset", "count"}),
        Strings(Strings) {}

private:
  bool wants(const InstanceDump &R) override {
    Found = Strings.find(R.Object);
    if (Found == Strings.end())
      return false;
    Fields = Finder.of(R.Class);
    return Fields;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    auto Value = [&](size_t I) { return Finder.value((*Fields)[I], Bytes); };
    StringObject &S = Found->second;
    S.Array = Value(0).value_or(0);
    S.IsUtf16 = Value(1).value_or(0) == 1;
    std::optional<uint64_t> First = Value(2), Count = Value(3);
    if (First && Count) {
      S.First = *First;
      S.Length = *Count;
    }
  }

  FieldFinder Finder;
  StringMapById &Strings;
  StringMapById::iterator Found;
  const FieldFinder::Fields *Fields = nullptr;
};

/// The contents of arrays of characters.
struct CharArray {
  BasicType Type = BasicType::Char;
  bool IsThere = false;
  SmallVector<uint8_t, 0> Bytes;
};
using ArrayMap = DenseMap<IdKey, CharArray>;

class ArrayReader final : public ValueReader {
public:
  explicit ArrayReader(ArrayMap &Arrays) : Arrays(Arrays) {}

private:
  bool wants(const PrimitiveArrayDump &R) override {
    Found = Arrays.find(R.Object);
    if (Found == Arrays.end() || Found->second.IsThere)
      return false;
    Type = BasicType(R.ElementType);
    return Type == BasicType::Char || Type == BasicType::Byte;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    Found->second.Type = Type;
    Found->second.IsThere = true;
    Found->second.Bytes.assign(Bytes.begin(), Bytes.end());
  }

  ArrayMap &Arrays;
  ArrayMap::iterator Found;
  BasicType Type = BasicType::Char;
};
} // namespace

/// The text of \p S, whose characters are \p From.
static std::string textOf(const StringObject &S, const CharArray &From) {
  const bool IsLatin1 = From.Type == BasicType::Byte && !S.IsUtf16;
  const uint64_t There = From.Bytes.size() / (IsLatin1 ? 1 : 2);
  const uint64_t First = std::min(S.First, There);
  const uint64_t Count = std::min(S.Length, There - First);
  if (IsLatin1)
    return latin1ToModifiedUtf8(ArrayRef(From.Bytes).slice(First, Count));
  std::vector<uint16_t> Units;
  for (uint64_t I = First; I != First + Count; ++I) {
    const uint8_t A = From.Bytes[2 * I], B = From.Bytes[2 * I + 1];
    // A byte[] has the VM's byte order, which is not in the file: nearly all
    // are little-endian.
    Units.push_back(From.Type == BasicType::Byte ? uint16_t(A | B << 8)
                                                 : uint16_t(A << 8 | B));
  }
  return utf16ToModifiedUtf8(Units);
}

Error ThreadObjects::find(Upstream &Stream) {
  Context = &Stream.names();
  NumberSurvey Survey(First);
  if (Error E = Stream.walk(Survey))
    return E;
  std::vector<NameOf> Names;
  ThreadReader Threads(*Context, Objects, Names);
  if (Error E = Stream.walk(Threads))
    return E;
  StringMapById Strings;
  for (const NameOf &N : Names)
    if (N.Text)
      Strings.try_emplace(N.Text);
  StringReader Texts(*Context, Strings);
  if (Error E = Stream.walk(Texts))
    return E;
  ArrayMap Arrays;
  for (NameOf &N : Names) {
    if (!N.Text)
      continue;
    const uint64_t Array = Strings.lookup(N.Text).Array;
    N.Array = Array ? Array : N.Text;
    Arrays.try_emplace(N.Array);
  }
  ArrayReader Characters(Arrays);
  if (Error E = Stream.walk(Characters))
    return E;
  for (size_t I = 0; I != Names.size(); ++I) {
    const NameOf &N = Names[I];
    auto Found = Arrays.find(N.Array);
    if (!N.Text)
      Objects[I].Name = "";
    else if (Found != Arrays.end() && Found->second.IsThere)
      Objects[I].Name = textOf(Strings.lookup(N.Text), Found->second);
  }
  return Error::success();
}
