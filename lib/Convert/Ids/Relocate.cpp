//===- Relocate.cpp - Moves ids and serials by offsets --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/Relocate.h"
#include "ClassesSoFar.h"
#include "IdMover.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Hprof/SubRecordWalker.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Serial that writers use for no trace or thread.
static constexpr uint64_t NoSerial = UINT32_MAX;

int64_t IdMover::distance(FieldType T) const {
  switch (T) {
  case FieldType::StringId:
    return By.Strings;
  case FieldType::FrameId:
    return By.Frames;
  case FieldType::ClassSerial:
    return By.ClassSerials;
  case FieldType::TraceSerial:
    return By.TraceSerials;
  case FieldType::ThreadSerial:
    return By.ThreadSerials;
  default:
    return By.Objects;
  }
}

const IdMap *IdMover::mapOf(FieldType T) const {
  switch (T) {
  case FieldType::ObjectId:
  case FieldType::ClassId:
    return By.ObjectsTo;
  case FieldType::StringId:
    return By.StringsTo;
  case FieldType::FrameId:
    return By.FramesTo;
  case FieldType::ClassSerial:
    return By.ClassSerialsTo;
  case FieldType::TraceSerial:
    return By.TraceSerialsTo;
  case FieldType::ThreadSerial:
    return By.ThreadSerialsTo;
  default:
    return nullptr;
  }
}

/// Next multiple of \p Step after \p V; 0 for 0, so that a first file stays.
static uint64_t roundUp(uint64_t V, uint64_t Step) {
  return V ? (V / Step + 1) * Step : 0;
}

void IdMover::beginFile(unsigned IdBytes) {
  endFile();
  if (!By.Above)
    return;
  IdCeiling &C = *By.Above;
  // The lower half of an id stays recognizable.
  By.Objects = int64_t(
      roundUp(C.Objects, uint64_t(1) << (IdBytes == 8 ? 32 : IdBytes * 2)));
  C.FirstFree = C.Strings + 1;
  By.Strings = int64_t(C.Strings + IdCeiling::NumFree);
  By.Frames = int64_t(C.Frames);
  By.ClassSerials = int64_t(C.ClassSerials);
  By.TraceSerials = int64_t(C.TraceSerials);
  By.ThreadSerials = int64_t(C.ThreadSerials);
}

void IdMover::endFile() {
  if (!By.Above)
    return;
  IdCeiling &C = *By.Above;
  auto Raise = [&](uint64_t &To, FieldType T) {
    uint64_t &Seen = Largest[indexOf(T)];
    if (Seen > unsigned(isSerial(T)))
      To = std::max(To, Seen - isSerial(T) + uint64_t(distance(T)));
    Seen = 0;
  };
  Raise(C.Objects, FieldType::ObjectId);
  Raise(C.Objects, FieldType::ClassId);
  Raise(C.Strings, FieldType::StringId);
  Raise(C.Frames, FieldType::FrameId);
  Raise(C.ClassSerials, FieldType::ClassSerial);
  Raise(C.TraceSerials, FieldType::TraceSerial);
  Raise(C.ThreadSerials, FieldType::ThreadSerial);
  if (C.FirstFree)
    C.Strings = std::max(C.Strings, C.FirstFree + IdCeiling::NumFree - 1);
}

static std::string numberText(FieldType T, uint64_t N) {
  return isSerial(T) ? utostr(N) : "0x" + utohexstr(N, /*LowerCase=*/true);
}

/// Returns "class id 0x20" for \p V of type \p T.
std::string IdMover::textOf(FieldType T, uint64_t V) {
  static constexpr const char *Names[] = {
      "object id", "class id",     "string id",    "frame id",
      "handle",    "class serial", "trace serial", "thread serial"};
  return std::string(Names[indexOf(T)]) + " " + numberText(T, V);
}

std::string IdMover::tooLarge(FieldType T) const {
  return isSerial(T) ? " is more than " + utostr(NoSerial - 1)
                     : " does not fit in " + utostr(IdSize) + "-byte ids";
}

void IdMover::setIdSize(unsigned Bytes) {
  IdSize = Bytes;
  for (unsigned I = 0; I != NumTypes; ++I) {
    const FieldType T = FieldType(FirstType + I);
    const int64_t N = distance(T);
    const uint64_t Largest =
        isSerial(T) ? NoSerial - 1 : UINT64_MAX >> (64 - 8 * Bytes);
    IdShift &S = Shifts[I];
    S = IdShift();
    S.To = mapOf(T);
    if (T == FieldType::ObjectId) {
      S.Nulls = By.NullObjects;
      S.Only = By.OnlyObjects;
    }
    if (S.To && S.To->largest() > Largest && !hasRefused())
      Refused = textOf(T, S.To->largest()) + tooLarge(T);
    S.Distance = uint64_t(N);
    const uint64_t Far = N < 0 ? -S.Distance : S.Distance;
    if (Far >= Largest)
      continue;
    // All except values that would become less than 1 or exceed the maximum.
    S.First = N < 0 ? 1 + Far : 1;
    S.Size = Largest - Far - 1;
  }
}

/// Records that \p V could not be moved.
void IdMover::keep(FieldType T, uint64_t V) {
  if ((isSerial(T) && V == NoSerial) || hasRefused())
    return;
  const int64_t N = distance(T);
  const uint64_t Far = N < 0 ? -uint64_t(N) : uint64_t(N);
  Refused = textOf(T, V) + (N < 0 ? " - " : " + ") + numberText(T, Far);
  Refused += N < 0 ? " is less than 1" : tooLarge(T);
}

namespace {
/// The positions of references in a payload.
struct ReferencePlaces {
  /// Whether the payload consists only of ids.
  bool IsAll = false;
  /// The references of a class if IsAll is false; may be null.
  const InstanceLayout *Fields = nullptr;

  bool any() const { return IsAll || (Fields && !Fields->empty()); }
  /// Offset of reference \p I; past the end of any payload if there is none.
  uint64_t offset(uint64_t I) const {
    return Fields ? Fields->offset(I) : UINT64_MAX;
  }
};

/// Moves the references in a payload that arrives in chunks split anywhere. The
/// output has the same length as the input.
class PayloadMover {
public:
  PayloadMover(IdMover &M, RecordVisitor &Next) : M(M), Next(Next) {}

  /// For a record of kind \p Of. \p Places must stay valid until end().
  void begin(RecordKind Of, const ReferencePlaces &Places) {
    Kind = Of;
    Where = Places;
    Position = 0;
    NumPassed = 0;
    findNext();
    Ids.begin(M.idSize());
    IsOpen = Where.any();
  }
  bool isOpen() const { return IsOpen; }
  void add(ArrayRef<uint8_t> Chunk);
  /// Ends the payload. An incomplete id is left unchanged.
  void end();

private:
  bool isInReference() const {
    return Where.IsAll || Ids.isInside() || Position == NextOffset;
  }
  void findNext() { NextOffset = Where.offset(NumPassed); }
  size_t addIds(ArrayRef<uint8_t> Chunk);
  size_t addOther(ArrayRef<uint8_t> Chunk);

  IdMover &M;
  RecordVisitor &Next;
  RecordKind Kind = RecordKind();
  ReferencePlaces Where;
  uint64_t Position = 0;   ///< Offset of the next byte.
  uint64_t NumPassed = 0;  ///< Number of references before Position.
  uint64_t NextOffset = 0; ///< Offset of the next reference.
  bool IsOpen = false;
  IdJoiner Ids;
  SmallVector<uint8_t, 0> Out;
};

/// The pass. Sub-records in runs are changed in place in a copy of the run;
/// other records field by field.
class Relocate final : public Forward {
public:
  Relocate(RecordVisitor &Next, LossAccount &Account, const RelocateOptions &By,
           ClassesAhead &Ahead)
      : Forward(Next), Account(Account), M(By), Classes(Ahead),
        Chunks(M, Next) {}

  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  RecordKindSet runKinds() const override { return Next.runKinds(); }
  uint64_t runRoom() const override {
    return std::min<uint64_t>(Forward::runRoom(), MaxRun);
  }
  void run(const SubRecordRun &Run) override;
  bool wantsMore() const override {
    return !M.hasRefused() && !Classes.hasFailed() && Forward::wantsMore();
  }
  Error finish() override;

private:
  /// A run should stay in the processor's cache between reading and writing.
  static constexpr uint64_t MaxRun = 16 << 10;
  /// Maximum size of a payload that is passed on whole if it arrived whole. In
  /// most inputs, larger payloads arrive in chunks.
  static constexpr uint64_t MaxWhole = 1 << 20;

  struct FieldMover;
  template <unsigned I> struct RunMover;

  template <class R> void record(R Rec);
  template <unsigned I> void moveRun(const SubRecordRun &Run);
  /// Requires the class id as in the input.
  template <class R>
  LLVM_ATTRIBUTE_ALWAYS_INLINE ReferencePlaces placesOf(const R &Rec) {
    if constexpr (FactsOf<R>.hasPayload()) {
      if (!Rec.payload().Size || !M.movesObjects())
        return {};
      if constexpr (R::OfPayload != PayloadKind::FieldValues)
        return {isReference(elementType(Rec)), nullptr};
      else if (auto *L = Classes.find(fieldOf<FieldType::ClassId>(Rec)))
        return {false, L};
      else
        Account.add(Loss::UnmovedInstances);
    }
    return {};
  }
  template <unsigned I>
  void movePayload(MutableArrayRef<uint8_t> Bytes, const ReferencePlaces &In);

  LossAccount &Account;
  IdMover M;
  ClassesSoFar Classes;
  PayloadMover Chunks;
  SmallVector<uint8_t, 0> Buffer;          ///< A run, or a whole payload.
  SmallVector<uint8_t, 0> Lists[MaxLists]; ///< Lists of the current record.
  unsigned NumLists = 0;
};

/// Moves the fields of a record's struct.
struct Relocate::FieldMover {
  static constexpr bool Mutates = true;
  Relocate &P;
  Payload *Found = nullptr; ///< The record's payload, if it has one.

  template <FieldType T, class F> void field(const char *, F &V) {
    if constexpr (T == FieldType::Value) {
      if (isReference(V.Type))
        V.Bits = P.M.object(V.Bits);
    } else if constexpr (isMoved(T)) {
      V = F(P.M.moved<T>(V));
    }
  }
  template <FieldType, class S> void list(const char *, ListRef<S> &L) {
    SmallVector<uint8_t, 0> &Out = P.Lists[P.NumLists++];
    Out.assign(L.Bytes.begin(), L.Bytes.end());
    InPlaceMover<0>(P.M, Out.data(), L.IdSize).elements(L);
    L.Bytes = Out;
  }
  template <PayloadKind, class R>
  void payload(const char *, R &, Payload &Data) {
    Found = &Data;
  }
};

/// Moves the fields of sub-records in their encoded bytes.
template <unsigned I> struct Relocate::RunMover {
  struct RecordMover : InPlaceMover<I> {
    Relocate &P;
    RecordMover(Relocate &P, uint8_t *Fields)
        : InPlaceMover<I>(P.M, Fields, P.M.idSize()), P(P) {}
    template <PayloadKind, class R>
    LLVM_ATTRIBUTE_ALWAYS_INLINE void payload(const char *, const R &Rec,
                                              const Payload &Data) {
      P.movePayload<I>({this->place(), size_t(Data.Size)}, P.placesOf(Rec));
    }
  };
  Relocate &P;
  uint8_t *Bytes; ///< The byte with offset 0.

  template <class R> LLVM_ATTRIBUTE_ALWAYS_INLINE void visit(const R &Rec) {
    if constexpr (std::is_same_v<R, ClassDump>)
      P.Classes.add(Rec);
    RecordMover Mover(P, Bytes + Rec.Offset + 1); // After the tag.
    mapRecord(Mover, Rec);
  }
};

class RelocateStage final : public Stage {
public:
  explicit RelocateStage(const RelocateOptions &By) : By(By) {}
  std::optional<Lowering> lowers() const override { return Lowering::Relocate; }
  Error look(Upstream &Stream) override {
    const bool MayNeed = (By.Objects || By.ObjectsTo || By.NullObjects ||
                          By.OnlyObjects || By.Above) &&
                         !By.ClassesComeFirst;
    return MayNeed ? Ahead.allow(Stream) : Error::success();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<Relocate>(Next, Account, By, Ahead);
  }

private:
  const RelocateOptions By;
  ClassesAhead Ahead;
};
} // namespace

std::unique_ptr<Stage> hprof::makeRelocate(const RelocateOptions &Options) {
  return std::make_unique<RelocateStage>(Options);
}

//===----------------------------------------------------------------------===//
// Payloads in chunks
//===----------------------------------------------------------------------===//

/// Consumes the bytes of ids from the beginning of \p Chunk.
size_t PayloadMover::addIds(ArrayRef<uint8_t> Chunk) {
  const size_t N =
      Where.IsAll ? Chunk.size() : std::min(Chunk.size(), Ids.missing());
  size_t At = Out.size();
  Out.resize_for_overwrite(At + N + M.idSize());
  Ids.add(Chunk.take_front(N), [&](uint64_t Id) {
    storeBE(&Out[At], M.object(Id), M.idSize());
    At += M.idSize();
    ++NumPassed;
  });
  Out.truncate(At);
  if (!Ids.isInside())
    findNext();
  return N;
}

/// Consumes the bytes before the next reference.
size_t PayloadMover::addOther(ArrayRef<uint8_t> Chunk) {
  const size_t N =
      size_t(std::min<uint64_t>(Chunk.size(), NextOffset - Position));
  Out.append(Chunk.begin(), Chunk.begin() + N);
  return N;
}

void PayloadMover::add(ArrayRef<uint8_t> Chunk) {
  Out.clear();
  while (!Chunk.empty()) {
    const size_t N = isInReference() ? addIds(Chunk) : addOther(Chunk);
    Position += N;
    Chunk = Chunk.drop_front(N);
  }
  if (!Out.empty())
    Next.payload(Kind, Out);
}

void PayloadMover::end() {
  if (std::exchange(IsOpen, false) && Ids.isInside())
    Next.payload(Kind, Ids.held());
  Ids.begin(M.idSize());
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void Relocate::visit(const FileHeader &H) {
  Chunks.end();
  M.beginFile(H.IdSize);
  M.setIdSize(H.IdSize);
  Classes.begin(H);
  FileHeader Out = H;
  if (Out.Origin)
    Out.Origin.IdBase += M.objectDistance();
  Next.visit(Out);
}

void Relocate::beginFrame(const Frame &F) {
  Chunks.end();
  Classes.beginFrame(F);
  Next.beginFrame(F);
}

void Relocate::endFrame(const Frame &F, uint64_t Length) {
  Chunks.end();
  Next.endFrame(F, Length);
}

void Relocate::visit(const Opaque &R) {
  Chunks.end();
  Account.add(Loss::UnmovedBytes);
  Next.visit(R);
}

void Relocate::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Chunks.isOpen())
    Chunks.add(Chunk);
  else
    Next.payload(Of, Chunk);
}

/// Moves the references that are entirely within \p Bytes.
template <unsigned I>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
Relocate::movePayload(MutableArrayRef<uint8_t> Bytes,
                      const ReferencePlaces &In) {
  const unsigned IdSize = I ? I : M.idSize();
  const IdShift Shift = M.objects();
  uint64_t Most = 0;
  if (In.IsAll)
    for (uint8_t *P = Bytes.begin(); P != Bytes.end(); P += IdSize)
      M.objectAt<I>(P, Shift, Most);
  else if (In.Fields)
    In.Fields->forEachOffset(Bytes.size(), IdSize, [&](uint32_t Offset) {
      M.objectAt<I>(Bytes.data() + Offset, Shift, Most);
    });
  M.noteObjects(Most);
}

template <class R> void Relocate::record(R Rec) {
  Chunks.end();
  NumLists = 0;
  if constexpr (std::is_same_v<R, ClassDump>)
    Classes.add(Rec);
  if constexpr (std::is_same_v<R, HeapDumpEnd>)
    Classes.endHeapDump(Rec);
  const ReferencePlaces References = placesOf(Rec);
  FieldMover Io{*this};
  mapRecord(Io, Rec);
  const R &Moved = Rec;
  Payload *Data = Io.Found;
  if (!Data || !References.any())
    return Next.visit(Moved);
  const ArrayRef<uint8_t> Whole = Data->Bytes;
  if (Data->isWhole() && Data->Size <= MaxWhole) {
    Buffer.assign(Whole.begin(), Whole.end());
    movePayload<0>(Buffer, References);
    Data->Bytes = Buffer;
    return Next.visit(Moved);
  }
  // Pass the payload in chunks: the reader sends more if it was incomplete.
  Data->Bytes = {};
  Next.visit(Moved);
  Chunks.begin(R::Kind, References);
  for (size_t At = 0; At < Whole.size(); At += MaxWhole)
    Chunks.add(Whole.slice(At, std::min<size_t>(Whole.size() - At, MaxWhole)));
  if (!Whole.empty())
    Chunks.end();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

template <unsigned I> void Relocate::moveRun(const SubRecordRun &Run) {
  const unsigned IdSize = M.idSize();
  if (Run.Bytes.size() > MaxWhole) {
    // A single record, whose payload is too large to copy.
    walkSubRecords<I>(Run.Bytes, Run.Offset, IdSize, UINT64_MAX, *this);
    return;
  }
  Buffer.assign(Run.Bytes.begin(), Run.Bytes.end());
  RunMover<I> Mover{*this, Buffer.data()};
  walkSubRecords<I>(Buffer, /*Offset=*/0, IdSize, UINT64_MAX, Mover);
  Next.run({Run.Offset, Buffer});
}

void Relocate::run(const SubRecordRun &Run) {
  Chunks.end();
  switch (M.idSize()) {
  case 4:
    return moveRun<4>(Run);
  case 8:
    return moveRun<8>(Run);
  }
  moveRun<0>(Run);
}

Error Relocate::finish() {
  Chunks.end();
  M.endFile();
  if (Classes.hasFailed())
    return Classes.takeError();
  if (M.hasRefused())
    return make_error<FormatError>(format_errc::bad_value, 0, M.refused());
  return Forward::finish();
}
