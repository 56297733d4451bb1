//===- Rows.cpp - Records that are pulled one by one ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Rows.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

std::optional<StringRef> Datum::text() const {
  if (const auto *Borrowed = get<StringRef>())
    return *Borrowed;
  if (const auto *Own = get<std::string>())
    return StringRef(*Own);
  return std::nullopt;
}

Rows *Datum::rows() const {
  const auto *Nested = get<std::unique_ptr<Rows>>();
  return Nested ? Nested->get() : nullptr;
}

Datum Datum::with(Prose After) && {
  Aside = std::make_unique<Prose>(std::move(After));
  return std::move(*this);
}

Rows::~Rows() = default;

std::vector<unsigned> Rows::columns(unsigned Places) const {
  std::vector<unsigned> Found;
  const std::vector<Column> &All = info().Columns;
  for (unsigned I = 0; I != All.size(); ++I)
    if ((All[I].Places & Places) && has(I))
      Found.push_back(I);
  return Found;
}

std::vector<std::string> Rows::labels(unsigned, ColumnPlace) const {
  return {};
}

const NothingAsked &NothingAsked::value() {
  static const NothingAsked Nothing{};
  return Nothing;
}
