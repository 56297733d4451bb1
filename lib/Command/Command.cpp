//===- Command.cpp - Commands from a peer to an agent ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/Command/Command.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace hprof;
using namespace llvm;

namespace {
/// Layouts of bodies.
enum class Body : uint8_t { None, Sites, Samples, Control };
/// Operand after the number of an option.
enum class Operand : uint8_t { None, Thread, Depth };

struct CommandRow {
  CommandTag Tag;
  Body Layout;
  StringLiteral Title;
};
struct ControlRow {
  ControlOption Option;
  uint16_t Number;
  Operand Layout;
  StringLiteral Word; ///< Empty for an alias.
};
} // namespace

static constexpr CommandRow CommandRows[] = {
#define HPROF_COMMAND(Name, Tag, Body_, Title, Word, Help)                     \
  {CommandTag::Name, Body::Body_, Title},
#include "hprof/Command/Commands.def"
};

static constexpr ControlRow ControlRows[] = {
#define HPROF_CONTROL(Name, Number, Body, Word, Help)                          \
  {ControlOption::Name, Number, Operand::Body, Word},
#define HPROF_CONTROL_ALIAS(Name, Number, Body)                                \
  {ControlOption::Name, Number, Operand::Body, ""},
#include "hprof/Command/Commands.def"
};

/// Returns the command with a tag, or null.
static const CommandRow *rowOf(uint8_t Tag) {
  for (const CommandRow &Row : CommandRows)
    if (uint8_t(Row.Tag) == Tag)
      return &Row;
  return nullptr;
}

/// Returns the row that is sent for an option.
static const ControlRow &rowOf(ControlOption Option) {
  for (const ControlRow &Row : ControlRows)
    if (Row.Option == Option && !Row.Word.empty())
      return Row;
  llvm_unreachable("option without a row");
}

StringRef Command::title() const { return rowOf(uint8_t(Tag))->Title; }

std::string Command::name() const {
  std::string Name = title().str();
  if (Tag == CommandTag::Control)
    Name += " " + rowOf(Option).Word.str();
  return Name;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

namespace {
class Encoder {
public:
  explicit Encoder(SmallVectorImpl<uint8_t> &Out) : Out(Out) {}
  template <class T> void put(T Value) {
    uint8_t Bytes[sizeof(T)];
    support::endian::write<T>(Bytes, Value, endianness::big);
    Out.append(Bytes, Bytes + sizeof(T));
  }
  void putFloat(float Value) {
    uint32_t Bits;
    std::memcpy(&Bits, &Value, sizeof(Bits));
    put(Bits);
  }

private:
  SmallVectorImpl<uint8_t> &Out;
};
} // namespace

void Command::encode(SmallVectorImpl<uint8_t> &Out) const {
  Encoder To(Out);
  To.put(uint8_t(Tag));
  To.put(Serial);
  const size_t LengthAt = Out.size();
  To.put(uint32_t(0));
  const size_t BodyAt = Out.size();
  switch (rowOf(uint8_t(Tag))->Layout) {
  case Body::None:
    break;
  case Body::Sites:
  case Body::Samples:
    To.put(Flags); // Ignored in CPU SAMPLES.
    To.putFloat(Cutoff);
    break;
  case Body::Control: {
    const ControlRow &Row = rowOf(Option);
    To.put(Row.Number);
    if (Row.Layout == Operand::Thread)
      To.put(Thread);
    if (Row.Layout == Operand::Depth)
      To.put(Depth);
    break;
  }
  }
  support::endian::write32be(Out.data() + LengthAt,
                             uint32_t(Out.size() - BodyAt));
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

CommandHeader CommandHeader::decode(ArrayRef<uint8_t> Bytes) {
  return {Bytes[0], support::endian::read32be(&Bytes[1]),
          support::endian::read32be(&Bytes[5])};
}

static Error wrongLength(StringRef Title, uint32_t Found,
                         const Twine &Expected) {
  return createStringError("the command " + Title + " has a body of " +
                           Twine(Found) + " bytes, expected " + Expected);
}

/// Whether an operand may have \p Size bytes: ids are 4 or 8 bytes wide.
static bool fits(Operand Layout, size_t Size) {
  switch (Layout) {
  case Operand::None:
    return Size == 0;
  case Operand::Thread:
    return Size == 4 || Size == 8;
  case Operand::Depth:
    return Size == 2;
  }
  llvm_unreachable("unhandled layout");
}

static Error decodeControl(Command &C, uint32_t Length,
                           ArrayRef<uint8_t> Bytes) {
  if (Length < 2)
    return wrongLength(C.title(), Length, "an option of 2 bytes");
  const uint16_t Number = support::endian::read16be(Bytes.data());
  bool IsKnown = false;
  for (const ControlRow &Row : ControlRows) {
    if (Row.Number != Number)
      continue;
    IsKnown = true;
    if (!fits(Row.Layout, Length - 2))
      continue;
    C.Option = Row.Option;
    const uint8_t *Rest = Bytes.data() + 2;
    if (Row.Layout == Operand::Depth)
      C.Depth = support::endian::read16be(Rest);
    if (Row.Layout == Operand::Thread)
      C.Thread = Length == 6 ? support::endian::read32be(Rest)
                             : support::endian::read64be(Rest);
    return Error::success();
  }
  if (IsKnown)
    return wrongLength(C.title().str() + " " + std::to_string(Number), Length,
                       "the option and its argument");
  return createStringError("the command CONTROL has the option " +
                           Twine(Number) + ", expected 1 to 7");
}

Expected<Command> hprof::decodeCommand(const CommandHeader &H,
                                       ArrayRef<uint8_t> Bytes) {
  const CommandRow *Row = rowOf(H.Tag);
  if (!Row) {
    std::string Text;
    raw_string_ostream(Text) << "the command " << format_hex(H.Tag, 4)
                             << " is unknown, expected 0x01 to 0x09 or 0xff";
    return createStringError(Text);
  }
  Command C;
  C.Tag = Row->Tag;
  C.Serial = H.Serial;
  if (Row->Layout == Body::None) {
    if (H.Length != 0)
      return wrongLength(Row->Title, H.Length, "none");
    return C;
  }
  if (Row->Layout == Body::Control) {
    if (Error E = decodeControl(C, H.Length, Bytes))
      return E;
    return C;
  }
  if (H.Length != 6)
    return wrongLength(Row->Title, H.Length, "6");
  C.Flags = support::endian::read16be(Bytes.data());
  const uint32_t Bits = support::endian::read32be(Bytes.data() + 2);
  std::memcpy(&C.Cutoff, &Bits, sizeof(Bits));
  if (!std::isfinite(C.Cutoff) || C.Cutoff < 0)
    return createStringError(
        "the command " + Row->Title +
        " has an invalid cutoff, expected a number from 0 to 1");
  return C;
}
