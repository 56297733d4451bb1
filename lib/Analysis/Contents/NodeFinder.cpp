//===- NodeFinder.cpp - Finds objects in a graph by their ids -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/NodeFinder.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

NodeFinder::NodeFinder(const HeapContents &Contents)
    : ObjectFinder(Contents.context()), Contents(Contents) {}

bool NodeFinder::hasValues() const { return Contents.file().hasValues(); }

Error NodeFinder::findTypes(const IdsToFind &Ids) {
  const HeapGraph &G = Contents.graph();
  for (uint64_t Id : Ids) {
    const Node N = G.find(Id);
    if (N == NoNode || G.asClass(N) != NoClass || G.isFlattened(N))
      continue;
    const GraphClass &C = G.classOf(N);
    ObjectType Type;
    Type.Class = C.Id;
    if (C.Element) {
      Type.Kind = isReference(*C.Element) ? RecordKind::ObjectArrayDump
                                          : RecordKind::PrimitiveArrayDump;
      Type.ElementType = *C.Element;
    }
    setType(Id, Type);
  }
  return Error::success();
}

Error NodeFinder::find(const IdsToFind &Ids, size_t) {
  // The ids are mostly in the order of the dump.
  std::vector<uint64_t> Sorted(Ids.begin(), Ids.end());
  llvm::sort(Sorted);
  for (uint64_t Id : Sorted) {
    std::unique_ptr<FoundObject> &Slot = slot(Id);
    if (std::optional<FoundObject> O = Contents.object(Contents.find(Id)))
      Slot = std::make_unique<FoundObject>(std::move(*O));
  }
  return Error::success();
}
