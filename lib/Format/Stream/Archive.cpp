//===- Archive.cpp - A file inside a zip or tar archive -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Archive.h"
#include "ByteOrderMark.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <archive.h>
#include <archive_entry.h>
#include <vector>

using namespace hprof;
using namespace llvm;

/// Number of bytes of an entry examined to rank it.
static constexpr size_t HeadSize = 64 << 10;

bool hprof::isArchive(Source &In) {
  StringRef Head = toStringRef(In.peek(4));
  for (StringRef Magic : {"PK\3\4", "PK\5\6", "PK\7\10"})
    if (Head.starts_with(Magic))
      return true;
  if (Head == "JAVA" || Head.size() < 4)
    return false;
  Head = toStringRef(In.peek(512));
  return Head.size() >= 512 && Head.substr(257).starts_with("ustar");
}

namespace {
struct Entry {
  std::string Path;
  unsigned Rank = 0;
};

/// One pass over the regular files of an archive.
class Walk {
public:
  explicit Walk(Source &In) : In(In), A(archive_read_new()) {
    if (!A)
      return;
    archive_read_support_format_zip(A);
    archive_read_support_format_tar(A);
  }
  ~Walk() { archive_read_free(A); }
  Walk(const Walk &) = delete;
  Walk &operator=(const Walk &) = delete;

  Error open() {
    if (!A)
      return errorCodeToError(
          std::make_error_code(std::errc::not_enough_memory));
    int Status;
    // An archive in memory can be read from its end, where zip has its
    // directory.
    if (std::optional<ArrayRef<uint8_t>> All = In.contents())
      Status = archive_read_open_memory(A, All->data(), All->size());
    else
      Status = archive_read_open(A, this, nullptr, &Walk::more, nullptr);
    return Status < ARCHIVE_WARN ? failure() : Error::success();
  }

  /// Returns the path of the next file; nullopt at the end.
  Expected<std::optional<std::string>> next() {
    archive_entry *E;
    for (;;) {
      int Status = archive_read_next_header(A, &E);
      if (Status == ARCHIVE_EOF)
        return std::nullopt;
      if (Status < ARCHIVE_WARN)
        return failure();
      // The other function depends on the locale, which is never set.
      const char *Path = archive_entry_pathname_utf8(E);
      if (!Path)
        Path = archive_entry_pathname(E);
      std::string Name = Path ? Path : "?";
      Position = 0;
      if (archive_entry_filetype(E) != AE_IFREG || isMacAttributes(Name))
        continue;
      if (archive_entry_is_encrypted(E))
        return make_error<FormatError>(format_errc::bad_compression, offset(),
                                       "'" + Name + "' is encrypted");
      return Name;
    }
  }

  /// Returns the next bytes of the file, empty at its end. Valid until the next
  /// call. archive_read_data() would lose bytes copied before damage.
  Expected<ArrayRef<uint8_t>> read() {
    for (;;) {
      const void *Data;
      size_t Size;
      la_int64_t At;
      int Status = archive_read_data_block(A, &Data, &Size, &At);
      if (Status == ARCHIVE_EOF)
        return ArrayRef<uint8_t>();
      if (Status < ARCHIVE_OK)
        return failure();
      if (uint64_t(At) != Position)
        return make_error<FormatError>(
            format_errc::bad_compression, offset(),
            "the file in the archive is sparse: unpack it first");
      Position += Size;
      if (Size)
        return ArrayRef(static_cast<const uint8_t *>(Data), Size);
    }
  }

  /// Must be called after the last file: performs checks that libarchive omits,
  /// as it reads a zip file by file without its directory. A tar may lack its
  /// last, empty blocks, as other readers also allow.
  Error checkEnd() {
    if ((archive_format(A) & ARCHIVE_FORMAT_BASE_MASK) != ARCHIVE_FORMAT_ZIP)
      return Error::success();
    // The last record consists of 22 bytes and a comment of up to 64 KiB.
    constexpr size_t EndSize = 22, Most = EndSize + (64 << 10);
    std::string Tail;
    if (std::optional<ArrayRef<uint8_t>> All = In.contents()) {
      Tail = toStringRef(All->take_back(std::min(Most, All->size()))).str();
    } else {
      Given = 0;
      for (ArrayRef<uint8_t> Bytes = In.peek(1); !Bytes.empty();
           Bytes = In.peek(1)) {
        Tail += toStringRef(Bytes);
        Tail.erase(0, Tail.size() - std::min(Most, Tail.size()));
        In.consume(Bytes.size());
      }
      if (Error E = In.takeError())
        return E;
    }
    size_t At = Tail.rfind("PK\5\6");
    if (At != std::string::npos && Tail.size() - At >= EndSize)
      return Error::success();
    return make_error<FormatError>(
        format_errc::bad_compression, offset(),
        "the archive is damaged: the end of the zip directory is missing");
  }

private:
  /// Whether this is one of the files that macOS adds for each file in an
  /// archive.
  static bool isMacAttributes(StringRef Path) {
    return Path.starts_with("__MACOSX/") ||
           sys::path::filename(Path, sys::path::Style::posix).starts_with("._");
  }

  static la_ssize_t more(archive *A, void *Data, const void **Out) {
    Walk &W = *static_cast<Walk *>(Data);
    W.In.consume(W.Given);
    ArrayRef<uint8_t> Bytes = W.In.peek(1);
    W.Given = Bytes.size();
    *Out = Bytes.data();
    if (!Bytes.empty())
      return la_ssize_t(Bytes.size());
    W.Cause = W.In.takeError();
    if (!W.Cause)
      return 0;
    archive_set_error(A, EIO, "the input cannot be read");
    return -1;
  }

  /// Offset in the archive, for messages.
  uint64_t offset() const { return uint64_t(archive_filter_bytes(A, -1)); }

  Error failure() {
    if (Cause)
      return std::move(Cause);
    const char *Why = archive_error_string(A);
    return make_error<FormatError>(format_errc::bad_compression, offset(),
                                   "the archive is damaged: " +
                                       Twine(Why ? Why : "unknown reason"));
  }

  Source &In;
  archive *A;
  uint64_t Position = 0; ///< Position in the current file of the archive.
  size_t Given = 0;      ///< Size of the last peek(), not yet consumed.
  Error Cause = Error::success();
};

/// The bytes of one file of an archive.
class ArchiveSource final : public Source {
public:
  /// \p Damage describes damage elsewhere in the archive; it is reported after
  /// the file, unless the file itself is damaged. With \p Rank, the archive
  /// must not contain another ranked file after this one.
  ArchiveSource(std::unique_ptr<Source> From, size_t Index,
                std::unique_ptr<Walk> W, std::string Damage,
                std::vector<uint8_t> Head = {}, RankEntry Rank = nullptr)
      : Source(From->name(), From->compression()), In(std::move(From)),
        Index(Index), W(std::move(W)), Damage(std::move(Damage)),
        Window(std::move(Head)), Rank(Rank) {}
  ~ArchiveSource() override { consumeError(std::move(Failure)); }

  ArrayRef<uint8_t> peek(size_t Want) override {
    if (!std::exchange(HasBegun, true)) {
      (void)peek(stream::ByteOrderMark.size());
      if (stream::hasByteOrderMark(Window))
        Begin = stream::ByteOrderMark.size();
    }
    while (Window.size() - Begin < Want && !IsAtEnd)
      fill();
    return ArrayRef(Window).drop_front(Begin);
  }
  void consume(size_t N) override {
    assert(N <= Window.size() - Begin && "consumed more than there is");
    Begin += N;
    Offset += N;
  }
  Error takeError() override { return std::move(Failure); }

  bool isRewindable() const override { return In->isRewindable(); }
  Error rewind() override {
    if (Error E = In->rewind())
      return E;
    consumeError(std::move(Failure));
    Window.clear();
    Begin = 0;
    Offset = 0;
    IsAtEnd = HasBegun = false;
    Expected<std::unique_ptr<Walk>> Again = walkTo(*In, Index);
    if (!Again)
      return Again.takeError();
    W = std::move(*Again);
    return Error::success();
  }
  Expected<std::unique_ptr<Source>> reopen() const override {
    Expected<std::unique_ptr<Source>> Other = In->reopen();
    if (!Other)
      return Other.takeError();
    Expected<std::unique_ptr<Walk>> Again = walkTo(**Other, Index);
    if (!Again)
      return Again.takeError();
    return std::make_unique<ArchiveSource>(std::move(*Other), Index,
                                           std::move(*Again), Damage);
  }
  uint64_t rawOffset() const override { return In->rawOffset(); }
  uint64_t rawSize() const override { return In->rawSize(); }

  /// Walks \p In, which is at its beginning, to file number \p Index.
  static Expected<std::unique_ptr<Walk>> walkTo(Source &In, size_t Index) {
    auto W = std::make_unique<Walk>(In);
    if (Error E = W->open())
      return E;
    for (size_t I = 0; I <= Index; ++I) {
      Expected<std::optional<std::string>> Found = W->next();
      if (!Found)
        return Found.takeError();
      if (!*Found)
        return make_error<FormatError>(
            format_errc::io, In.offset(),
            "the archive has changed since it was opened");
    }
    return W;
  }

private:
  void fill() {
    if (Begin) {
      Window.erase(Window.begin(), Window.begin() + ptrdiff_t(Begin));
      Begin = 0;
    }
    Expected<ArrayRef<uint8_t>> Got = W->read();
    if (Got)
      Window.insert(Window.end(), Got->begin(), Got->end());
    IsAtEnd = !Got || Got->empty();
    if (!Got)
      Failure = Got.takeError();
    else if (IsAtEnd && Rank)
      Failure = checkRest();
    else if (IsAtEnd && !Damage.empty())
      Failure = make_error<FormatError>(format_errc::bad_compression,
                                        Offset + Window.size(), Damage);
  }
  Error checkRest();

  // The walk and its input are rewound, read and destroyed together.
  std::unique_ptr<Source> In;
  size_t Index; ///< Index among the archive's files.
  std::unique_ptr<Walk> W;
  std::string Damage;
  std::vector<uint8_t> Window;
  size_t Begin = 0; ///< Number of consumed bytes.
  bool IsAtEnd = false;
  bool HasBegun = false; ///< Whether the byte order mark was checked.
  Error Failure = Error::success();
  RankEntry Rank;
};
} // namespace

static Error notOne(const Twine &What) { return createStringError(What); }

/// Returns the bytes used to rank a file; readHead() may return more, because
/// blocks have any size.
static StringRef headOf(ArrayRef<uint8_t> Read) {
  return toStringRef(stream::withoutByteOrderMark(Read).take_front(HeadSize));
}

/// Reads the first bytes of the current file of \p W, or as many as precede
/// \p Damage.
static std::vector<uint8_t> readHead(Walk &W, Error &Damage) {
  std::vector<uint8_t> Head;
  while (Head.size() < HeadSize) {
    Expected<ArrayRef<uint8_t>> Got = W.read();
    if (!Got)
      Damage = Got.takeError();
    if (!Got || Got->empty())
      break;
    Head.insert(Head.end(), Got->begin(), Got->end());
  }
  return Head;
}

Error ArchiveSource::checkRest() {
  for (;;) {
    Expected<std::optional<std::string>> Next = W->next();
    if (!Next)
      return Next.takeError();
    if (!*Next)
      return W->checkEnd();
    Error Damage = Error::success();
    std::vector<uint8_t> Head = readHead(*W, Damage);
    if (Damage)
      return Damage;
    if (Rank(headOf(Head)))
      return notOne("the archive contains another dump, '" + **Next +
                    "'; only the first was read");
  }
}

/// Returns "a.hprof, b.hprof and 3 more".
static std::string listOf(ArrayRef<Entry> Entries) {
  constexpr size_t Most = 5;
  std::string Out;
  ListSeparator Comma;
  for (const Entry &E : Entries.take_front(Most))
    Out += (StringRef(Comma) + E.Path).str();
  if (Entries.size() > Most)
    Out += " and " + std::to_string(Entries.size() - Most) + " more";
  return Out;
}

/// Returns all files of the archive, ranked. For a damaged archive, returns
/// those before the damage if they include a dump, which is then read as far as
/// possible, and sets \p Told to a description of the damage.
static Expected<std::vector<Entry>> listEntries(Source &In, RankEntry Rank,
                                                std::string &Told) {
  Walk W(In);
  if (Error E = W.open())
    return E;
  std::vector<Entry> All;
  Error Damage = Error::success();
  while (!Damage) {
    Expected<std::optional<std::string>> Path = W.next();
    if (!Path) {
      Damage = Path.takeError();
      break;
    }
    if (!*Path) {
      Damage = W.checkEnd();
      break;
    }
    std::vector<uint8_t> Head = readHead(W, Damage);
    All.push_back({std::move(**Path), Rank(headOf(Head))});
  }
  const bool HasDump = any_of(All, [](const Entry &E) { return E.Rank != 0; });
  if (Damage && !HasDump)
    return Damage;
  // Damage has an offset in the archive, but is reported at one in the file.
  if (Error E = handleErrors(
          std::move(Damage), [&](std::unique_ptr<FormatError> FE) -> Error {
            if (FE->code() == format_errc::io)
              return Error(std::move(FE));
            Told = FE->what() + " (at offset 0x" +
                   utohexstr(FE->offset(), /*LowerCase=*/true) +
                   " in the archive)";
            return Error::success();
          }))
    return E;
  return All;
}

/// Opens the first ranked file of an archive that can be read only once.
static Expected<std::unique_ptr<Source>> takeFirst(std::unique_ptr<Source> In,
                                                   RankEntry Rank) {
  auto W = std::make_unique<Walk>(*In);
  if (Error E = W->open())
    return E;
  std::vector<Entry> Others;
  for (size_t Index = 0;; ++Index) {
    Expected<std::optional<std::string>> Path = W->next();
    if (!Path)
      return Path.takeError();
    if (!*Path)
      break;
    Error Damage = Error::success();
    std::vector<uint8_t> Head = readHead(*W, Damage);
    if (Rank(headOf(Head))) {
      consumeError(std::move(Damage)); // Occurs again after these bytes.
      return std::make_unique<ArchiveSource>(std::move(In), Index, std::move(W),
                                             "", std::move(Head), Rank);
    }
    if (Damage)
      return Damage;
    Others.push_back({std::move(**Path)});
  }
  return notOne(Others.empty()
                    ? "the archive contains no files"
                    : "the archive contains no dump, found " + listOf(Others));
}

Expected<std::unique_ptr<Source>> hprof::openArchive(std::unique_ptr<Source> In,
                                                     RankEntry Rank) {
  if (!In->isRewindable())
    return takeFirst(std::move(In), Rank);
  std::string Damage;
  Expected<std::vector<Entry>> All = listEntries(*In, Rank, Damage);
  if (!All)
    return All.takeError();
  if (All->empty())
    return notOne("the archive contains no files");
  unsigned Best = 0;
  for (const Entry &E : *All)
    Best = std::max(Best, E.Rank);
  if (!Best)
    return notOne("the archive contains no dump, found " + listOf(*All));
  size_t Index = 0;
  std::vector<Entry> Meant;
  for (const auto &[I, E] : enumerate(*All))
    if (E.Rank == Best) {
      Index = I;
      Meant.push_back(E);
    }
  if (Meant.size() > 1)
    return notOne("the archive contains " + Twine(Meant.size()) +
                  " dumps; unpack one of them: " + listOf(Meant));
  if (Error E = In->rewind())
    return E;
  Expected<std::unique_ptr<Walk>> W = ArchiveSource::walkTo(*In, Index);
  if (!W)
    return W.takeError();
  return std::make_unique<ArchiveSource>(std::move(In), Index, std::move(*W),
                                         std::move(Damage));
}
