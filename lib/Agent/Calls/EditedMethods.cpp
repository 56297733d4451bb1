//===- EditedMethods.cpp - Methods that call the tracker ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EditedMethods.h"
#include "llvm/Support/xxhash.h"

using namespace hprof::agent;
using namespace llvm;

std::optional<uint32_t>
EditedMethods::getClass(const hprof::classfile::MethodName &M) {
  const uint32_t Hash =
      HashOf().add(xxh3_64bits(M.Class)).add(xxh3_64bits(M.SourceFile)).get();
  auto Known = ClassIndex.find(Hash, [&](uint32_t I) {
    const Class &C = *Classes.find(I);
    return C.Name == M.Class && C.SourceFile == M.SourceFile;
  });
  if (Known)
    return Known;
  Class *New = Classes.get(NumClasses);
  if (!New || !Texts.save(M.Class, New->Name) ||
      !Texts.save(M.SourceFile, New->SourceFile) ||
      !ClassIndex.insert(Hash, NumClasses))
    return std::nullopt;
  return NumClasses++;
}

std::optional<uint32_t>
EditedMethods::get(const hprof::classfile::MethodName &M) {
  std::lock_guard<std::mutex> Hold(Lock);
  const std::optional<uint32_t> C = getClass(M);
  if (!C)
    return std::nullopt;
  const uint32_t Hash = HashOf()
                            .add(*C)
                            .add(xxh3_64bits(M.Name))
                            .add(xxh3_64bits(M.Descriptor))
                            .get();
  auto Known = MethodIndex.find(Hash, [&](uint32_t I) {
    const Method &Old = *Methods.find(I);
    return Old.Class == *C && Old.Name == M.Name &&
           Old.Descriptor == M.Descriptor;
  });
  if (Known)
    return Known;
  // The tracker uses signed numbers.
  if (NumMethods > uint32_t(INT32_MAX))
    return std::nullopt;
  Method *New = Methods.get(NumMethods);
  if (!New || !Texts.save(M.Name, New->Name) ||
      !Texts.save(M.Descriptor, New->Descriptor))
    return std::nullopt;
  New->Class = *C;
  if (!MethodIndex.insert(Hash, NumMethods))
    return std::nullopt;
  return NumMethods++;
}
