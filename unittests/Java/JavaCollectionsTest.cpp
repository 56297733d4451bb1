//===- JavaCollectionsTest.cpp - Sizes and entries of collections ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaCollections.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// The objects of a YAML dump, by id.
class YamlHeap final : public JavaHeap, private RecordVisitor {
public:
  explicit YamlHeap(StringRef Yaml)
      : Bytes(fromYaml(Yaml)), In(Source::fromMemory(Bytes, "test")) {
    DumpContext::Builder Build(Names, In->contents());
    cantFail(cantFail(HprofReader::create(*In, {})).read(Build));
    In = Source::fromMemory(Bytes, "test");
    cantFail(cantFail(HprofReader::create(*In, {}))
                 .read(static_cast<RecordVisitor &>(*this)));
  }
  const DumpContext &context() const override { return Names; }
  uint64_t size() const override { return Objects.size(); }
  uint64_t find(uint64_t Id) const override {
    return Objects.count(Id) ? Id : NoObject;
  }
  std::optional<JavaObject> object(uint64_t At) const override {
    auto It = Objects.find(At);
    return It == Objects.end() ? std::nullopt : std::optional(It->second);
  }
  uint64_t arrayLength(uint64_t At) const override {
    std::optional<JavaObject> O = object(At);
    return O ? O->numElements(Names.header().IdSize) : 0;
  }

private:
  using RecordVisitor::visit;
  void visit(const InstanceDump &R) override {
    Objects[R.Object] = {R.Kind, BasicType::Object, R.Class, R.Values.Bytes};
  }
  void visit(const ObjectArrayDump &R) override {
    Objects[R.Object] = {R.Kind, BasicType::Object, R.Class, R.Elements.Bytes};
  }
  void visit(const PrimitiveArrayDump &R) override {
    Objects[R.Object] = {R.Kind, R.ElementType, 0, R.Elements.Bytes};
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<Source> In;
  DumpContext Names;
  std::map<uint64_t, JavaObject> Objects;
};
} // namespace

/// In the form "1=2 3=4 (5)": ids of keys and values, and the size if it
/// differs from the number of entries.
static std::string text(const JavaHeap &Heap, uint64_t Id,
                        uint64_t Most = UINT64_MAX) {
  std::optional<CollectionEntries> All =
      CollectionReader(Heap).entries(Id, Most);
  if (!All)
    return "unknown";
  std::string Text;
  for (const CollectionEntry &E : All->Entries) {
    Text += Text.empty() ? "" : " ";
    if (All->Kind == CollectionKind::Map)
      Text += std::to_string(E.Key.Id) + "=";
    Text += std::to_string(E.Value.Id);
  }
  if (All->Size != All->Entries.size())
    Text += " (" + std::to_string(All->Size) + ")";
  return Text;
}

static std::optional<uint64_t> sizeOf(const JavaHeap &Heap, uint64_t Id) {
  std::optional<CollectionSize> Size = CollectionReader(Heap).size(Id);
  return Size ? std::optional(Size->Size) : std::nullopt;
}

static constexpr StringRef Classes = R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: "[Ljava/lang/Object;", class: 0x11, super: 0x10}
  - {name: java/util/ArrayList, class: 0x12, super: 0x10, fields: {size: int, elementData: object}}
  - {name: java/util/ArrayDeque, class: 0x13, super: 0x10, fields: {elements: object, head: int, tail: int}}
  - {name: java/util/HashMap, class: 0x14, super: 0x10, fields: {table: object, size: int}}
  - {name: "java/util/HashMap$Node", class: 0x15, super: 0x10, fields: {key: object, value: object, next: object}}
  - {name: java/util/HashSet, class: 0x16, super: 0x10, fields: {map: object}}
  - {name: java/util/LinkedList, class: 0x17, super: 0x10, fields: {size: int, first: object}}
  - {name: "java/util/LinkedList$Node", class: 0x18, super: 0x10, fields: {item: object, next: object}}
  - {name: java/util/EnumSet, class: 0x19, super: 0x10, fields: {universe: object}}
  - {name: java/util/RegularEnumSet, class: 0x1a, super: 0x19, fields: {elements: long}}
  - {name: java/util/concurrent/ConcurrentHashMap, class: 0x1b, super: 0x10, fields: {baseCount: long, counterCells: object, table: object}}
  - {name: Cell, class: 0x1c, super: 0x10, fields: {value: long}}
  - {name: MyList, class: 0x1d, super: 0x12, fields: {size: int}}
  - {name: java/util/WeakHashMap, class: 0x1e, super: 0x10, statics: {NULL_KEY: object 0x1}, fields: {table: object, size: int}}
- instance: {object: 0x1, class: 0x10}
- instance: {object: 0x2, class: 0x10}
- instance: {object: 0x3, class: 0x10}
)";

TEST(JavaCollections, ReadsListsAndRings) {
  YamlHeap H(Classes.str() + R"(
- instance: {object: 0x100, class: 0x12, fields: {size: 2, elementData: 0x101}}
- objectArray: {object: 0x101, class: 0x11, elements: [0x1, 0x2, 0x3]}
- instance: {object: 0x102, class: 0x13, fields: {elements: 0x101, head: 2, tail: 1}}
- instance: {object: 0x103, class: 0x1d, fields: {size: 7}}
)");
  EXPECT_EQ(text(H, 0x100), "1 2");
  EXPECT_EQ(sizeOf(H, 0x100), 2u);
  EXPECT_EQ(text(H, 0x102), "3 1");
  EXPECT_EQ(sizeOf(H, 0x102), 2u);
  EXPECT_EQ(text(H, 0x100, 1), "1 (2)");
  EXPECT_EQ(text(H, 0x101), "unknown");
  EXPECT_EQ(text(H, 0x1), "unknown");
}

TEST(JavaCollections, ReadsMapsSetsAndWhatStandsForNull) {
  YamlHeap H(Classes.str() + R"(
- instance: {object: 0x100, class: 0x14, fields: {table: 0x101, size: 3}}
- objectArray: {object: 0x101, class: 0x11, elements: [0x102, null, 0x104]}
- instance: {object: 0x102, class: 0x15, fields: {key: 0x1, value: 0x2, next: 0x103}}
- instance: {object: 0x103, class: 0x15, fields: {key: 0x2, value: 0x3}}
- instance: {object: 0x104, class: 0x15, fields: {key: 0x3}}
- instance: {object: 0x105, class: 0x16, fields: {map: 0x100}}
- instance: {object: 0x106, class: 0x1e, fields: {table: 0x101, size: 3}}
)");
  EXPECT_EQ(text(H, 0x100), "1=2 2=3 3=0");
  EXPECT_EQ(text(H, 0x105), "1 2 3");
  EXPECT_EQ(sizeOf(H, 0x105), 3u);
  EXPECT_EQ(text(H, 0x106), "0=2 2=3 3=0") << "NULL_KEY";
}

TEST(JavaCollections, AnEntryWithoutKeyCountsButAMarkDoesNot) {
  YamlHeap H(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: "[Ljava/lang/Object;", class: 0x11, super: 0x10}
  - {name: java/util/HashMap, class: 0x12, super: 0x10, fields: {table: object, size: int, entryForNullKey: object}}
  - {name: Entry, class: 0x13, super: 0x10, fields: {key: object, value: object, next: object}}
  - {name: java/util/concurrent/ConcurrentHashMap, class: 0x14, super: 0x10, fields: {segments: object}}
  - {name: "java/util/concurrent/ConcurrentHashMap$Segment", class: 0x15, super: 0x10, fields: {table: object, count: int}}
- instance: {object: 0x1, class: 0x10}
- instance: {object: 0x100, class: 0x12, fields: {table: 0x101, size: 2, entryForNullKey: 0x102}}
- objectArray: {object: 0x101, class: 0x11, elements: [0x103]}
- instance: {object: 0x102, class: 0x13, fields: {value: 0x1}}
- instance: {object: 0x103, class: 0x13, fields: {key: 0x1, value: 0x1}}
- instance: {object: 0x104, class: 0x14, fields: {segments: 0x105}}
- objectArray: {object: 0x105, class: 0x11, elements: [0x106]}
- instance: {object: 0x106, class: 0x15, fields: {table: 0x107, count: 1}}
- objectArray: {object: 0x107, class: 0x11, elements: [0x108]}
- instance: {object: 0x108, class: 0x13}
)");
  EXPECT_EQ(text(H, 0x100), "0=1 1=1") << "Android's HashMap";
  EXPECT_EQ(text(H, 0x104), "0=0") << "hidden objects in a dump of JDK 6";
  YamlHeap Marked(Classes.str() + R"(
- instance: {object: 0x100, class: 0x1b, fields: {baseCount: 1, table: 0x104}}
- objectArray: {object: 0x104, class: 0x11, elements: [0x105, 0x106]}
- instance: {object: 0x105, class: 0x15}
- instance: {object: 0x106, class: 0x15, fields: {key: 0x1, value: 0x2}}
)");
  EXPECT_EQ(text(Marked, 0x100), "1=2");
}

TEST(JavaCollections, CountsWhatIsSpread) {
  YamlHeap H(Classes.str() + R"(
- instance: {object: 0x100, class: 0x1b, fields: {baseCount: -1, counterCells: 0x101, table: 0x104}}
- objectArray: {object: 0x101, class: 0x11, elements: [0x102, null, 0x103]}
- instance: {object: 0x102, class: 0x1c, fields: {value: 4}}
- instance: {object: 0x103, class: 0x1c, fields: {value: -2}}
- objectArray: {object: 0x104, class: 0x11, elements: [0x105]}
- instance: {object: 0x105, class: 0x15, fields: {key: 0x1, value: 0x2}}
- instance: {object: 0x106, class: 0x1a, fields: {elements: 5, universe: 0x107}}
- objectArray: {object: 0x107, class: 0x11, elements: [0x1, 0x2, 0x3]}
)");
  EXPECT_EQ(sizeOf(H, 0x100), 1u);
  EXPECT_EQ(text(H, 0x100), "1=2");
  EXPECT_EQ(sizeOf(H, 0x106), 2u);
  EXPECT_EQ(text(H, 0x106), "1 3");
}

TEST(JavaCollections, EndsInDamagedOnes) {
  YamlHeap H(Classes.str() + R"(
- instance: {object: 0x100, class: 0x17, fields: {size: 9, first: 0x101}}
- instance: {object: 0x101, class: 0x18, fields: {item: 0x1, next: 0x101}}
- instance: {object: 0x102, class: 0x16, fields: {map: 0x102}}
- instance: {object: 0x103, class: 0x17, fields: {size: 9, first: 0x999}}
- instance: {object: 0x104, class: 0x12, fields: {size: -1, elementData: 0x105}}
- objectArray: {object: 0x105, class: 0x11, elements: [0x1]}
)");
  EXPECT_EQ(text(H, 0x100), "1 (9)");
  EXPECT_EQ(text(H, 0x102), "unknown") << "a set that wraps itself";
  EXPECT_EQ(sizeOf(H, 0x102), std::nullopt);
  EXPECT_EQ(text(H, 0x103), "unknown") << "entries that are not in the dump";
  EXPECT_EQ(text(H, 0x104), "");
}

/// Other buckets are still read.
TEST(JavaCollections, LeavesCycles) {
  std::string Yaml = Classes.str() + R"(
- instance: {object: 0x100, class: 0x14, fields: {table: 0x101, size: 3}}
- objectArray: {object: 0x101, class: 0x11, elements: [0x102, 0x105]}
- instance: {object: 0x102, class: 0x15, fields: {key: 0x1, value: 0x1, next: 0x103}}
- instance: {object: 0x103, class: 0x15, fields: {key: 0x2, value: 0x2, next: 0x104}}
- instance: {object: 0x104, class: 0x15, fields: {key: 0x3, value: 0x3, next: 0x103}}
- instance: {object: 0x105, class: 0x15, fields: {key: 0x1, value: 0x2}}
)";
  for (unsigned I = 0x1000; I != 0x2000; ++I)
    Yaml += "- instance: {object: " + std::to_string(I) + ", class: 0x10}\n";
  YamlHeap H(Yaml);
  const auto Found = CollectionReader(H).entries(0x100, UINT64_MAX);
  ASSERT_TRUE(Found);
  EXPECT_LT(Found->Entries.size(), 100u);
  EXPECT_EQ(Found->Entries.back().Key.Id, 1u);
  EXPECT_EQ(Found->Entries.back().Value.Id, 2u);
}

TEST(JavaCollections, ReadsAMillionCopies) {
  YamlHeap H(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: "java/util/Collections$CopiesList", class: 0x11, super: 0x10, fields: {n: int, element: object}}
- instance: {object: 0x1, class: 0x10}
- instance: {object: 0x100, class: 0x11, fields: {n: 2147483647, element: 0x1}}
)");
  const auto Found = CollectionReader(H).entries(0x100, UINT64_MAX);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Entries.size(), 1u << 20);
  EXPECT_EQ(Found->Size, 2147483647u);
}

TEST(JavaCollections, ReadsQueuesWithTakenNodes) {
  YamlHeap H(R"(
- classes:
  - {name: java/lang/Object, class: 0x10}
  - {name: java/util/concurrent/ConcurrentLinkedDeque, class: 0x11, super: 0x10, fields: {head: object}}
  - {name: Node, class: 0x12, super: 0x10, fields: {prev: object, item: object, next: object}}
  - {name: java/util/concurrent/LinkedTransferQueue, class: 0x13, super: 0x10, fields: {head: object}}
  - {name: Dual, class: 0x14, super: 0x10, fields: {isData: boolean, item: object, next: object}}
- instance: {object: 0x1, class: 0x10}
- instance: {object: 0x2, class: 0x10}
- instance: {object: 0x3, class: 0x10}
- instance: {object: 0x100, class: 0x11, fields: {head: 0x102}}
- instance: {object: 0x101, class: 0x12, fields: {item: 0x1, next: 0x102}}
- instance: {object: 0x102, class: 0x12, fields: {prev: 0x101, item: 0x2, next: 0x103}}
- instance: {object: 0x103, class: 0x12, fields: {prev: 0x102, next: 0x103}}
- instance: {object: 0x110, class: 0x13, fields: {head: 0x111}}
- instance: {object: 0x111, class: 0x14, fields: {isData: 1, item: 0x111, next: 0x112}}
- instance: {object: 0x112, class: 0x14, fields: {isData: 0, item: 0x2, next: 0x113}}
- instance: {object: 0x113, class: 0x14, fields: {isData: 1, item: 0x3}}
- instance: {object: 0x120, class: 0x13, fields: {head: 0x999}}
)");
  EXPECT_EQ(text(H, 0x100), "1 2") << "the head can be behind the first one";
  EXPECT_EQ(text(H, 0x110), "3");
  EXPECT_EQ(sizeOf(H, 0x110), 1u);
  CollectionReader Reader(H);
  EXPECT_EQ(Reader.size(0x110, 4)->Size, 1u);
  EXPECT_FALSE(Reader.size(0x110, 3)) << "not known after three steps";
  EXPECT_EQ(text(H, 0x120), "unknown") << "a node that is not in the dump";
  EXPECT_EQ(sizeOf(H, 0x120), std::nullopt);
}

TEST(JavaCollections, ReadsViewsInTheirOrder) {
  YamlHeap H(Classes.str() + R"(
- classes:
  - {name: java/util/ReverseOrderListView, class: 0x20, super: 0x10, fields: {base: object}}
  - {name: java/util/AbstractList$SubList, class: 0x21, super: 0x10, fields: {size: int, offset: int, root: object}}
  - {name: java/util/LinkedHashMap, class: 0x22, super: 0x14, fields: {head: object}}
  - {name: "java/util/HashMap$Values", class: 0x23, super: 0x10, fields: {this$0: object}}
  - {name: "java/util/HashMap$EntrySet", class: 0x24, super: 0x10, fields: {this$0: object}}
  - {name: MyMap, class: 0x25, super: 0x14, fields: {head: object}}
  - {name: java/util/TreeMap$NavigableSubMap, class: 0x26, super: 0x10, fields: {m: object, fromStart: boolean, toEnd: boolean}}
  - {name: "java/util/Collections$UnmodifiableSet", class: 0x27, super: 0x10, fields: {c: object}}
- instance: {object: 0x100, class: 0x12, fields: {size: 3, elementData: 0x101}}
- objectArray: {object: 0x101, class: 0x11, elements: [0x1, 0x2, 0x3]}
- instance: {object: 0x110, class: 0x20, fields: {base: 0x100}}
- instance: {object: 0x111, class: 0x21, fields: {size: 2, offset: 1, root: 0x110}}
- instance: {object: 0x120, class: 0x25, fields: {table: 0x121, size: 1, head: 0x1}}
- objectArray: {object: 0x121, class: 0x11, elements: [0x122]}
- instance: {object: 0x122, class: 0x15, fields: {key: 0x1, value: 0x2}}
- instance: {object: 0x130, class: 0x23, fields: {this$0: 0x120}}
- instance: {object: 0x131, class: 0x24, fields: {this$0: 0x120}}
- instance: {object: 0x132, class: 0x27, fields: {c: 0x131}}
- instance: {object: 0x140, class: 0x26, fields: {m: 0x120, fromStart: 1, toEnd: 1}}
- instance: {object: 0x141, class: 0x26, fields: {m: 0x120, fromStart: 1}}
)");
  EXPECT_EQ(text(H, 0x110), "3 2 1");
  EXPECT_EQ(text(H, 0x110, 1), "3 (3)");
  EXPECT_EQ(text(H, 0x111), "2 1");
  EXPECT_EQ(text(H, 0x120), "1=2") << "a field of a subclass is not its head";
  EXPECT_EQ(text(H, 0x130), "2");
  for (uint64_t Id : {0x131, 0x132}) {
    std::optional<CollectionEntries> All = CollectionReader(H).entries(Id, 9);
    ASSERT_TRUE(All);
    EXPECT_EQ(All->Kind, CollectionKind::Entries);
    EXPECT_EQ(All->Entries[0].Key.Id, 1u);
  }
  EXPECT_EQ(text(H, 0x140), "1=2");
  EXPECT_EQ(text(H, 0x141), "unknown") << "a bound";
  EXPECT_EQ(sizeOf(H, 0x141), std::nullopt);
}

/// A class with the fields named in \p R, except the field \p Without, and a
/// subclass of that class.
static std::string classesOf(const CollectionRow &R, StringRef Without) {
  std::string Fields;
  const auto Names = R.fields();
  for (StringRef Name : std::set<StringRef>(Names.begin(), Names.end()))
    if (!Name.empty() && Name != Without)
      Fields += (Fields.empty() ? "" : ", ") + Name.str() + ": int";
  return "- classes:\n  - {name: \"" + R.Class.str() +
         "\", class: 0x10, fields: {" + Fields +
         "}}\n  - {name: Sub, class: 0x11, super: 0x10, fields: {x: long}}\n";
}

TEST(JavaCollections, ARowNeedsEachOfItsFields) {
  for (const CollectionRow &R : collectionRows()) {
    SCOPED_TRACE(R.Class.str() + " " + R.Releases.str());
    YamlHeap Whole(classesOf(R, ""));
    CollectionReader Reader(Whole);
    CollectionPlan P = Reader.plan(0x11);
    ASSERT_EQ(P.Row, &R);
    const auto [Array, First, Second, Reversed] = R.fields();
    EXPECT_EQ(bool(P.First), !First.empty());
    EXPECT_EQ(bool(P.Second), !Second.empty());
    EXPECT_EQ(bool(P.Reversed), !Reversed.empty());
    EXPECT_EQ(bool(P.Array), !Array.empty());
    EXPECT_TRUE(!P.First || P.First.Offset >= 8) << "after those of Sub";
    for (StringRef Name : R.fields())
      if (!Name.empty()) {
        YamlHeap Less(classesOf(R, Name));
        EXPECT_NE(CollectionReader(Less).plan(0x11).Row, &R) << Name.str();
      }
  }
}
