//===- ScanSecrets.cpp - Secrets in a dump --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanSecrets.h"
#include "SecretPaths.h"
#include "SecretScan.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Kit/ValueGatherer.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// The byte pairs of UTF-16 with the low byte of each character at \p Low.
struct WidePairs {
  size_t Ascii = 0; ///< Printable characters.
  size_t All = 0;   ///< Without NULs: builders have unused space at the end.

  WidePairs(ArrayRef<uint8_t> Bytes, size_t Low) {
    for (size_t I = 0; I + 1 < Bytes.size(); I += 2) {
      const uint8_t High = Bytes[I + 1 - Low], C = Bytes[I + Low];
      Ascii += !High && isPrint(char(C));
      All += High || C;
    }
  }
};

/// UTF-16 contains zeros, other strings do not.
static bool hasZero(ArrayRef<uint8_t> Bytes) {
  return !Bytes.empty() && std::memchr(Bytes.data(), 0, Bytes.size());
}

/// Whether all of \p Bytes can be UTF-16.
static bool isUtf16(ArrayRef<uint8_t> Bytes, size_t Low) {
  const WidePairs P(Bytes, Low);
  return Bytes.size() % 2 == 0 && P.Ascii && P.Ascii * 4 >= P.All;
}

/// Whether a part of \p Bytes can be UTF-16.
static bool hasUtf16(ArrayRef<uint8_t> Bytes, size_t Low) {
  constexpr size_t Least = 4; // No secret is shorter.
  return WidePairs(Bytes, Low).Ascii >= Least;
}

/// Returns the offset of the low bytes in UTF-16.
static size_t lowOfUtf16(ArrayRef<uint8_t> Bytes) {
  return WidePairs(Bytes, 1).Ascii > WidePairs(Bytes, 0).Ascii;
}

/// Returns the characters of UTF-16, with the low bytes at \p Low; a
/// placeholder that no rule matches replaces those that are not Latin-1.
static StringRef narrow(ArrayRef<uint8_t> Bytes, size_t Low,
                        SmallVectorImpl<char> &Out) {
  Out.clear();
  for (size_t I = 0; I + 1 < Bytes.size(); I += 2)
    Out.push_back(Bytes[I + 1 - Low] ? '\x7f' : char(Bytes[I + Low]));
  return {Out.data(), Out.size()};
}

/// Returns the string in the elements of a byte or char array.
static StringRef textOf(ArrayRef<uint8_t> Bytes, BasicType T,
                        SmallVectorImpl<char> &Out) {
  if (T == BasicType::Char)
    return narrow(Bytes, 1, Out);
  if (hasZero(Bytes))
    for (size_t Low : {0, 1})
      if (isUtf16(Bytes, Low))
        return narrow(Bytes, Low, Out);
  return toStringRef(Bytes);
}

static bool isText(BasicType T) {
  return T == BasicType::Byte || T == BasicType::Char;
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

namespace {
/// Collects classes, and scans the dump's strings.
class NameWalk final : public RecordVisitor {
public:
  explicit NameWalk(SecretScan &Scan) : Scan(Scan) {}
  using RecordVisitor::visit;
  void visit(const Utf8 &R) override {
    if (R.Text.isWhole())
      Scan.scan(0, R.Text.str());
  }
  RecordKindSet runKinds() const override { return subRecordKinds(); }

private:
  SecretScan &Scan;
};

/// Scans arrays, in overlapping windows.
class ArrayWalk final : public RecordVisitor {
public:
  explicit ArrayWalk(SecretScan &Scan) : Scan(Scan) {}
  using RecordVisitor::visit;
  void visit(const PrimitiveArrayDump &R) override {
    flush();
    Type = R.ElementType;
    if (!isText(Type) || R.Elements.Size < Least)
      return;
    Array = R.Object;
    if (R.Elements.isWhole())
      return whole(R.Elements.Bytes);
    open(R.Elements.Size);
  }
  void visit(const Opaque &R) override {
    flush();
    Type = BasicType::Byte;
    Array = 0;
    open(R.Size);
  }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    if ((Of != RecordKind::PrimitiveArrayDump && Of != RecordKind::Opaque) ||
        !IsOpen)
      return;
    Window.append(Chunk.begin(), Chunk.end());
    Missing -= std::min<uint64_t>(Missing, Chunk.size());
    if (Window.size() < MaxWindow && Missing)
      return;
    scan(Window);
    if (Missing)
      Window.erase(Window.begin(), Window.end() - Overlap);
    IsOpen = Missing;
  }
  /// Scans the available part of an array whose end is missing. Must also be
  /// called at the end.
  void flush() {
    if (std::exchange(IsOpen, false))
      scan(Window);
  }

private:
  /// No secret is shorter, and no name of one is longer.
  static constexpr size_t Least = 3, MostOfName = 128;
  static constexpr size_t MaxWindow = 1 << 20, Overlap = 16 << 10;

  void whole(ArrayRef<uint8_t> Bytes) {
    const StringRef Text = scan(Bytes);
    if (Bytes.size() <= MostOfName && isSecretName(Text))
      Scan.SecretNames[Array] = Text.str();
  }
  void open(uint64_t Size) {
    Window.clear();
    Missing = Size;
    IsOpen = true;
  }
  /// Scans \p Bytes in all encodings that they may have.
  StringRef scan(ArrayRef<uint8_t> Bytes) {
    constexpr const char *NoRecord = "bytes that belong to no record";
    if (Type == BasicType::Byte) {
      Scan.scan(Array, toStringRef(Bytes), NoRecord);
      if (!hasZero(Bytes))
        return toStringRef(Bytes);
      for (size_t Low : {0, 1})
        if (hasUtf16(Bytes, Low))
          Scan.scan(Array, narrow(Bytes, Low, Narrow), NoRecord);
    } else {
      Scan.scan(Array, narrow(Bytes, 1, Narrow));
    }
    return textOf(Bytes, Type, Narrow);
  }

  SecretScan &Scan;
  BasicType Type = BasicType::Byte;
  uint64_t Array = 0;
  bool IsOpen = false;
  uint64_t Missing = 0; ///< Remaining bytes of the array.
  SmallVector<uint8_t, 0> Window;
  SmallVector<char, 0> Narrow;
};

/// Reports the references of strings, and of maps whose entries are not
/// objects; or those of all other instances.
class InstanceWalk : public ValueGatherer {
public:
  InstanceWalk(SecretScan &Scan, bool OfTexts) : Scan(Scan), OfTexts(OfTexts) {}

protected:
  virtual void instance(uint64_t Id, const SecretScan::Class &C,
                        ArrayRef<uint8_t> Values) = 0;
  uint64_t reference(const SecretScan::Slot &S,
                     ArrayRef<uint8_t> Values) const {
    return loadBE(Values.data() + S.Offset, idSize());
  }

  SecretScan &Scan;

  uint64_t wanted(const InstanceDump &R) final {
    if (!OfTexts)
      Scan.Objects.insert(R.Object);
    Current = &Scan.classOf(R.Class);
    Object = R.Object;
    const bool IsWanted =
        Current->IsText == OfTexts || (OfTexts && Current->Turns);
    return IsWanted && !Current->Slots.empty() ? Current->Bytes : 0;
  }

private:
  void take(ArrayRef<uint8_t> Values) final {
    instance(Object, *Current, Values);
  }

  const bool OfTexts;
  const SecretScan::Class *Current = nullptr;
  uint64_t Object = 0;
};

/// Finds the strings that use the arrays, and the arrays of maps.
class TextWalk final : public InstanceWalk {
public:
  explicit TextWalk(SecretScan &Scan) : InstanceWalk(Scan, /*OfTexts=*/true) {}

private:
  void instance(uint64_t Id, const SecretScan::Class &C,
                ArrayRef<uint8_t> Values) override {
    if (C.Turns)
      Scan.TurnArrays.insert(reference(C.Slots[*C.Turns], Values));
    for (const SecretScan::Slot &S : C.Slots) {
      const uint64_t To = reference(S, Values);
      if (Scan.InArrays.contains(To))
        Scan.ArrayOf[Id] = To;
      if (auto It = Scan.SecretNames.find(To); It != Scan.SecretNames.end()) {
        std::string Text = It->second;
        Scan.SecretNames[Id] = std::move(Text);
      }
    }
  }
};

/// Finds the holders of objects.
class HolderWalk final : public InstanceWalk {
public:
  explicit HolderWalk(SecretScan &Scan)
      : InstanceWalk(Scan, /*OfTexts=*/false) {}

  using InstanceWalk::visit;
  void visit(const ClassDump &R) override {
    const std::string Name = Scan.Names.className(R.Class);
    forEach(R.Statics, [&](const StaticField &F) {
      if (!isReference(F.Value.Type) || !F.Value.Bits)
        return;
      const StringRef Field = Scan.Names.string(F.Name).value_or("");
      see(F.Value.Bits, Scan.label("static " + Name + "." + Field.str()),
          secretNameKind(Field), secretsNameKind(Field));
    });
  }

private:
  using InstanceWalk::wanted;
  uint64_t wanted(const PrimitiveArrayDump &R) override {
    Scan.Objects.insert(R.Object);
    return 0;
  }
  bool wantsElements(const ObjectArrayDump &R) override {
    Scan.Objects.insert(R.Object);
    uint32_t &Known = ElementsOf[R.Class];
    if (!Known)
      Known = Scan.label("element of " + Scan.Names.className(R.Class));
    Elements = Known;
    HasTurns = Scan.TurnArrays.contains(R.Object);
    Key.reset();
    return true;
  }
  void element(uint64_t Id) override {
    if (Id)
      Scan.refer(Id, Elements, /*IsElement=*/true);
    if (!HasTurns)
      return;
    if (Key)
      Scan.nameByKey(*Key, Id);
    Key = Key ? std::nullopt : std::optional(Id);
  }
  void see(uint64_t Id, uint32_t Holder, SecretNameKind Name,
           SecretNameKind Names) {
    Scan.refer(Id, Holder, /*IsElement=*/false);
    if (Name != SecretNameKind::None)
      Scan.name(Id, Holder, Name);
    else if (Names != SecretNameKind::None)
      Scan.nameWithin(Id, Holder, Names);
  }
  void instance(uint64_t, const SecretScan::Class &C,
                ArrayRef<uint8_t> Values) override {
    for (const SecretScan::Slot &S : C.Slots)
      if (const uint64_t To = reference(S, Values))
        see(To, S.Label, S.Name, S.Names);
    if (C.Key && C.Value)
      Scan.nameByKey(reference(C.Slots[*C.Key], Values),
                     reference(C.Slots[*C.Value], Values));
  }

  DenseMap<IdKey, uint32_t> ElementsOf; ///< Labels, by array class.
  uint32_t Elements = 0;                ///< Label of the current array.
  bool HasTurns = false; ///< Whether keys and values alternate in the array.
  std::optional<uint64_t> Key; ///< The key that precedes the next value.
};

/// Follows names from strings, collections and wrappers: one reference to an
/// earlier object in the dump, and any number of references to later ones.
class FollowWalk final : public ValueGatherer {
public:
  /// \p Open receives the objects still to be followed: those to which a name
  /// was found to lead only after the object was read.
  FollowWalk(SecretScan &Scan, DenseSet<IdKey> &Open)
      : Scan(Scan), Open(Open) {}

private:
  using Value = SecretScan::NamedValue;

  uint64_t wanted(const InstanceDump &R) override {
    if (!take(R.Object))
      return 0;
    Class = &Scan.classOf(R.Class);
    const bool IsWanted = Class->IsText ? !From.Kinds.empty() : Class->IsHolder;
    return IsWanted ? Class->Bytes : 0;
  }
  void take(ArrayRef<uint8_t> Values) override {
    const bool IsUtf16 = Class->Coder && Values[*Class->Coder];
    for (const SecretScan::Slot &S : Class->Slots) {
      const uint64_t To = loadBE(Values.data() + S.Offset, idSize());
      if (!To)
        continue;
      Value Next(From.Holder);
      if (Class->IsText) {
        Next.Kinds = From.Kinds;
        Next.IsUtf16 = IsUtf16;
        Scan.name(To, Next);
        continue;
      }
      forEachWay([&](HeldWay Way, SecretNameKinds Kinds) {
        if (const std::optional<HeldWay> To = followHeld(Way, S.Part))
          Next.add(Kinds, *To);
      });
      follow(To, Next);
    }
  }
  bool wantsElements(const ObjectArrayDump &R) override {
    if (!take(R.Object))
      return false;
    const bool HasTurns = Scan.TurnArrays.contains(R.Object);
    OfKeys = OfValues = Value(From.Holder);
    forEachWay([&](HeldWay Way, SecretNameKinds Kinds) {
      OfValues.add(Kinds, followElement(Way));
      if (!HasTurns && Way != HeldWay::Turns)
        OfKeys.add(Kinds, followElement(Way));
    });
    IsKey = false;
    return true;
  }
  void element(uint64_t Id) override {
    IsKey = !IsKey;
    if (Id)
      follow(Id, IsKey ? OfKeys : OfValues);
  }
  /// Reports the states of the paths through the current object.
  void forEachWay(function_ref<void(HeldWay, SecretNameKinds)> Show) const {
    for (size_t Way = 0; Way != NumHeldWays; ++Way)
      if (!From.Within[Way].empty())
        Show(HeldWay(Way), From.Within[Way]);
  }
  /// Primitive arrays lead no further.
  uint64_t wanted(const PrimitiveArrayDump &R) override {
    if (!Open.empty())
      Open.erase(R.Object);
    return 0;
  }
  /// Whether a name leads to \p Id.
  bool take(uint64_t Id) {
    From = Scan.Named.lookup(Id);
    if (!From.Holder)
      return false;
    Open.erase(Id);
    return true;
  }
  void follow(uint64_t To, const Value &Next) {
    if (Scan.follow(To, Next))
      Open.insert(To);
  }

  SecretScan &Scan;
  DenseSet<IdKey> &Open;
  Value From; ///< The current object.
  const SecretScan::Class *Class = nullptr;
  /// Kinds of the elements of the current array of alternating keys and values.
  Value OfKeys, OfValues;
  bool IsKey = false; ///< Whether the previous element was a key.
};

/// Scans the arrays to which names lead.
class NamedArrayWalk final : public ValueGatherer {
public:
  /// \p Open contains the objects that no walk has followed.
  NamedArrayWalk(SecretScan &Scan, uint32_t Rule, const DenseSet<IdKey> &Open)
      : Scan(Scan), Rule(Rule), Open(Open) {}
  /// Whether an object in one of the arrays leads further.
  bool isCut() const { return IsCut; }

private:
  uint64_t wanted(const InstanceDump &R) override {
    if (!Open.empty() && Open.contains(R.Object)) {
      const SecretScan::Class &C = Scan.classOf(R.Class);
      IsCut |= C.IsText || C.IsHolder;
    }
    return 0;
  }
  bool wantsElements(const ObjectArrayDump &R) override {
    IsCut |= !Open.empty() && Open.contains(R.Object);
    return false;
  }
  uint64_t wanted(const PrimitiveArrayDump &R) override {
    constexpr uint64_t Most = 8 << 10;
    Value = Scan.Named.lookup(R.Object);
    Array = R.Object;
    Type = R.ElementType;
    return Value.Holder && !Value.Kinds.empty() && isText(Type) &&
                   R.Elements.Size <= Most
               ? R.Elements.Size
               : 0;
  }
  void take(ArrayRef<uint8_t> Bytes) override {
    const bool IsUtf16 = Value.IsUtf16 && Type == BasicType::Byte;
    StringRef Text = IsUtf16 ? narrow(Bytes, lowOfUtf16(Bytes), Narrow)
                             : textOf(Bytes, Type, Narrow);
    // Builders have unused space at the end.
    Text = Text.take_until([](char C) { return !C; });
    if (!canBeSecret(Text, Value.Kinds) || Scan.Matcher.isAllowed(Rule, Text))
      return;
    SecretScan::Found &F = Scan.InArrays[Array];
    // A match by contents is more specific.
    if (F.Secrets.empty())
      F.Secrets.push_back({Rule, SecretForm::Plain, Text.size(), ""});
    F.Holder = Value.Holder;
  }

  SecretScan &Scan;
  const uint32_t Rule;
  const DenseSet<IdKey> &Open;
  bool IsCut = false;
  SecretScan::NamedValue Value;
  uint64_t Array = 0;
  BasicType Type = BasicType::Byte;
  SmallVector<char, 0> Narrow;
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class ScanStage final : public Stage {
public:
  ScanStage(SecretOptions Options, std::shared_ptr<SecretReport> Report)
      : Options(std::move(Options)), Report(std::move(Report)) {}
  NamesUsed uses() const override { return NamesUsed::Classes; }
  bool keepsStream() const override { return true; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Found = std::make_unique<SecretScan>(*Options.Matcher, Names);
    return &InNames.emplace(*Found);
  }
  Error look(Upstream &Stream) override;
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &,
                                          LossAccount &Account) override;

private:
  Error lookAtNamed(Upstream &Stream, uint32_t Rule);

  const SecretOptions Options;
  const std::shared_ptr<SecretReport> Report;
  std::unique_ptr<SecretScan> Found;
  std::optional<NameWalk> InNames;
  bool IsCut = false; ///< Whether names lead to more objects than followed.
};
} // namespace

/// Maximum number of walks. A reference to an earlier object in the dump takes
/// one; this suffices from a field through a wrapper and a set to the contents
/// of a string.
static constexpr unsigned MostSteps = 8;

Error ScanStage::lookAtNamed(Upstream &Stream, uint32_t Rule) {
  DenseSet<IdKey> Open;
  for (unsigned Step = 0; Step != MostSteps && (!Step || !Open.empty());
       ++Step) {
    Open.clear();
    FollowWalk OfNamed(*Found, Open);
    if (Error E = Stream.walk(OfNamed))
      return E;
  }
  NamedArrayWalk OfNamedArrays(*Found, Rule, Open);
  if (Error E = Stream.walk(OfNamedArrays))
    return E;
  IsCut = OfNamedArrays.isCut();
  return Error::success();
}

std::unique_ptr<RecordVisitor> ScanStage::makePass(RecordVisitor &,
                                                   LossAccount &Account) {
  constexpr StringLiteral NotSeen =
      "; other wrappers and collections were not searched";
  if (Found && Found->IsFull)
    Account.remark(("scan-secrets: secret names lead to more than " +
                    Twine(SecretScan::MostFollowed) + " objects" + NotSeen)
                       .str());
  if (IsCut)
    Account.remark(("scan-secrets: chains from secret names exceed " +
                    Twine(MostSteps) + " walks of the dump" + NotSeen)
                       .str());
  return nullptr;
}

Error ScanStage::look(Upstream &Stream) {
  SecretScan &Scan = *Found;
  ArrayWalk OfArrays(Scan);
  if (Error E = Stream.walk(OfArrays))
    return E;
  OfArrays.flush();
  TextWalk OfTexts(Scan);
  if (Error E = Stream.walk(OfTexts))
    return E;
  HolderWalk OfHolders(Scan);
  if (Error E = Stream.walk(OfHolders))
    return E;
  const ArrayRef<SecretRule> Rules = Scan.Matcher.rules();
  const auto *Named = find_if(
      Rules, [](const SecretRule &R) { return R.Id == NamedValueRule; });
  if (!Scan.Named.empty() && Named != Rules.end())
    if (Error E = lookAtNamed(Stream, uint32_t(Named - Rules.begin())))
      return E;
  Scan.report(*Report);
  Report->IsCut = IsCut || Scan.IsFull;
  return Options.Paths
             ? addSecretPaths(Stream, Options.TempDir, Options.Threads, *Report)
             : Error::success();
}

std::unique_ptr<Stage>
hprof::makeScanSecrets(SecretOptions Options,
                       std::shared_ptr<SecretReport> Report) {
  return std::make_unique<ScanStage>(std::move(Options), std::move(Report));
}
