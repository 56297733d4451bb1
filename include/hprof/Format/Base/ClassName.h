//===- ClassName.h - Class name conversion ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_CLASSNAME_H
#define HPROF_FORMAT_BASE_CLASSNAME_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace hprof {

/// Returns a class name as in Java source: "java.lang.String", "int[]",
/// "java.math.BigInteger[][]". Accepts the forms that dump writers use:
/// HotSpot's internal names ("java/lang/String", "[I",
/// "[[Ljava/math/BigInteger;"), Class.getName() ("[Ljava.lang.String;", Native
/// Image), and Java source form (the HPROF agent, Android). The address of a
/// hidden class becomes "+0x000..." as in HotSpot's dumps, even if written
/// "/0x000..." or ".0x000...". Text after a '(' is left unchanged.
std::string javaClassName(llvm::StringRef Name);

/// Same as above, but keeps the spelling of a hidden class's address, for
/// writers of formats that must round-trip.
std::string javaSpelling(llvm::StringRef Name);

/// Same as above, in HotSpot's internal form: "java/lang/String", "[I",
/// "[[Ljava/math/BigInteger;". Primitives keep their name: "int".
std::string internalClassName(llvm::StringRef Name);

/// Slashes in records separate packages. A slash within a name of another
/// language (V8's "system / Context") is replaced by U+2215, which looks
/// similar.
std::string escapeSlashes(llvm::StringRef Name);
/// The inverse of escapeSlashes(), unless the original name contained U+2215.
std::string unescapeSlashes(llvm::StringRef Name);
bool hasEscapedSlash(llvm::StringRef Name);

/// The type with this name, such as "int"; nullopt for "object".
std::optional<BasicType> parsePrimitiveType(llvm::StringRef Name);

/// The package of a name in the form of javaClassName(), without array
/// brackets: "java.lang"; empty for the unnamed package and primitives. The
/// number of a VM-anonymous class (JDK 8 to 14: "A$$Lambda$1.791452441") is
/// ignored.
llvm::StringRef packageOf(llvm::StringRef JavaName);

/// \p JavaName without the parts that differ between runs: "Main$$Lambda" for
/// "Main$$Lambda$14/0x0000000800c03000", "jdk.proxy1.$Proxy" for
/// "jdk.proxy1.$Proxy12".
std::string stableClassName(llvm::StringRef JavaName);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_CLASSNAME_H
