//===- ClassTables.cpp - Table names of classes ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassTables.h"
#include "Sql/SqlValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

ClassTables::ClassTables(const HeapGraph &G) {
  for (const GraphClass &C : G.classes()) {
    const std::string Lower = StringRef(C.Name).lower();
    Alike &Of = All[Lower];
    // SQLite creates tables with such names on demand.
    Of.IsReserved |= StringRef(Lower).starts_with("pragma_") ||
                     StringRef(Lower).starts_with("sqlite_");
    std::vector<StringRef> &Names = Of.Names;
    if (auto At = llvm::lower_bound(Names, C.Name);
        At == Names.end() || *At != C.Name)
      Names.insert(At, C.Name);
  }
}

void ClassTables::reserve(StringRef Name) {
  if (auto It = All.find(Name.lower()); It != All.end())
    It->second.IsReserved = true;
}

const ClassTables::Alike *ClassTables::find(StringRef Name) const {
  auto It = All.find(Name.lower());
  return It == All.end() ? nullptr : &It->second;
}

StringRef ClassTables::classOf(StringRef Name) const {
  if (const Alike *Of = find(Name)) {
    return Of->needsNumber() ? StringRef() : Of->Names.front();
  }
  auto [Class, Number] = Name.rsplit('#');
  const Alike *Of = find(Class);
  size_t I = 0;
  const bool Has = Of && Of->needsNumber() && !Number.getAsInteger(10, I) &&
                   I && I <= Of->Names.size() &&
                   Of->Names[I - 1].equals_insensitive(Class);
  return Has ? Of->Names[I - 1] : StringRef();
}

std::string ClassTables::tableOf(StringRef Name) const {
  const StringRef Class = classOf(Name);
  return Class.empty() ? "" : (Class + Name.drop_front(Class.size())).str();
}

std::string ClassTables::choices(StringRef Name) const {
  const Alike *Of = find(Name);
  if (!Of || !Of->needsNumber())
    return "";
  std::string Text = "; the name is ambiguous: ";
  for (auto [I, Class] : enumerate(Of->Names))
    Text += (I ? ", " : "") + sqlName((Class + "#" + Twine(I + 1)).str());
  return Text;
}

std::vector<std::string> ClassTables::tables() const {
  std::vector<std::string> Found;
  for (const auto &Entry : All)
    for (auto [I, Class] : enumerate(Entry.second.Names))
      Found.push_back(Entry.second.needsNumber()
                          ? (Class + "#" + Twine(I + 1)).str()
                          : Class.str());
  return Found;
}
