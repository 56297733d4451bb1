//===- ClassFileError.h - Errors in a class file ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HPROF_LIB_CLASSFILE_CLASSFILEERROR_H
#define HPROF_LIB_CLASSFILE_CLASSFILEERROR_H

#include "llvm/Support/Error.h"
#include <string>

namespace hprof::classfile {

class ClassFileError : public llvm::ErrorInfo<ClassFileError> {
public:
  static char ID;
  /// \p Offset is relative to the class file.
  ClassFileError(size_t Offset, const llvm::Twine &What);

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string What;
};

inline llvm::Error faultAt(size_t Offset, const llvm::Twine &What) {
  return llvm::make_error<ClassFileError>(Offset, What);
}

} // namespace hprof::classfile

#endif // HPROF_LIB_CLASSFILE_CLASSFILEERROR_H
