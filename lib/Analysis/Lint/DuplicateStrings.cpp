//===- DuplicateStrings.cpp - Strings with equal contents -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/ModifiedUtf8.h"

using namespace hprof;
using namespace llvm;

namespace {

class DuplicateStrings : public LintCheck, public ContentClient {
public:
  using LintCheck::LintCheck;
  ContentClient *contentClient() override { return this; }
  void startGroups(unsigned Threads) override;
  void group(unsigned Thread, const ContentGroup &Group) override;
  Error finish(LintFinding &F) override;

private:
  struct Worker {
    uint64_t Groups = 0, Count = 0, Bytes = 0;
    uint64_t Strings = 0, Texts = 0;
    HolderTally Holders;
    Tally OfJdk; ///< See JdkKey.
    TopGroups Top;
  };
  LintRow row(const TopGroups::Group &Group) const;
  /// Calls \p F with every String and whether the String has its own array. If
  /// other objects also refer to the array, passes the array instead of the
  /// String.
  void forEachString(const ContentGroup &Group,
                     function_ref<void(Node String, bool HasOwnArray)> F) const;

  uint64_t StringBytes = 0;
  ClassNumber String = NoClass;
  std::vector<PerThread<Worker>> Workers;
};

} // namespace

void DuplicateStrings::startGroups(unsigned Threads) {
  String = S.findClass("java.lang.String");
  if (String != NoClass)
    StringBytes = S.G.classes()[String].InstanceBytes;
  Workers.resize(Threads);
  for (PerThread<Worker> &W : Workers)
    W.Value.Top = TopGroups(size_t(S.Options.MaxRows));
}

void DuplicateStrings::forEachString(const ContentGroup &Group,
                                     function_ref<void(Node, bool)> F) const {
  for (Node Array : Group.Arrays) {
    ArrayRef<std::pair<Node, Node>> Sharers = S.sharers(Array);
    for (const auto &[Of, Sharer] : Sharers)
      F(Sharer, &Sharer == &Sharers.front().second);
    if (!Sharers.empty())
      continue;
    Node P = S.T.parent(Array);
    bool IsString = P != NoNode && S.G.asClass(P) == NoClass &&
                    S.G.classNumber(P) == String;
    F(IsString ? P : Array, true);
  }
  for (Node Part : Group.PartialStrings)
    F(Part, false);
}

void DuplicateStrings::group(unsigned Thread, const ContentGroup &Group) {
  if (!Group.IsString)
    return;
  Worker &W = Workers[Thread].Value;
  // Most contents are in one array of one String and need no further check.
  if (Group.PartialStrings.empty() && Group.Arrays.size() == 1 &&
      S.sharers(Group.Arrays.front()).empty()) {
    ++W.Texts;
    ++W.Strings;
    return;
  }
  uint64_t ArrayBytes =
      Group.Arrays.empty() ? 0 : S.G.shallow(Group.Arrays.front());
  uint64_t Strings = 0, OfJdk = 0, Bytes = 0;
  TopGroups::Members Members;
  forEachString(Group, [&](Node String, bool HasOwnArray) {
    // One String and one array are needed.
    if (!Strings++)
      return Members.add(String, 0);
    uint64_t Each = StringBytes + (HasOwnArray ? ArrayBytes : 0);
    S.Wasted.claim(String, Each);
    if (S.isOfJdk(String)) {
      ++OfJdk;
      W.OfJdk.add(S, String, Each);
      return;
    }
    Bytes += Each;
    W.Holders.add(S, String, Each);
    Members.add(String, Each);
  });
  ++W.Texts;
  W.Strings += Strings;
  Strings -= OfJdk;
  if (Strings < 2)
    return;
  ++W.Groups;
  W.Count += Strings - 1;
  W.Bytes += Bytes;
  W.Top.add(Bytes, Strings, Members);
}

LintRow DuplicateStrings::row(const TopGroups::Group &Group) const {
  Node First = Group.First.front().N;
  LintRow R = TopGroups::row(S, Group, "");
  std::optional<JavaString> Text = S.Contents.string(First);
  if (!Text && !S.Utf16.contains(First))
    if (std::optional<FoundObject> O = S.Contents.object(First);
        O && O->ElementType == BasicType::Byte)
      Text = JavaString{latin1ToModifiedUtf8(O->Bytes), O->isWhole()};
  R.IsText = Text.has_value();
  R.What =
      Text ? std::move(Text->Text) : "(text of " + S.G.describe(First) + ")";
  return R;
}

Error DuplicateStrings::finish(LintFinding &F) {
  TopGroups Top(size_t(S.Options.MaxRows));
  HolderTally Holders;
  Tally OfJdk;
  uint64_t Texts = 0, Strings = 0;
  for (PerThread<Worker> &P : Workers) {
    Worker &W = P.Value;
    F.RowsInAll += W.Groups;
    F.Count += W.Count;
    F.Bytes += W.Bytes;
    Texts += W.Texts;
    Strings += W.Strings;
    Holders.merge(W.Holders);
    OfJdk.merge(W.OfJdk);
    Top.merge(W.Top);
  }
  for (const TopGroups::Group &G : Top.take())
    F.Rows.push_back(row(G));
  addJdkRow(S, F, OfJdk);
  F.Holders = Holders.holders(S);
  if (Strings)
    F.Notes.push_back(counted(Strings, "String has ", "Strings have ") +
                      counted(Texts, "value", "distinct values"));
  return Error::success();
}

std::unique_ptr<LintCheck> hprof::makeDuplicateStrings(const LintPasses &P) {
  return std::make_unique<DuplicateStrings>(P.S);
}
