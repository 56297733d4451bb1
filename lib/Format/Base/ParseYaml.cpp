//===- ParseYaml.cpp - Policies and budgets in YAML -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ParseYaml.h"
#include "llvm/Support/YAMLParser.h"

using namespace hprof;
using namespace llvm;

void YamlText::keep(const SMDiagnostic &D, void *Context) {
  std::string &First = of(Context).Fault;
  if (First.empty())
    First = ("line " + Twine(D.getLineNo()) + ": " + D.getMessage()).str();
}

/// Returns the first too deeply nested node below \p N, which has \p Depth
/// nodes above it; null if there is none. Nodes are parsed when they are
/// visited, so nothing below the result has been parsed.
static const yaml::Node *tooDeep(yaml::Node *N, unsigned Depth) {
  if (!N || Depth == YamlText::MaxDepth)
    return N;
  auto Below = [&](yaml::Node *Child) -> const yaml::Node * {
    if (isa_and_nonnull<yaml::SequenceNode, yaml::MappingNode>(Child))
      return tooDeep(Child, Depth + 1);
    return nullptr;
  };
  if (auto *List = dyn_cast<yaml::SequenceNode>(N)) {
    for (yaml::Node &Entry : *List)
      if (const yaml::Node *Found = Below(&Entry))
        return Found;
  } else if (auto *Map = dyn_cast<yaml::MappingNode>(N)) {
    for (yaml::KeyValueNode &Entry : *Map) {
      if (const yaml::Node *Found = Below(Entry.getKey()))
        return Found;
      if (const yaml::Node *Found = Below(Entry.getValue()))
        return Found;
    }
  }
  return nullptr;
}

Error YamlText::check() {
  if (StringRef(Text).trim().empty())
    return createStringError("it is empty");
  // The parser treats a NUL as the end.
  if (StringRef(Text).contains('\0'))
    return createStringError("it is not text");
  SourceMgr Faults;
  Faults.setDiagHandler(keep, this);
  yaml::Stream Stream(Text, Faults, /*ShowColors=*/false);
  yaml::document_iterator First = Stream.begin();
  if (First != Stream.end())
    if (const yaml::Node *Deep = tooDeep(First->getRoot(), 0)) {
      const char *At = Deep->getSourceRange().Start.getPointer();
      const StringRef Before(Text.data(), At ? size_t(At - Text.data()) : 0);
      return createStringError("line " + Twine(Before.count('\n') + 1) +
                               ": lists and maps nested more than " +
                               Twine(MaxDepth) + " levels deep");
    }
  if (Stream.failed())
    return createStringError(Fault.empty() ? "it is not YAML" : Fault);
  return Error::success();
}
