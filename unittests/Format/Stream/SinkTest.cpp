//===- SinkTest.cpp - Writing containers ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Stream/Sink.h"
#include "Containers.h"
#include "Format/Parallel/NoThreads.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::test;
using namespace llvm;

namespace {

constexpr Compression Kinds[] = {Compression::None, Compression::Gzip,
                                 Compression::Zstd};

using Memory = SmallVector<char, 0>;

SinkOptions options(Compression Kind, unsigned Threads = 2,
                    unsigned Level = 0) {
  SinkOptions O;
  O.Kind = Kind;
  O.Threads = Threads;
  O.Level = Level;
  return O;
}

ArrayRef<uint8_t> bytesOf(const Memory &M) {
  return arrayRefFromStringRef(StringRef(M.data(), M.size()));
}

Memory write(ArrayRef<uint8_t> Data, const SinkOptions &Options,
             size_t Step = 100000) {
  Memory Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out, Options);
  for (size_t At = 0; At < Data.size(); At += Step) {
    EXPECT_EQ(At, To->offset());
    To->append(Data.drop_front(At).take_front(Step));
  }
  EXPECT_EQ(Data.size(), To->offset());
  EXPECT_FALSE(errorToBool(To->finish()));
  return Out;
}

TEST(Sink, RoundTrip) {
  for (size_t Size : {0, 1, 1000, 1 << 20, (1 << 20) + 1, 6 << 20})
    for (Compression Kind : Kinds) {
      Bytes Data = dumpLike(Size);
      Memory Stored = write(Data, options(Kind), Size > 2000 ? 99999 : 1);
      std::unique_ptr<Source> In = Source::openMemory(bytesOf(Stored), "test");
      EXPECT_EQ(Kind, In->compression());
      Outcome O = drain(*In, 70000);
      EXPECT_FALSE(O.Failed) << O.What;
      EXPECT_TRUE(O.Data == Data) << Size;
    }
}

TEST(Sink, AppendsOfAnySize) {
  // Large writes are copied in pieces, up to the end of a buffer and beyond.
  Bytes Data = dumpLike(5 << 20);
  for (Compression Kind : Kinds) {
    Memory Stored;
    std::unique_ptr<Sink> To = Sink::toMemory(Stored, options(Kind));
    ArrayRef<uint8_t> Rest = Data;
    for (size_t N = 1; !Rest.empty(); N = N * 3 / 2 + 1) {
      To->append(Rest.take_front(N));
      Rest = Rest.drop_front(std::min(N, Rest.size()));
      EXPECT_EQ(Data.size() - Rest.size(), To->offset());
    }
    EXPECT_FALSE(errorToBool(To->finish()));
    std::unique_ptr<Source> In = Source::openMemory(bytesOf(Stored), "test");
    EXPECT_TRUE(drain(*In, 4096).Data == Data);
  }
}

TEST(Sink, SameBytesForAnyThreadsAndSteps) {
  Bytes Data = join({dumpLike(4 << 20), noise(1 << 20)});
  for (Compression Kind : Kinds) {
    Memory First = write(Data, options(Kind, 1));
    for (unsigned Threads : {2, 4})
      for (size_t Step : {size_t(977), Data.size()})
        EXPECT_TRUE(First == write(Data, options(Kind, Threads), Step));
  }
}

TEST(Sink, GzipIsThatOfHotSpot) {
  Bytes Data = dumpLike((2 << 20) + 5);
  Memory Stored = write(Data, options(Compression::Gzip));
  EXPECT_EQ("HPROF BLOCKSIZE=1048576",
            StringRef(Stored.data() + 10)); // Up to the terminating 0 byte.
  EXPECT_EQ(16, Stored[3]);
  // The last member holds the last five bytes.
  Bytes Last = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
  ArrayRef<uint8_t> Tail = bytesOf(Stored).take_back(18 + 5 + 5);
  EXPECT_EQ(
      ArrayRef(Last),
      Tail.drop_while([](uint8_t B) { return B != 0x1f; }).take_front(10));
  EXPECT_EQ(5, Stored[Stored.size() - 4]);
}

TEST(Sink, LevelsMatter) {
  Bytes Data = dumpLike(1 << 20);
  for (Compression Kind : {Compression::Gzip, Compression::Zstd}) {
    size_t Low = write(Data, options(Kind, 2, 1)).size();
    size_t High = write(Data, options(Kind, 2, 9)).size();
    size_t Highest = write(Data, options(Kind, 2, 1000)).size();
    EXPECT_LT(High, Low);
    EXPECT_LE(Highest, High);
  }
}

TEST(Sink, PatchesInBufferInFileAndBetween) {
  char Path[] = "/tmp/hprof-sink-XXXXXX";
  int Fd = ::mkstemp(Path);
  ::unlink(Path);
  // The file's existing contents are kept.
  ASSERT_EQ(4, ::write(Fd, "head", 4));
  // Buffers end at 1 and 2 MiB.
  Bytes Data = dumpLike(2500000);
  const size_t Places[] = {0, 1048574, 2097150, Data.size() - 4};
  Memory Copy;
  for (unsigned Threads : {0, 1, 2}) {
    // Writes to memory without threads, and to the file with the calling thread
    // and another thread.
    if (Threads) {
      ASSERT_EQ(4, ::lseek(Fd, 4, SEEK_SET));
    }
    std::unique_ptr<Sink> To =
        Threads ? Sink::toFile(Fd, options(Compression::None, Threads))
                : Sink::toMemory(Copy);
    ASSERT_TRUE(To->canPatch());
    for (size_t At = 0; At < Data.size(); At += 1000)
      To->append(ArrayRef(Data).drop_front(At).take_front(1000));
    for (size_t At : Places)
      To->patch(At, {1, 2, 3, 4});
    EXPECT_EQ(Data.size(), To->offset());
    To->append(StringRef("end"));
    EXPECT_FALSE(errorToBool(To->finish()));
  }
  for (size_t At : Places)
    for (uint8_t I = 0; I < 4; ++I)
      Data[At + I] = uint8_t(I + 1);
  Bytes Expected = join({Data, {'e', 'n', 'd'}});
  EXPECT_TRUE(bytesOf(Copy) == ArrayRef(Expected));
  Bytes Got(Expected.size() + 10);
  ASSERT_EQ(ssize_t(Expected.size() + 4),
            ::pread(Fd, Got.data(), Got.size(), 0));
  EXPECT_TRUE(ArrayRef(Got).slice(4, Expected.size()) == ArrayRef(Expected));
  ::close(Fd);
}

TEST(Sink, AThreadKeepsTheOrderOfWritesAndPatches) {
  char Path[] = "/tmp/hprof-sink-XXXXXX";
  int Fd = ::mkstemp(Path);
  ::unlink(Path);
  constexpr size_t Step = 1300000;
  Bytes Data = dumpLike(20 * Step);
  std::unique_ptr<Sink> To =
      Sink::toFile(Fd, options(Compression::None, /*Threads=*/2));
  // Patches recently appended bytes, which may still be in the buffer.
  for (size_t At = 0; At < Data.size(); At += Step) {
    To->append(ArrayRef(Data).slice(At, Step));
    To->patch(At, {9, 9});
    Data[At] = Data[At + 1] = 9;
  }
  EXPECT_FALSE(errorToBool(To->finish()));
  Bytes Got(Data.size() + 1);
  ASSERT_EQ(ssize_t(Data.size()), ::pread(Fd, Got.data(), Got.size(), 0));
  EXPECT_TRUE(ArrayRef(Got).drop_back() == ArrayRef(Data));
  // Destruction without finish() does not hang.
  To = Sink::toFile(Fd, options(Compression::None, /*Threads=*/2));
  To->append(Data);
  To.reset();
  ::close(Fd);
}

TEST(Sink, WritesItselfWhereThereIsNoThread) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  Bytes Data = dumpLike(5 << 20);
  Memory Alone[std::size(Kinds)];
  for (Compression Kind : Kinds)
    Alone[unsigned(Kind)] = write(Data, options(Kind));
  NoThreads Here;
  for (Compression Kind : Kinds)
    EXPECT_EQ(write(Data, options(Kind, /*Threads=*/4)), Alone[unsigned(Kind)]);
  char Path[] = "/tmp/hprof-sink-XXXXXX";
  int Fd = ::mkstemp(Path);
  ::unlink(Path);
  std::unique_ptr<Sink> To = Sink::toFile(Fd, options(Compression::None));
  To->append(Data);
  To->patch(0, {9});
  Data[0] = 9;
  EXPECT_FALSE(errorToBool(To->finish()));
  Bytes Got(Data.size() + 1);
  ASSERT_EQ(ssize_t(Data.size()), ::pread(Fd, Got.data(), Got.size(), 0));
  EXPECT_TRUE(ArrayRef(Got).drop_back() == ArrayRef(Data));
  ::close(Fd);
  Fd = ::open("/dev/full", O_WRONLY);
  To = Sink::toFile(Fd);
  To->append(Data);
  EXPECT_EQ(std::errc::no_space_on_device, errorToErrorCode(To->finish()));
  ::close(Fd);
}

TEST(Sink, OnlySomeCanPatch) {
  char Path[] = "/tmp/hprof-sink-XXXXXX";
  ::close(::mkstemp(Path));
  int Appending = ::open(Path, O_WRONLY | O_APPEND);
  EXPECT_FALSE(Sink::toFile(Appending)->canPatch());
  ::close(Appending);
  ::unlink(Path);
  int Pipe[2];
  ASSERT_EQ(0, ::pipe(Pipe));
  EXPECT_FALSE(Sink::toFile(Pipe[1])->canPatch());
  ::close(Pipe[0]);
  ::close(Pipe[1]);
  Memory Out;
  EXPECT_FALSE(Sink::toMemory(Out, options(Compression::Gzip))->canPatch());
  EXPECT_FALSE(Sink::toMemory(Out, options(Compression::Zstd))->canPatch());
  EXPECT_FALSE(Sink::toStream(nulls())->canPatch());
}

TEST(Sink, ToAStream) {
  Bytes Data = dumpLike(1400000);
  std::string Text;
  raw_string_ostream OS(Text);
  std::unique_ptr<Sink> To = Sink::toStream(OS);
  To->append(Data);
  EXPECT_FALSE(errorToBool(To->finish()));
  EXPECT_TRUE(arrayRefFromStringRef(Text) == ArrayRef(Data));
}

TEST(Sink, WriteErrorsAreTold) {
  Bytes Data = noise(5 << 20);
  for (Compression Kind : Kinds)
    for (size_t Size : {size_t(1), Data.size()}) {
      int Fd = ::open("/dev/full", O_WRONLY);
      std::unique_ptr<Sink> To = Sink::toFile(Fd, options(Kind));
      To->append(ArrayRef(Data).take_front(Size));
      To->append(ArrayRef(Data).take_front(Size));
      EXPECT_EQ(2 * Size, To->offset());
      EXPECT_EQ(std::errc::no_space_on_device, errorToErrorCode(To->finish()));
      EXPECT_TRUE(To->hasFailed());
      ::close(Fd);
    }
  ::signal(SIGPIPE, SIG_IGN);
  int Pipe[2];
  ASSERT_EQ(0, ::pipe(Pipe));
  ::close(Pipe[0]);
  std::unique_ptr<Sink> To = Sink::toFile(Pipe[1]);
  To->append(Data);
  EXPECT_TRUE(To->hasFailed());
  EXPECT_EQ(std::errc::broken_pipe, errorToErrorCode(To->finish()));
  ::close(Pipe[1]);
  ::signal(SIGPIPE, SIG_DFL);
}

TEST(Sink, GivenUpHalfWay) {
  for (Compression Kind : Kinds) {
    Memory Out;
    std::unique_ptr<Sink> To = Sink::toMemory(Out, options(Kind, 4));
    To->append(dumpLike(5 << 20));
  }
}

TEST(Sink, KindByName) {
  EXPECT_EQ(Compression::Gzip, compressionForPath("a.hprof.gz"));
  EXPECT_EQ(Compression::Zstd, compressionForPath("a.hprof.zst"));
  EXPECT_EQ(Compression::None, compressionForPath("a.gz.hprof"));
}

} // namespace
