//===- Argument.h - Arguments of requests -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arguments of a question or a pass are declared once, in a .td file
/// (Argument.td), from which llvm-tblgen generates a table. Each interface,
/// such as a command line or a query, passes values as strings, from which the
/// members of a request are set.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_ARGUMENT_H
#define HPROF_ANSWER_ARGUMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hprof {

class ArgumentValue;
class ClassPattern;

enum class ArgumentKind : uint8_t {
  Choice,  ///< One of Argument::Choices.
  Switch,  ///< "true" or "false".
  Number,  ///< A number of at least 1.
  Offset,  ///< A signed number, decimal or "0x...".
  Size,    ///< Bytes, with a suffix: "64k".
  Most,    ///< Maximum number of rows; 0 for all.
  Pattern, ///< Class name or pattern.
  Object,  ///< Object id.
  File,    ///< A path.
  Text     ///< Any string but the empty one.
};

struct Argument {
  llvm::StringLiteral Of; ///< Name of the question or the pass.
  unsigned Number;        ///< From 0.
  llvm::StringLiteral Name;
  ArgumentKind Kind;
  llvm::StringLiteral Choices; ///< "a|b", in the order of an enumeration.
  llvm::StringLiteral Metavar; ///< "<n>" or Choices; empty for a switch.
  bool IsRequired;
  bool IsRepeated; ///< The argument can be given several times.
  llvm::StringLiteral Sentence;
  llvm::Error (*Set)(void *Request, const ArgumentValue &V);
};

/// Returns the arguments of \p Name in the table \p All.
llvm::ArrayRef<Argument> argumentsOf(llvm::StringRef Name,
                                     llvm::ArrayRef<Argument> All);

/// Value of an argument, as a string. The functions parse the string and store
/// the result in \p Into, or append it to a list, or fail.
class ArgumentValue {
public:
  ArgumentValue(const Argument &Is, llvm::StringRef Text)
      : Is(Is), Text(Text) {}

  template <class T> llvm::Error toChoice(T &Into) const {
    llvm::Expected<unsigned> Which = choice();
    if (!Which)
      return Which.takeError();
    Into = T(*Which);
    return llvm::Error::success();
  }
  template <class T> llvm::Error toNumber(T &Into) const {
    T Found = 0;
    if (Text.getAsInteger(10, Found) || !Found)
      return expected("a number of at least 1");
    Into = Found;
    return llvm::Error::success();
  }
  llvm::Error toSwitch(bool &Into) const;
  llvm::Error toOffset(int64_t &Into) const;
  llvm::Error toSize(std::optional<uint64_t> &Into) const;
  llvm::Error toMost(uint64_t &Into) const;
  llvm::Error toPattern(std::shared_ptr<const ClassPattern> &Into) const;
  llvm::Error toPattern(std::vector<ClassPattern> &Into) const;
  llvm::Error toObject(std::vector<uint64_t> &Into) const;
  llvm::Error toFile(std::string &Into) const;
  llvm::Error toFile(std::vector<std::string> &Into) const;
  llvm::Error toText(std::vector<std::string> &Into) const;

private:
  llvm::Expected<unsigned> choice() const;
  llvm::Error expected(const llvm::Twine &What) const;

  const Argument &Is;
  llvm::StringRef Text;
};

/// An unknown or missing argument, or a wrong value. From setArguments(), an
/// error except for a missing argument has an index into GivenArguments.
class ArgumentError : public llvm::ErrorInfo<ArgumentError> {
public:
  static char ID;
  ArgumentError(const llvm::Twine &Name, const llvm::Twine &What,
                std::optional<size_t> Index = std::nullopt)
      : Name(Name.str()), What(What.str()), Index(Index) {}
  llvm::StringRef name() const { return Name; }
  llvm::StringRef what() const { return What; }
  std::optional<size_t> index() const { return Index; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string Name, What;
  std::optional<size_t> Index;
};

/// Argument names with their values.
using GivenArguments = std::vector<std::pair<std::string, std::string>>;

/// Sets the members of \p Request that are named in \p Given. Returns an
/// ArgumentError if a name is not in \p Known or is given twice, a required
/// argument is missing, or a value is wrong.
llvm::Error setArguments(llvm::ArrayRef<Argument> Known,
                         const GivenArguments &Given, void *Request);

} // namespace hprof

#endif // HPROF_ANSWER_ARGUMENT_H
