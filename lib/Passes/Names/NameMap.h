//===- NameMap.h - Names in a mapping file ----------------------*- C++ -*-===//
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

/// A mapping file in the format of ProGuard and R8, for one direction. Class
/// names are as in Java source, with dots.
class NameMap {
public:
  /// A method and a line in the source.
  struct Place {
    std::string Class, Method;
    int32_t Line;
  };

  /// If \p ToShort, maps the source's names to those of the minified program;
  /// if not, maps them in the opposite direction. Errors name the line.
  static llvm::Expected<NameMap> parse(llvm::StringRef Text, bool ToShort);

  /// Represents the class of frames without a class.
  static constexpr llvm::StringLiteral NoClass = "?";
  /// Represents the name of a source file, as in ProGuard.
  static constexpr llvm::StringLiteral NoFile = "SourceFile";

  bool hasClass(llvm::StringRef Name) const { return Classes.contains(Name); }
  std::optional<std::string> classNamed(llvm::StringRef Name) const;
  std::optional<std::string> field(llvm::StringRef Class,
                                   llvm::StringRef Name) const;
  /// Returns the places that a frame represents, innermost first: several if
  /// methods were inlined. Empty if the mapping contains none. \p Descriptor
  /// may be empty.
  llvm::SmallVector<Place, 1> method(llvm::StringRef Class,
                                     llvm::StringRef Name,
                                     llvm::StringRef Descriptor,
                                     int32_t Line) const;
  /// Returns the source file of \p Class, given by its new name: from the
  /// mapping or, failing that, from the name of the outermost class.
  std::string sourceFile(llvm::StringRef Class) const;

  /// Returns the new name of a class or an array in the form used in records:
  /// "a/b", "[La/b;", "a.b[]". \p Separator separates new packages.
  std::optional<std::string> recordName(llvm::StringRef Name,
                                        char Separator) const;
  /// Returns the arguments of a descriptor as in a mapping file:
  /// "int,java.lang.String[]".
  static std::string arguments(llvm::StringRef Descriptor);
  /// Returns "a.b" for "a/b", as in class names.
  static std::string dotted(llvm::StringRef Name);
  /// Returns a descriptor with new names.
  std::string descriptor(llvm::StringRef Text) const;

  bool isToShort() const { return ToShort; }

private:
  struct Method {
    std::string Class; ///< Class of an inlined method; empty for other methods.
    std::string To;
    std::string Arguments; ///< "int,java.lang.String", with source names.
    uint32_t First = 0, Last = 0; ///< Lines of the minified program; 0 for all.
    uint32_t From = 0, Until = 0; ///< Lines of the source; 0 if unknown.
    bool has(int32_t Line) const {
      return Line > 0 && First && uint32_t(Line) >= First &&
             uint32_t(Line) <= Last;
    }
    int32_t sourceLine(int32_t Line) const;
  };
  struct Class {
    std::string To;
    bool IsNone = false; ///< NoClass, whose methods can contain dots.
    llvm::StringMap<std::string> Fields;
    llvm::StringMap<std::vector<Method>> Methods;
  };

  llvm::Expected<Class *> classLine(llvm::StringRef Line);
  llvm::Error member(Class &Of, llvm::StringRef Line);
  const Method *only(llvm::ArrayRef<Method> All,
                     llvm::StringRef Descriptor) const;

  bool ToShort = false;
  llvm::StringMap<Class> Classes;      ///< By old name.
  llvm::StringMap<std::string> Source; ///< Files, by source name of the class.
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_NAMES_NAMEMAP_H
