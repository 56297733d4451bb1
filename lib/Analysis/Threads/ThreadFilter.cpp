//===- ThreadFilter.cpp - Selects threads of a dump -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/ThreadFilter.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace hprof;
using namespace llvm;

struct ThreadFilter::Criteria {
  std::vector<ThreadState> States;
  std::vector<std::string> Threads;
  std::string Text;
  std::optional<ClassPattern> Pattern; ///< Set if Text is a pattern.

  bool matches(StringRef Name) const {
    return Pattern ? Pattern->matches(Name) : Name.contains(Text);
  }
  bool isNamed(const ThreadDump::Thread &T) const {
    return any_of(Threads, [&](StringRef Wanted) {
      uint64_t Id;
      StringRef Number = Wanted;
      Number.consume_front("#");
      return Wanted == T.Name ||
             (T.Id && !Number.getAsInteger(10, Id) && Id == *T.Id);
    });
  }
};

ThreadFilter::ThreadFilter() : By(std::make_unique<Criteria>()) {}
ThreadFilter::ThreadFilter(ThreadFilter &&) noexcept = default;
ThreadFilter &ThreadFilter::operator=(ThreadFilter &&) noexcept = default;
ThreadFilter::~ThreadFilter() = default;

Error ThreadFilter::addState(StringRef Name) {
  static constexpr StringLiteral States[] = {
#define HPROF_THREAD_STATE(NAME, TEXT, J9) TEXT,
#include "hprof/Format/Thread/ThreadStates.def"
  };
  std::string Wanted = Name.upper();
  std::replace(Wanted.begin(), Wanted.end(), '-', '_');
  const StringLiteral *S = find(States, Wanted);
  if (S == std::end(States))
    return createStringError("unknown state '" + Name + "', expected one of " +
                             join(std::begin(States), std::end(States), ", "));
  By->States.push_back(ThreadState(S - States));
  return Error::success();
}

void ThreadFilter::addThread(StringRef Thread) {
  By->Threads.push_back(Thread.str());
}

Error ThreadFilter::setText(StringRef Text) {
  By->Text = Text.str();
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return Pattern.takeError();
  // The rules for plain class names do not fit thread names.
  if (!Pattern->isName() && !Text.starts_with("0x"))
    By->Pattern = std::move(*Pattern);
  return Error::success();
}

bool ThreadFilter::isEmpty() const {
  return By->States.empty() && By->Threads.empty() && By->Text.empty();
}

namespace {
/// Caches, per stack, whether any frame matches.
class StackMatches {
public:
  StackMatches(const ThreadStacks &Stacks) : Stacks(Stacks) {}

  template <class Fn> bool get(uint32_t Stack, Fn &&Matches) {
    if (Frames.empty()) {
      Frames.resize(Stacks.numFrames());
      for (size_t I = 0; I != Frames.size(); ++I)
        Frames[I] =
            Matches(frameText(Stacks.frame(uint32_t(I)), FrameStyle::Short));
    }
    Known.resize(Stacks.size());
    std::optional<bool> &Is = Known[Stack];
    if (!Is)
      Is = any_of(Stacks.frames(Stack),
                  [&](uint32_t F) { return bool(Frames[F]); });
    return *Is;
  }

private:
  const ThreadStacks &Stacks;
  std::vector<bool> Frames;
  std::vector<std::optional<bool>> Known;
};
} // namespace

std::vector<uint32_t> ThreadFilter::select(const ThreadDump &Dump) const {
  std::vector<uint32_t> Found;
  StackMatches Stacks(Dump.Stacks);
  auto Matches = [&](StringRef Name) { return By->matches(Name); };
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    if (!By->States.empty() && !is_contained(By->States, T.State))
      continue;
    if (!By->Threads.empty() && !By->isNamed(T))
      continue;
    if (!By->Text.empty() && !Matches(T.Name) && !Stacks.get(T.Stack, Matches))
      continue;
    Found.push_back(uint32_t(I));
  }
  return Found;
}
