//===- Completion.cpp - Shell completion from option tables ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace hprof;

namespace {
/// A spelling of an option, for completion.
struct Spelling {
  StringRef Name; ///< "--format" or "-o".
  StringRef Help;
  StringRef MetaVar; ///< Empty for a flag.
  SmallVector<StringRef, 8> Values;
  bool TakesValue = false;
  bool NeedsEquals = false; ///< The value cannot be the next argument.
  bool IsList = false;      ///< Values are separated by commas.

  bool isLong() const { return Name.starts_with("--"); }
  bool isFolder() const { return MetaVar == "<dir>"; }
  /// Whether values are files; those of other options cannot be guessed.
  bool isFile() const { return MetaVar == "<file>"; }
};
} // namespace

static SmallVector<Spelling, 32> spellings(const ToolOptions &Options) {
  SmallVector<Spelling, 32> Result;
  for (const OptTable::Info &Row : Options.rows()) {
    const OptTable::Info &Target = Row.AliasID ? Options.row(Row.AliasID) : Row;
    if (Target.Prefixes.empty() || (Target.Flags & HelpHidden) ||
        Row.Kind == Option::GroupClass)
      continue;
    Spelling S;
    S.Name = Row.PrefixedName;
    bool Joined =
        Row.Kind == Option::JoinedClass || Row.Kind == Option::CommaJoinedClass;
    // "--format=" is handled with "--format", its separate form.
    if (Row.Kind == Option::SeparateClass && Options.find((S.Name + "=").str()))
      continue;
    if (Joined)
      S.NeedsEquals = none_of(Options.rows(), [&](const OptTable::Info &Other) {
        return Other.PrefixedName == S.Name.drop_back() &&
               Other.Kind == Option::SeparateClass;
      });
    S.Name.consume_back("=");
    S.TakesValue = Row.Kind != Option::FlagClass;
    S.IsList = Row.Kind == Option::CommaJoinedClass;
    if (Target.HelpText)
      S.Help = Target.HelpText;
    if (Target.MetaVar)
      S.MetaVar = Target.MetaVar;
    if (S.TakesValue)
      S.Values = optionValues(Target);
    Result.push_back(std::move(S));
  }
  return Result;
}

/// \p Text as a shell word in single quotes. In fish, a backslash is special
/// even in single quotes.
static std::string quoted(StringRef Text, bool Fish = false) {
  std::string Out = "'";
  for (char C : Text) {
    if (C == '\'')
      Out += Fish ? "\\'" : "'\\''";
    else if (C == '\\' && Fish)
      Out += "\\\\";
    else
      Out += C;
  }
  return Out + "'";
}

static void printBash(raw_ostream &OS, StringRef Tool,
                      ArrayRef<Spelling> Options) {
  std::string Function = "_" + Tool.str();
  std::replace(Function.begin(), Function.end(), '-', '_');
  // bash splits --format=json into three words, because '=' is a word break.
  OS << "# bash completion for " << Tool << '\n'
     << Function << "() {\n"
     << R"(  local cur=${COMP_WORDS[COMP_CWORD]} opt=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur= opt+==
  elif [[ $opt == = ]] && ((COMP_CWORD > 2)); then
    opt=${COMP_WORDS[COMP_CWORD-2]}=
  fi
  case $opt in
)";
  for (const Spelling &S : Options) {
    if (!S.TakesValue)
      continue;
    OS << "  ";
    if (!S.NeedsEquals)
      OS << S.Name << (S.isLong() ? " | " : ")\n    ");
    if (S.isLong())
      OS << S.Name << "=)\n    ";
    if (!S.Values.empty())
      OS << "COMPREPLY=($(compgen -W " << quoted(join(S.Values, " "))
         << " -- \"$cur\"))\n    ";
    else if (S.isFolder())
      OS << "COMPREPLY=($(compgen -d -- \"$cur\"))\n    ";
    else if (!S.isFile())
      OS << "compopt +o default\n    ";
    OS << "return ;;\n";
  }
  OS << "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W ";
  std::string Names;
  for (const Spelling &S : Options)
    (Names += S.Name) += S.TakesValue && S.isLong() ? "= " : " ";
  OS << quoted(StringRef(Names).rtrim()) << R"( -- "$cur"))
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace
    fi
  fi
}
complete -o default -F )"
     << Function << ' ' << Tool << '\n';
}

static void printZsh(raw_ostream &OS, StringRef Tool,
                     ArrayRef<Spelling> Options) {
  OS << "#compdef " << Tool << "\n\n_arguments -s -S";
  auto Escaped = [](StringRef Text) {
    std::string Out;
    for (char C : Text) {
      if (StringRef("[]:\\").contains(C))
        Out += '\\';
      Out += C;
    }
    return Out;
  };
  for (const Spelling &S : Options) {
    std::string Spec = S.Name.str();
    if (S.TakesValue)
      Spec += !S.isLong() ? "+" : S.NeedsEquals ? "=-" : "=";
    Spec += "[" + Escaped(S.Help) + "]";
    if (S.TakesValue) {
      StringRef What = S.MetaVar.trim("<>");
      Spec += ":" + Escaped(What.empty() ? "value" : What) + ":";
      if (!S.Values.empty() && S.IsList)
        Spec += "_values -s , value " + join(S.Values, " ");
      else if (!S.Values.empty())
        Spec += "(" + join(S.Values, " ") + ")";
      else if (S.isFolder())
        Spec += "_files -/";
      else if (S.isFile())
        Spec += "_files";
    }
    OS << " \\\n  " << quoted(Spec);
  }
  OS << " \\\n  '*:file:_files'\n";
}

static void printFish(raw_ostream &OS, StringRef Tool,
                      ArrayRef<Spelling> Options) {
  OS << "# fish completion for " << Tool << '\n';
  for (const Spelling &S : Options) {
    OS << "complete -c " << Tool
       << (S.isLong()           ? " -l "
           : S.Name.size() == 2 ? " -s "
                                : " -o ")
       << S.Name.ltrim('-');
    if (!S.Help.empty())
      OS << " -d " << quoted(S.Help, /*Fish=*/true);
    if (!S.Values.empty())
      OS << " -x -a " << quoted(join(S.Values, " "), /*Fish=*/true);
    else if (S.isFolder())
      OS << " -x -a '(__fish_complete_directories)'";
    else if (S.TakesValue)
      OS << (S.isFile() ? " -r -F" : " -x");
    OS << '\n';
  }
}

void hprof::printCompletion(raw_ostream &OS, StringRef Shell, StringRef Tool,
                            const ToolOptions &Options) {
  SmallVector<Spelling, 32> All = spellings(Options);
  if (Shell == "bash")
    printBash(OS, Tool, All);
  else if (Shell == "zsh")
    printZsh(OS, Tool, All);
  else
    printFish(OS, Tool, All);
}
