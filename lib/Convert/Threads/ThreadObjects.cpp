//===- ThreadObjects.cpp - Threads among a heap's objects -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadObjects.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "hprof/Java/JavaStrings.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

using namespace hprof;
using namespace llvm;

/// Longer values do not belong to a thread, a string or a thread's name.
static constexpr uint64_t MaxBytes = 64 << 10;

namespace {
/// Collects the numbers that the stream uses.
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
  /// Whether take() receives the values.
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

/// Offsets of the fields of a thread.
struct ThreadPlaces {
  FieldPlace Id, Name, VmThread;
};

/// The objects that contain a thread's name. Several threads can share them.
struct NameOf {
  uint64_t Text = 0;  ///< The String, or up to JDK 8 the char[].
  uint64_t Array = 0; ///< The characters.
};

class ThreadReader final : public ValueReader {
public:
  ThreadReader(const DumpContext &Context, std::vector<ThreadObject> &Objects,
               std::vector<NameOf> &Names)
      : Context(Context), Objects(Objects), Names(Names) {}

private:
  const std::optional<ThreadPlaces> &placesOf(uint64_t Class);
  bool wants(const InstanceDump &R) override {
    const std::optional<ThreadPlaces> &Found = placesOf(R.Class);
    if (!Found)
      return false;
    Places = *Found;
    Object = R.Object;
    return true;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    ThreadObject T;
    T.Object = Object;
    T.Id = Places.Id.get(Bytes);
    T.VmThread = Places.VmThread.get(Bytes);
    Objects.push_back(std::move(T));
    Names.push_back({Places.Name.get(Bytes), 0});
  }

  const DumpContext &Context;
  std::vector<ThreadObject> &Objects;
  std::vector<NameOf> &Names;
  DenseMap<IdKey, std::optional<ThreadPlaces>> Known; ///< By class.
  ThreadPlaces Places;
  uint64_t Object = 0;
};

/// Returns nullopt if \p Class is not java.lang.Thread or a subclass.
const std::optional<ThreadPlaces> &ThreadReader::placesOf(uint64_t Class) {
  auto [It, IsNew] = Known.try_emplace(Class);
  if (!IsNew)
    return It->second;
  const InstanceShape *Shape = Context.instances().find(Class);
  const ClassInfo *Thread = Shape ? &Shape->type() : nullptr;
  // The chain of superclasses is complete, and has no cycle.
  while (Thread && Context.className(*Thread) != "java.lang.Thread")
    Thread = Context.findClass(Thread->Super);
  if (Thread)
    It->second = {findFieldFrom(Context, Class, Thread->Id, "tid"),
                  findFieldFrom(Context, Class, Thread->Id, "name"),
                  findFieldFrom(Context, Class, Thread->Id, "eetop")};
  return It->second;
}

using StringMapById = DenseMap<IdKey, StringFields>;

class StringReader final : public ValueReader {
public:
  /// \p Strings contains the ids of the strings.
  StringReader(const DumpContext &Context, StringMapById &Strings)
      : Context(Context), Strings(Strings) {}

private:
  bool wants(const InstanceDump &R) override {
    Found = Strings.find(R.Object);
    if (Found == Strings.end() ||
        Context.className(R.Class) != "java.lang.String")
      return false;
    if (std::exchange(Class, R.Class) != R.Class)
      Places = StringPlaces::of(Context, Class);
    return true;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    Found->second = Places.read(Bytes);
  }

  const DumpContext &Context;
  StringMapById &Strings;
  StringMapById::iterator Found;
  uint64_t Class = 0;
  StringPlaces Places;
};

/// The contents of character arrays.
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
      Objects[I].Name = Strings.lookup(N.Text)
                            .decode(Found->second.Type, Found->second.Bytes)
                            .Text;
  }
  return Error::success();
}
