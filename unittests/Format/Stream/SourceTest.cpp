//===- SourceTest.cpp - Reading containers --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Source.h"
#include "Containers.h"
#include "Format/Parallel/NoThreads.h"
#include "Format/Stream/Chunk.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace hprof;
using namespace hprof::test;
using namespace llvm;

namespace {

Outcome read(const Bytes &Stored, unsigned Threads = 2, size_t Window = 4096) {
  SourceOptions Options;
  Options.Threads = Threads;
  return drain(*Source::openMemory(Stored, "test", Options), Window);
}

void expectGood(const Bytes &Expected, const Bytes &Stored) {
  for (unsigned Threads : {1, 2, 4}) {
    Outcome O = read(Stored, Threads, Threads == 2 ? 4096 : 70000);
    EXPECT_FALSE(O.Failed) << O.What;
    EXPECT_TRUE(Expected == O.Data) << O.Data.size();
  }
}

/// A file that is removed at the end of the test.
class TempFile {
public:
  explicit TempFile(const Bytes &Data) {
    Fd = ::mkstemp(Path);
    EXPECT_EQ(ssize_t(Data.size()), ::write(Fd, Data.data(), Data.size()));
  }
  ~TempFile() {
    ::close(Fd);
    ::unlink(Path);
  }
  char Path[32] = "/tmp/hprof-source-XXXXXX";
  int Fd;
};

/// Passes \p Stored to a source through a FIFO, \p Step bytes at a time.
Outcome readPipe(const Bytes &Stored, size_t Step) {
  TempFile Name({});
  ::unlink(Name.Path);
  EXPECT_EQ(0, ::mkfifo(Name.Path, 0600));
  std::thread Writer([&] {
    int Fd = ::open(Name.Path, O_WRONLY);
    for (size_t At = 0; At < Stored.size(); At += Step) {
      size_t N = std::min(Step, Stored.size() - At);
      EXPECT_EQ(ssize_t(N), ::write(Fd, Stored.data() + At, N));
    }
    ::close(Fd);
  });
  std::unique_ptr<Source> In = cantFail(Source::open(Name.Path));
  EXPECT_FALSE(In->isRewindable());
  EXPECT_TRUE(errorToBool(In->rewind()));
  EXPECT_TRUE(errorToBool(In->reopen().takeError()));
  Outcome O = drain(*In, 4096);
  Writer.join();
  return O;
}

TEST(Source, ChunkWithoutMemory) {
  stream::Chunk C;
  EXPECT_EQ(C.data(), nullptr);
  EXPECT_TRUE(C.rest().empty());
  C.reserve(16);
  EXPECT_EQ(C.rest().data(), C.data());
  EXPECT_GE(C.rest().size(), 16u);
  // Other data may then reuse the memory.
  stream::Chunk Other = std::move(C);
  EXPECT_NE(Other.data(), nullptr);
}

TEST(Source, WindowsOfEverySize) {
  Bytes Data = dumpLike(300001);
  for (const Bytes &Stored :
       {gzip(Data), hotspotGzip(Data, 70001), zstd(Data), Data})
    for (size_t Window : {1, 7, 4096, 65537, 300001, 400000}) {
      Outcome O = read(Stored, 2, Window);
      EXPECT_FALSE(O.Failed) << O.What;
      EXPECT_TRUE(Data == O.Data) << Window;
    }
}

TEST(Source, WindowsLargerThanChunks) {
  Bytes Data = dumpLike(11 << 20);
  for (const Bytes &Stored :
       {gzip(Data), hotspotGzip(Data, 1 << 20), zstd(Data)}) {
    std::unique_ptr<Source> In = Source::openMemory(Stored, "test");
    In->consume(In->peek(10).size() ? 10 : 0);
    // A large request, then a larger one, then small requests again.
    for (size_t Want : {size_t(3) << 20, size_t(5) << 20, size_t(9),
                        size_t(2) << 20, size_t(100)}) {
      ArrayRef<uint8_t> W = In->peek(Want);
      ASSERT_LE(Want, W.size());
      EXPECT_TRUE(W == ArrayRef(Data).slice(In->offset(), W.size()));
      In->consume(Want - 7);
    }
    uint64_t Left = Data.size() - In->offset();
    EXPECT_EQ(Left, In->peek(SIZE_MAX / 4).size());
    EXPECT_EQ(Left, In->skip(Left + 1));
    EXPECT_FALSE(errorToBool(In->takeError()));
  }
}

TEST(Source, ToldByContent) {
  Bytes Data = dumpLike(100);
  EXPECT_EQ(Compression::Gzip,
            Source::openMemory(gzip(Data), "x.zst")->compression());
  EXPECT_EQ(Compression::Zstd,
            Source::openMemory(zstd(Data), "x.gz")->compression());
  EXPECT_EQ(Compression::None, Source::openMemory(Data, "x")->compression());
  EXPECT_EQ(Compression::None, Source::openMemory({}, "x")->compression());
  // Nobody writes gzip in gzip on purpose: only one layer is decoded.
  EXPECT_TRUE(gzip(Data) == read(gzip(gzip(Data))).Data);
}

/// \p Units as UTF-16 after a byte order mark.
Bytes utf16(ArrayRef<uint16_t> Units, bool IsBig) {
  Bytes Out = IsBig ? Bytes{0xfe, 0xff} : Bytes{0xff, 0xfe};
  for (uint16_t U : Units)
    for (unsigned Shift : {IsBig ? 8 : 0, IsBig ? 0 : 8})
      Out.push_back(uint8_t(U >> Shift));
  return Out;
}

Bytes text(StringRef S) { return Bytes(S.bytes_begin(), S.bytes_end()); }

TEST(Source, Utf16BecomesUtf8) {
  for (bool IsBig : {false, true}) {
    expectGood(text("a"), utf16({'a'}, IsBig));
    expectGood(text("a\x7f\u0080\u07ff\u0800\uffff"),
               utf16({'a', 0x7f, 0x80, 0x7ff, 0x800, 0xffff}, IsBig));
    expectGood(text("a\U00010000\U0010ffff"),
               utf16({'a', 0xd800, 0xdc00, 0xdbff, 0xdfff}, IsBig));
    // Unpaired surrogates.
    expectGood(
        text("a\ufffdb\ufffd\ufffd\U00010000"),
        utf16({'a', 0xd800, 'b', 0xdc00, 0xd801, 0xd800, 0xdc00}, IsBig));
    for (size_t Lost : {1, 2}) {
      Bytes Cut = utf16({'a', 0xd800, 0xdc00}, IsBig);
      Cut.resize(Cut.size() - Lost);
      Outcome O = read(Cut);
      EXPECT_TRUE(O.Failed);
      EXPECT_TRUE(text("a\ufffd") == O.Data);
      EXPECT_NE(std::string::npos, O.What.find("ends inside a character"));
    }
    // Characters that straddle the boundaries of buffers and pieces.
    std::vector<uint16_t> Long = {'a'};
    std::string Expected = "a";
    while (Expected.size() < 2 << 20) {
      Long.insert(Long.end(), {0xd801, 0xdc37, 'x'});
      Expected += "\U00010437x";
    }
    expectGood(text(Expected), utf16(Long, IsBig));
    for (size_t Step : {1, 1001})
      EXPECT_TRUE(text("ab") == readPipe(utf16({'a', 'b'}, IsBig), Step).Data);
    EXPECT_TRUE(text(Expected) == readPipe(utf16(Long, IsBig), 1001).Data);
  }
}

TEST(Source, NotUtf16) {
  // If no ASCII character follows the mark, the input may be anything.
  for (const Bytes &B : {Bytes{0xff, 0xfe, 0, 0}, Bytes{0xfe, 0xff, 0, 0},
                         Bytes{0xff, 0xfe, 0, 'a'}, Bytes{0xff, 0xfe, 'a'}})
    EXPECT_TRUE(B == read(B).Data);
}

TEST(Source, GzipMembersOfEverySize) {
  Bytes A = dumpLike(1 << 20), B = noise(5 << 20), C = dumpLike(5 << 20, 2);
  Bytes Zeros(9 << 20);
  Bytes None;
  expectGood(None, gzip(None));
  expectGood(None, join({gzip(None), gzip(None), gzip(None)}));
  expectGood(A, join({gzip(None), gzip(A), gzip(None)}));
  expectGood(join({A, B, A}), join({gzip(A), gzip(B), gzip(A)}));
  expectGood(join({B, A, A, C}),
             join({gzip(B, 0), gzip(A, 0), gzip(A), gzip(C)}));
  expectGood(Zeros, gzip(Zeros));
  expectGood(Zeros, hotspotGzip(Zeros, 1 << 20));
  Bytes Small = dumpLike(20000);
  for (size_t MemberSize : {1, 100, 9999})
    expectGood(Small, hotspotGzip(Small, MemberSize));
  for (size_t MemberSize : {100000, 834182, 1048576, 3000000})
    expectGood(C, hotspotGzip(C, MemberSize));
}

/// Stored blocks contain their data verbatim, so a member can contain bytes
/// that look like the end of one member and the start of another, including the
/// size field.
TEST(Source, FalseGzipBoundaries) {
  Bytes Fake = {9, 0, 0, 0, 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
  Bytes Data = dumpLike(3000);
  for (int I = 0; I < 200; ++I) {
    Bytes Part = noise(size_t(I) * 31, I + 1);
    Data = join({Data, Part, Fake});
  }
  Bytes Whole = gzip(Data, 0);
  expectGood(Data, Whole);
  // Real members whose header is inside the content of another one.
  Bytes Nested = join({Data, gzip(Data), gzip(Data), Data});
  expectGood(join({Nested, Data, Nested}),
             join({gzip(Nested, 0), gzip(Data), gzip(Nested, 0)}));
  Bytes Long;
  for (int I = 0; I < 4; ++I)
    Long = join({Long, Nested});
  expectGood(Long, hotspotGzip(Long, 1 << 20));
  expectGood(join({Long, Long}), join({gzip(Long, 0), gzip(Long, 0)}));
}

TEST(Source, GzipPaddingAndGarbage) {
  Bytes Data = dumpLike(5000), Zeros(100000);
  expectGood(Data, join({gzip(Data), Zeros}));
  expectGood(Data, join({hotspotGzip(Data, 999), Zeros}));
  for (const Bytes &Tail :
       {Bytes{'x'}, Bytes{0, 0, 'x'}, Bytes{0x1f}, Bytes{0x1f, 0x8b},
        Bytes{0x1f, 0x8c, 8}, join({Zeros, gzip(Data)}),
        Bytes{0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}})
    for (const Bytes &Stored : {gzip(Data), hotspotGzip(Data, 999)}) {
      Outcome O = read(join({Stored, Tail}));
      EXPECT_TRUE(O.Failed);
      EXPECT_TRUE(Data == O.Data);
      EXPECT_EQ(Data.size(), O.Offset);
      EXPECT_NE(StringRef::npos, StringRef(O.What).find("raw offset 0x"))
          << O.What;
    }
}

TEST(Source, ZstdFrames) {
  Bytes A = dumpLike(1 << 20), B = noise(1000);
  Bytes Skip = {0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3};
  // A seekable file has a table in a skippable frame at the end.
  Bytes Table = {0x5e, 0x2a, 0x4d, 0x18, 9,    0,    0,    0,   0,
                 0,    0,    0,    0,    0xb1, 0xea, 0x92, 0x8f};
  expectGood(join({A, B, A}), join({zstd(A), zstd(B, 19), Skip, zstd({}), Skip,
                                    zstd(A), Table}));
  expectGood(A, join({Skip, zstd(A)}));
  expectGood({}, zstd({}));
  Outcome O = read(join({zstd(A), {'x', 'y', 'z', 'z', 'y'}}));
  EXPECT_TRUE(O.Failed);
  EXPECT_EQ(format_errc::bad_compression, O.Code);
  EXPECT_TRUE(A == O.Data);
}

TEST(Source, ZstdWindowIsLimited) {
  // A frame header that requests a window of 2^30 bytes.
  Bytes Frame = {0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, 1, 0, 0};
  Outcome O = read(Frame);
  EXPECT_TRUE(O.Failed);
  EXPECT_EQ(format_errc::bad_compression, O.Code);
  EXPECT_NE(StringRef::npos, StringRef(O.What).find("limited to 2^27 bytes"))
      << O.What;
}

/// Wherever a container is truncated, the data that can be read are a prefix of
/// the whole, and are reported as incomplete.
TEST(Source, SlowCutAtEveryByte) {
  Bytes Data = dumpLike(1200);
  for (const Bytes &Stored :
       {gzip(Data), hotspotGzip(Data, 300), join({gzip(Data), gzip(Data)}),
        join({zstd(Data), zstd(Data)})}) {
    Bytes Whole = read(Stored).Data;
    unsigned Silent = 0;
    uint64_t Longest = 0;
    for (size_t N = 4; N < Stored.size(); ++N) {
      Bytes Cut(Stored.begin(), Stored.begin() + N);
      Outcome O = read(Cut);
      ASSERT_TRUE(ArrayRef(O.Data) ==
                  ArrayRef(Whole).take_front(O.Data.size()));
      ASSERT_LE(Longest, O.Data.size());
      Longest = O.Data.size();
      if (!O.Failed) {
        ++Silent;
        continue;
      }
      EXPECT_EQ(O.Data.size(), O.Offset);
      EXPECT_EQ(format_errc::truncated, O.Code) << O.What;
      EXPECT_NE(StringRef::npos, StringRef(O.What).find("raw offset 0x"))
          << O.What;
      Outcome One = read(Cut, 1, 100);
      EXPECT_TRUE(One.Data == O.Data);
      EXPECT_EQ(One.What, O.What);
    }
    // Only truncation between members or frames leaves a complete file.
    EXPECT_EQ(Data.size() * 2 == Whole.size() ? 1u : Silent, Silent);
    EXPECT_LE(Silent, 4u);
  }
}

/// A gzip file truncated deep in its data still yields nearly all of its
/// contents.
TEST(Source, CutKeepsWhatWasIntact) {
  Bytes Data = dumpLike(3 << 20);
  for (Bytes Stored : {gzip(Data), hotspotGzip(Data, 1 << 20)}) {
    size_t Half = Stored.size() / 2;
    Stored.resize(Half);
    for (unsigned Threads : {1, 2, 4}) {
      Outcome O = read(Stored, Threads);
      EXPECT_TRUE(O.Failed);
      EXPECT_EQ(format_errc::truncated, O.Code);
      EXPECT_LT(Data.size() / 2 - 50000, O.Data.size());
      EXPECT_TRUE(ArrayRef(O.Data) == ArrayRef(Data).take_front(O.Data.size()));
    }
  }
}

TEST(Source, SlowEveryByteFlipped) {
  Bytes Data = dumpLike(1500);
  for (Bytes Stored : {hotspotGzip(Data, 600), zstd(Data)}) {
    for (size_t I = 0; I < Stored.size(); ++I) {
      Stored[I] ^= 0xff;
      Outcome Two = read(Stored), One = read(Stored, 1, 100);
      EXPECT_TRUE(Two.Data == One.Data) << I;
      EXPECT_EQ(Two.Failed, One.Failed) << I;
      EXPECT_EQ(Two.Offset, One.Offset) << I;
      // Only changes that no checksum covers are undetected: times and names in
      // headers. Without its magic number, a container is treated as plain
      // bytes.
      bool IsPlain = Source::openMemory(Stored, "test")->compression() ==
                     Compression::None;
      EXPECT_TRUE(IsPlain || Two.Failed || Two.Data == Data) << I;
      Stored[I] ^= 0xff;
    }
  }
}

TEST(Source, WrongChecksumIsTold) {
  Bytes Data = dumpLike(100000);
  Bytes Stored = gzip(Data);
  Stored[Stored.size() - 8] ^= 1;
  Outcome O = read(Stored);
  EXPECT_TRUE(O.Failed);
  EXPECT_EQ(format_errc::bad_compression, O.Code);
  EXPECT_NE(StringRef::npos, StringRef(O.What).find("incorrect data check"));
  EXPECT_TRUE(Data == O.Data);
}

TEST(Source, Files) {
  for (size_t Size : {0, 1, 4096, 65536, 1048576}) {
    Bytes Data = dumpLike(Size);
    TempFile Plain(Data), Gzip(gzip(Data)), Zstd(zstd(Data));
    for (const char *Path : {Plain.Path, Gzip.Path, Zstd.Path}) {
      std::unique_ptr<Source> In = cantFail(Source::open(Path));
      EXPECT_EQ(Path, In->name());
      EXPECT_TRUE(In->isRewindable());
      if (Path == Plain.Path && Size) {
        ASSERT_TRUE(In->contents());
        EXPECT_TRUE(*In->contents() == ArrayRef(Data));
        EXPECT_EQ(Size, In->size());
      }
      for (int Time = 0; Time < 3; ++Time) {
        Outcome O = drain(*In, 5000);
        EXPECT_FALSE(O.Failed) << O.What;
        EXPECT_TRUE(O.Data == Data);
        EXPECT_EQ(In->rawSize(), In->rawOffset());
        ASSERT_FALSE(errorToBool(In->rewind()));
        EXPECT_EQ(0u, In->offset());
        // The next read starts either with peeked data or without.
        if (Time == 1)
          (void)In->peek(1);
      }
    }
  }
}

TEST(Source, FilesThatAreReadAtTwoPlaces) {
  Bytes Data = dumpLike(3000001);
  TempFile Plain(Data), Gzip(gzip(Data)), Zstd(zstd(Data));
  for (bool Map : {true, false})
    for (const char *Path : {Plain.Path, Gzip.Path, Zstd.Path}) {
      SourceOptions Options;
      Options.Map = Map;
      std::unique_ptr<Source> In = cantFail(Source::open(Path, Options));
      Bytes Start;
      while (In->offset() < 1000000) {
        ArrayRef<uint8_t> W = In->peek(9);
        Start.insert(Start.end(), W.begin(), W.end());
        In->consume(W.size());
      }
      // The window of one source is not affected by the other source.
      ArrayRef<uint8_t> Before = In->peek(100);
      Bytes Kept(Before.begin(), Before.end());
      std::unique_ptr<Source> Other = cantFail(In->reopen());
      EXPECT_EQ(In->name(), Other->name());
      for (int Time = 0; Time < 2; ++Time) {
        Outcome O = drain(*Other, 5000);
        EXPECT_FALSE(O.Failed) << O.What;
        EXPECT_TRUE(O.Data == Data);
        ASSERT_FALSE(errorToBool(Other->rewind()));
      }
      Other.reset();
      EXPECT_TRUE(Before == ArrayRef(Kept));
      Outcome Rest = drain(*In, 5000);
      Start.insert(Start.end(), Rest.Data.begin(), Rest.Data.end());
      EXPECT_TRUE(Start == Data);
    }
  std::unique_ptr<Source> In =
      Source::fromMemory(Data, "test", /*WindowSize=*/7);
  In->consume(In->peek(7).size());
  EXPECT_TRUE(drain(*cantFail(In->reopen())).Data == Data);
}

TEST(Source, FilesThatAreNotMapped) {
  SourceOptions Options;
  Options.Map = false;
  for (size_t Size : {0, 1, 4096, 262144, 3000001}) {
    Bytes Data = dumpLike(Size);
    TempFile File(Data);
    std::unique_ptr<Source> In = cantFail(Source::open(File.Path, Options));
    EXPECT_FALSE(In->contents());
    EXPECT_EQ(Size, In->rawSize());
    // The window is within one read, spans two reads, or is larger than the
    // data kept before the position.
    for (size_t Window : {77, 65537, 262144, 1500000, 4000000}) {
      Outcome O = drain(*In, Window);
      EXPECT_FALSE(O.Failed) << O.What;
      EXPECT_TRUE(O.Data == Data) << Size << " in " << Window;
      EXPECT_EQ(Size, In->rawOffset());
      ASSERT_FALSE(errorToBool(In->rewind()));
    }
  }
}

TEST(Source, WrittenFilesAreReadFromTheirStart) {
  const Bytes Data = dumpLike(300000);
  for (const Bytes &Stored : {Data, gzip(Data), Bytes()})
    for (bool Map : {true, false}) {
      TempFile File(Stored);
      ASSERT_EQ(7, ::lseek(File.Fd, 7, SEEK_SET));
      SourceOptions Options;
      Options.Map = Map;
      std::unique_ptr<Source> In =
          cantFail(Source::openWritten(File.Fd, "written", Options));
      EXPECT_EQ("written", In->name());
      Outcome O = drain(*In);
      EXPECT_FALSE(O.Failed) << O.What;
      EXPECT_TRUE(O.Data == (Stored.empty() ? Stored : Data));
      EXPECT_EQ(7, ::lseek(File.Fd, 0, SEEK_CUR));
    }
  EXPECT_EQ("'none': Bad file descriptor",
            toString(Source::openWritten(-1, "none").takeError()));
}

/// The kernel fills a buffer faster if it is aligned like a page of the file.
TEST(Source, WindowsLieAsThePagesOfTheFile) {
  TempFile File(dumpLike(2000000));
  SourceOptions Options;
  Options.Map = false;
  std::unique_ptr<Source> In = cantFail(Source::open(File.Path, Options));
  while (!In->peek(1000).empty()) {
    uint64_t Address = reinterpret_cast<uintptr_t>(In->peek(1000).data());
    EXPECT_EQ(In->offset() % 4096, Address % 4096);
    In->consume(std::min<size_t>(In->peek(1000).size(), 70007));
  }
  EXPECT_EQ(2000000u, In->offset());
}

TEST(Source, FilesThatAreCutWhileTheyAreRead) {
  Bytes Data = dumpLike(3000000);
  TempFile File(Data);
  SourceOptions Options;
  Options.Map = false;
  std::unique_ptr<Source> In = cantFail(Source::open(File.Path, Options));
  EXPECT_LE(100u, In->peek(100).size());
  ASSERT_EQ(0, ::ftruncate(File.Fd, 1000000));
  Outcome O = drain(*In, 4096);
  EXPECT_FALSE(O.Failed) << O.What;
  EXPECT_TRUE(ArrayRef(O.Data) == ArrayRef(Data).take_front(1000000));
}

TEST(Source, FilesThatCannotBeOpened) {
  EXPECT_TRUE(errorToBool(Source::open("/no/such/file").takeError()));
  std::string Message = toString(Source::open("/tmp").takeError());
  EXPECT_NE(StringRef::npos, StringRef(Message).find("directory")) << Message;
}

TEST(Source, FilesThatSayTheyAreEmpty) {
  std::unique_ptr<Source> In = cantFail(Source::open("/proc/self/status"));
  Outcome O = drain(*In, 16);
  EXPECT_FALSE(O.Failed);
  EXPECT_TRUE(StringRef(reinterpret_cast<char *>(O.Data.data()), O.Data.size())
                  .starts_with("Name:"));
}

TEST(Source, ReadErrorsAreTold) {
  // Nothing is mapped at address 0, so reading fails.
  std::unique_ptr<Source> In = cantFail(Source::open("/proc/self/mem"));
  Outcome O = drain(*In, 16);
  EXPECT_TRUE(O.Failed);
  EXPECT_EQ(format_errc::io, O.Code);
  EXPECT_TRUE(O.Data.empty());
}

TEST(Source, Pipes) {
  Bytes Data = dumpLike(2500000);
  for (const Bytes &Stored :
       {Data, gzip(Data), hotspotGzip(Data, 1 << 20), zstd(Data)})
    for (size_t Step : {1000, 100000000}) {
      Outcome O = readPipe(Stored, Step);
      EXPECT_FALSE(O.Failed) << O.What;
      EXPECT_TRUE(Data == O.Data);
    }
  EXPECT_TRUE(readPipe({}, 1).Data.empty());
  EXPECT_TRUE(readPipe({7}, 1).Data == Bytes{7});
}

TEST(Source, WithoutThreadsPipesAreReadAndContainersAreNot) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  NoThreads Here;
  Bytes Data = dumpLike(60000); // Fits into a pipe.
  for (const Bytes &Stored : {Data, gzip(Data)}) {
    TempFile Name({});
    ::unlink(Name.Path);
    ASSERT_EQ(0, ::mkfifo(Name.Path, 0600));
    int Writer = ::open(Name.Path, O_RDWR);
    ASSERT_EQ(ssize_t(Stored.size()),
              ::write(Writer, Stored.data(), Stored.size()));
    std::unique_ptr<Source> In = cantFail(Source::open(Name.Path));
    ::close(Writer);
    Outcome O = drain(*In, 4096);
    if (In->compression() == Compression::None) {
      EXPECT_FALSE(O.Failed) << O.What;
      EXPECT_TRUE(Data == O.Data);
    } else {
      EXPECT_TRUE(O.Failed);
      EXPECT_EQ(format_errc::io, O.Code);
      EXPECT_TRUE(O.Data.empty());
    }
  }
  Outcome O = read(zstd(Data));
  EXPECT_EQ(O.What, "cannot create a thread for decompression");
}

/// A source can be closed while its writer is silent.
TEST(Source, SilentPipeDoesNotHang) {
  TempFile Name({});
  ::unlink(Name.Path);
  ASSERT_EQ(0, ::mkfifo(Name.Path, 0600));
  int Writer = ::open(Name.Path, O_RDWR);
  ASSERT_EQ(8, ::write(Writer, "JAVA PRO", 8));
  std::unique_ptr<Source> In = cantFail(Source::open(Name.Path));
  EXPECT_LE(4u, In->peek(4).size());
  In.reset();
  ::close(Writer);
}

} // namespace
