//===- LoaderNames.h - What distinguishes class loaders ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class loader is known by the name given to it, which exists since JDK 9
/// and in libraries. One without a name that looks for classes at URLs, as
/// java.net.URLClassLoader and its subclasses do, is known by these: the field
/// "ucp" refers to a URLClassPath, whose "path" is a list of them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_LOADERNAMES_H
#define HPROF_ANALYSIS_HEAP_LOADERNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace hprof {

class ObjectFinder;

/// The texts of a java.net.URL's fields, and how many URLs there are in all.
struct LoaderUrls {
  std::string Protocol, Authority, File;
  uint64_t Count = 0;

  /// "file:/opt/app.jar", "http://host/a.jar and 2 more"; empty if the texts
  /// are missing, or zeros in a redacted dump.
  std::string text() const;
};

/// Whether URLs distinguish loaders of this class. The application's class
/// loader of JDK 8 has them, too, but there is only one of it.
bool isKnownByUrls(llvm::StringRef ClassName);

/// The names of those of \p Loaders that have one, by id, in modified UTF-8.
/// In about ten walks if there are loaders with URLs, else in three.
llvm::Expected<std::map<uint64_t, std::string>>
readLoaderNames(ObjectFinder &Finder, llvm::ArrayRef<uint64_t> Loaders);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_LOADERNAMES_H
