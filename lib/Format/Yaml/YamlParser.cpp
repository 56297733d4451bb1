//===- YamlParser.cpp - Parses YAML as used by dumps ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlParser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace hprof::yaml;
using namespace llvm;

const char *Node::describe() const {
  switch (kind()) {
  case Null:
    return "nothing";
  case Plain:
  case Quoted:
    return "a scalar";
  case List:
    return "a list";
  case Map:
    return "a map";
  }
  return "";
}

bool Parser::fail(const char *At, const Twine &What) {
  if (Fault.empty()) {
    Fault = What.str();
    FaultPosition = size_t(At - Begin);
  }
  return false;
}

/// Describes the text at P, for messages.
std::string Parser::here() const {
  if (P == End)
    return "the end";
  if (*P == '\n' || *P == '\r')
    return "the end of the line";
  StringRef Rest(P, size_t(End - P));
  Rest = Rest.take_until([](char C) { return C == '\n' || C == ' '; });
  if (Rest.size() > 20)
    Rest = Rest.take_front(20);
  std::string Out;
  raw_string_ostream OS(Out);
  OS << '\'';
  printEscapedString(Rest, OS);
  OS << '\'';
  return Out;
}

void Parser::finish(Node::Kind K, const char *Start, size_t Base, Node &Out) {
  size_t Count = Stack.size() - Base;
  Node *Children = Arena.Allocate<Node>(Count);
  std::uninitialized_copy(Stack.begin() + Base, Stack.end(), Children);
  Stack.truncate(Base);
  Out = Node(K, position(Start), ArrayRef(Children, Count));
}

bool Parser::parse(StringRef Text, Node &Out) {
  Begin = P = Text.begin();
  End = Text.end();
  Arena.Reset();
  Stack.clear();
  Fault.clear();
  if (Text.size() > MaxItem)
    return fail(P, "this item is larger than " + Twine(MaxItem >> 20) + " MiB");
  if (!skipToLine()) {
    Out = Node(Node::Null, 0, StringRef(P, 0));
    return true;
  }
  if (!block(column(), 0, Out))
    return false;
  if (skipToLine())
    return fail(P, "expected the end of the item, found " + here() +
                       " (is the indentation right?)");
  return true;
}

unsigned Parser::column() const {
  const char *Q = P;
  while (Q != Begin && Q[-1] != '\n')
    --Q;
  return unsigned(P - Q);
}

void Parser::skipBlanks() {
  while (P != End && *P == ' ')
    ++P;
}

/// Skips empty and comment lines to the first character of another line;
/// returns false at the end.
bool Parser::skipToLine() {
  for (; P != End; ++P) {
    if (*P == '#') {
      while (P != End && *P != '\n')
        ++P;
      if (P == End)
        return false;
    } else if (*P != ' ' && *P != '\n' && *P != '\r') {
      return true;
    }
  }
  return false;
}

/// Skips spaces, newlines and comments inside brackets; returns false at the
/// end.
bool Parser::skipFlowSpace() {
  for (; P != End; ++P) {
    if (*P == ' ' || *P == '\n' || *P == '\r' || *P == '\t')
      continue;
    if (*P != '#' || (P[-1] != ' ' && P[-1] != '\n' && P[-1] != '\t'))
      return true;
    while (P != End && *P != '\n')
      ++P;
    if (P == End)
      return false;
  }
  return false;
}

/// Skips spaces and a comment up to the line's end.
bool Parser::endOfLine() {
  const char *Start = P;
  skipBlanks();
  if (P != End && *P == '#' && P != Start)
    while (P != End && *P != '\n')
      ++P;
  if (P != End && *P == '\r')
    ++P;
  if (P == End)
    return true;
  if (*P != '\n')
    return fail(P, "expected the end of the line, found " + here());
  ++P;
  return true;
}

/// Whether the text at P is a key: a scalar and ": " on this line.
bool Parser::lineIsMap() const {
  const char *Q = P;
  if (*Q == '"' || *Q == '\'') {
    char Quote = *Q++;
    for (; Q != End && *Q != Quote && *Q != '\n'; ++Q)
      if (*Q == '\\' && Quote == '"' && Q + 1 != End)
        ++Q;
    if (Q == End || *Q != Quote)
      return false;
    ++Q;
    while (Q != End && *Q == ' ')
      ++Q;
    return Q != End && *Q == ':';
  }
  if (*Q == '[' || *Q == '{')
    return false;
  for (; Q != End && *Q != '\n'; ++Q) {
    if (*Q == ':' && (Q + 1 == End || isSpace(Q[1])))
      return true;
    if (*Q == '#' && Q != P && Q[-1] == ' ')
      return false;
  }
  return false;
}

/// Parses a node in block style whose first character is at P.
bool Parser::block(unsigned Column, unsigned Depth, Node &Out) {
  if (Depth > MaxDepth)
    return fail(P, "nested more than " + Twine(MaxDepth) + " levels deep");
  if (*P == '\t')
    return fail(P, "expected spaces, found a tab");
  if (*P == '-' && (P + 1 == End || isSpace(P[1])))
    return blockList(Column, Depth, Out);
  if (lineIsMap())
    return blockMap(Column, Depth, Out);
  return flow(Depth, /*InFlow=*/false, Out) && endOfLine();
}

/// Parses the value after "- " or "key:": on this line, or indented on the next
/// ones.
bool Parser::blockValue(unsigned Column, unsigned Depth, bool InMap,
                        Node &Out) {
  const char *Start = P;
  skipBlanks();
  bool Empty = P == End || *P == '\n' || *P == '\r' || *P == '#';
  if (!Empty) {
    if (!InMap)
      return block(Column + 1 + unsigned(P - Start), Depth + 1, Out);
    return flow(Depth + 1, /*InFlow=*/false, Out) && endOfLine();
  }
  Out = Node(Node::Null, position(Start), StringRef(Start, 0));
  const char *Before = P;
  if (!skipToLine())
    return true;
  unsigned Next = column();
  bool IsDash = *P == '-' && (P + 1 == End || isSpace(P[1]));
  if (Next > Column || (InMap && Next == Column && IsDash))
    return block(Next, Depth + 1, Out);
  P = Before;
  return true;
}

bool Parser::blockList(unsigned Column, unsigned Depth, Node &Out) {
  const char *Start = P;
  size_t Base = Stack.size();
  while (true) {
    ++P; // '-'
    Node Element;
    if (!blockValue(Column, Depth, /*InMap=*/false, Element))
      return false;
    Stack.push_back(Element);
    const char *Before = P;
    if (!skipToLine() || column() < Column ||
        (column() == Column &&
         !(*P == '-' && (P + 1 == End || isSpace(P[1]))))) {
      P = Before;
      break;
    }
    if (column() > Column)
      return fail(P, "expected '- ' in column " + Twine(Column + 1) +
                         ", found " + here());
  }
  finish(Node::List, Start, Base, Out);
  return true;
}

bool Parser::blockMap(unsigned Column, unsigned Depth, Node &Out) {
  const char *Start = P;
  size_t Base = Stack.size();
  while (true) {
    Node Key, Value;
    if (!lineIsMap())
      return fail(P, "expected 'key:', found " + here());
    if (!flow(Depth, /*InFlow=*/false, Key))
      return false;
    skipBlanks();
    ++P; // ':'
    if (!blockValue(Column, Depth, /*InMap=*/true, Value))
      return false;
    Stack.push_back(Key);
    Stack.push_back(Value);
    const char *Before = P;
    if (!skipToLine() || column() < Column) {
      P = Before;
      break;
    }
    if (column() > Column)
      return fail(P, "expected a key in column " + Twine(Column + 1) +
                         ", found " + here());
  }
  finish(Node::Map, Start, Base, Out);
  return true;
}

/// Parses a scalar, or a list or map in brackets.
bool Parser::flow(unsigned Depth, bool InFlow, Node &Out) {
  if (Depth > MaxDepth)
    return fail(P, "nested more than " + Twine(MaxDepth) + " levels deep");
  switch (*P) {
  case '[':
    return flowList(Depth, Out);
  case '{':
    return flowMap(Depth, Out);
  case '"':
    return doubleQuoted(Out);
  case '\'':
    return singleQuoted(Out);
  case '&':
  case '*':
    return fail(P, "anchors and aliases are not supported, found " + here());
  case '!':
    return fail(P, "tags are not supported here, found " + here());
  case '|':
  case '>':
    return fail(P, "block scalars are not supported, found " + here());
  case '%':
  case '@':
  case '`':
  case ']':
  case '}':
  case ',':
    return fail(P, "expected a value, found " + here());
  }
  return plain(InFlow, Out);
}

bool Parser::flowList(unsigned Depth, Node &Out) {
  const char *Start = P++;
  size_t Base = Stack.size();
  while (true) {
    if (!skipFlowSpace())
      return fail(Start, "this '[' is not closed");
    if (*P == ']')
      break;
    const char *ElementStart = P;
    Node Element;
    if (!flow(Depth + 1, /*InFlow=*/true, Element))
      return false;
    if (!skipFlowSpace())
      return fail(Start, "this '[' is not closed");
    if (*P == ':') {
      // [key: value, ...]: maps of one entry.
      ++P;
      Node Value;
      if (!flowValue(Depth + 1, Value))
        return false;
      size_t Inner = Stack.size();
      Stack.push_back(Element);
      Stack.push_back(Value);
      finish(Node::Map, ElementStart, Inner, Element);
      if (!skipFlowSpace())
        return fail(Start, "this '[' is not closed");
    }
    Stack.push_back(Element);
    if (*P == ',')
      ++P;
    else if (*P != ']')
      return fail(P, "expected ',' or ']', found " + here());
  }
  ++P;
  finish(Node::List, Start, Base, Out);
  return true;
}

/// Parses the value after ':' in brackets; may be empty.
bool Parser::flowValue(unsigned Depth, Node &Out) {
  if (!skipFlowSpace())
    return fail(P, "expected a value, found the end");
  if (*P == ',' || *P == ']' || *P == '}') {
    Out = Node(Node::Null, position(P), StringRef(P, 0));
    return true;
  }
  return flow(Depth + 1, /*InFlow=*/true, Out);
}

bool Parser::flowMap(unsigned Depth, Node &Out) {
  const char *Start = P++;
  size_t Base = Stack.size();
  while (true) {
    if (!skipFlowSpace())
      return fail(Start, "this '{' is not closed");
    if (*P == '}')
      break;
    Node Key, Value;
    if (*P == '[' || *P == '{')
      return fail(P, "expected a key, found " + here());
    if (!flow(Depth + 1, /*InFlow=*/true, Key))
      return false;
    if (!skipFlowSpace())
      return fail(Start, "this '{' is not closed");
    if (*P != ':')
      return fail(P, "expected ': ' after the key '" + Key.text() +
                         "', found " + here());
    ++P;
    if (!flowValue(Depth, Value))
      return false;
    Stack.push_back(Key);
    Stack.push_back(Value);
    if (!skipFlowSpace())
      return fail(Start, "this '{' is not closed");
    if (*P == ',')
      ++P;
    else if (*P != '}')
      return fail(P, "expected ',' or '}', found " + here());
  }
  ++P;
  finish(Node::Map, Start, Base, Out);
  return true;
}

namespace {
enum Stop : uint8_t { Line = 1, Flow = 2, Maybe = 4 };
} // namespace

static constexpr std::array<uint8_t, 256> makeStops() {
  std::array<uint8_t, 256> Table{};
  Table['\n'] = Table['\r'] = Line | Flow;
  for (char C : {',', '[', ']', '{', '}'})
    Table[uint8_t(C)] = Flow;
  Table[':'] = Table['#'] = Maybe | Line | Flow;
  return Table;
}
static constexpr std::array<uint8_t, 256> Stops = makeStops();

bool Parser::plain(bool InFlow, Node &Out) {
  const char *Start = P;
  const uint8_t Mask = InFlow ? Flow : Line;
  for (; P != End; ++P) {
    uint8_t Kind = Stops[uint8_t(*P)];
    if (LLVM_LIKELY(!(Kind & Mask)))
      continue;
    if (!(Kind & Maybe))
      break;
    if (*P == '#') {
      if (P != Start && P[-1] == ' ')
        break;
    } else if (P + 1 == End || isSpace(P[1]) ||
               (InFlow && (P[1] == ',' || P[1] == ']' || P[1] == '}'))) {
      break;
    }
  }
  StringRef Text = StringRef(Start, size_t(P - Start)).rtrim(" \t");
  P = Text.end();
  if (Text.empty())
    return fail(Start, "expected a value, found " + here());
  bool IsNull = Text == "null" || Text == "~";
  Out = Node(IsNull ? Node::Null : Node::Plain, position(Start), Text);
  return true;
}

bool Parser::singleQuoted(Node &Out) {
  const char *Start = P++;
  SmallString<64> Decoded;
  for (; P != End && *P != '\n'; ++P) {
    if (*P == '\'') {
      if (P + 1 == End || P[1] != '\'') {
        StringRef Text = StringRef(Decoded).copy(Arena);
        ++P;
        Out = Node(Node::Quoted, position(Start), Text);
        return true;
      }
      ++P;
    }
    Decoded.push_back(*P);
  }
  return fail(Start, "this quote is not closed on its line");
}

bool Parser::doubleQuoted(Node &Out) {
  const char *Start = P++;
  while (P != End && *P != '"' && *P != '\\' && *P != '\n')
    ++P;
  if (P != End && *P == '"') {
    Out = Node(Node::Quoted, position(Start),
               StringRef(Start + 1, size_t(P - Start - 1)));
    ++P;
    return true;
  }
  SmallString<256> Decoded(StringRef(Start + 1, size_t(P - Start - 1)));
  while (P != End && *P != '\n') {
    if (*P == '"') {
      ++P;
      Out = Node(Node::Quoted, position(Start), StringRef(Decoded).copy(Arena));
      return true;
    }
    if (*P == '\\') {
      if (!escape(Decoded))
        return false;
      continue;
    }
    Decoded.push_back(*P++);
  }
  return fail(Start, "this quote is not closed on its line");
}

static void appendCodePoint(SmallVectorImpl<char> &Out, uint32_t C) {
  if (C < 0x80)
    return Out.push_back(char(C));
  if (C < 0x800) {
    Out.push_back(char(0xc0 | C >> 6));
  } else {
    if (C < 0x10000) {
      Out.push_back(char(0xe0 | C >> 12));
    } else {
      Out.push_back(char(0xf0 | C >> 18));
      Out.push_back(char(0x80 | (C >> 12 & 63)));
    }
    Out.push_back(char(0x80 | (C >> 6 & 63)));
  }
  Out.push_back(char(0x80 | (C & 63)));
}

bool Parser::escape(SmallVectorImpl<char> &Decoded) {
  static constexpr StringLiteral Names = "0abtnvfre\"/\\ N_";
  static constexpr uint8_t Codes[] = {0,  7,   8,   9,    10,  11,   12,  13,
                                      27, '"', '/', '\\', ' ', 0x85, 0xa0};
  const char *Start = P++;
  char Kind = P == End ? '\n' : *P++;
  unsigned Digits = Kind == 'x' ? 2 : Kind == 'u' ? 4 : Kind == 'U' ? 8 : 0;
  uint32_t Code = 0;
  if (Digits) {
    if (size_t(End - P) < Digits ||
        StringRef(P, Digits).getAsInteger(16, Code) || Code > 0x10ffff)
      return fail(Start, "expected " + Twine(Digits) +
                             " hexadecimal digits after '\\" + Twine(Kind) +
                             "'");
    P += Digits;
  } else {
    size_t I = Names.find(Kind);
    if (I == StringRef::npos)
      return fail(Start, "invalid escape sequence");
    Code = Codes[I];
  }
  appendCodePoint(Decoded, Code);
  return true;
}
