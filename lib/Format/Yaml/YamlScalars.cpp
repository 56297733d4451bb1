//===- YamlScalars.cpp - Scalars and payloads of YAML records -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlBuilder.h"
#include "YamlSchema.h"
#include "YamlText.h"
#include "hprof/Format/Base/AllowedBytes.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

const Node *Builder::find(const Node &Map, StringRef Key) const {
  if (Map.kind() != Node::Map)
    return nullptr;
  ArrayRef<Node> Children = Map.children();
  for (size_t I = 0; I < Children.size(); I += 2)
    if (Children[I].text() == Key)
      return &Children[I + 1];
  return nullptr;
}

bool Builder::checkMap(const Node &N, StringRef What) {
  if (N.kind() == Node::Map)
    return true;
  return fail(N.position(), "expected a map of the fields of " + What +
                                ", found " + N.describe());
}

bool Builder::checkKeys(const Node &Map, function_ref<bool(StringRef)> Ok,
                        StringRef What, StringRef Known) {
  for (size_t I = 0; I < Map.children().size(); I += 2)
    if (!Ok(Map.children()[I].text()))
      return fail(Map.children()[I].position(),
                  "'" + Map.children()[I].text() + "' is not a key of " + What +
                      ", expected " + Known);
  return true;
}

/// Converts the scalar \p N to modified UTF-8; valid until the next call.
bool Builder::raw(const Node &N, StringRef &Out) {
  if (!N.isScalar() && !(N.isNull() && N.text().empty()))
    return fail(N.position(), Twine("expected a name, found ") + N.describe());
  if (N.isNull())
    return fail(N.position(), "expected a name; quote a name that is empty or "
                              "reads as null or a number");
  StringRef Text = N.text();
  if (isPlainAscii(Text)) {
    Out = Text;
    return true;
  }
  RawText.clear();
  if (!encodeName(RawText, Text))
    return fail(N.position(), "this text is not UTF-8");
  Out = RawText;
  return true;
}

static bool looksNumeric(StringRef S) {
  return !S.empty() &&
         (isDigit(S[0]) || (S[0] == '-' && S.size() > 1 && isDigit(S[1])));
}

bool Builder::isNumber(const Node &N) const {
  return N.isNull() || (N.kind() == Node::Plain && looksNumeric(N.text()));
}

bool Builder::number(const Node &N, unsigned Bits, uint64_t &Out) {
  if (N.kind() == Node::Plain && parseInteger(N.text(), Bits, Out))
    return true;
  return fail(N.position(), (Bits == 8 ? "expected an " : "expected a ") +
                                Twine(Bits) + "-bit number, found " +
                                (N.isScalar() ? "'" + N.text().str() + "'"
                                              : std::string(N.describe())));
}

bool Builder::id(const Node &N, Space S, uint64_t &Out) {
  if (N.isNull()) {
    Out = 0;
    return true;
  }
  if (!N.isScalar())
    return fail(N.position(),
                Twine("expected an id or a name, found ") + N.describe());
  if (N.kind() == Node::Plain && looksNumeric(N.text()))
    return number(N, 8 * Names.idSize(), Out);
  StringRef Raw;
  return raw(N, Raw) && idFromName(N, Raw, S, Out);
}

bool Builder::idFromName(const Node &N, StringRef Raw, Space S, uint64_t &Out) {
  std::optional<uint64_t> Known;
  switch (S) {
  case Space::Frame:
    Out = deriveId('f', Raw, Names.idSize());
    return true;
  case Space::Object:
    Known = Names.findClass(Raw);
    Out = Known ? *Known : deriveId('o', Raw, Names.idSize());
    return true;
  case Space::String:
    Known = Names.findString(Raw);
    if (Known) {
      Out = *Known;
      return true;
    }
    Out = deriveId('s', Raw, Names.idSize());
    if (!TopLevelContext)
      return fail(N.position(),
                  "string '" + Raw +
                      "' is not defined yet; define it under 'strings' first");
    std::string Copy = Raw.str();
    utf8(Out, Copy);
    return true;
  }
  return false;
}

bool Builder::type(const Node &N, BasicType &Out) {
  uint64_t Number;
  if (std::optional<BasicType> T = parseBasicType(N.text())) {
    Out = *T;
    return true;
  }
  if (N.kind() != Node::Plain || !parseInteger(N.text(), 8, Number))
    return fail(N.position(),
                "expected a type (object, boolean, char, float, double, byte, "
                "short, int, long)" +
                    (N.isScalar() ? ", found '" + N.text() + "'" : Twine()));
  Out = BasicType(Number);
  return true;
}

/// Parses "int 5"; the value is optional and defaults to 0.
bool Builder::typedValue(const Node &N, Value &Out) {
  auto [Name, Text] = N.text().split(' ');
  std::optional<BasicType> T = parseBasicType(Name);
  if (N.kind() != Node::Plain || !T)
    return fail(N.position(), "expected a type and a value such as 'int 5'");
  Out.Type = *T;
  Out.Bits = 0;
  Text = Text.trim();
  if (Text.empty())
    return true;
  return element(N, Text, *T, Out.Bits);
}

/// Parses one value of type \p T from \p Text, which is \p N or a part of it.
bool Builder::element(const Node &N, StringRef Text, BasicType T,
                      uint64_t &Bits) {
  if (isReference(T)) {
    Bits = 0;
    if (N.isNull() || (!N.isQuoted() && Text == "null"))
      return true;
    if (N.isQuoted() || !looksNumeric(Text)) {
      StringRef Raw = Text;
      if (!isPlainAscii(Text) && !raw(N, Raw))
        return false;
      return idFromName(N, Raw, Space::Object, Bits);
    }
    if (parseInteger(Text, 8 * Names.idSize(), Bits))
      return true;
  } else if (N.isScalar() && parseValue(Text, T, N.isQuoted(), Bits)) {
    return true;
  }
  return fail(
      N.position(),
      "expected a value of type " + basicTypeName(T) + ", found " +
          (N.isScalar() ? "'" + Text.str() + "'" : std::string(N.describe())));
}

//===----------------------------------------------------------------------===//
// Payloads
//===----------------------------------------------------------------------===//

/// Splits "value x count".
bool Builder::run(const Node &N, StringRef &Text, uint64_t &Count) {
  Text = N.text();
  Count = 1;
  if (N.kind() != Node::Plain)
    return true;
  size_t X = Text.find(' ');
  if (LLVM_LIKELY(X == StringRef::npos))
    return true;
  auto [Value, Times] = Text.split(" x ");
  if (!parseInteger(Times.trim(), 32, Count))
    return fail(N.position(), "expected 'value x count' with a count up to " +
                                  Twine(UINT32_MAX) + ", found '" + Text + "'");
  Text = Value.trim();
  return true;
}

/// Counts \p Bytes of payload implied by \p N, before they are created.
bool Builder::claim(const Node &N, uint64_t Bytes) {
  Made += Bytes;
  const uint64_t Most =
      Options.MaxMade.value_or(allowedBytes(Offset + N.position()));
  return Made <= Most ||
         fail(N.position(),
              "repeated or omitted values would take " + Twine(Made) +
                  " bytes so far, expected at most " + Twine(Most) +
                  " for an input of this size; see hprof-convert --max-zeros");
}

/// Checks and counts the elements of \p List, of type \p T.
bool Builder::countElements(const Node &List, BasicType T, uint64_t &Count) {
  if (List.kind() != Node::List)
    return fail(List.position(),
                Twine("expected a list of values, found ") + List.describe());
  Count = 0;
  for (const Node &N : List.children()) {
    StringRef Text;
    uint64_t Times;
    if (!run(N, Text, Times))
      return false;
    Count += Times;
    if (Times > 1 && !claim(N, Times * widthOf(T, Names.idSize())))
      return false;
  }
  return Count <= UINT32_MAX ||
         fail(List.position(), "an array can have at most 4294967295 elements");
}

static void store(uint8_t *P, uint64_t Bits, unsigned Width) {
  while (Width--)
    *P++ = uint8_t(Bits >> (8 * Width));
}

/// Appends the values of \p List, which countElements() has accepted, to
/// Payload. If \p Flush is given, passes large parts to it.
bool Builder::elements(const Node &List, BasicType T,
                       function_ref<void(ArrayRef<uint8_t>)> Flush) {
  constexpr size_t Enough = 1 << 16;
  const unsigned Width = widthOf(T, Names.idSize());
  for (const Node &N : List.children()) {
    StringRef Text;
    uint64_t Times, Bits;
    if (!run(N, Text, Times) || !element(N, Text, T, Bits))
      return false;
    while (Times) {
      size_t Now = size_t(std::min<uint64_t>(Times, Enough / Width));
      size_t At = Payload.size();
      Payload.resize_for_overwrite(At + Now * Width);
      for (size_t I = 0; I != Now; ++I, At += Width)
        store(&Payload[At], Bits, Width);
      Times -= Now;
      if (Flush && Payload.size() >= Enough) {
        Flush(Payload);
        Payload.clear();
        if (!V.wantsMore())
          return true;
      }
    }
  }
  return true;
}

/// Reads fields as {name: value}; those missing from \p Map are 0, as are all
/// without a map. \p At is for messages.
bool Builder::fieldsByName(const Node &At, uint64_t Class, const Node *Map) {
  Layout *L = Names.layout(Class);
  if (!L)
    return fail(At.position(),
                "the fields of class 0x" +
                    utohexstr(Class, /*LowerCase=*/true) +
                    " are unknown: define it and its superclasses first, or "
                    "give [name: type value, ...] or bytes");
  if (Map && Map->kind() != Node::Map)
    return fail(At.position(),
                Twine("expected a map of fields, found ") + At.describe());
  if (!claim(At, L->Size))
    return false;
  Payload.assign(L->Size, 0);
  if (!Map)
    return true;
  ArrayRef<Node> Children = Map->children();
  size_t Next = 0;
  for (size_t I = 0; I < Children.size(); I += 2) {
    const Node &Key = Children[I];
    StringRef Raw;
    if (!raw(Key, Raw))
      return false;
    // Fields are usually in the layout's order.
    const Slot *S = nullptr;
    for (size_t J = Next; J < std::min(Next + 4, L->Slots.size()); ++J)
      if (L->Slots[J].Key == Raw) {
        S = &L->Slots[J];
        Next = J + 1;
        break;
      }
    if (!S)
      S = L->findSlot(Raw);
    if (!S)
      return fail(Key.position(), "the class has no field '" + Raw + "'");
    uint64_t Bits;
    const Node &N = Children[I + 1];
    if (!element(N, N.text(), S->Type, Bits))
      return false;
    store(&Payload[S->Offset], Bits, S->Width);
  }
  return true;
}

/// Reads fields as [name: type value, ...], all of them in order.
bool Builder::fieldsByType(const Node &List) {
  for (const Node &N : List.children()) {
    if (N.kind() != Node::Map || N.children().size() != 2)
      return fail(N.position(),
                  Twine("expected name: type value, found ") + N.describe());
    Value Field;
    if (!typedValue(N.children()[1], Field))
      return false;
    unsigned Width = widthOf(Field.Type, Names.idSize());
    size_t At = Payload.size();
    Payload.resize(At + Width);
    store(&Payload[At], Field.Bits, Width);
  }
  return true;
}
