//===- LossAccount.h - Losses of a conversion -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Formats differ in what they can represent. Passes count here what they drop,
/// change or synthesize; the caller of the conversion reports these losses.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_PIPELINE_LOSSACCOUNT_H
#define HPROF_CONVERT_PIPELINE_LOSSACCOUNT_H

#include "hprof/Format/Records/Records.h"
#include <array>
#include <cassert>
#include <string>
#include <vector>

namespace hprof {

enum class Loss : uint8_t {
#define HPROF_LOSS(NAME, LOWERING, EFFECT, ONE, MANY) NAME,
#include "hprof/Convert/Pipeline/Losses.def"
};
constexpr unsigned NumLosses = 0
#define HPROF_LOSS(NAME, LOWERING, EFFECT, ONE, MANY) +1
#include "hprof/Convert/Pipeline/Losses.def"
    ;

/// The passes that convert records from one format's vocabulary to another's.
enum class Lowering : uint8_t {
#define HPROF_LOWERING(NAME, TEXT, RULE) NAME,
#include "hprof/Convert/Pipeline/Lowerings.def"
};

/// The contents of one row of Lowerings.def.
struct LoweringInfo {
  const char *Name; ///< "ReferencesToHprof"
  const char *Text; ///< "references to instances"
  const char *Rule; ///< Full sentences.
};
llvm::ArrayRef<LoweringInfo> allLowerings();
inline const LoweringInfo &loweringInfo(Lowering L) {
  return allLowerings()[unsigned(L)];
}

enum class LossEffect : uint8_t {
  Dropped, ///< In the input, but not in the output.
  Changed, ///< Represented differently in the output.
  MadeUp   ///< In the output, but not in the input.
};
/// Returns "dropped", "changed" or "made up".
llvm::StringRef lossEffectName(LossEffect E);

/// The contents of one row of Losses.def.
struct LossInfo {
  const char *Name; ///< "FieldNames"
  Lowering Cause;
  LossEffect Effect;
  const char *One;  ///< After a 1: "class's field names".
  const char *Text; ///< After other numbers: "classes' field names".
};
llvm::ArrayRef<LossInfo> allLosses();

/// A row of another library's table, for losses in the stages of that library.
struct AddedLoss {
  uint8_t Place; ///< Index in that table. Below LossAccount::MaxAdded.
  const char *Name;
  LossEffect Effect;
  const char *One;
  const char *Text;
};

class LossAccount {
public:
  /// Maximum number of rows of an added table.
  static constexpr unsigned MaxAdded = 32;

  void add(Loss L, uint64_t Count = 1) { Losses[unsigned(L)] += Count; }
  /// All rows added to an account must be from the same table.
  void add(const AddedLoss &L, uint64_t Count = 1) {
    assert(L.Place < MaxAdded && (!Rows[L.Place] || Rows[L.Place] == &L));
    Rows[L.Place] = &L;
    Added[L.Place] += Count;
  }
  /// Counts whole records that the target cannot represent.
  void addDropped(RecordKind K, uint64_t Count = 1) {
    Dropped[unsigned(K)] += Count;
  }
  /// Adds information for the user: a sentence for a warning.
  void remark(std::string Text) { Remarks.push_back(std::move(Text)); }
  llvm::ArrayRef<std::string> remarks() const { return Remarks; }
  /// Same as above, for a note, which does not report a fault.
  void note(std::string Text) { Notes.push_back(std::move(Text)); }
  llvm::ArrayRef<std::string> notes() const { return Notes; }

  /// Moves the losses of \p Cause to \p To, the account of their source.
  void move(Lowering Cause, LossAccount &To);

  uint64_t of(Loss L) const { return Losses[unsigned(L)]; }
  uint64_t of(const AddedLoss &L) const { return Added[L.Place]; }
  uint64_t dropped(RecordKind K) const { return Dropped[unsigned(K)]; }

  /// Losses in the order of the tables, with dropped records first.
  struct Entry {
    LossEffect Effect;
    std::string Name; ///< "HEAP SUMMARY" or "FieldNames".
    std::string Text; ///< After the count: "HEAP SUMMARY records".
    uint64_t Count;
  };
  std::vector<Entry> entries() const;

private:
  std::array<uint64_t, NumLosses> Losses{};
  std::array<uint64_t, NumRecordKinds> Dropped{};
  std::array<const AddedLoss *, MaxAdded> Rows{};
  std::array<uint64_t, MaxAdded> Added{};
  std::vector<std::string> Remarks;
  std::vector<std::string> Notes;
};

/// Returns "dropped 12 HEAP SUMMARY records, ...; made up ..."; with at most \p
/// PerEffect items for each effect, the most frequent ones.
std::string lossSentence(llvm::ArrayRef<LossAccount::Entry> Entries,
                         size_t PerEffect);

} // namespace hprof

#endif // HPROF_CONVERT_PIPELINE_LOSSACCOUNT_H
