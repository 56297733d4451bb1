//===- FakeJni.cpp - JNI on the model of the fake VM ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The JNI functions of FakeJvm. They implement the Java code that the agent
/// calls: toString() of an exception, the MXBean that dumps the heap, and the
/// call tracker.
///
//===----------------------------------------------------------------------===//

#include "Agent/FakeTable.h"
#include <cstdarg>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

using Object = FakeJvm::Object;
using Kind = Object::Kind;

namespace {
/// Whether a function may be called while an exception is pending.
#define FAKE_JNI(NAME) constexpr bool NAME##AlsoPending = false;
#define FAKE_JNI_ALWAYS(NAME) constexpr bool NAME##AlsoPending = true;
#include "Agent/FakeJni.def"

/// One call of a function.
struct Call {
  FakeJvm &Vm;
  FakeJvm::Thread &T;
  const bool Works;
  std::unique_lock<std::recursive_mutex> Hold;

  Call(JNIEnv *E, const char *Name, bool AlsoPending, bool MayFail)
      : Vm(fakeOf(E)), T(*static_cast<FakeJvm::Thread *>(E)),
        Works(Vm.enter(E, Name, AlsoPending, MayFail)), Hold(Vm.Lock) {}
  template <class R> R local(Object *O) { return static_cast<R>(Vm.local(O)); }
};
} // namespace

#define FAKE_CALL(NAME, MAY_FAIL) Call C(E, #NAME, NAME##AlsoPending, MAY_FAIL)

//===----------------------------------------------------------------------===//
// References and exceptions
//===----------------------------------------------------------------------===//

static jint JNICALL pushFrame(JNIEnv *E, jint Room) {
  FAKE_CALL(PushLocalFrame, true);
  if (!C.Works)
    return JNI_ENOMEM;
  C.T.Frames.emplace_back().Room = size_t(Room);
  return JNI_OK;
}
static jint JNICALL ensureRoom(JNIEnv *E, jint Room) {
  FAKE_CALL(EnsureLocalCapacity, true);
  if (!C.Works)
    return JNI_ENOMEM;
  FakeJvm::LocalRefs &Refs = C.T.Frames.back();
  // Like -Xcheck:jni, does not reduce the capacity if the number is smaller.
  if (size_t(Room) > Refs.Room)
    Refs.Room = Refs.numLive() + size_t(Room);
  return JNI_OK;
}

static jobject JNICALL popFrame(JNIEnv *E, jobject Kept) {
  FAKE_CALL(PopLocalFrame, false);
  Object *O = C.Vm.object(Kept);
  if (C.T.Frames.size() < 2) {
    C.Vm.found("PopLocalFrame without a frame");
    return nullptr;
  }
  for (FakeJvm::Reference *R : C.T.Frames.back())
    R->IsOver = true;
  C.T.Frames.pop_back();
  return C.Vm.local(O);
}

static void end(FakeJvm &Vm, jobject Ref, bool IsGlobal) {
  if (!Vm.object(Ref))
    return;
  auto *R = reinterpret_cast<FakeJvm::Reference *>(Ref);
  if (R->IsGlobal != IsGlobal || R->IsWeak)
    Vm.found("a reference is deleted as one of another kind");
  R->IsOver = true;
}

static void JNICALL deleteLocal(JNIEnv *E, jobject Ref) {
  FAKE_CALL(DeleteLocalRef, false);
  end(C.Vm, Ref, false);
}
static jobject JNICALL newGlobal(JNIEnv *E, jobject Ref) {
  FAKE_CALL(NewGlobalRef, true);
  Object *O = C.Vm.object(Ref);
  return C.Works && O ? reinterpret_cast<jobject>(C.Vm.refer(O, true))
                      : nullptr;
}
static void JNICALL deleteGlobal(JNIEnv *E, jobject Ref) {
  FAKE_CALL(DeleteGlobalRef, false);
  end(C.Vm, Ref, true);
}

static jobject JNICALL newLocal(JNIEnv *E, jobject Ref) {
  FAKE_CALL(NewLocalRef, false);
  return C.Vm.local(C.Vm.object(Ref));
}
static jweak JNICALL newWeak(JNIEnv *E, jobject Ref) {
  FAKE_CALL(NewWeakGlobalRef, true);
  Object *O = C.Vm.object(Ref);
  if (!C.Works || !O)
    return nullptr;
  FakeJvm::Reference *R = C.Vm.refer(O, true);
  R->IsWeak = true;
  return reinterpret_cast<jweak>(R);
}
static void JNICALL deleteWeak(JNIEnv *E, jweak Ref) {
  FAKE_CALL(DeleteWeakGlobalRef, false);
  auto *R = reinterpret_cast<FakeJvm::Reference *>(Ref);
  if (R->IsOver || !R->IsWeak)
    C.Vm.found("DeleteWeakGlobalRef of what is no weak reference");
  R->IsOver = true;
}
static jboolean JNICALL isSame(JNIEnv *E, jobject A, jobject B) {
  FAKE_CALL(IsSameObject, false);
  return C.Vm.object(A) == C.Vm.object(B) ? JNI_TRUE : JNI_FALSE;
}

static jthrowable JNICALL occurred(JNIEnv *E) {
  FAKE_CALL(ExceptionOccurred, false);
  return C.local<jthrowable>(C.T.Pending);
}
static jboolean JNICALL isPending(JNIEnv *E) {
  FAKE_CALL(ExceptionCheck, false);
  return C.T.Pending ? JNI_TRUE : JNI_FALSE;
}
static void JNICALL clear(JNIEnv *E) {
  FAKE_CALL(ExceptionClear, false);
  C.T.Pending = nullptr;
}
static jint JNICALL throwThis(JNIEnv *E, jthrowable Ref) {
  FAKE_CALL(Throw, false);
  C.T.Pending = C.Vm.object(Ref);
  return JNI_OK;
}

//===----------------------------------------------------------------------===//
// Classes, methods, objects
//===----------------------------------------------------------------------===//

static constexpr StringLiteral Bean =
    "com/sun/management/HotSpotDiagnosticMXBean";

static jclass JNICALL findClass(JNIEnv *E, const char *Name) {
  FAKE_CALL(FindClass, true);
  if (!C.Works)
    return nullptr;
  if (Name == Bean && !C.Vm.HasDumper) {
    C.Vm.throwNew("java.lang.NoClassDefFoundError: " + Bean.str());
    return nullptr;
  }
  const std::string Signature = "L" + std::string(Name) + ";";
  Object *Class = C.Vm.classOf(Signature);
  if (!Class && StringRef(Name).starts_with("java/lang/Hprof")) {
    C.Vm.throwNew("java.lang.NoClassDefFoundError: " + std::string(Name));
    return nullptr;
  }
  // Looking a class up loads it.
  return C.local<jclass>(Class ? Class : &C.Vm.addClass(Signature));
}

static jclass JNICALL objectClass(JNIEnv *E, jobject Of) {
  FAKE_CALL(GetObjectClass, false);
  Object *O = C.Vm.object(Of);
  return C.local<jclass>(O && O->Class ? O->Class
                                       : C.Vm.classOf("Ljava/lang/Object;"));
}
static jboolean JNICALL isInstance(JNIEnv *E, jobject Of, jclass Class) {
  FAKE_CALL(IsInstanceOf, false);
  Object *O = C.Vm.object(Of), *Asked = C.Vm.object(Class);
  for (Object *Is = O ? O->Class : nullptr; Is; Is = Is->Parent)
    if (Is == Asked)
      return JNI_TRUE;
  return JNI_FALSE;
}

static jfieldID JNICALL fieldId(JNIEnv *E, jclass Class, const char *Name,
                                const char *) {
  FAKE_CALL(GetFieldID, true);
  Object *O = C.Vm.object(Class);
  return C.Works && O ? reinterpret_cast<jfieldID>(C.Vm.method(O, Name))
                      : nullptr;
}
static jobject JNICALL objectField(JNIEnv *E, jobject Of, jfieldID F) {
  FAKE_CALL(GetObjectField, false);
  Object *O = C.Vm.object(Of);
  return O ? C.Vm.local(O->Fields[reinterpret_cast<FakeJvm::Method *>(F)->Name])
           : nullptr;
}
static jint JNICALL intField(JNIEnv *E, jobject Of, jfieldID) {
  FAKE_CALL(GetIntField, false);
  Object *O = C.Vm.object(Of);
  return O ? O->Number : 0;
}

static jmethodID JNICALL methodId(JNIEnv *E, jclass Class, const char *Name,
                                  const char *) {
  FAKE_CALL(GetMethodID, true);
  Object *O = C.Vm.object(Class);
  return C.Works && O ? reinterpret_cast<jmethodID>(C.Vm.method(O, Name))
                      : nullptr;
}
static jmethodID JNICALL staticMethodId(JNIEnv *E, jclass Class,
                                        const char *Name, const char *) {
  FAKE_CALL(GetStaticMethodID, true);
  Object *O = C.Vm.object(Class);
  return C.Works && O ? reinterpret_cast<jmethodID>(C.Vm.method(O, Name))
                      : nullptr;
}

static const std::string &nameOf(jmethodID M) {
  return reinterpret_cast<FakeJvm::Method *>(M)->Name;
}

static jobject JNICALL callObject(JNIEnv *E, jobject On, jmethodID M, va_list) {
  FAKE_CALL(CallObjectMethodV, true);
  Object *O = C.Vm.object(On);
  if (!C.Works || !O)
    return nullptr;
  if (nameOf(M) == "getVMOption")
    return C.Vm.local(&C.Vm.make(Kind::Plain, "false"));
  if (nameOf(M) != "toString" && nameOf(M) != "getValue") {
    C.Vm.found("unexpected call of method " + nameOf(M));
    return nullptr;
  }
  return C.Vm.local(&C.Vm.make(Kind::String, O->Text));
}

//===----------------------------------------------------------------------===//
// The call tracker
//===----------------------------------------------------------------------===//

static jclass JNICALL defineClass(JNIEnv *E, const char *Name, jobject Loader,
                                  const jbyte *, jsize) {
  FAKE_CALL(DefineClass, true);
  if (!C.Works)
    return nullptr;
  if (Loader)
    C.Vm.found("a class is defined by a loader");
  return C.local<jclass>(
      &C.Vm.addClass("L" + std::string(Name ? Name : "") + ";"));
}
static jint JNICALL registerNatives(JNIEnv *E, jclass Class,
                                    const JNINativeMethod *, jint) {
  FAKE_CALL(RegisterNatives, true);
  return C.Works && C.Vm.object(Class) ? JNI_OK : JNI_ERR;
}
static void JNICALL callStaticVoid(JNIEnv *E, jclass, jmethodID M,
                                   va_list Args) {
  FAKE_CALL(CallStaticVoidMethodV, true);
  if (nameOf(M) == "release") {
    const jlong Load = va_arg(Args, jlong);
    if (C.Works && C.Vm.TrackerOwner == Load)
      C.Vm.TrackerOwner = 0;
    return;
  }
  if (nameOf(M) == "start" && !C.Vm.TrackerOwner)
    C.Vm.found("a tracker is started that nobody has claimed");
  for (const char *Known : {"start", "ended", "mute", "prepareClock"})
    if (nameOf(M) == Known)
      return;
  C.Vm.found("unexpected call of method " + nameOf(M));
}
static jboolean JNICALL callStaticBoolean(JNIEnv *E, jclass, jmethodID M,
                                          va_list Args) {
  FAKE_CALL(CallStaticBooleanMethodV, true);
  if (nameOf(M) == "claim") {
    const jlong Load = va_arg(Args, jlong), Over = va_arg(Args, jlong);
    jlong &Owner = C.Vm.TrackerOwner;
    if (!C.Works || (Owner && Owner != Load && Owner != Over))
      return JNI_FALSE;
    Owner = Load;
    return JNI_TRUE;
  }
  if (nameOf(M) != "isFull")
    C.Vm.found("unexpected call of method " + nameOf(M));
  return JNI_FALSE;
}
static jint JNICALL callStaticInt(JNIEnv *E, jclass, jmethodID M,
                                  va_list Args) {
  FAKE_CALL(CallStaticIntMethodV, true);
  // Returns all rows at once; the next call returns none.
  if (nameOf(M) == "totals") {
    if (!C.Works || va_arg(Args, jint) != 0 || !C.Vm.FrameBuffer)
      return 0;
    C.Vm.FrameBuffer->Numbers = C.Vm.CountedFrames;
    C.Vm.CountBuffer->Numbers = C.Vm.Counted;
    return jint(C.Vm.Counted.size() / 3);
  }
  if (nameOf(M) != "numLost")
    C.Vm.found("unexpected call of method " + nameOf(M));
  return C.Vm.NumLostCalls;
}
static Object *buffers(FakeJvm &Vm) {
  Vm.FrameBuffer = &Vm.make(Kind::Array, "[I");
  Vm.CountBuffer = &Vm.make(Kind::Array, "[J");
  Object &Pair = Vm.make(Kind::Array, "[Ljava/lang/Object;");
  Pair.Elements = {Vm.FrameBuffer, Vm.CountBuffer};
  return &Pair;
}
static jsize JNICALL arrayLength(JNIEnv *E, jarray Array) {
  FAKE_CALL(GetArrayLength, false);
  Object *O = C.Vm.object(Array);
  return O ? jsize(O->Numbers.size()) : 0;
}
static jobject JNICALL element(JNIEnv *E, jobjectArray Array, jsize I) {
  FAKE_CALL(GetObjectArrayElement, true);
  Object *O = C.Vm.object(Array);
  return C.Works && O ? C.Vm.local(O->Elements.at(size_t(I))) : nullptr;
}
template <class T>
static void copyNumbers(Call &C, jarray Array, jsize Start, jsize Count,
                        T *To) {
  Object *O = C.Vm.object(Array);
  for (jsize I = 0; C.Works && O && I != Count; ++I)
    To[I] = T(O->Numbers.at(size_t(Start + I)));
}
static void JNICALL intRegion(JNIEnv *E, jintArray A, jsize Start, jsize Count,
                              jint *To) {
  FAKE_CALL(GetIntArrayRegion, true);
  copyNumbers(C, A, Start, Count, To);
}
static void JNICALL longRegion(JNIEnv *E, jlongArray A, jsize Start,
                               jsize Count, jlong *To) {
  FAKE_CALL(GetLongArrayRegion, true);
  copyNumbers(C, A, Start, Count, To);
}

static jobject JNICALL callStaticObject(JNIEnv *E, jclass, jmethodID M,
                                        va_list) {
  FAKE_CALL(CallStaticObjectMethodV, true);
  if (!C.Works)
    return nullptr;
  if (nameOf(M) == "getRuntime")
    return C.Vm.local(&C.Vm.make(Kind::Plain, "the runtime"));
  if (nameOf(M) == "buffers")
    return C.Vm.local(buffers(C.Vm));
  if (nameOf(M) != "getPlatformMXBean") {
    C.Vm.found("unexpected call of method " + nameOf(M));
    return nullptr;
  }
  return C.Vm.local(&C.Vm.make(Kind::Plain, "the bean"));
}

static jlong JNICALL callLong(JNIEnv *E, jobject, jmethodID M, va_list) {
  FAKE_CALL(CallLongMethodV, true);
  if (nameOf(M) == "totalMemory")
    return 2 << 20;
  if (nameOf(M) == "maxMemory")
    return 1 << 23;
  if (nameOf(M) != "freeMemory")
    C.Vm.found("unexpected call of method " + nameOf(M));
  return 1 << 20;
}

/// Only Thread objects are created by this function.
static jobject JNICALL newObject(JNIEnv *E, jclass, jmethodID, va_list Args) {
  FAKE_CALL(NewObjectV, true);
  if (!C.Works)
    return nullptr;
  Object *Group = C.Vm.object(va_arg(Args, jobject));
  const Object *Name = C.Vm.object(va_arg(Args, jobject));
  FakeJvm::Thread &T = C.Vm.addThread(Name ? Name->Text : "");
  T.Java->Parent = Group;
  T.IsAlive = false; // Until the thread is started.
  return C.Vm.local(T.Java);
}

static void JNICALL callVoid(JNIEnv *E, jobject, jmethodID M, va_list Args) {
  FAKE_CALL(CallVoidMethodV, true);
  if (nameOf(M) == "exit" || nameOf(M) == "halt") {
    // die() posts VMDeath in this thread.
    C.Hold.unlock();
    C.T.HasExited = true;
    C.T.ExitStatus = va_arg(Args, jint);
    return C.Vm.die();
  }
  if (nameOf(M) != "dumpHeap") {
    C.Vm.found("unexpected call of method " + nameOf(M));
    return;
  }
  const Object *Path = C.Vm.object(va_arg(Args, jobject));
  ++C.Vm.NumDumps;
  // The dump is written even if the call fails: memory may run out at its end.
  if (!Path)
    return;
  const std::string Name = Path->Text;
  if (!C.Vm.OnDump)
    return C.Vm.writeDump(Name);
  // The VM holds no lock while Java code runs.
  C.Hold.unlock();
  C.Vm.OnDump(Name);
}

static jstring JNICALL newString(JNIEnv *E, const char *Text) {
  FAKE_CALL(NewStringUTF, true);
  return C.Works ? C.local<jstring>(&C.Vm.make(Kind::String, Text)) : nullptr;
}
static const char *JNICALL stringChars(JNIEnv *E, jstring S, jboolean *IsCopy) {
  FAKE_CALL(GetStringUTFChars, true);
  Object *O = C.Vm.object(S);
  if (!C.Works || !O)
    return nullptr;
  if (IsCopy)
    *IsCopy = JNI_TRUE;
  return C.Vm.copy(O->Text);
}
static void JNICALL releaseChars(JNIEnv *E, jstring, const char *Chars) {
  FAKE_CALL(ReleaseStringUTFChars, false);
  if (!C.Vm.deallocate(const_cast<char *>(Chars)))
    C.Vm.found("ReleaseStringUTFChars of other characters");
}

static jobjectArray JNICALL newArray(JNIEnv *E, jsize Length, jclass,
                                     jobject First) {
  FAKE_CALL(NewObjectArray, true);
  if (!C.Works)
    return nullptr;
  Object &Array = C.Vm.make(Kind::Array, "[Ljava/lang/Object;");
  Array.Elements.assign(size_t(Length), C.Vm.object(First));
  return C.local<jobjectArray>(&Array);
}
static void JNICALL setElement(JNIEnv *E, jobjectArray Array, jsize I,
                               jobject To) {
  FAKE_CALL(SetObjectArrayElement, false);
  Object *O = C.Vm.object(Array);
  if (!O || I < 0 || size_t(I) >= O->Elements.size()) {
    C.Vm.found("SetObjectArrayElement outside of the array");
    return;
  }
  O->Elements[size_t(I)] = C.Vm.object(To);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static JNINativeInterface_ makeTable() {
  JNINativeInterface_ T = {};
#define FAKE_JNI(NAME) FAKE_REFUSE(T, NAME)
#include "Agent/FakeJni.def"
  refuseReserved<JNINativeInterface_, JNIEnv>(T);
  T.PushLocalFrame = pushFrame;
  T.PopLocalFrame = popFrame;
  T.EnsureLocalCapacity = ensureRoom;
  T.DeleteLocalRef = deleteLocal;
  T.NewLocalRef = newLocal;
  T.NewWeakGlobalRef = newWeak;
  T.DeleteWeakGlobalRef = deleteWeak;
  T.IsSameObject = isSame;
  T.NewGlobalRef = newGlobal;
  T.DeleteGlobalRef = deleteGlobal;
  T.ExceptionOccurred = occurred;
  T.ExceptionCheck = isPending;
  T.ExceptionClear = clear;
  T.Throw = throwThis;
  T.FindClass = findClass;
  T.GetObjectClass = objectClass;
  T.IsInstanceOf = isInstance;
  T.GetFieldID = fieldId;
  T.GetObjectField = objectField;
  T.GetIntField = intField;
  T.GetMethodID = methodId;
  T.GetStaticMethodID = staticMethodId;
  T.CallObjectMethodV = callObject;
  T.CallLongMethodV = callLong;
  T.CallStaticObjectMethodV = callStaticObject;
  T.CallVoidMethodV = callVoid;
  T.NewStringUTF = newString;
  T.GetStringUTFChars = stringChars;
  T.ReleaseStringUTFChars = releaseChars;
  T.NewObjectV = newObject;
  T.DefineClass = defineClass;
  T.RegisterNatives = registerNatives;
  T.CallStaticVoidMethodV = callStaticVoid;
  T.CallStaticBooleanMethodV = callStaticBoolean;
  T.CallStaticIntMethodV = callStaticInt;
  T.GetArrayLength = arrayLength;
  T.GetObjectArrayElement = element;
  T.GetIntArrayRegion = intRegion;
  T.GetLongArrayRegion = longRegion;
  T.NewObjectArray = newArray;
  T.SetObjectArrayElement = setElement;
  return T;
}

const JNINativeInterface_ &agent::fakeJniTable() {
  static const JNINativeInterface_ Table = makeTable();
  return Table;
}
