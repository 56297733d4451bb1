//===- JavaCommand.cpp - Command line of a Java launcher ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavaCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace hprof;

std::vector<std::string> hprof::splitAtNul(StringRef Text) {
  std::vector<std::string> Found;
  while (!Text.empty()) {
    StringRef One;
    std::tie(One, Text) = Text.split('\0');
    Found.push_back(One.str());
  }
  return Found;
}

/// Launcher options whose value is the next argument, unless they contain a =.
static bool takesNext(StringRef Option) {
  return StringSwitch<bool>(Option)
      .Cases("-cp", "-classpath", "--class-path", true)
      .Cases("-p", "--module-path", "--upgrade-module-path", true)
      .Cases("--add-modules", "--add-opens", "--add-exports", "--add-reads",
             true)
      .Cases("--patch-module", "--limit-modules", "--source", true)
      .Cases("--enable-native-access", "--describe-module", "-d", true)
      .Default(false);
}

bool hprof::isJavaLauncher(StringRef Program) {
  return Program.rsplit('/').second == "java" || Program == "java";
}

JavaCommand hprof::parseJavaCommand(ArrayRef<std::string> Arguments) {
  JavaCommand Found;
  if (Arguments.empty())
    return Found;
  bool IsJava = isJavaLauncher(Arguments.front());
  for (size_t I = 1; I != Arguments.size(); ++I) {
    StringRef One = Arguments[I];
    if (!IsJava) {
      if (One.consume_front("-J"))
        Found.Options.push_back(One.str());
      continue;
    }
    if (One == "-jar" || One == "-m" || One == "--module") {
      if (I + 1 != Arguments.size())
        Found.Main = Arguments[I + 1];
      return Found;
    }
    if (One.consume_front("--module=")) {
      Found.Main = One.str();
      return Found;
    }
    if (!One.starts_with("-") && !One.starts_with("@")) {
      Found.Main = One.str();
      return Found;
    }
    Found.Options.push_back(One.str());
    if (takesNext(One) && I + 1 != Arguments.size())
      ++I;
  }
  return Found;
}

/// Splits JAVA_TOOL_OPTIONS or a similar variable into words; single or double
/// quotes preserve spaces.
static void splitWords(StringRef Text, std::vector<std::string> &Words) {
  std::string Word;
  bool IsWord = false;
  char Quote = 0;
  for (char C : Text) {
    if (Quote ? C == Quote : C == '\'' || C == '"') {
      Quote = Quote ? 0 : C;
      IsWord = true;
    } else if (!Quote && isSpace(C)) {
      if (IsWord)
        Words.push_back(Word);
      Word.clear();
      IsWord = false;
    } else {
      Word += C;
      IsWord = true;
    }
  }
  if (IsWord)
    Words.push_back(Word);
}

std::vector<std::string>
hprof::effectiveOptions(ArrayRef<std::string> Arguments,
                        ArrayRef<std::string> Environment) {
  std::vector<std::string> All;
  auto AddVariable = [&](StringRef Name) {
    for (StringRef One : Environment)
      if (One.consume_front(Name) && One.consume_front("="))
        return splitWords(One, All);
  };
  AddVariable("JAVA_TOOL_OPTIONS");
  // The launcher inserts these words before its arguments.
  AddVariable("JDK_JAVA_OPTIONS");
  append_range(All, parseJavaCommand(Arguments).Options);
  AddVariable("_JAVA_OPTIONS");
  return All;
}

std::optional<bool> hprof::findFlag(ArrayRef<std::string> Options,
                                    StringRef Name) {
  for (StringRef One : reverse(Options))
    if (One.consume_front("-XX:") && One.drop_front(!One.empty()) == Name &&
        (One[0] == '+' || One[0] == '-'))
      return One[0] == '+';
  return std::nullopt;
}

StringRef hprof::findProperty(ArrayRef<std::string> Options, StringRef Name) {
  for (StringRef One : reverse(Options))
    if (One.consume_front("-D") && One.consume_front(Name) &&
        One.consume_front("="))
      return One;
  return "";
}
