//===- ChangeIds.cpp - Changes the width of ids, or renumbers -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/ChangeIds.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/UnfitId.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <unordered_map>
#include <utility>

using namespace hprof;
using namespace llvm;

namespace {
/// New ids for one name space, in order of first use.
class Numbering {
public:
  uint64_t of(uint64_t Id) {
    return Id ? Map.try_emplace(Id, Map.size() + 1).first->second : 0;
  }

private:
  DenseMap<IdKey, uint64_t> Map;
};

/// Data about the whole input that is needed before the first id is changed.
class IdSurvey final : public RecordVisitor {
public:
  IdSurvey(const DumpContext &Context, bool KeepsObjects)
      : Context(Context), KeepsObjects(KeepsObjects) {}

  using RecordVisitor::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  Error finish() override {
    sort(Objects);
    Objects.erase(std::unique(Objects.begin(), Objects.end()), Objects.end());
    return Error::success();
  }

  /// Returns the new id of \p Id, 0 if no object has it.
  uint64_t objectOf(uint64_t Id) const {
    auto It = lower_bound(Objects, Id);
    if (It == Objects.end() || *It != Id)
      return 0;
    return 8 * (uint64_t(It - Objects.begin()) + 1);
  }
  const DumpContext &context() const { return Context; }

private:
  template <class R> void record(const R &Rec) {
    // Records that HPROF binary cannot represent are dropped later, so they do
    // not become objects.
    if constexpr (R::Group == RecordGroup::Object &&
                  (R::Carriers.has(Format::Hprof) ||
                   R::Carriers.has(Format::HprofAndroid)))
      add(subjectId(Rec));
  }
  void record(const LoadClass &R) { add(R.Class); }
  void record(const ClassDump &R) { add(R.Class); }
  void add(uint64_t Id) {
    if (!KeepsObjects && Id)
      Objects.push_back(Id);
  }

  const DumpContext &Context;
  const bool KeepsObjects;
  std::vector<uint64_t> Objects;
};

class ChangeIds final : public Forward {
public:
  ChangeIds(RecordVisitor &Next, LossAccount &Account, const IdSurvey &Survey,
            const ChangeIdsOptions &Options)
      : Forward(Next), Account(Account), Survey(Survey), Options(Options) {}

  void visit(const FileHeader &H) override;
  void visit(const Opaque &R) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;
  Error finish() override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"

private:
  /// Offsets of the references in an instance: one reference follows each gap
  /// except the last, which ends the instance.
  struct Layout {
    SmallVector<uint64_t, 4> Gaps; ///< Empty until an instance needs them.
    uint64_t Bytes = 0;
    uint64_t NewBytes = 0;
    bool IsKnown = false;
  };
  struct Changer;

  template <class R> void record(R Rec);
  void classDump(ClassDump &Rec, uint64_t OldId);
  template <class R> void fieldValues(R &Rec, uint64_t OldClass);
  template <class R> void elements(R &Rec);
  ArrayRef<uint8_t> instanceBytes(ArrayRef<uint8_t> Chunk);
  ArrayRef<uint8_t> elementBytes(ArrayRef<uint8_t> Chunk);
  Layout &layoutOf(uint64_t Class);
  void findGaps(Layout &L, uint64_t Class) const;
  uint64_t object(uint64_t Id);
  void put(SmallVectorImpl<uint8_t> &Out, uint64_t Id);

  LossAccount &Account;
  const IdSurvey &Survey;
  const ChangeIdsOptions Options;
  unsigned SourceIdSize = 8, IdSize = 8;
  bool NumbersNames = false;
  Numbering Strings, Frames, Handles;
  std::unordered_map<uint64_t, Layout, IdHash> Layouts;
  uint64_t TooLarge = 0; ///< The first id that does not fit.

  /// Changed lists of the current record.
  SmallVector<uint8_t, 0> Lists[MaxLists];
  unsigned NumLists = 0;
  SmallVector<uint8_t, 0> Bytes; ///< Changed bytes of the current payload.

  /// The kind of payload() events, and the position in the payload.
  enum class Body : uint8_t { Other, Instance, Elements } Open = Body::Other;
  const Layout *Current = nullptr;
  size_t NextGap = 0;
  uint64_t GapLeft = 0;
  IdJoiner Ids;
};

/// Changes the ids among a record's fields.
struct ChangeIds::Changer {
  static constexpr bool Mutates = true;
  ChangeIds &C;

  template <FieldType T, class F> void field(const char *, F &V) {
    if constexpr (T == FieldType::ObjectId || T == FieldType::ClassId) {
      V = C.object(V);
    } else if constexpr (T == FieldType::HandleId) {
      if (C.Options.Renumber)
        V = C.Handles.of(V);
    } else if constexpr (T == FieldType::StringId) {
      if (C.NumbersNames)
        V = C.Strings.of(V);
    } else if constexpr (T == FieldType::FrameId) {
      if (C.NumbersNames)
        V = C.Frames.of(V);
    } else if constexpr (T == FieldType::Value) {
      if (isReference(V.Type))
        V.Bits = C.object(V.Bits);
    }
  }
  template <FieldType, class S> void list(const char *, ListRef<S> &L) {
    ListBuilder<S> Out(C.Lists[C.NumLists++], C.IdSize);
    forEach(L, [&](S &Element) {
      mapRecord(*this, Element);
      Out.add(Element);
    });
    L = Out.ref();
  }
  template <PayloadKind, class R> void payload(const char *, R &, Payload &) {}
};

class ChangeIdsStage final : public Stage {
public:
  explicit ChangeIdsStage(const ChangeIdsOptions &Options) : Options(Options) {}
  NamesUsed uses() const override { return NamesUsed::Classes; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Survey = std::make_unique<IdSurvey>(Names, !Options.Renumber);
    return Survey.get();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<ChangeIds>(Next, Account, *Survey, Options);
  }

private:
  const ChangeIdsOptions Options;
  std::unique_ptr<IdSurvey> Survey;
};
} // namespace

std::unique_ptr<Stage> hprof::makeChangeIds(const ChangeIdsOptions &Options) {
  return std::make_unique<ChangeIdsStage>(Options);
}

void ChangeIds::visit(const FileHeader &H) {
  SourceIdSize = H.IdSize;
  IdSize = Options.IdSize ? Options.IdSize : SourceIdSize;
  NumbersNames = IdSize < SourceIdSize;
  Layouts.clear();
  FileHeader Out = H;
  Out.IdSize = IdSize;
  // Renumbered ids are not addresses.
  if (Options.Renumber)
    Out.Origin.IdBase = 0;
  Next.visit(Out);
}

uint64_t ChangeIds::object(uint64_t Id) {
  if (!Options.Renumber || !Id)
    return Id;
  uint64_t New = Survey.objectOf(Id);
  if (!New)
    Account.add(Loss::DanglingReferences);
  return New;
}

template <class R> void ChangeIds::record(R Rec) {
  Open = Body::Other;
  NumLists = 0;
  [[maybe_unused]] const R Old = Rec;
  Changer Io{*this};
  mapRecord(Io, Rec);
  if constexpr (std::is_same_v<R, ClassDump>)
    classDump(Rec, Old.Class);
  if constexpr (FactsOf<R>.hasPayload()) {
    if constexpr (R::OfPayload == PayloadKind::FieldValues)
      fieldValues(Rec, fieldOf<FieldType::ClassId>(Old));
    else if constexpr (R::OfPayload != PayloadKind::Text)
      if (isReference(elementType(Rec)))
        elements(Rec);
    // Payloads in chunks are changed as they arrive.
    if (Rec.payload().isWhole())
      Open = Body::Other;
  }
  Next.visit(static_cast<const R &>(Rec));
}

void ChangeIds::visit(const Opaque &R) {
  Open = Body::Other;
  Next.visit(R);
}

/// If the declared size is the sum of the fields, it must be so afterwards.
void ChangeIds::classDump(ClassDump &Rec, uint64_t OldId) {
  const Layout &L = layoutOf(OldId);
  if (L.IsKnown && L.Bytes == Rec.InstanceSize)
    Rec.InstanceSize = uint32_t(L.NewBytes);
}

ChangeIds::Layout &ChangeIds::layoutOf(uint64_t Class) {
  auto [It, IsNew] = Layouts.try_emplace(Class);
  Layout &L = It->second;
  if (!IsNew)
    return L;
  const DumpContext &Context = Survey.context();
  // The survey contains the classes of the last of several files.
  if (Context.header().IdSize != SourceIdSize)
    return L;
  L.IsKnown = Context.findClass(Class);
  if (const InstanceShape *S = Context.instances().find(Class)) {
    L.Bytes = S->bytes();
    L.NewBytes =
        L.Bytes - S->references() * SourceIdSize + S->references() * IdSize;
  }
  return L;
}

/// Computes the layout of an existing instance: the total size of such layouts
/// is at most the file size, regardless of its class declarations.
void ChangeIds::findGaps(Layout &L, uint64_t Class) const {
  uint64_t End = 0;
  if (const InstanceShape *S = Survey.context().instances().find(Class))
    S->forEachReference(FieldOrder::OwnFirst, L.Bytes, [&](const FieldSlot &F) {
      L.Gaps.push_back(F.Offset - End);
      End = uint64_t(F.Offset) + SourceIdSize;
    });
  L.Gaps.push_back(L.Bytes - End);
}

/// Changes the field values of \p Rec, whose class had the id \p OldClass.
template <class R> void ChangeIds::fieldValues(R &Rec, uint64_t OldClass) {
  uint32_t &Count = fieldOf<FieldType::Count>(Rec);
  Layout &L = layoutOf(OldClass);
  if (!L.IsKnown || L.Bytes != Count) {
    if (Count)
      Account.add(Loss::UnchangedInstances);
    return;
  }
  if (L.Gaps.empty())
    findGaps(L, OldClass);
  Count = uint32_t(L.NewBytes);
  Open = Body::Instance;
  Current = &L;
  NextGap = 0;
  GapLeft = L.Gaps.front();
  Ids.begin(SourceIdSize);
  Payload From = std::exchange(Rec.payload(), Payload());
  Rec.payload().Size = L.NewBytes;
  if (From.isWhole())
    Rec.payload().Bytes = instanceBytes(From.Bytes);
}

/// Changes a part of the current instance, split anywhere.
ArrayRef<uint8_t> ChangeIds::instanceBytes(ArrayRef<uint8_t> Chunk) {
  Bytes.clear();
  while (!Chunk.empty()) {
    if (GapLeft) {
      size_t N = size_t(std::min<uint64_t>(Chunk.size(), GapLeft));
      Bytes.append(Chunk.begin(), Chunk.begin() + N);
      Chunk = Chunk.drop_front(N);
      GapLeft -= N;
      continue;
    }
    if (NextGap + 1 == Current->Gaps.size())
      break;
    size_t N = std::min(Chunk.size(), Ids.missing());
    Ids.add(Chunk.take_front(N), [&](uint64_t Id) {
      put(Bytes, object(Id));
      GapLeft = Current->Gaps[++NextGap];
    });
    Chunk = Chunk.drop_front(N);
  }
  return Bytes;
}

/// Appends the new id \p Id; the first id that does not fit is reported at the
/// end.
void ChangeIds::put(SmallVectorImpl<uint8_t> &Out, uint64_t Id) {
  if (IdSize < 8 && Id >> 8 * IdSize && !TooLarge)
    TooLarge = Id;
  size_t End = Out.size();
  Out.resize_for_overwrite(End + IdSize);
  storeBE(&Out[End], Id, IdSize);
}

/// Changes the ids in \p Rec's payload.
template <class R> void ChangeIds::elements(R &Rec) {
  Open = Body::Elements;
  Ids.begin(SourceIdSize);
  Payload From = std::exchange(Rec.payload(), Payload());
  Rec.payload().Size = payloadSize(Rec, IdSize);
  if (From.isWhole())
    Rec.payload().Bytes = elementBytes(From.Bytes);
}

ArrayRef<uint8_t> ChangeIds::elementBytes(ArrayRef<uint8_t> Chunk) {
  Bytes.clear();
  Ids.add(Chunk, [&](uint64_t Id) { put(Bytes, object(Id)); });
  return Bytes;
}

void ChangeIds::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  switch (Open) {
  case Body::Other:
    return Next.payload(Of, Chunk);
  case Body::Instance:
    return Next.payload(Of, instanceBytes(Chunk));
  case Body::Elements:
    return Next.payload(Of, elementBytes(Chunk));
  }
}

Error ChangeIds::finish() {
  if (TooLarge)
    return make_error<UnfitId>(
        format_errc::bad_value, 0,
        "id 0x" + utohexstr(TooLarge, /*LowerCase=*/true) +
            " does not fit in " + Twine(IdSize) + "-byte ids");
  return Forward::finish();
}
