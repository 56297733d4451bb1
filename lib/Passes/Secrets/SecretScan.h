//===- SecretScan.h - State of a scan for secrets ---------------*- C++ -*-===//
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

/// State shared by the walks of a scan. In this order, they collect
/// - classes and secrets in the dump's strings;
/// - secrets and names of secrets in arrays;
/// - the strings that use these arrays, and the arrays of some maps;
/// - the fields, elements and map entries that refer to any of these, and the
///   objects to which the names lead;
/// - the contents of the collections and wrappers to which names lead, and the
///   arrays of strings to which names lead;
/// - the contents of these arrays.
class SecretScan {
public:
  /// \p Names contains the names of the dump after the first walk.
  SecretScan(const SecretMatcher &Matcher, const DumpContext &Names)
      : Matcher(Matcher), Names(Names) {}

  /// A field that holds a reference.
  struct Slot {
    uint32_t Offset;
    uint32_t Label;       ///< Label of the field.
    SecretNameKind Name;  ///< Kind of the field's name.
    SecretNameKind Names; ///< Implied kind of its elements, if any.
    HeldPart Part;        ///< The part of the holder that the field refers to.
  };
  struct Class {
    llvm::SmallVector<Slot, 4> Slots;
    /// Whether the object's contents are in an array, as with a String.
    bool IsText = false;
    bool IsHolder = false; ///< Whether this is a collection or wrapper.
    uint64_t Bytes = 0;
    /// Offset of the field that shows whether its array is UTF-16.
    std::optional<uint32_t> Coder;
    /// Indices of the fields of a map entry.
    std::optional<unsigned> Key, Value;
    /// The field of a map for the array of alternating keys and values.
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
    uint32_t Holder = 0; ///< Label of the holder; 0 if none was found so far.
    bool IsElement = false; ///< The holder is an array, which is less specific.
  };

  /// Returns the number of the description of a holder, from 1.
  uint32_t label(const std::string &Text);

  /// Adds the secrets of \p Text, contents of the array \p Id or, if 0, of \p
  /// Holder.
  void scan(uint64_t Id, llvm::StringRef Text,
            const char *Holder = "strings of the dump");
  /// Records that \p Holder refers to \p Id. The first field is used or, if
  /// there is no field, the first array.
  void refer(uint64_t Id, uint32_t Holder, bool IsElement);
  /// A value that is secret only because of a name.
  struct NamedValue {
    uint32_t Holder;       ///< The first holder; 0 for none.
    SecretNameKinds Kinds; ///< Kinds implied for the value itself.
    bool IsUtf16 = false;  ///< Whether this is a byte array with UTF-16.
    /// Kinds implied for its contents, by the state of the path to it.
    std::array<SecretNameKinds, NumHeldWays> Within = {};

    explicit NamedValue(uint32_t Holder = 0) : Holder(Holder) {}
    /// Adds kinds that apply to the value and, by \p Way, to its contents.
    void add(SecretNameKinds Of, HeldWay Way) {
      Kinds.add(Of);
      Within[size_t(Way)].add(Of);
    }
    /// Adds \p Other. Returns whether that adds kinds.
    bool join(const NamedValue &Other) {
      bool IsNew = Kinds.add(Other.Kinds);
      for (size_t Way = 0; Way != NumHeldWays; ++Way)
        IsNew |= Within[Way].add(Other.Within[Way]);
      IsUtf16 |= Other.IsUtf16;
      return IsNew;
    }
  };
  /// Records that a secret's name leads to \p Id. Returns whether that is new.
  bool name(uint64_t Id, const NamedValue &V) {
    auto [It, IsNew] = Named.try_emplace(Id, V);
    return IsNew || It->second.join(V);
  }
  /// Records that a name leads to \p Id through its holder. Bounds memory for
  /// adversarial dumps.
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
  /// Records that the name of a field or a key leads to \p Id.
  void name(uint64_t Id, uint32_t Holder, SecretNameKind Kind) {
    NamedValue V(Holder);
    V.add(Kind, HeldWay::Plain);
    name(Id, V);
  }
  /// Records that a plural name leads to the contents of \p Id.
  void nameWithin(uint64_t Id, uint32_t Holder, SecretNameKind Kind) {
    NamedValue V(Holder);
    V.Within[size_t(HeldWay::Plain)] = Kind;
    name(Id, V);
  }
  /// Records that the string \p Key, if it is a secret's name, leads to \p Id.
  void nameByKey(uint64_t Key, uint64_t Id);

  /// Returns the findings, sorted.
  void report(SecretReport &To) const;

  const SecretMatcher &Matcher;
  const DumpContext &Names;
  llvm::DenseMap<IdKey, Found> InArrays;
  std::vector<Found> InStrings;            ///< In the dump's strings.
  llvm::DenseMap<IdKey, uint64_t> ArrayOf; ///< By strings with a secret.
  /// Names of secrets, by arrays and the strings that use them.
  llvm::DenseMap<IdKey, std::string> SecretNames;
  llvm::DenseMap<IdKey, NamedValue> Named;
  llvm::DenseSet<IdKey> TurnArrays; ///< Arrays of alternating keys and values.
  IdSketch Objects;                 ///< All instances and arrays.
  static constexpr uint64_t MostFollowed = uint64_t(1) << 20;
  bool IsFull = false; ///< Whether the limit of objects to follow was exceeded.

private:
  uint64_t NumFollowed = 0;
  std::vector<std::string> Labels;
  std::map<std::string, uint32_t> LabelNumbers;
  llvm::DenseMap<IdKey, std::unique_ptr<Class>> Classes;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_SECRETS_SECRETSCAN_H
