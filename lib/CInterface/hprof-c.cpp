//===- hprof-c.cpp - The C interface --------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof-c/hprof.h"
#include "hprof/Analysis/Columns/SharedProcess.h"
#include "hprof/Catalog/HeapCatalog.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Version.h"
#include "llvm/ADT/Twine.h"
#include <cstdlib>
#include <cstring>

using namespace hprof;
using namespace llvm;

/// This struct has no members with C++ types, so that the ABI description
/// (hprof-c.abi) contains only the types of the header.
struct hprof_store {
  void *Of; ///< Points to a shared pointer, see catalog().
};

static std::shared_ptr<HeapCatalog> &catalog(const hprof_store *Store) {
  return *static_cast<std::shared_ptr<HeapCatalog> *>(Store->Of);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {
/// A library error as reported through the C interface.
struct Failure {
  int32_t Code = HPROF_FAILED;
  uint64_t Offset = HPROF_NO_OFFSET;
  std::string File;
};
} // namespace

static int32_t codeOf(std::error_code Code) {
  if (Code == std::errc::not_enough_memory ||
      Code == std::errc::no_space_on_device)
    return HPROF_NO_MEMORY;
  if (Code == std::errc::invalid_argument)
    return HPROF_BAD_ARGUMENT;
  if (Code == format_errc::io || Code.category() == std::generic_category() ||
      Code.category() == std::system_category())
    return HPROF_IO;
  return Code.category() == formatCategory() ? HPROF_NOT_A_DUMP : HPROF_FAILED;
}

static int32_t codeOf(CatalogError::Kind Is) {
  switch (Is) {
  case CatalogError::Kind::NoTable:
    return HPROF_NO_TABLE;
  case CatalogError::Kind::BadArgument:
    return HPROF_BAD_ARGUMENT;
  case CatalogError::Kind::BadQuery:
    return HPROF_BAD_QUERY;
  case CatalogError::Kind::NoObject:
    return HPROF_NO_OBJECT;
  }
  return HPROF_FAILED;
}

static void inspect(Failure &To, const ErrorInfoBase &E) {
  if (E.isA<CancelledError>())
    To.Code = HPROF_CANCELLED;
  else if (E.isA<CatalogError>())
    To.Code = codeOf(static_cast<const CatalogError &>(E).kind());
  else
    To.Code = codeOf(E.convertToErrorCode());
  if (E.isA<FormatError>())
    To.Offset = static_cast<const FormatError &>(E).offset();
}

static int32_t fail(hprof_error *To, Error E) {
  Failure Is;
  std::string Text;
  raw_string_ostream OS(Text);
  handleAllErrors(
      std::move(E),
      [&](FileError &F) {
        F.log(OS);
        Is.File = F.getFileName().str();
        handleAllErrors(F.takeError(),
                        [&](const ErrorInfoBase &E) { inspect(Is, E); });
      },
      [&](const ErrorInfoBase &E) {
        OS << (Text.empty() ? "" : "; ");
        E.log(OS);
        inspect(Is, E);
      });
  OS.flush();
  if (!To)
    return Is.Code;
  To->code = Is.Code;
  To->offset = Is.Offset;
  To->file = Is.File.empty() ? nullptr : strdup(Is.File.c_str());
  To->text = strdup(toUtf8(Text).c_str());
  return Is.Code;
}

static Error badArgument(const Twine &What) {
  return make_error<CatalogError>(CatalogError::Kind::BadArgument, What);
}

const char *hprof_version(void) { return toolchainVersion(); }

const char *hprof_code_text(int32_t Code) {
  static constexpr const char *Words[] = {
      "ok",
      "failed",
      "input or output error",
      "not a heap dump",
      "no memory",
      "no table",
      "no object",
      "bad argument",
      "bad query",
      "cancelled",
  };
  return Code >= 0 && size_t(Code) < std::size(Words) ? Words[Code] : "unknown";
}

int hprof_is_set(void *Flag) { return *static_cast<volatile int *>(Flag); }

void hprof_error_clear(hprof_error *Is) {
  if (!Is)
    return;
  std::free(Is->file);
  std::free(Is->text);
  *Is = {};
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Returns the options in this version's layout.
static Expected<hprof_options> known(const hprof_options *Given) {
  hprof_options Is = {};
  if (!Given)
    return Is;
  if (Given->size < offsetof(hprof_options, max_memory))
    return badArgument("hprof_options.size is not set");
  std::memcpy(&Is, Given, std::min(Given->size, sizeof(Is)));
  if (Is.flags & ~uint32_t(HPROF_KEEP_UNREACHABLE | HPROF_TRUST_INDEX) ||
      Is.reserved)
    return badArgument("unknown bits in hprof_options.flags or reserved");
  return Is;
}

static CatalogOptions optionsOf(const hprof_options &Is) {
  CatalogOptions To;
  StoreOptions &Store = To.Store;
  Store.Threads = Is.threads;
  if (Is.max_memory)
    Store.MaxMemory = Is.max_memory;
  if (Is.dump)
    Store.Dump = Is.dump;
  if (Is.temp_dir)
    Store.TempDir = Is.temp_dir;
  if (Is.layout)
    Store.Layout = Is.layout;
  if (Is.index) {
    Store.Index = Is.index;
    Store.From = Store.Index.empty() ? IndexUse::None : IndexUse::Given;
  }
  Store.KeepUnreachable = Is.flags & HPROF_KEEP_UNREACHABLE;
  Store.TrustsIndex = Is.flags & HPROF_TRUST_INDEX;
  if (Is.progress)
    To.OnProgress = [Call = Is.progress,
                     User = Is.user](const StoreProgress &Now) {
      Call(User, Now.Phase, Now.Done, Now.All);
    };
  if (Is.cancelled)
    To.ShouldEnd = [Call = Is.cancelled, User = Is.user] {
      return Call(User) != 0;
    };
  return To;
}

int32_t hprof_open(const char *Path, const hprof_options *Options,
                   hprof_store **To, hprof_error *E) {
  if (!Path || !To)
    return fail(
        E, badArgument(
               "hprof_open() requires a path and a pointer for the store"));
  Expected<hprof_options> Given = known(Options);
  if (!Given)
    return fail(E, Given.takeError());
  // max_memory limits this library, not the whole program.
  shareProcess();
  Expected<std::shared_ptr<HeapCatalog>> Of =
      HeapCatalog::open(Path, optionsOf(*Given));
  if (!Of)
    return fail(E, Of.takeError());
  *To = new hprof_store{new std::shared_ptr<HeapCatalog>(std::move(*Of))};
  return HPROF_OK;
}

void hprof_close(hprof_store *Store) {
  if (Store)
    delete &catalog(Store);
  delete Store;
}

int hprof_is_damaged(hprof_store *Store) {
  return Store && catalog(Store)->isDamaged();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static int32_t give(BatchesOrError Of, ArrowArrayStream *To, hprof_error *E) {
  if (!Of)
    return fail(E, Of.takeError());
  exportStream(std::move(*Of), *To);
  return HPROF_OK;
}

int32_t hprof_tables(hprof_store *Store, ArrowArrayStream *To, hprof_error *E) {
  if (!Store || !To)
    return fail(E, badArgument("hprof_tables() requires a store and a stream"));
  return give(catalog(Store)->tables(), To, E);
}

int32_t hprof_table(hprof_store *Store, const char *Name,
                    const hprof_argument *Arguments, size_t Count,
                    ArrowArrayStream *To, hprof_error *E) {
  if (!Store || !Name || !To || (Count && !Arguments))
    return fail(
        E, badArgument("hprof_table() requires a store, a name and a stream"));
  CatalogArguments Given;
  for (size_t I = 0; I != Count; ++I) {
    if (!Arguments[I].name || !Arguments[I].value)
      return fail(E, badArgument("name or value of an argument is null"));
    Given.emplace_back(Arguments[I].name, Arguments[I].value);
  }
  return give(catalog(Store)->table(Name, Given), To, E);
}

int32_t hprof_query(hprof_store *Store, const char *Sql, ArrowArrayStream *To,
                    hprof_error *E) {
  if (!Store || !Sql || !To)
    return fail(
        E, badArgument("hprof_query() requires a store, a query and a stream"));
  return give(catalog(Store)->query(Sql), To, E);
}

int32_t hprof_object(hprof_store *Store, uint64_t Id, ArrowArrayStream *To,
                     hprof_error *E) {
  if (!Store || !To)
    return fail(E, badArgument("hprof_object() requires a store and a stream"));
  return give(catalog(Store)->object(Id), To, E);
}
