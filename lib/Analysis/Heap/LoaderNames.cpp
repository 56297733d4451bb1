//===- LoaderNames.cpp - Names and URLs of class loaders ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/LoaderNames.h"
#include "hprof/Analysis/Heap/ObjectFinder.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

std::string LoaderUrls::text() const {
  std::string Text = Protocol + ":";
  if (!Authority.empty())
    Text += "//" + Authority;
  Text += File;
  auto IsPrinted = [](char C) { return uint8_t(C) > ' '; };
  if (Protocol.empty() || !all_of(Text, IsPrinted))
    return "";
  return Count > 1 ? Text + " and " + std::to_string(Count - 1) + " more"
                   : Text;
}

bool hprof::isKnownByUrls(StringRef ClassName) {
  return !ClassName.starts_with("sun.misc.Launcher$");
}

namespace {
/// Follows fields from loaders to their names or URLs, for all loaders at once.
class NameReader {
public:
  explicit NameReader(ObjectFinder &Finder) : Finder(Finder) {}

  Error read(ArrayRef<uint64_t> Loaders);
  std::map<uint64_t, std::string> Names; ///< By loader.

private:
  using IdOf = std::map<uint64_t, uint64_t>; ///< By loader.

  IdOf follow(const IdOf &From, StringRef Field) const;
  Error fetch(const IdOf &Of);
  Error readGiven(const IdOf &Loaders);
  Error readUrls(IdOf Loaders);

  ObjectFinder &Finder;
};
} // namespace

/// Longer strings are only partly read.
static constexpr size_t MostBytes = 1024;

NameReader::IdOf NameReader::follow(const IdOf &From, StringRef Field) const {
  IdOf To;
  for (auto [Loader, Id] : From)
    if (const FoundObject *O = Finder.get(Id))
      if (uint64_t Next = ObjectView(Finder.context(), *O).reference(Field))
        To[Loader] = Next;
  return To;
}

Error NameReader::fetch(const IdOf &Of) {
  std::vector<uint64_t> Ids;
  for (auto [Loader, Id] : Of)
    Ids.push_back(Id);
  return Finder.fetch(Ids, MostBytes);
}

Error NameReader::readGiven(const IdOf &Loaders) {
  const IdOf Strings = follow(Loaders, "name");
  std::vector<uint64_t> Ids;
  for (auto [Loader, Id] : Strings)
    Ids.push_back(Id);
  if (Ids.empty())
    return Error::success();
  if (Error E = fetchStrings(Finder, Ids, MostBytes))
    return E;
  for (auto [Loader, Id] : Strings)
    if (std::optional<JavaString> Text = javaString(Finder, Id))
      Names[Loader] = std::move(Text->Text);
  return Error::success();
}

Error NameReader::readUrls(IdOf At) {
  std::map<uint64_t, LoaderUrls> Urls;
  for (StringRef Field : {"ucp", "path", "elementData"}) {
    At = follow(At, Field);
    if (At.empty())
      return Error::success();
    if (Error E = fetch(At))
      return E;
    if (Field != "path")
      continue;
    for (auto [Loader, Id] : At)
      if (const FoundObject *O = Finder.get(Id))
        if (auto Size = ObjectView(Finder.context(), *O).field("size"))
          Urls[Loader].Count = uint32_t(Size->Bits);
  }
  IdOf First;
  for (auto [Loader, Id] : At)
    if (const FoundObject *O = Finder.get(Id)) {
      const ObjectView Array(Finder.context(), *O);
      if (O->isArray() && Array.numElements())
        First[Loader] = Array.element(0).Bits;
    }
  if (Error E = fetch(First))
    return E;
  const std::pair<StringRef, std::string LoaderUrls::*> Parts[] = {
      {"protocol", &LoaderUrls::Protocol},
      {"authority", &LoaderUrls::Authority},
      {"file", &LoaderUrls::File}};
  std::vector<uint64_t> Strings;
  for (auto [Field, Part] : Parts)
    for (auto [Loader, Id] : follow(First, Field))
      Strings.push_back(Id);
  if (Error E = fetchStrings(Finder, Strings, MostBytes))
    return E;
  for (auto [Field, Part] : Parts)
    for (auto [Loader, Id] : follow(First, Field))
      if (std::optional<JavaString> Text = javaString(Finder, Id))
        Urls[Loader].*Part = std::move(Text->Text);
  for (const auto &[Loader, U] : Urls)
    if (std::string Text = U.text(); !Text.empty())
      Names[Loader] = std::move(Text);
  return Error::success();
}

Error NameReader::read(ArrayRef<uint64_t> Loaders) {
  IdOf All;
  for (uint64_t Id : Loaders)
    All[Id] = Id;
  if (Error E = fetch(All))
    return E;
  if (Error E = readGiven(All))
    return E;
  IdOf Unnamed;
  for (uint64_t Id : Loaders)
    if (const FoundObject *O = Finder.get(Id);
        O && !Names.count(Id) &&
        isKnownByUrls(ObjectView(Finder.context(), *O).className()))
      Unnamed[Id] = Id;
  return readUrls(std::move(Unnamed));
}

Expected<std::map<uint64_t, std::string>>
hprof::readLoaderNames(ObjectFinder &Finder, ArrayRef<uint64_t> Loaders) {
  NameReader Reader(Finder);
  if (Error E = Reader.read(Loaders))
    return E;
  return std::move(Reader.Names);
}
