//===- ConstantPoolTest.cpp - Reading and extending a constant pool -------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassFile/ConstantPool.h"
#include "gtest/gtest.h"

using namespace hprof::classfile;
using namespace llvm;

namespace {

Expected<ConstantPool> readPool(ArrayRef<uint8_t> Bytes) {
  ByteReader R(Bytes, 8);
  return ConstantPool::read(R);
}

std::string errorOf(ArrayRef<uint8_t> Bytes) {
  Expected<ConstantPool> Pool = readPool(Bytes);
  return Pool ? "" : toString(Pool.takeError());
}

TEST(ConstantPool, LongTakesTwoEntries) {
  const std::vector<uint8_t> Bytes = {0, 4, 5, 1, 2, 3, 4,  5,
                                      6, 7, 8, 1, 0, 1, 'x'};
  Expected<ConstantPool> Pool = readPool(Bytes);
  ASSERT_TRUE(bool(Pool));
  EXPECT_EQ(Pool->utf8(3), "x");
  EXPECT_EQ(Pool->utf8(2), "");
  EXPECT_EQ(Pool->utf8(0), "");
  EXPECT_EQ(Pool->utf8(99), "");
  EXPECT_EQ(Pool->className(3), "");
}

TEST(ConstantPool, Faults) {
  EXPECT_EQ(errorOf({0, 0}),
            "offset 0xa: the constant pool count is 0, expected at least 1");
  EXPECT_EQ(errorOf({0, 2, 6, 1, 2, 3, 4, 5, 6, 7, 8}),
            "offset 0xa: constant 1 of 1 requires two entries");
  EXPECT_EQ(errorOf({0, 2, 2}), "offset 0xa: constant 1 has the unknown tag 2");
  EXPECT_EQ(errorOf({0, 3, 1, 0, 1, 'x', 1, 0, 9, 'y'}),
            "offset 0x11: constant 2 of 2 runs past the end of the enclosing "
            "structure");
  EXPECT_EQ(errorOf({0}), "offset 0x8: the constant pool runs past the end of "
                          "the enclosing structure");
}

TEST(ConstantPool, GrowsAtItsEnd) {
  const std::vector<uint8_t> Bytes = {0, 2, 1, 0, 1, 'x'};
  Expected<ConstantPool> Pool = readPool(Bytes);
  ASSERT_TRUE(bool(Pool));
  const uint16_t Class = Pool->addClass("A");
  EXPECT_EQ(Class, 3);
  EXPECT_EQ(Pool->addMethod(Class, "b", "()V"), 7);
  EXPECT_EQ(Pool->addInteger(-2), 8);
  ByteWriter W;
  Pool->write(W);
  Expected<ConstantPool> Again = readPool(W.get());
  ASSERT_TRUE(bool(Again));
  EXPECT_EQ(Again->utf8(1), "x");
  EXPECT_EQ(Again->className(3), "A");
  EXPECT_EQ(Again->methodName(7), "b");
  EXPECT_EQ(W.get()[1], 9);
  const std::vector<uint8_t> Last(W.get().end() - 5, W.get().end());
  EXPECT_EQ(Last, (std::vector<uint8_t>{3, 0xff, 0xff, 0xff, 0xfe}));
}

} // namespace
