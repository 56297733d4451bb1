//===- PlainColumns.h - Columns of values of one type -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ARROW_PLAINCOLUMNS_H
#define LIB_ARROW_PLAINCOLUMNS_H

#include "Arrow/ArrowColumn.h"
#include "llvm/ADT/StringMap.h"

namespace hprof {

llvm::Error wrongType();

/// Numbers as double, or as int64_t, which also holds the bits of unsigned
/// values.
template <class T> class NumberColumn final : public ArrowColumn {
public:
  explicit NumberColumn(const char *Format) : Format(Format) {}
  ArrowType type() const override { return {Format, {}, {}, false, {}, {}}; }

protected:
  llvm::Error addValue(const Datum &Value) override {
    if (const auto *N = Value.get<uint64_t>())
      Values.push_back(T(*N));
    else if (const auto *Signed = Value.get<int64_t>())
      Values.push_back(T(*Signed));
    else if (const auto *Real = Value.get<double>();
             Real && std::is_same_v<T, double>)
      Values.push_back(T(*Real));
    else
      return wrongType();
    return llvm::Error::success();
  }
  void addEmpty() override { Values.push_back(0); }
  void moveTo(ArrowParts &To) override {
    const size_t Size = Values.size();
    To.Buffers.push_back(arrowBuffer(std::exchange(Values, {})));
    Values.reserve(Size); // Expected size of the next batch.
  }

private:
  const char *Format;
  ArrowValues<T> Values;
};

/// A bit for each value.
class FlagColumn final : public ArrowColumn {
public:
  ArrowType type() const override { return {"b", {}, {}, false, {}, {}}; }
  uint64_t bytes() const override { return Bits.size(); }

protected:
  llvm::Error addValue(const Datum &Value) override;
  void addEmpty() override { push(false); }
  void moveTo(ArrowParts &To) override;

private:
  void push(bool Flag);

  ArrowValues<uint8_t> Bits;
  uint64_t Count = 0;
};

/// The bytes of all strings, with the start of each and the end of the last.
class TextValues {
public:
  llvm::Error add(llvm::StringRef Text);
  llvm::StringRef operator[](size_t I) const {
    return {Bytes.data() + Offsets[I], size_t(Offsets[I + 1] - Offsets[I])};
  }
  size_t size() const { return Offsets.size() - 1; }
  uint64_t bytes() const { return Bytes.size() + 4 * Offsets.size(); }
  /// Moves the buffers that follow the bitmap to \p To.
  void moveTo(ArrowParts &To);
  /// Copies these buffers to \p To.
  void copyTo(ArrowParts &To) const;

private:
  ArrowValues<int32_t> Offsets = {0};
  ArrowValues<char> Bytes;
};

class TextColumn final : public ArrowColumn {
public:
  ArrowType type() const override { return {"u", {}, {}, false, {}, {}}; }
  uint64_t bytes() const override { return Texts.bytes(); }

protected:
  llvm::Error addValue(const Datum &Value) override {
    return Texts.add(textOf(Value, Buffer));
  }
  void addEmpty() override { llvm::cantFail(Texts.add("")); }
  void moveTo(ArrowParts &To) override { Texts.moveTo(To); }

private:
  TextValues Texts;
  std::string Buffer;
};

/// Strings with few distinct values, as dictionary indices. A batch reuses the
/// indices of earlier batches until the dictionary becomes too large and a new
/// one begins.
template <class Index> class DictionaryColumn final : public ArrowColumn {
public:
  /// Initializes the dictionary with \p Words, as in "a|b".
  explicit DictionaryColumn(llvm::StringRef Words);
  ArrowType type() const override;
  uint64_t bytes() const override {
    return Indices.size() * sizeof(Index) + Grown;
  }

protected:
  llvm::Error addValue(const Datum &Value) override;
  void addEmpty() override { Indices.push_back(0); }
  void moveTo(ArrowParts &To) override;

private:
  static constexpr uint64_t MaxBytes = 16 << 20;
  llvm::Error addText(llvm::StringRef Text);
  void begin();

  llvm::StringRef Words;
  ArrowValues<Index> Indices;
  TextValues Texts;
  llvm::StringMap<Index> Known;
  /// Indices by string address; the string at the address may have changed.
  std::vector<std::pair<const char *, Index>> Seen;
  uint64_t Grown = 0; ///< Bytes added since the last batch.
  std::shared_ptr<const ArrowParts>
      Shared; ///< Null if the dictionary has grown.
  std::string Buffer;
};

/// Any number of values of another column.
class ListColumn final : public ArrowColumn {
public:
  explicit ListColumn(std::unique_ptr<ArrowColumn> Of) : Of(std::move(Of)) {}
  ArrowType type() const override;
  llvm::Expected<ArrowParts> finish() override;
  uint64_t bytes() const override { return 4 * Offsets.size() + Of->bytes(); }

protected:
  llvm::Error addValue(const Datum &Value) override;
  void addEmpty() override { Offsets.push_back(Offsets.back()); }
  void moveTo(ArrowParts &To) override;

private:
  llvm::Error addAll(const Datum &Value);

  std::unique_ptr<ArrowColumn> Of;
  ArrowValues<int32_t> Offsets = {0};
};

} // namespace hprof

#endif // LIB_ARROW_PLAINCOLUMNS_H
