//===- LoaderNames.h - Names and URLs of class loaders ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class loader is identified by its name (in JDK 9 and later, and in
/// libraries). An unnamed java.net.URLClassLoader or subclass is identified by
/// its URLs: the field "ucp" refers to a URLClassPath, whose "path" is the list
/// of URLs.
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

/// Fields of a loader's first java.net.URL, and the number of its URLs.
struct LoaderUrls {
  std::string Protocol, Authority, File;
  uint64_t Count = 0;

  /// Returns "file:/opt/app.jar" or "http://host/a.jar and 2 more"; empty if
  /// the strings are missing, or are zeroed in a redacted dump.
  std::string text() const;
};

/// Whether URLs distinguish loaders of this class. The application class loader
/// of JDK 8 also has URLs, but there is only one such loader.
bool isKnownByUrls(llvm::StringRef ClassName);

/// Returns the names of those \p Loaders that have one, by id, in modified
/// UTF-8. Takes about ten walks if there are loaders with URLs, and three if
/// there are none.
llvm::Expected<std::map<uint64_t, std::string>>
readLoaderNames(ObjectFinder &Finder, llvm::ArrayRef<uint64_t> Loaders);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_LOADERNAMES_H
