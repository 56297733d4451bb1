//===- YamlBuilder.h - Builds records from parsed YAML ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLBUILDER_H
#define HPROF_LIB_FORMAT_YAML_YAMLBUILDER_H

#include "YamlParser.h"
#include "YamlScope.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordFacts.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include <map>

namespace hprof {
namespace yaml {

/// Receives headers and items, and sends records. If a member returns false, it
/// has set the error for takeError().
class Builder {
public:
  Builder(RecordVisitor &V, const YamlReaderOptions &Options);
  ~Builder();

  /// "--- !hprof", followed by the text of its map.
  bool newFile();
  bool header(llvm::StringRef Text);
  bool item(llvm::StringRef Text);
  /// Advances the line number past \p Text.
  void advance(llvm::StringRef Text);
  void finish();

  bool wantsMore() const { return V.wantsMore(); }
  /// \p Position is relative to the end of the last advance().
  bool fail(size_t Position, const llvm::Twine &What);
  llvm::Error takeError();
  /// Whether the fault is fatal: it is in the first header, or a document
  /// differs in kind.
  bool hasNothing() const { return !HasHeader || IsUnlike; }

private:
  template <class R> class FieldReader;
  using ItemFn = bool (Builder::*)(const Node &);

  bool idSize(const Node &Map, uint32_t &Bytes);
  bool origin(const Node &Map);
  /// Whether Header matches the first document's, as required.
  bool isLikeFirst();

  // Items that are not records.
  bool strings(const Node &Value);
  bool unknownRecord(const Node &Value);
  bool opaque(const Node &Value);
  bool gap(const Node &Value);
  bool length(const Node &Value);
  bool more(const Node &Value);
  bool defaults(const Node &Value);
  bool oneClass(const Node &Value);
  bool classes(const Node &Value);

  template <class R> bool record(const Node &Value);
  template <class R> bool foreign(const Node &Value);
  template <class R> bool send(R &Rec, const Node &Value, FieldReader<R> &Io);
  bool classList(llvm::ArrayRef<Node> List);
  bool pseudoFields(const Node &Map, uint32_t &Time,
                    std::optional<uint32_t> &Length);

  // Frames.
  void beginFrame(uint8_t Tag, uint32_t Time,
                  std::optional<uint32_t> Length = std::nullopt);
  void endFrame();
  void needSegment();
  void utf8(uint64_t Id, llvm::StringRef Raw);
  void bytes(llvm::ArrayRef<uint8_t> Chunk);
  void endOfFile();

  // Scalars.
  const Node *find(const Node &Map, llvm::StringRef Key) const;
  bool checkMap(const Node &N, llvm::StringRef What);
  bool checkKeys(const Node &Map, llvm::function_ref<bool(llvm::StringRef)> Ok,
                 llvm::StringRef What, llvm::StringRef Known);
  bool raw(const Node &N, llvm::StringRef &Out);
  bool number(const Node &N, unsigned Bits, uint64_t &Out);
  /// Bytes of a FieldType::Total.
  unsigned totalWidth() const { return InHprof.has(Header.Carrier) ? 4 : 8; }
  bool isNumber(const Node &N) const;
  enum class Space : uint8_t { String, Object, Frame };
  bool id(const Node &N, Space S, uint64_t &Out);
  bool idFromName(const Node &N, llvm::StringRef Raw, Space S, uint64_t &Out);
  bool typedValue(const Node &N, Value &Out);
  bool type(const Node &N, BasicType &Out);
  bool hex(const Node &N, llvm::SmallVectorImpl<uint8_t> &Out);

  // Payloads.
  bool claim(const Node &N, uint64_t Bytes);
  bool countElements(const Node &List, BasicType T, uint64_t &Count);
  bool run(const Node &N, llvm::StringRef &Text, uint64_t &Count);
  bool elements(const Node &List, BasicType T,
                llvm::function_ref<void(llvm::ArrayRef<uint8_t>)> Flush);
  bool element(const Node &N, llvm::StringRef Text, BasicType T,
               uint64_t &Bits);
  bool fieldsByName(const Node &At, uint64_t Class, const Node *Map);
  bool fieldsByType(const Node &List);
  bool textBytes(const Node &N, bool IsRaw);
  bool unitText(const Node &N, BasicType T);
  bool readText(const Node &Value);
  template <class R>
  bool sendText(R &Rec, const Node &Value, uint64_t HeadSize);
  template <class R>
  bool sendFieldValues(R &Rec, const Node &Value, uint64_t HeadSize,
                       bool HasCount);
  template <class R>
  bool sendList(R &Rec, const Node &List, BasicType T, uint64_t HeadSize,
                bool HasCount);
  template <class R>
  bool sendElements(R &Rec, const Node &Value, uint64_t HeadSize,
                    bool HasCount);
  template <class R> void sendWhole(R &Rec, uint64_t HeadSize);

  bool ensureString(const Node &N);
  bool ensureNames(const Node &Class, llvm::StringRef List);

  RecordVisitor &V;
  const YamlReaderOptions Options;
  Parser Parse;
  Scope Names;
  std::map<std::string, ItemFn, std::less<>> Items;

  // The current position.
  uint64_t Line = 1, Offset = 0;
  uint64_t Made = 0;        ///< Payload bytes implied by the text so far.
  llvm::StringRef ItemText; ///< The item being parsed.
  std::optional<FormatError> Failure;
  FileHeader Header;
  std::string FirstKind; ///< Kind of the first document, see Options.OneFormat.
  uint64_t Position = 0; ///< Position in the HPROF file that the records form.
  bool HasHeader = false; ///< Whether a file header was sent.
  bool IsUnlike = false;  ///< Whether a document differs from the first.
  bool InFrame = false;
  Frame Current;
  std::optional<uint32_t> Declared;
  bool OwnSegments = false; ///< Whether a segment was opened implicitly.
  uint32_t TraceDefault = 0;
  bool TopLevelContext = false; ///< New names become strings immediately.

  // The last record with a payload, for "more".
  enum class Open : uint8_t { None, Text, Bytes, Array };
  Open OpenPayload = Open::None;
  BasicType OpenType = BasicType::Byte;
  /// Kind of the record of the bytes().
  RecordKind PayloadOf = RecordKind::Opaque;

  llvm::SmallVector<uint8_t, 0> Payload;
  llvm::SmallVector<uint8_t, 0> Lists[MaxLists];
  unsigned NumLists = 0;
  llvm::SmallString<256> RawText;
};

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLBUILDER_H
