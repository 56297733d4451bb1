//===- Containers.cpp - Compressed inputs for tests -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Containers.h"
#include "gtest/gtest.h"
#include <zlib.h>
#include <zstd.h>

using namespace hprof;
using namespace hprof::test;
using namespace llvm;

Bytes test::noise(size_t N, unsigned Seed) {
  Bytes Data(N);
  uint64_t X = Seed * 0x9E3779B97F4A7C15u + 1;
  for (uint8_t &B : Data) {
    X = X * 6364136223846793005u + 1442695040888963407u;
    B = uint8_t(X >> 56);
  }
  return Data;
}

Bytes test::dumpLike(size_t N, unsigned Seed) {
  Bytes Data = noise(N, Seed);
  for (size_t I = 0; I < N; ++I)
    if (I % 8 < 6)
      Data[I] = uint8_t(I % 8 == 5 ? I >> 10 : I % 8);
  return Data;
}

Bytes test::join(std::initializer_list<Bytes> Parts) {
  Bytes All;
  for (const Bytes &P : Parts)
    All.insert(All.end(), P.begin(), P.end());
  return All;
}

Bytes test::gzip(ArrayRef<uint8_t> Data, int Level, const char *Comment) {
  z_stream Z = {};
  EXPECT_EQ(Z_OK, deflateInit2(&Z, Level, Z_DEFLATED, 15 + 16, 8,
                               Z_DEFAULT_STRATEGY));
  gz_header Header = {};
  if (Comment) {
    Header.comment = reinterpret_cast<Bytef *>(const_cast<char *>(Comment));
    deflateSetHeader(&Z, &Header);
  }
  Bytes Out(deflateBound(&Z, Data.size()) + 64);
  Z.next_in = const_cast<Bytef *>(Data.data());
  Z.avail_in = uInt(Data.size());
  Z.next_out = Out.data();
  Z.avail_out = uInt(Out.size());
  EXPECT_EQ(Z_STREAM_END, deflate(&Z, Z_FINISH));
  Out.resize(Z.total_out);
  deflateEnd(&Z);
  return Out;
}

Bytes test::hotspotGzip(ArrayRef<uint8_t> Data, size_t MemberSize) {
  Bytes All;
  for (size_t At = 0; At == 0 || At < Data.size(); At += MemberSize) {
    Bytes Member = gzip(Data.drop_front(At).take_front(MemberSize), 1,
                        At == 0 ? "HPROF BLOCKSIZE=1048576" : nullptr);
    All.insert(All.end(), Member.begin(), Member.end());
  }
  return All;
}

Bytes test::zstd(ArrayRef<uint8_t> Data, int Level) {
  ZSTD_CCtx *C = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(C, ZSTD_c_compressionLevel, Level);
  ZSTD_CCtx_setParameter(C, ZSTD_c_checksumFlag, 1);
  Bytes Out(ZSTD_compressBound(Data.size()));
  size_t N =
      ZSTD_compress2(C, Out.data(), Out.size(), Data.data(), Data.size());
  EXPECT_FALSE(ZSTD_isError(N));
  ZSTD_freeCCtx(C);
  Out.resize(N);
  return Out;
}

Outcome test::drain(Source &In, size_t Window) {
  Outcome O;
  const uint64_t Start = In.offset();
  while (true) {
    ArrayRef<uint8_t> W = In.peek(Window);
    if (W.empty())
      break;
    // Peek at no more than the requested bytes, so that requests straddle every
    // chunk boundary.
    W = W.take_front(Window);
    EXPECT_EQ(Start + O.Data.size(), In.offset());
    O.Data.insert(O.Data.end(), W.begin(), W.end());
    In.consume(W.size());
  }
  if (Error E = In.takeError()) {
    O.Failed = true;
    handleAllErrors(std::move(E), [&](const FormatError &F) {
      O.Code = F.code();
      O.Offset = F.offset();
      O.What = F.what();
    });
  }
  EXPECT_FALSE(errorToBool(In.takeError())) << "an error is told once";
  return O;
}
