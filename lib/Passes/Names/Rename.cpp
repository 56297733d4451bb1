//===- Rename.cpp - Replaces names in a dump ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rename.h"
#include "NameMap.h"
#include "Passes/Changes/Change.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Collects the names, and chooses new ones.
class NameSurvey final : public RecordVisitor {
public:
  NameSurvey(const RenameOptions &Options, const DumpContext &Context)
      : Options(Options), Context(Context) {}

  using RecordVisitor::visit;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  Error finish() override;

  const DumpContext &context() const { return Context; }
  /// Returns the new strings, by contents.
  const StringMap<uint64_t> &strings() const { return Strings; }
  bool leavesOut(uint64_t Id) const {
    return Moved.contains(Id) ||
           (Renamed.contains(Id) && !Kept.contains(Id) && !Others.contains(Id));
  }
  bool hides(uint64_t Id) const {
    return Options.Hides && Renamed.contains(Id) && !Kept.contains(Id);
  }
  uint64_t className(uint64_t Id) const { return lookUp(ClassNames, Id); }
  /// \p Class: an id.
  uint64_t fieldName(uint64_t Class, uint64_t Id) const;
  /// Empty if the frame stays unchanged.
  ArrayRef<StackFrame> frames(uint64_t Id) const {
    auto It = Frames.find(Id);
    return It == Frames.end() ? ArrayRef<StackFrame>() : It->second;
  }
  /// Returns the new depth of frame \p I in the stack of \p Thread.
  int32_t position(uint32_t Thread, int32_t I);

private:
  struct Uses {
    static constexpr bool Mutates = false;
    NameSurvey &S;
    template <FieldType T, class F> void field(const char *, const F &V) {
      if constexpr (T == FieldType::StringId)
        S.Others.insert(V);
    }
    template <FieldType, class S> void list(const char *, const ListRef<S> &L) {
      if constexpr (FactsOf<S>.count(FieldType::StringId) != 0)
        forEach(L, [&](const S &Element) { mapRecord(*this, Element); });
    }
    template <PayloadKind, class R>
    void payload(const char *, const R &, const Payload &) {}
  };

  template <class R> void record(const R &Rec) {
    if constexpr (!std::is_same_v<R, Utf8> && !std::is_same_v<R, LoadClass> &&
                  !std::is_same_v<R, StackFrame> &&
                  !std::is_same_v<R, ClassDump>) {
      Uses Io{*this};
      mapRecord(Io, Rec);
    }
    note(Rec);
  }
  template <class R> void note(const R &) {}
  void note(const Utf8 &R) {
    MaxString = std::max(MaxString, R.Id);
    StringIds.push_back(R.Id);
  }
  void note(const StackFrame &R) {
    MaxFrame = std::max(MaxFrame, R.Id);
    Found.push_back(R);
  }

  static uint64_t lookUp(const DenseMap<IdKey, uint64_t> &In, uint64_t Id) {
    auto It = In.find(Id);
    return It == In.end() ? Id : It->second;
  }
  char separator() const { return Context.header().isAndroid() ? '.' : '/'; }
  /// Returns the id of a string to be added at the beginning of the new dump.
  uint64_t want(StringRef Text) {
    auto [It, IsNew] = Strings.try_emplace(Text, 0);
    if (!IsNew)
      return It->second;
    if (auto Old = Existing.find(Text); Old != Existing.end()) {
      Moved.insert(Old->second);
      return It->second = Old->second;
    }
    return It->second = MaxString + ++NumNew;
  }
  /// Returns the string that replaces \p Old.
  uint64_t replace(uint64_t Old, const std::optional<std::string> &Text) {
    if (!Text) {
      Kept.insert(Old);
      return Old;
    }
    Renamed.insert(Old);
    return want(*Text);
  }
  void frame(const StackFrame &F);

  const RenameOptions &Options;
  const NameMap *Names = nullptr;
  const DumpContext &Context;
  uint64_t MaxString = 0, MaxFrame = 0;
  uint64_t NumNew = 0; ///< Strings with new ids.
  std::vector<uint64_t> StringIds;
  StringMap<uint64_t> Existing; ///< By contents, one of several.
  /// Strings that renamed items no longer use, strings that are still used as
  /// names, strings with other uses, and strings that replace others.
  DenseSet<IdKey> Renamed, Kept, Others, Moved;
  StringMap<uint64_t> Strings;
  DenseMap<IdKey, uint64_t> ClassNames; ///< By string id.
  DenseMap<IdKey, DenseMap<IdKey, uint64_t>> Fields;
  std::vector<StackFrame> Found;
  DenseMap<IdKey, SmallVector<StackFrame, 1>> Frames;
  /// By thread: the new depth of each frame. Inlined methods precede the frame.
  DenseMap<IdKey, std::vector<int32_t>> Positions;
};

class Rename final : public Forward {
public:
  Rename(RecordVisitor &Next, LossAccount &Account, NameSurvey &Survey)
      : Forward(Next), Account(Account), Survey(Survey) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void visit(const Utf8 &R) override;
  void visit(const LoadClass &R) override;
  void visit(const ClassDump &R) override;
  void visit(const StackFrame &R) override;
  void visit(const StackTrace &R) override;
  void visit(const RootJavaFrame &R) override { root(R); }
  void visit(const RootJniLocal &R) override { root(R); }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override {
    if (Of != RecordKind::Utf8 || (!IsLeftOut && !IsHidden))
      return Next.payload(Of, Chunk);
    if (IsHidden) {
      Lists[0].assign(Chunk.size(), '*');
      Next.payload(Of, Lists[0]);
    }
  }

private:
  template <class R> void root(R Rec) {
    Rec.Frame = Survey.position(Rec.ThreadSerial, Rec.Frame);
    Next.visit(static_cast<const R &>(Rec));
  }

  LossAccount &Account;
  NameSurvey &Survey;
  unsigned IdSize = 8;
  bool HasStrings = false;
  bool IsLeftOut = false, IsHidden = false; ///< The current string.
  SmallVector<uint8_t, 0> Lists[2];
};

class RenameStage final : public Stage {
public:
  explicit RenameStage(const RenameOptions &Options) : Options(Options) {}
  NamesUsed uses() const override { return NamesUsed::All; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Survey = std::make_unique<NameSurvey>(Options, Names);
    return Survey.get();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<Rename>(Next, Account, *Survey);
  }

private:
  const RenameOptions Options;
  std::unique_ptr<NameSurvey> Survey;
};
} // namespace

std::unique_ptr<Stage> hprof::makeRename(const RenameOptions &Options) {
  return std::make_unique<RenameStage>(Options);
}

//===----------------------------------------------------------------------===//
// New names
//===----------------------------------------------------------------------===//

Error NameSurvey::finish() {
  Expected<const NameMap *> Chosen = Options.Choose(Context, Found);
  if (!Chosen)
    return Chosen.takeError();
  Names = *Chosen;
  for (uint64_t Id : StringIds)
    if (std::optional<StringRef> Text = Context.string(Id))
      Existing[*Text] = Id;
  StringIds = {};
  for (const ClassInfo &C : Context.classes()) {
    const StringRef Name = Context.string(C.NameId).value_or("");
    ClassNames[C.NameId] =
        replace(C.NameId, Names->recordName(Name, separator()));
    const std::string Java = Context.className(C);
    auto Field = [&](uint64_t Id) {
      Fields[C.Id][Id] =
          replace(Id, Names->field(Java, Context.string(Id).value_or("")));
    };
    for (const InstanceField &F : C.Fields)
      Field(F.Name);
    for (const StaticField &F : C.Statics)
      Field(F.Name);
  }
  for (const StackFrame &F : Found)
    frame(F);
  const unsigned Bits = 8 * Context.header().IdSize;
  const uint64_t Largest = UINT64_MAX >> (64 - Bits);
  if (MaxString > Largest || NumNew > Largest - MaxString || MaxFrame > Largest)
    return createStringError("rename: ids of " + Twine(Bits / 8) +
                             " bytes leave no room for new names");
  return Error::success();
}

void NameSurvey::frame(const StackFrame &F) {
  const ClassInfo *C = Context.findClassBySerial(F.ClassSerial);
  const std::string Class = C ? Context.className(*C) : NameMap::NoClass.str();
  const StringRef Method = Context.string(F.Method).value_or("");
  const StringRef Signature = Context.string(F.Signature).value_or("");
  const SmallVector<NameMap::Place, 1> Places =
      Names->method(Class, Method, Signature, F.Line);
  const std::string NewClass = Names->classNamed(Class).value_or(Class);
  const std::string NewSignature = Names->descriptor(Signature);
  const bool HasClass = Names->hasClass(Class);

  SmallVector<StackFrame, 1> New;
  auto Add = [&](StackFrame To, const std::string &Holder) {
    if (HasClass && F.SourceFile)
      To.SourceFile = replace(F.SourceFile, Names->sourceFile(Holder));
    New.push_back(To);
  };
  for (const NameMap::Place &P : Places) {
    StackFrame To = F;
    const bool IsOuter = &P == &Places.back();
    // The dump contains no signatures of inlined methods, and may not contain
    // their class.
    if (P.Class == NewClass) {
      To.Method = P.Method == Method ? F.Method : replace(F.Method, P.Method);
    } else {
      To.ClassSerial = 0;
      To.Method = replace(F.Method, P.Class + "." + P.Method);
    }
    if (!IsOuter)
      To.Signature = 0;
    To.Line = P.Line;
    if (!New.empty())
      To.Id = ++MaxFrame;
    Add(To, P.Class);
  }
  if (New.empty())
    Add(F, NewClass);
  StackFrame &Outer = New.back();
  if (NewSignature != Signature && Outer.Signature)
    Outer.Signature = replace(F.Signature, NewSignature);
  for (const StackFrame &Each : New) {
    if (Each.Method == F.Method)
      Kept.insert(F.Method);
    if (Each.Signature == F.Signature)
      Kept.insert(F.Signature);
    if (Each.SourceFile == F.SourceFile)
      Kept.insert(F.SourceFile);
  }
  const bool Stays = New.size() == 1 && Outer.Method == F.Method &&
                     Outer.Signature == F.Signature &&
                     Outer.SourceFile == F.SourceFile && Outer.Line == F.Line &&
                     Outer.ClassSerial == F.ClassSerial;
  if (Stays)
    Frames.erase(F.Id);
  else
    Frames[F.Id] = std::move(New);
}

uint64_t NameSurvey::fieldName(uint64_t Class, uint64_t Id) const {
  auto It = Fields.find(Class);
  return It == Fields.end() ? Id : lookUp(It->second, Id);
}

int32_t NameSurvey::position(uint32_t Thread, int32_t I) {
  if (I < 0)
    return I;
  auto [It, IsNew] = Positions.try_emplace(Thread);
  std::vector<int32_t> &Of = It->second;
  if (IsNew)
    if (const ThreadInfo *T = Context.findThread(Thread))
      if (std::optional<TraceInfo> Trace = Context.findTrace(T->TraceSerial)) {
        int32_t Next = 0;
        for (uint64_t Frame : Trace->Frames) {
          Next += int32_t(std::max<size_t>(frames(Frame).size(), 1));
          Of.push_back(Next - 1);
        }
      }
  return size_t(I) < Of.size() ? Of[size_t(I)] : I;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void Rename::visit(const FileHeader &H) {
  IdSize = H.IdSize;
  Next.visit(H);
  if (std::exchange(HasStrings, true))
    return;
  std::vector<std::pair<uint64_t, StringRef>> All;
  for (const auto &Entry : Survey.strings())
    All.push_back({Entry.second, Entry.first()});
  sort(All);
  for (auto [Id, Text] : All) {
    Utf8 R;
    R.Id = Id;
    R.Text = Payload(arrayRefFromStringRef(Text));
    Next.visit(static_cast<const Utf8 &>(R));
  }
}

void Rename::visit(const Utf8 &R) {
  IsLeftOut = Survey.leavesOut(R.Id);
  IsHidden = false;
  if (IsLeftOut)
    return;
  if (!Survey.hides(R.Id))
    return Next.visit(R);
  IsHidden = true;
  Account.add(Change::RedactedStrings);
  Lists[0].assign(R.Text.Bytes.size(), '*');
  Utf8 Out = R;
  Out.Text.Bytes = Lists[0];
  Next.visit(static_cast<const Utf8 &>(Out));
}

void Rename::visit(const LoadClass &R) {
  LoadClass Out = R;
  Out.Name = Survey.className(R.Name);
  if (Out.Name != R.Name)
    Account.add(Change::RenamedClasses);
  Next.visit(static_cast<const LoadClass &>(Out));
}

void Rename::visit(const ClassDump &R) {
  ClassDump Out = R;
  ListBuilder<StaticField> Statics(Lists[0], IdSize);
  ListBuilder<InstanceField> Fields(Lists[1], IdSize);
  auto Change = [&](auto &Field) {
    const uint64_t Old =
        std::exchange(Field.Name, Survey.fieldName(R.Class, Field.Name));
    if (Old != Field.Name)
      Account.add(Change::RenamedFields);
  };
  forEach(R.Statics, [&](StaticField F) {
    Change(F);
    Statics.add(F);
  });
  forEach(R.Fields, [&](InstanceField F) {
    Change(F);
    Fields.add(F);
  });
  Out.Statics = Statics.ref();
  Out.Fields = Fields.ref();
  Next.visit(static_cast<const ClassDump &>(Out));
}

void Rename::visit(const StackFrame &R) {
  const ArrayRef<StackFrame> New = Survey.frames(R.Id);
  if (New.empty())
    return Next.visit(R);
  Account.add(Change::RenamedFrames);
  Account.add(Change::InlinedFrames, New.size() - 1);
  for (const StackFrame &F : New)
    Next.visit(F);
}

void Rename::visit(const StackTrace &R) {
  ListBuilder<StackFrameRef> Frames(Lists[0], IdSize);
  forEach(R.Frames, [&](const StackFrameRef &F) {
    const ArrayRef<StackFrame> New = Survey.frames(F.Frame);
    if (New.empty())
      Frames.add(F);
    for (const StackFrame &Each : New)
      Frames.add({Each.Id});
  });
  StackTrace Out = R;
  Out.Frames = Frames.ref();
  Next.visit(static_cast<const StackTrace &>(Out));
}
