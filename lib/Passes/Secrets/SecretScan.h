//===- SecretScan.h - What a scan has learned so far ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_SECRETS_SECRETSCAN_H
#define HPROF_LIB_PASSES_SECRETS_SECRETSCAN_H

#include "IdSketch.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaHolders.h"
#include "hprof/Passes/Secrets/SecretReport.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <map>
#include <memory>

namespace hprof {

/// What the walks of a scan share. In this order they learn
/// - classes and secrets in the dump's strings;
/// - secrets and names of secrets in arrays;
/// - the strings that have these arrays, and the arrays of some maps;
/// - which fields, elements and entries of maps refer to all these, and to what
///   the names lead;
/// - what is in the collections and wrappers to which names lead, and the
///   arrays of such strings;
/// - what is in these.
class SecretScan {
public:
  /// \p Names has those of the dump after the first walk.
  SecretScan(const SecretMatcher &Matcher, const DumpContext &Names)
      : Matcher(Matcher), Names(Names) {}

  /// A reference of a class.
  struct Slot {
    uint32_t Offset;
    uint32_t Label;       ///< Label of what the field holds.
    SecretNameKind Name;  ///< What the field's name says of it.
    SecretNameKind Names; ///< Or of what is in it, if that is a collection.
    HeldPart Part;        ///< What the field holds for others.
  };
  struct Class {
    llvm::SmallVector<Slot, 4> Slots;
    /// The contents are those of an array: a String or the like.
    bool IsText = false;
    bool IsHolder = false; ///< Keeps what others gave it.
    uint64_t Bytes = 0;
    /// Where a text says that its array has UTF-16.
    std::optional<uint32_t> Coder;
    /// Indices of the fields of an entry of a map.
    std::optional<unsigned> Key, Value;
    /// The field of a map that holds its keys and values in turns.
    std::optional<unsigned> Turns;
  };
  const Class &classOf(uint64_t Id);

  struct Secret {
    uint32_t Rule; ///< Rule of the matcher.
    SecretForm Form;
    uint64_t Length;
    std::string Shown;
  };
  struct Found {
    llvm::SmallVector<Secret, 1> Secrets;
    uint32_t Holder = 0;    ///< A label, 0 for none so far.
    bool IsElement = false; ///< The holder is an array, which says little.
  };

  /// The number of a description of a holder, from 1.
  uint32_t label(const std::string &Text);

  /// Adds the secrets of \p Text, the array \p Id, or with 0 what \p Holder
  /// says.
  void scan(uint64_t Id, llvm::StringRef Text,
            const char *Holder = "strings of the dump");
  /// \p Holder refers to \p Id. The first field counts, or else the first
  /// array.
  void refer(uint64_t Id, uint32_t Holder, bool IsElement);
  /// A value that only a name makes a secret.
  struct NamedValue {
    uint32_t Holder;       ///< The first; 0 for none.
    SecretNameKinds Kinds; ///< What they say of the value itself.
    bool IsUtf16 = false;  ///< It is an array of bytes with UTF-16.
    /// What they say of what is in it, by the way that has led to it.
    std::array<SecretNameKinds, NumHeldWays> Within = {};

    explicit NamedValue(uint32_t Holder = 0) : Holder(Holder) {}
    /// A way leads to it, and to what is in it.
    void add(SecretNameKinds Of, HeldWay Way) {
      Kinds.add(Of);
      Within[size_t(Way)].add(Of);
    }
    /// Whether \p Other says more; then adds that.
    bool join(const NamedValue &Other) {
      bool IsNew = Kinds.add(Other.Kinds);
      for (size_t Way = 0; Way != NumHeldWays; ++Way)
        IsNew |= Within[Way].add(Other.Within[Way]);
      IsUtf16 |= Other.IsUtf16;
      return IsNew;
    }
  };
  /// A name of a secret leads to \p Id. Returns whether that is new.
  bool name(uint64_t Id, const NamedValue &V) {
    auto [It, IsNew] = Named.try_emplace(Id, V);
    return IsNew || It->second.join(V);
  }
  /// A name leads to \p Id through what holds it. Bounds memory for dumps that
  /// are made to take it.
  bool follow(uint64_t Id, const NamedValue &V) {
    if (V.Kinds.empty() || !Objects.mayContain(Id))
      return false;
    if (auto It = Named.find(Id); It != Named.end())
      return It->second.join(V);
    IsFull |= NumFollowed == MostFollowed;
    if (IsFull)
      return false;
    ++NumFollowed;
    return Named.try_emplace(Id, V).second;
  }
  /// The name of a field or a key leads to \p Id.
  void name(uint64_t Id, uint32_t Holder, SecretNameKind Kind) {
    NamedValue V(Holder);
    V.add(Kind, HeldWay::Plain);
    name(Id, V);
  }
  /// So does a plural to what is in it.
  void nameWithin(uint64_t Id, uint32_t Holder, SecretNameKind Kind) {
    NamedValue V(Holder);
    V.Within[size_t(HeldWay::Plain)] = Kind;
    name(Id, V);
  }
  /// The text \p Key, if it is such a name, leads to \p Id.
  void nameByKey(uint64_t Key, uint64_t Id);

  /// Sorted.
  void report(SecretReport &To) const;

  const SecretMatcher &Matcher;
  const DumpContext &Names;
  llvm::DenseMap<IdKey, Found> InArrays;
  std::vector<Found> InStrings;            ///< In the dump.
  llvm::DenseMap<IdKey, uint64_t> ArrayOf; ///< By strings with a secret.
  /// Texts that are names of secrets, by arrays and the strings that have them.
  llvm::DenseMap<IdKey, std::string> SecretNames;
  llvm::DenseMap<IdKey, NamedValue> Named;
  llvm::DenseSet<IdKey> TurnArrays; ///< Arrays with keys and values in turns.
  IdSketch Objects;                 ///< Instances and arrays.
  static constexpr uint64_t MostFollowed = uint64_t(1) << 20;
  bool IsFull = false; ///< There was more to follow.

private:
  uint64_t NumFollowed = 0;
  std::vector<std::string> Labels;
  std::map<std::string, uint32_t> LabelNumbers;
  llvm::DenseMap<IdKey, std::unique_ptr<Class>> Classes;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_SECRETS_SECRETSCAN_H
