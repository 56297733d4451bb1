//===- ClassEditor.cpp - Makes classes call the tracker -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassEditor.h"
#include "Agent/Output/Messages.h"
#include "Agent/Records/NumberedClasses.h"
#include "Agent/Vm/JvmError.h"
#include "CallTracker.h"

using namespace hprof;
using namespace hprof::agent;
using namespace hprof::classfile;
using namespace llvm;

/// Whether \p Name is \p Outer or one of its nested classes.
static bool isIn(StringRef Name, StringRef Outer) {
  return Name.consume_front(Outer) && (Name.empty() || Name[0] == '$');
}

/// Whether \p M must not be edited. Methods that the tracker calls must not
/// call the tracker. Methods of VirtualThread and Continuation begin in one
/// thread and end in another.
static bool isLeftOut(const MethodName &M) {
  if (M.Class == "java/lang/Object")
    return M.Name == "<init>";
  return CallTracker::isOwnClass(M.Class) ||
         isIn(M.Class, "java/lang/VirtualThread") ||
         isIn(M.Class, "jdk/internal/vm/Continuation");
}

std::optional<int32_t> ClassEditor::numberOf(const MethodName &M) {
  if (isLeftOut(M))
    return std::nullopt;
  const std::optional<uint32_t> Number = All.get(M);
  if (Number)
    return int32_t(*Number);
  if (!IsFull.exchange(true))
    reportNote(Option + ": the method table has reached memory=; calls to "
                        "methods loaded later are not counted");
  return std::nullopt;
}

void ClassEditor::reportUneditable(const Twine &What, const Twine &Why) {
  if (NumUneditable++ < MostReports)
    reportNote(Twine(Option) + ": calls to " + What +
               " are not counted: " + Why);
}

void ClassEditor::reportGrown(StringRef Class) {
  reportUneditable(
      classNameOf(("L" + Class + ";").str()),
      "earlier recordings have enlarged its constant pool in the VM");
}

void ClassEditor::reportRest() {
  const unsigned Num = NumUneditable;
  if (Num <= MostReports + NumTold)
    return;
  reportNote(Twine(Option) + ": calls to " +
             Twine(Num - MostReports - NumTold) +
             " more methods or classes are not counted");
  NumTold = Num - MostReports;
}

namespace {
/// The constant pools of loaded classes, in all sessions.
class ConstantPools {
public:
  /// Whenever a class is replaced, HotSpot adds constants from the new class
  /// file that do not equal existing ones. A NaN never equals another, so the
  /// constant pools of java.lang.Math, Float and Double double in size with
  /// each recording, and above 65535, replacing the class takes a minute and
  /// fails.
  bool grow(const ClassFileEvent &E) {
    constexpr unsigned Few = 512, Times = 3;
    const unsigned Num = unsigned(E.File[8] << 8 | E.File[9]);
    if (Num < Few)
      return false;
    std::lock_guard<std::mutex> Hold(Lock);
    auto [It, IsNew] = Sizes.try_emplace(E.Name, Size{Num});
    It->second.HasGrown |= Num > Times * It->second.AtFirst;
    return It->second.HasGrown;
  }
  bool hasGrown(StringRef Name) {
    std::lock_guard<std::mutex> Hold(Lock);
    auto It = Sizes.find(Name);
    return It != Sizes.end() && It->second.HasGrown;
  }

private:
  struct Size {
    unsigned AtFirst;
    bool HasGrown = false;
  };
  std::mutex Lock;
  StringMap<Size> Sizes; ///< By class; only classes with many constants.
};
} // namespace

static ConstantPools &constantPools() {
  // Never destroyed: VM threads may run while the process exits.
  static ConstantPools *Only = new ConstantPools;
  return *Only;
}

void ClassEditor::edit(const ClassFileEvent &E) {
  if (E.IsLoaded && E.Name && E.File.size() > 10 && constantPools().grow(E))
    return reportGrown(E.Name);
  std::string Class;
  Expected<EditedClass> Result =
      editCalls(E.File, CallTracker::hooks(), [&](const MethodName &M) {
        if (Class.empty())
          Class = classNameOf(("L" + M.Class + ";").str());
        return numberOf(M);
      });
  if (!Result)
    return reportUneditable(E.Name && *E.Name ? E.Name : "a class",
                            toString(Result.takeError()));
  for (const EditedClass::Skipped &S : Result->NotEdited)
    reportUneditable(Class + "." + S.Method, S.Why);
  if (Result->Bytes.empty() || Result->Bytes.size() > INT32_MAX)
    return;
  unsigned char *New = nullptr;
  if (Ti.Allocate(jlong(Result->Bytes.size()), &New) != JVMTI_ERROR_NONE)
    return reportUneditable(Class,
                            "the VM is out of memory for its class file");
  std::memcpy(New, Result->Bytes.data(), Result->Bytes.size());
  if (E.Name) {
    std::lock_guard<std::mutex> Hold(Lock);
    Edited.insert(E.Name);
  }
  *E.NewFile = New;
  *E.NewSize = jint(Result->Bytes.size());
}

/// One call for many classes is cheaper: each call stops the VM and visits all
/// classes. If the VM rejects a class, the others are edited without it.
void ClassEditor::retransform(MutableArrayRef<jclass> Classes) {
  if (Classes.empty())
    return;
  const jvmtiError E =
      Ti.RetransformClasses(jint(Classes.size()), Classes.data());
  if (E == JVMTI_ERROR_NONE)
    return;
  if (Classes.size() > 1) {
    const size_t Half = Classes.size() / 2;
    retransform(Classes.take_front(Half));
    return retransform(Classes.drop_front(Half));
  }
  JvmText Signature(Ti);
  Ti.GetClassSignature(Classes[0], Signature.out(), nullptr);
  reportUneditable(classNameOf(Signature.str()),
                   toString(check("RetransformClasses", E)));
}

Error ClassEditor::editLoaded(JNIEnv &Jni) {
  return retransformIf(Jni, [&](StringRef Name) {
    const bool HasGrown = constantPools().hasGrown(Name);
    if (HasGrown)
      reportGrown(Name);
    return !HasGrown;
  });
}

Error ClassEditor::restore(JNIEnv &Jni) {
  return retransformIf(Jni, [&](StringRef Name) {
    std::lock_guard<std::mutex> Hold(Lock);
    return Edited.contains(Name);
  });
}

Error ClassEditor::retransformIf(JNIEnv &Jni,
                                 function_ref<bool(StringRef)> Is) {
  // Limits the VM's memory use per call.
  constexpr size_t Most = 512;
  LocalFrame Refs(Jni);
  JvmArray<jclass> Loaded(Ti);
  if (Error E = check("GetLoadedClasses",
                      Ti.GetLoadedClasses(&Loaded.Count, Loaded.out())))
    return E;
  Refs.expect(Loaded.Count);
  std::vector<jclass> Classes;
  for (jclass C : Loaded.get()) {
    jboolean IsModifiable = JNI_FALSE;
    if (!C || Ti.IsModifiableClass(C, &IsModifiable) != JVMTI_ERROR_NONE ||
        !IsModifiable)
      continue;
    JvmText Signature(Ti);
    Ti.GetClassSignature(C, Signature.out(), nullptr);
    StringRef Name = Signature.str();
    if (Name.consume_front("L") && Name.consume_back(";") && Is(Name))
      Classes.push_back(C);
  }
  for (MutableArrayRef<jclass> Rest = Classes; !Rest.empty();) {
    const size_t Num = std::min(Most, Rest.size());
    retransform(Rest.take_front(Num));
    Rest = Rest.drop_front(Num);
  }
  return takeException(Jni, "instrumenting classes");
}
