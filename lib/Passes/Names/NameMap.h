//===- NameMap.h - Names by a mapping file ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_NAMES_NAMEMAP_H
#define HPROF_LIB_PASSES_NAMES_NAMEMAP_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace hprof {

/// A mapping file as ProGuard and R8 write it, for one direction. Class names
/// are those of Java source, with dots.
class NameMap {
public:
  /// A method and a line of the source.
  struct Place {
    std::string Class, Method;
    int32_t Line;
  };

  /// \p ToShort: from the names of the source to those of the program that was
  /// made smaller; otherwise back. Errors name the line.
  static llvm::Expected<NameMap> parse(llvm::StringRef Text, bool ToShort);

  /// Stands for the class of frames without one.
  static constexpr llvm::StringLiteral NoClass = "?";
  /// Stands for the name of a source file, as ProGuard has it.
  static constexpr llvm::StringLiteral NoFile = "SourceFile";

  bool hasClass(llvm::StringRef Name) const { return Classes.contains(Name); }
  std::optional<std::string> classNamed(llvm::StringRef Name) const;
  std::optional<std::string> field(llvm::StringRef Class,
                                   llvm::StringRef Name) const;
  /// The places that a frame stands for, the innermost first: several if
  /// methods were inlined. Empty if the mapping does not state one. \p
  /// Descriptor may be empty.
  llvm::SmallVector<Place, 1> method(llvm::StringRef Class,
                                     llvm::StringRef Name,
                                     llvm::StringRef Descriptor,
                                     int32_t Line) const;
  /// The file that has \p Class, which has its new name: as the mapping states,
  /// or else by the name of the outermost class.
  std::string sourceFile(llvm::StringRef Class) const;

  /// The name of a class or an array as records have it: "a/b", "[La/b;",
  /// "a.b[]". \p Separator stands between packages of new names.
  std::optional<std::string> recordName(llvm::StringRef Name,
                                        char Separator) const;
  /// The arguments in a descriptor as a mapping file has them:
  /// "int,java.lang.String[]".
  static std::string arguments(llvm::StringRef Descriptor);
  /// "a/b" as "a.b", as classes are called.
  static std::string dotted(llvm::StringRef Name);
  /// A descriptor with new names.
  std::string descriptor(llvm::StringRef Text) const;

  bool isToShort() const { return ToShort; }

private:
  struct Method {
    std::string Class; ///< Class of an inlined method; else empty.
    std::string To;
    std::string Arguments; ///< "int,java.lang.String", names of the source.
    uint32_t First = 0, Last = 0; ///< Lines of the small program; 0 for all.
    uint32_t From = 0, Until = 0; ///< Lines of the source; 0 if not known.
    bool has(int32_t Line) const {
      return Line > 0 && First && uint32_t(Line) >= First &&
             uint32_t(Line) <= Last;
    }
    int32_t sourceLine(int32_t Line) const;
  };
  struct Class {
    std::string To;
    bool IsNone = false; ///< NoClass, whose methods can have dots.
    llvm::StringMap<std::string> Fields;
    llvm::StringMap<std::vector<Method>> Methods;
  };

  llvm::Expected<Class *> classLine(llvm::StringRef Line);
  llvm::Error member(Class &Of, llvm::StringRef Line);
  const Method *only(llvm::ArrayRef<Method> All,
                     llvm::StringRef Descriptor) const;

  bool ToShort = false;
  llvm::StringMap<Class> Classes;      ///< By the old name.
  llvm::StringMap<std::string> Source; ///< By the name of the source.
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_NAMES_NAMEMAP_H
