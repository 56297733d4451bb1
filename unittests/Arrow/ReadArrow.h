//===- ReadArrow.h - Values of Arrow arrays, for tests ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_ARROW_READARROW_H
#define UNITTESTS_ARROW_READARROW_H

#include "hprof-c/arrow.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

/// Releases the imported structure when destroyed, as any owner must.
template <class T> struct Owned : T {
  Owned() : T{} {}
  ~Owned() {
    if (this->release)
      this->release(this);
  }
  Owned(const Owned &) = delete;
};

inline bool isValid(const ArrowArray &A, int64_t I) {
  const auto *Bits = static_cast<const uint8_t *>(A.buffers[0]);
  return !Bits || Bits[I / 8] >> I % 8 & 1;
}

template <class T>
std::vector<std::optional<T>> numbersOf(const ArrowArray &A) {
  std::vector<std::optional<T>> All;
  for (int64_t I = 0; I != A.length; ++I)
    All.push_back(isValid(A, I)
                      ? std::optional(static_cast<const T *>(A.buffers[1])[I])
                      : std::nullopt);
  return All;
}

/// The values as text; a null value is "null".
inline std::vector<std::string> textsOf(const ArrowArray &A) {
  std::vector<std::string> All;
  const auto *Ends = static_cast<const int32_t *>(A.buffers[1]);
  for (int64_t I = 0; I != A.length; ++I)
    All.push_back(
        isValid(A, I)
            ? std::string(static_cast<const char *>(A.buffers[2]) + Ends[I],
                          size_t(Ends[I + 1] - Ends[I]))
            : "null");
  return All;
}

/// The texts that indices of type T refer to.
template <class T> std::vector<std::string> wordsOf(const ArrowArray &A) {
  const std::vector<std::string> Known = textsOf(*A.dictionary);
  std::vector<std::string> All;
  for (std::optional<T> I : numbersOf<T>(A))
    All.push_back(I ? Known.at(size_t(*I)) : "null");
  return All;
}

inline std::map<std::string, std::string> metadataOf(const ArrowSchema &S) {
  std::map<std::string, std::string> All;
  const char *At = S.metadata;
  auto Number = [&] {
    int32_t N = 0;
    std::memcpy(&N, At, sizeof(N));
    At += sizeof(N);
    return N;
  };
  auto Text = [&] {
    const int32_t Size = Number();
    At += Size;
    return std::string(At - Size, size_t(Size));
  };
  for (int32_t Left = At ? Number() : 0; Left; --Left) {
    std::string Key = Text();
    All[Key] = Text();
  }
  return All;
}

} // namespace hprof

#endif // UNITTESTS_ARROW_READARROW_H
