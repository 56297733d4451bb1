//===- Redact.cpp - Dumps without their contents --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redact.h"
#include "Passes/Changes/Change.h"
#include "Passes/Objects/NullLost.h"
#include "RedactBytes.h"
#include "RedactNames.h"
#include "RedactOwners.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace hprof;
using namespace llvm;

namespace {
/// Results of Stage::look().
struct RedactFindings {
  RedactFindings(const RedactOptions &Options, const DumpContext &Names)
      : Names(Names), Strings(*Options.Policy, *Options.Known),
        Owners(*Options.Policy, Names) {}

  const DumpContext &Names;
  RedactNames Strings;
  RedactOwners Owners;
};

/// The pass. Records keep their lengths, so sub-records in runs are changed in
/// place in a copy of the run, and other records one by one.
class Redact final : public Forward {
public:
  Redact(RecordVisitor &Next, LossAccount &Account,
         const RedactOptions &Options, const RedactFindings &Found)
      : Forward(Next), Account(Account), Options(Options),
        Policy(*Options.Policy), Bytes(Options.Key), Names(Found.Names),
        Strings(Found.Strings), Owners(Found.Owners) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void visit(const Utf8 &R) override;
  void visit(const ClassDump &R) override;
  void visit(const InstanceDump &R) override;
  void visit(const PrimitiveArrayDump &R) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;
  RecordKindSet runKinds() const override;
  uint64_t runRoom() const override {
    return std::min<uint64_t>(Forward::runRoom(), MaxRun);
  }
  void run(const SubRecordRun &Run) override;
  Error finish() override;

private:
  /// A run should stay in the processor's cache between reading and writing.
  static constexpr uint64_t MaxRun = 16 << 10;
  /// Maximum size of an array that is replaced by a token.
  static constexpr uint64_t MaxToken = 1 << 20;

  /// A run of bytes in the values of an instance.
  struct Range {
    uint32_t Begin, End;
  };
  /// Replaced parts of the instances of a class.
  struct Class {
    SmallVector<Range, 4> Zeros;
    uint64_t Bytes = 0; ///< All bytes after these are replaced, too.

    bool changes(const InstanceDump &R) const {
      return !Zeros.empty() || Bytes < R.Length;
    }
  };
  struct InRun;

  const Class &classOf(uint64_t Id);
  void tellIdleRules();
  void add(const AddedLoss &L, uint64_t N = 1) {
    Account.add(L, N);
    NumChanges += N;
  }
  /// Sends the replacement for a part of a payload.
  void part(RecordKind Of, ArrayRef<uint8_t> Was, ArrayRef<uint8_t> Is);
  void replaceFields(MutableArrayRef<uint8_t> Values, uint64_t At) const;
  bool beginArray(const PrimitiveArrayDump &R);
  void replaceElements(MutableArrayRef<uint8_t> Elements, bool IsWhole);
  bool beginInstance(const InstanceDump &R);
  Value replaced(const Value &V, StringRef Class, StringRef Field);

  LossAccount &Account;
  const RedactOptions &Options;
  const RedactPolicy &Policy;
  const RedactBytes Bytes;
  const DumpContext &Names;
  const RedactNames &Strings;
  const RedactOwners &Owners;
  DenseMap<IdKey, std::unique_ptr<Class>> Classes;
  uint64_t NumChanges = 0, NumKept = 0;
  unsigned IdSize = 8;

  // The current payload, for records of the kind Current.
  RecordKind Current = RecordKind::Opaque;
  Redaction How = Redaction::Keep;
  BasicType Type = BasicType::Byte;
  const Class *Fields = nullptr; ///< Class of the current instance.
  uint64_t Position = 0;
  bool IsCounted = false; ///< Whether the record was counted as changed.
  SmallVector<uint8_t, 0> Buffer;
};

class RedactStage final : public Stage {
public:
  explicit RedactStage(const RedactOptions &Options) : Options(Options) {}
  NamesUsed uses() const override { return NamesUsed::Classes; }
  bool keepsStream() const override { return Options.OnlyChecks; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    *Options.Known = KnownObjects();
    Found = std::make_unique<RedactFindings>(Options, Names);
    return &Found->Strings;
  }
  Error look(Upstream &Stream) override;
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<Redact>(Next, Account, Options, *Found);
  }

private:
  const RedactOptions Options;
  std::unique_ptr<RedactFindings> Found;
};
} // namespace

std::unique_ptr<Stage> hprof::makeRedact(const RedactOptions &Options) {
  return std::make_unique<RedactStage>(Options);
}

//===----------------------------------------------------------------------===//
// The stream
//===----------------------------------------------------------------------===//

Error RedactStage::look(Upstream &Stream) {
  if (Options.OnlyChecks && Options.Known->IsDamaged)
    return createStringError(
        "it is damaged and cannot be checked completely; run repair first");
  if (Error E = collectIds(Stream, *Options.Known))
    return E;
  return Options.Policy->looksAtOwners() ? Found->Owners.look(Stream)
                                         : Error::success();
}

void Redact::visit(const FileHeader &H) {
  IdSize = H.IdSize;
  Next.visit(H);
}

RecordKindSet Redact::runKinds() const {
  RecordKindSet Kinds = Next.runKinds();
  Kinds.reset(unsigned(RecordKind::ClassDump));
  return Kinds;
}

Error Redact::finish() {
  if (Options.OnlyChecks && NumChanges)
    return createStringError(
        "it is not redacted: " + counted(NumChanges, "value") +
        " would change; see --passes=redact --dry-run");
  tellIdleRules();
  if (NumKept)
    Account.note("the policy keeps the elements of " +
                 counted(NumKept, "array"));
  return Forward::finish();
}

/// Adds notes about user rules that match no class: possibly typing errors.
void Redact::tellIdleRules() {
  for (const RedactPolicy::Rule &R :
       ArrayRef(Policy.Rules).take_front(Policy.NumOwnRules)) {
    auto Declares = [&](const ClassInfo &C) {
      auto IsCalled = [&](const auto &F) {
        return Names.string(F.Name).value_or("") == R.Field;
      };
      return R.Class.matches(Names.className(C)) &&
             (R.Field.empty() || any_of(C.Fields, IsCalled) ||
              any_of(C.Statics, IsCalled));
    };
    if (none_of(Names.classes(), Declares))
      Account.note("nothing in the dump matches the policy's rule for " +
                   R.Class.text().str() +
                   (R.Field.empty() ? "" : "." + R.Field));
  }
}

void Redact::part(RecordKind Of, ArrayRef<uint8_t> Was, ArrayRef<uint8_t> Is) {
  if (!IsCounted && Was != Is) {
    IsCounted = true;
    add(Of == RecordKind::Utf8           ? Change::RedactedStrings
        : Of == RecordKind::InstanceDump ? Change::RedactedObjects
        : Of == RecordKind::Opaque       ? Change::RedactedBytes
        : How == Redaction::Token        ? Change::TokenArrays
        : How == Redaction::Mask         ? Change::MaskedArrays
                                         : Change::ZeroedArrays);
  }
}

void Redact::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of != Current) // Elements of object arrays.
    return Next.payload(Of, Chunk);
  if (!Fields && How == Redaction::Keep)
    return Next.payload(Of, Chunk);
  Buffer.assign(Chunk.begin(), Chunk.end());
  if (Fields)
    replaceFields(Buffer, Position);
  else
    RedactBytes::fill(Buffer, Position, Type, How);
  Position += Chunk.size();
  part(Of, Chunk, Buffer);
  Next.payload(Of, Buffer);
}

void Redact::visit(const Opaque &R) {
  Current = RecordKind::Opaque;
  Fields = nullptr;
  How = Options.KeepsUnknown ? Redaction::Keep : Redaction::Zero;
  Position = 0;
  IsCounted = false;
  Next.visit(R);
}

void Redact::visit(const Utf8 &R) {
  Current = RecordKind::Utf8;
  Fields = nullptr;
  How = Strings.of(R.Id);
  // NUL is invalid in modified UTF-8; asterisks are equally strict.
  if (How == Redaction::Zero)
    How = Redaction::Mask;
  Type = BasicType::Byte;
  Position = R.Text.Bytes.size();
  IsCounted = false;
  if (How == Redaction::Keep)
    return Next.visit(R);
  Utf8 Out = R;
  Buffer.assign(R.Text.Bytes.begin(), R.Text.Bytes.end());
  RedactBytes::fill(Buffer, 0, Type, How);
  part(RecordKind::Utf8, R.Text.Bytes, Buffer);
  Out.Text.Bytes = Buffer;
  Next.visit(static_cast<const Utf8 &>(Out));
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// \return whether the elements of \p R are replaced.
bool Redact::beginArray(const PrimitiveArrayDump &R) {
  Current = RecordKind::PrimitiveArrayDump;
  Fields = nullptr;
  Type = R.ElementType;
  How = Policy.looksAtOwners() ? Owners.of(R.Object, Type)
                               : Policy.ofArrays(Type);
  Position = R.Elements.Bytes.size();
  IsCounted = false;
  if (How == Redaction::Keep)
    NumKept += R.Length != 0;
  return How != Redaction::Keep;
}

/// Replaces the first \p Elements of the array, or all.
void Redact::replaceElements(MutableArrayRef<uint8_t> Elements, bool IsWhole) {
  IsWhole &= Elements.size() <= MaxToken;
  if (How == Redaction::Token && !IsWhole)
    How = Redaction::Mask;
  if (IsWhole)
    Bytes.replace(Elements, Type, How);
  else
    RedactBytes::fill(Elements, 0, Type, How);
}

void Redact::visit(const PrimitiveArrayDump &R) {
  if (!beginArray(R))
    return Next.visit(R);
  Buffer.assign(R.Elements.Bytes.begin(), R.Elements.Bytes.end());
  replaceElements(Buffer, R.Elements.isWhole());
  part(RecordKind::PrimitiveArrayDump, R.Elements.Bytes, Buffer);
  PrimitiveArrayDump Out = R;
  Out.Elements.Bytes = Buffer;
  Next.visit(static_cast<const PrimitiveArrayDump &>(Out));
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

const Redact::Class &Redact::classOf(uint64_t Id) {
  std::unique_ptr<Class> &C = Classes[Id];
  if (C)
    return *C;
  C = std::make_unique<Class>();
  const InstanceShape *Shape = Names.instances().find(Id);
  if (!Shape)
    return *C;
  C->Bytes = Shape->bytes();
  Shape->forEachField(C->Bytes, [&](const FieldSlot &S) {
    if (isReference(S.Type) ||
        Policy.ofField(Names.className(*S.Class),
                       Names.string(S.NameId).value_or("")) == Redaction::Keep)
      return;
    const uint32_t End = S.Offset + widthOf(S.Type, IdSize);
    if (!C->Zeros.empty() && C->Zeros.back().End == S.Offset)
      C->Zeros.back().End = End;
    else
      C->Zeros.push_back({S.Offset, End});
  });
  return *C;
}

/// Replaces the hidden parts of \p Values, which begin \p At bytes after the
/// first.
void Redact::replaceFields(MutableArrayRef<uint8_t> Values, uint64_t At) const {
  const uint64_t Past = At + Values.size();
  auto Zero = [&](uint64_t Begin, uint64_t End) {
    Begin = std::max(Begin, At);
    End = std::min(End, Past);
    if (Begin >= End)
      return;
    uint8_t *const P = Values.data() + (Begin - At);
    // Most parts are a single field.
    if (End == Begin + 4)
      std::memset(P, 0, 4);
    else if (End == Begin + 8)
      std::memset(P, 0, 8);
    else
      std::memset(P, 0, End - Begin);
  };
  for (const Range &R : Fields->Zeros)
    Zero(R.Begin, R.End);
  if (!Options.KeepsUnknown)
    Zero(Fields->Bytes, UINT64_MAX);
}

/// \return whether values of \p R are replaced.
bool Redact::beginInstance(const InstanceDump &R) {
  Current = RecordKind::InstanceDump;
  Fields = &classOf(R.Class);
  Position = R.Values.Bytes.size();
  IsCounted = false;
  if (Fields->changes(R))
    return true;
  Fields = nullptr;
  How = Redaction::Keep;
  return false;
}

void Redact::visit(const InstanceDump &R) {
  if (!beginInstance(R))
    return Next.visit(R);
  Buffer.assign(R.Values.Bytes.begin(), R.Values.Bytes.end());
  replaceFields(Buffer, 0);
  part(RecordKind::InstanceDump, R.Values.Bytes, Buffer);
  InstanceDump Out = R;
  Out.Values.Bytes = Buffer;
  Next.visit(static_cast<const InstanceDump &>(Out));
}

Value Redact::replaced(const Value &V, StringRef Class, StringRef Field) {
  Value Out = V;
  if (isReference(V.Type) || !V.Bits ||
      Policy.ofField(Class, Field) == Redaction::Keep ||
      Policy.isLayout(Class, Field, V))
    return Out;
  add(Change::RedactedStatics);
  Out.Bits = 0;
  return Out;
}

void Redact::visit(const ClassDump &R) {
  const std::string Name = Names.className(R.Class);
  ListBuilder<StaticField> Statics(IdSize);
  forEach(R.Statics, [&](const StaticField &F) {
    Statics.add(
        {F.Name, replaced(F.Value, Name, Names.string(F.Name).value_or(""))});
  });
  ListBuilder<PoolEntry> Pool(IdSize);
  forEach(R.Pool, [&](const PoolEntry &E) {
    Pool.add({E.Index, replaced(E.Value, Name, "")});
  });
  ClassDump Out = R;
  Out.Statics = Statics.ref();
  Out.Pool = Pool.ref();
  Next.visit(static_cast<const ClassDump &>(Out));
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Replaces the payloads of sub-records in the copy of a run.
struct Redact::InRun {
  Redact &P;
  MutableArrayRef<uint8_t> Copy;
  ArrayRef<uint8_t> Run;

  /// The bytes of \p Data in the copy.
  MutableArrayRef<uint8_t> of(const Payload &Data) const {
    return Copy.slice(size_t(Data.Bytes.data() - Run.data()),
                      Data.Bytes.size());
  }
  template <class R> void visit(const R &) {}
  void visit(const InstanceDump &R) {
    if (!P.beginInstance(R))
      return;
    const MutableArrayRef<uint8_t> Values = of(R.Values);
    P.replaceFields(Values, 0);
    P.part(RecordKind::InstanceDump, R.Values.Bytes, Values);
  }
  void visit(const PrimitiveArrayDump &R) {
    if (!P.beginArray(R))
      return;
    const MutableArrayRef<uint8_t> Elements = of(R.Elements);
    P.replaceElements(Elements, /*IsWhole=*/true);
    P.part(RecordKind::PrimitiveArrayDump, R.Elements.Bytes, Elements);
  }
};

void Redact::run(const SubRecordRun &Run) {
  // A single record, which is copied separately.
  if (Run.Bytes.size() > MaxRun) {
    walkSubRecords<0>(Run.Bytes, Run.Offset, IdSize, UINT64_MAX, *this);
    return;
  }
  Buffer.assign(Run.Bytes.begin(), Run.Bytes.end());
  InRun Each{*this, Buffer, Run.Bytes};
  switch (IdSize) {
  case 4:
    walkSubRecords<4>(Run.Bytes, Run.Offset, IdSize, UINT64_MAX, Each);
    break;
  case 8:
    walkSubRecords<8>(Run.Bytes, Run.Offset, IdSize, UINT64_MAX, Each);
    break;
  default:
    walkSubRecords<0>(Run.Bytes, Run.Offset, IdSize, UINT64_MAX, Each);
  }
  Next.run({Run.Offset, Buffer});
}
