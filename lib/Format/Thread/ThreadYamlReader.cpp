//===- ThreadYamlReader.cpp - Reads thread dumps from YAML ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Stream/TextInput.h"
#include "Format/Yaml/YamlParser.h"
#include "ThreadYamlFields.h"
#include "hprof/Format/Base/Identify.h"
#include "hprof/Format/Thread/ThreadYaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <limits>

using namespace hprof;
using namespace hprof::threadyaml;
using namespace llvm;
using yaml::Node;

static constexpr StringLiteral Marker = "--- !threads";

bool hprof::looksLikeThreadYaml(StringRef Head) {
  while (!Head.empty()) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    Line = Line.rtrim();
    if (Line == Marker || Line.starts_with("--- !threads "))
      return true;
    Line = Line.ltrim();
    if (!Line.empty() && Line[0] != '#' && Line[0] != '%')
      return false;
  }
  return false;
}

namespace {
/// Sets the fields of an item from its node.
class ItemReader {
public:
  using Complaint = function_ref<void(size_t Position, const Twine &What)>;
  explicit ItemReader(Complaint Complain) : Complain(Complain) {}

  // Read a node into a value, which is unchanged if the node does not fit.
  void read(const Node &N, std::string &Text);
  void read(const Node &N, bool &B);
  void read(const Node &N, ThreadState &S);
  void read(const Node &N, ThreadDump::WaitKind &K);
  template <class T> void read(const Node &N, std::optional<T> &O) {
    T Inner{};
    read(N, Inner);
    O = std::move(Inner);
  }
  template <class T> void read(const Node &N, Boxed<T> &O) {
    read(N, O.emplace());
  }
  template <class T> void read(const Node &N, std::vector<T> &List) {
    if (N.kind() != Node::List)
      return wrong(N, "a list");
    for (const Node &Element : N.children())
      read(Element, List.emplace_back());
  }
  template <class T> void read(const Node &N, T &Value) {
    if constexpr (std::is_integral_v<T>)
      integer(N, Value);
    else
      map(N, Value);
  }

  // Called by ThreadYamlFields.h.
  template <class T> void field(StringRef Name, T &Value) {
    if (const Node *N = find(Name)) {
      const size_t Size = Path.size();
      Path += (Path.empty() ? "" : ".") + Name.str();
      read(*N, Value);
      Path.resize(Size);
    }
  }
  void address(StringRef Name, uint64_t &Value) { field(Name, Value); }
  void numbered(StringRef Name, uint32_t &Value, uint32_t) {
    field(Name, Value);
  }

private:
  const Node *find(StringRef Name);
  void wrong(const Node &N, StringRef Expected);
  template <class T> void integer(const Node &N, T &Value);
  template <class T> void map(const Node &N, T &Value);

  Complaint Complain;
  std::string Path;
  ArrayRef<Node> Map; ///< Keys and values, alternating.
  SmallVector<bool, 32> Used;
};
} // namespace

/// Returns the value of a field of the current map.
const Node *ItemReader::find(StringRef Name) {
  for (size_t I = 0; I + 1 < Map.size(); I += 2)
    if (!Used[I / 2] && Map[I].text() == Name) {
      Used[I / 2] = true;
      return &Map[I + 1];
    }
  return nullptr;
}

void ItemReader::wrong(const Node &N, StringRef Expected) {
  const StringRef Text = N.text();
  constexpr size_t MaxShown = 40;
  Complain(N.position(),
           Path + (Path.empty() ? "" : ": ") + "expected " + Expected +
               ", found " +
               (N.isScalar() ? "'" + Text.take_front(MaxShown).str() + "'"
                             : std::string(N.describe())));
}

template <class T> void ItemReader::integer(const Node &N, T &Value) {
  T Number;
  if (N.kind() != Node::Plain || N.text().getAsInteger(0, Number))
    return wrong(N, "a number up to " +
                        std::to_string(std::numeric_limits<T>::max()));
  Value = Number;
}

template <class T> void ItemReader::map(const Node &N, T &Value) {
  if (N.kind() != Node::Map)
    return wrong(N, "a map");
  const ArrayRef<Node> Outer = std::exchange(Map, N.children());
  SmallVector<bool, 32> OuterUsed(Map.size() / 2);
  std::swap(Used, OuterUsed);
  fieldsOf(*this, Value);
  for (size_t I = 0; I != Used.size(); ++I)
    if (!Used[I])
      wrong(Map[2 * I], "a known field name, used once");
  std::swap(Used, OuterUsed);
  Map = Outer;
}

void ItemReader::read(const Node &N, std::string &Text) {
  if (!N.isScalar())
    return wrong(N, "text");
  Text = json::isUTF8(N.text()) ? N.text().str() : json::fixUTF8(N.text());
}

void ItemReader::read(const Node &N, bool &B) {
  if (N.text() != "true" && N.text() != "false")
    return wrong(N, "true or false");
  B = N.text() == "true";
}

void ItemReader::read(const Node &N, ThreadState &S) {
  const ThreadState Found = parseThreadState(N.text());
  if (threadStateName(Found) != N.text())
    return wrong(N, "a state such as RUNNABLE");
  S = Found;
}

void ItemReader::read(const Node &N, ThreadDump::WaitKind &K) {
  const ArrayRef<StringLiteral> Names = ThreadDump::waitKindNames();
  const StringLiteral *Found = llvm::find(Names, N.text());
  if (Found == Names.end())
    return wrong(N, "blocked, waiting or parked");
  K = ThreadDump::WaitKind(Found - Names.begin());
}

namespace {
/// Builds dumps from items, passed in order.
class DumpReader {
public:
  explicit DumpReader(const DamageHandler &OnDamage) : OnDamage(OnDamage) {}

  void line(const TextLine &L);
  std::vector<ThreadDump> finish();

private:
  void endItem();
  void item(StringRef Kind, const Node &N);
  void endDump();
  void complain(size_t Position, const Twine &What);
  template <class T>
  bool known(std::optional<T> &Index, size_t Count, StringRef Of);

  const DamageHandler &OnDamage;
  std::vector<ThreadDump> Dumps;
  bool IsBegun = false;
  ThreadDump Dump;
  /// Numbers in Dump.Stacks of the frames and stacks in the text, where they
  /// may repeat.
  std::vector<uint32_t> Frames, Stacks{0};
  yaml::Parser Parser;
  std::string Item; ///< The lines of the current item.
  uint64_t ItemOffset = 0, ItemLine = 0;
};
} // namespace

void DumpReader::complain(size_t Position, const Twine &What) {
  if (!OnDamage)
    return;
  const StringRef Before = StringRef(Item).take_front(Position);
  const size_t LineStart = Before.rfind('\n');
  OnDamage({format_errc::bad_text, ItemOffset + Position,
            ("line " + Twine(ItemLine + Before.count('\n')) + ", column " +
             Twine(LineStart == StringRef::npos ? Position + 1
                                                : Position - LineStart) +
             ": " + What)
                .str()});
}

void DumpReader::line(const TextLine &L) {
  // A long line comes in pieces, and an item may have several lines.
  const bool IsPiece = L.Column != 0;
  const bool IsMore = !Item.empty() && (L.Text.empty() || L.Text[0] == ' ' ||
                                        L.Text[0] == '\t' || L.Text[0] == '#');
  if (IsPiece || IsMore) {
    if (Item.size() + L.Text.size() < yaml::Parser::MaxItem) {
      Item += IsPiece ? "" : "\n";
      Item += L.Text;
    }
    return;
  }
  endItem();
  ItemOffset = L.Offset;
  ItemLine = L.Number;
  if (L.Text.starts_with("---")) {
    const StringRef What = L.Text.drop_front(3).split(" #").first.trim();
    if (What == "!threads") {
      endDump();
      IsBegun = true;
    } else if (!What.empty()) {
      complain(3, "expected '!threads', found '" + What + "'");
    }
    return;
  }
  if (L.Text.empty() || L.Text[0] == '#' || L.Text[0] == '%')
    return;
  Item = L.Text.str();
}

/// Checks that references to other items refer to earlier items.
template <class T>
bool DumpReader::known(std::optional<T> &Index, size_t Count, StringRef Of) {
  if (!Index || *Index < Count)
    return true;
  complain(0, "expected the number of an earlier " + Of + ", found " +
                  Twine(*Index));
  Index.reset();
  return false;
}

void DumpReader::item(StringRef Kind, const Node &N) {
  auto Complain = [&](size_t Position, const Twine &What) {
    complain(Position, Kind + ": " + What);
  };
  ItemReader Read(Complain);
  if (Kind == "dump") {
    Read.read(N, Dump);
  } else if (Kind == "frame") {
    ThreadFrame F;
    Read.read(N, F);
    Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
  } else if (Kind == "stack") {
    std::vector<uint32_t> Numbers, Known;
    Read.read(N, Numbers);
    for (uint32_t Number : Numbers) {
      std::optional<uint32_t> Index = Number;
      if (known(Index, Frames.size(), "frame"))
        Known.push_back(Frames[Number]);
    }
    Stacks.push_back(Dump.Stacks.add(Known));
  } else if (Kind == "container") {
    ThreadDump::Container C;
    Read.read(N, C);
    known(C.Parent, Dump.Containers.size(), "container");
    Dump.Containers.push_back(std::move(C));
  } else if (Kind == "thread") {
    ThreadDump::Thread T;
    Read.read(N, T);
    known(T.Container, Dump.Containers.size(), "container");
    std::optional<uint32_t> Stack = T.Stack;
    T.Stack = known(Stack, Stacks.size(), "stack") ? Stacks[T.Stack] : 0;
    Dump.Threads.push_back(std::move(T));
  } else if (Kind == "monitor") {
    Read.read(N, Dump.Monitors.emplace_back());
  } else if (Kind == "deadlock") {
    Read.read(N, Dump.Deadlocks.emplace_back());
  } else if (Kind == "loader") {
    Read.read(N, Dump.Loaders.emplace_back());
  } else {
    complain(2, "expected dump, frame, stack, container, thread, monitor, "
                "deadlock or loader, found '" +
                    Kind + "'");
  }
}

void DumpReader::endItem() {
  if (Item.empty())
    return;
  Node N;
  // Nothing is dropped without being reported, and the numbers of frames and
  // stacks stay as they are.
  if (!Parser.parse(Item, N)) {
    complain(Parser.faultPosition(), Parser.fault());
    const StringRef Rest = StringRef(Item).ltrim("- ");
    if (Rest.starts_with("frame:"))
      Frames.push_back(Dump.Stacks.addFrame({}));
    if (Rest.starts_with("stack:"))
      Stacks.push_back(0);
  } else if (N.kind() != Node::List || N.children().size() != 1 ||
             N.children()[0].kind() != Node::Map ||
             N.children()[0].children().size() != 2) {
    complain(0, "expected '- ' and one field");
  } else if (!IsBegun) {
    complain(0, "expected '--- !threads' before this item");
  } else {
    const ArrayRef<Node> Field = N.children()[0].children();
    item(Field[0].text(), Field[1]);
  }
  Item.clear();
}

void DumpReader::endDump() {
  if (std::exchange(IsBegun, false))
    Dumps.push_back(std::move(Dump));
  Dump = ThreadDump();
  Frames.clear();
  Stacks = {0};
}

std::vector<ThreadDump> DumpReader::finish() {
  endItem();
  endDump();
  return std::move(Dumps);
}

Expected<std::vector<ThreadDump>>
hprof::readThreadYaml(Source &In, const DamageHandler &OnDamage) {
  constexpr size_t Enough = 4 << 10;
  const std::string Found =
      describeContent(toStringRef(In.peek(Enough)).take_front(Enough));
  TextInput Input(In);
  TextLine L;
  DumpReader Reader(OnDamage);
  while (Input.next(L))
    Reader.line(L);
  if (Error E = Input.takeErrorOrTell(OnDamage))
    return E;
  std::vector<ThreadDump> Dumps = Reader.finish();
  if (Dumps.empty())
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   "expected '--- !threads', found " + Found);
  return Dumps;
}
