//===- CallEditor.h - Calls at entry and exit of methods --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Edits a class file so that its methods report entry and exit:
///
///     Hooks.Enter(N);                    sipush N / ldc_w N; invokestatic
///     try {
///       ... Hooks.Exit(N); return ...    before each return
///     } catch (Throwable T) {            around all of it
///       Hooks.Exit(N); throw T;
///     }
///
/// In a constructor, the handler covers only the code after the object is
/// initialized: no handler is allowed earlier. If an exception leaves the
/// constructor earlier, Exit is not called.
///
/// All other instructions are kept, and everything that refers to code offsets
/// is adapted: branches, exception tables, StackMapTable, line numbers, local
/// variables and type annotations. The constant pool grows only at its end.
/// Formats: The Java Virtual Machine Specification, chapter 4, up to Java SE 25
/// (version 69).
///
/// A method that cannot be edited is unchanged. If the input is malformed,
/// either nothing is edited or the VM finds the same fault in the output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CLASSFILE_CALLEDITOR_H
#define HPROF_CLASSFILE_CALLEDITOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hprof::classfile {

/// Static methods to call; both have the descriptor (I)V.
struct CallHooks {
  llvm::StringRef Class; ///< As in "java/lang/Object".
  llvm::StringRef Enter;
  llvm::StringRef Exit;
};

/// A method as named in its class file. Strings are modified UTF-8 and refer to
/// the input.
struct MethodName {
  llvm::StringRef Class; ///< As in "java/lang/Object".
  llvm::StringRef Name;
  llvm::StringRef Descriptor;
  llvm::StringRef SourceFile; ///< File of the class; may be empty.
};

/// Returns the number to pass to the hooks for a method, or nothing to leave
/// the method unchanged. Called once for each method that has code.
using NumberOfMethod =
    llvm::function_ref<std::optional<int32_t>(const MethodName &)>;

struct EditedClass {
  struct Skipped {
    std::string Method; ///< Name and descriptor.
    std::string Why;
  };
  /// The new class file; empty if no method was edited.
  std::vector<uint8_t> Bytes;
  uint32_t NumEdited = 0;
  std::vector<Skipped> NotEdited;
};

/// Edits \p ClassFile. Fails if the class file as a whole cannot be parsed.
llvm::Expected<EditedClass> editCalls(llvm::ArrayRef<uint8_t> ClassFile,
                                      const CallHooks &Hooks,
                                      NumberOfMethod NumberOf);

} // namespace hprof::classfile

#endif // HPROF_CLASSFILE_CALLEDITOR_H
