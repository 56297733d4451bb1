//===- CallEditor.cpp - Calls at entry and exit of methods ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/ClassFile/CallEditor.h"
#include "MethodEditor.h"

using namespace hprof::classfile;
using namespace llvm;

namespace {
/// Header of a class file and the positions of its parts.
struct ClassHead {
  uint16_t Major = 0;
  ConstantPool Pool;
  StringRef Name;
  bool HasSuper = false;
  ArrayRef<uint8_t> UpToMethods; ///< Access flags up to the methods.
};
} // namespace

static void skipAttributes(ByteReader &R) {
  for (unsigned Left = R.u2(); Left && !R.hasFailed(); --Left) {
    R.u2();
    R.skip(R.u4());
  }
}

/// Reads the header and leaves \p R at the number of methods.
static Expected<ClassHead> readHead(ByteReader &R) {
  constexpr uint32_t Magic = 0xcafebabe;
  if (R.u4() != Magic)
    return faultAt(0, "not a class file: it does not begin with 0xcafebabe");
  R.u2();
  ClassHead Head;
  Head.Major = R.u2();
  Expected<ConstantPool> Pool = ConstantPool::read(R);
  if (!Pool)
    return Pool.takeError();
  Head.Pool = std::move(*Pool);
  const size_t Start = R.position();
  R.u2(); // Access flags.
  Head.Name = Head.Pool.className(R.u2());
  Head.HasSuper = R.u2() != 0;
  R.skip(size_t(R.u2()) * 2); // Interfaces.
  for (unsigned Left = R.u2(); Left && !R.hasFailed(); --Left) {
    R.skip(6);
    skipAttributes(R);
  }
  if (R.hasFailed())
    return R.truncated("the list of fields");
  Head.UpToMethods = R.since(Start);
  return Head;
}

/// Returns the name in the attribute SourceFile, which follows the methods.
static StringRef findSourceFile(ByteReader R, const ConstantPool &Pool) {
  for (unsigned Left = R.u2(); Left && !R.hasFailed(); --Left) {
    R.skip(6);
    skipAttributes(R);
  }
  for (unsigned Left = R.u2(); Left && !R.hasFailed(); --Left) {
    const StringRef Name = Pool.utf8(R.u2());
    ByteReader Content = R.part(R.u4());
    if (Name == "SourceFile")
      return Pool.utf8(Content.u2());
  }
  return "";
}

/// Returns the complete file with the methods in \p Methods and the new pool.
static std::vector<uint8_t> assemble(ArrayRef<uint8_t> File,
                                     const ClassHead &Head,
                                     const ByteWriter &Methods,
                                     ArrayRef<uint8_t> Rest) {
  ByteWriter W;
  W.bytes(File.take_front(8));
  Head.Pool.write(W);
  W.bytes(Head.UpToMethods);
  W.bytes(Methods.get());
  W.bytes(Rest);
  return W.take();
}

Expected<EditedClass> hprof::classfile::editCalls(ArrayRef<uint8_t> ClassFile,
                                                  const CallHooks &Hooks,
                                                  NumberOfMethod NumberOf) {
  ByteReader R(ClassFile);
  Expected<ClassHead> Head = readHead(R);
  if (!Head)
    return Head.takeError();
  const StringRef SourceFile = findSourceFile(R, Head->Pool);
  MethodEditor Editor(Head->Pool, Head->Major, Head->HasSuper);
  if (!Editor.addHooks(Hooks))
    return faultAt(8, "the constant pool is full");
  EditedClass Result;
  ByteWriter Methods;
  const unsigned Count = R.u2();
  Methods.u2(Count);
  for (unsigned Left = Count; Left; --Left) {
    const size_t Start = R.position();
    ByteReader Method = R;
    const MethodHead M = Editor.readHead(R);
    skipAttributes(R);
    if (R.hasFailed())
      return R.truncated("method " + Twine(Count - Left));
    const ArrayRef<uint8_t> Old = R.since(Start);
    const std::optional<int32_t> Number =
        M.HasCode ? NumberOf({Head->Name, M.Name, M.Descriptor, SourceFile})
                  : std::nullopt;
    if (!Number) {
      Methods.bytes(Old);
      continue;
    }
    const size_t Size = Methods.size();
    if (Error E = Editor.edit(Method, M, *Number, Methods)) {
      Methods.truncate(Size);
      Methods.bytes(Old);
      Result.NotEdited.push_back(
          {(M.Name + M.Descriptor).str(), toString(std::move(E))});
      continue;
    }
    ++Result.NumEdited;
  }
  const size_t Attributes = R.position();
  skipAttributes(R);
  if (R.hasFailed())
    return R.truncated("the list of attributes");
  if (Result.NumEdited)
    Result.Bytes =
        assemble(ClassFile, *Head, Methods, ClassFile.drop_front(Attributes));
  return Result;
}
