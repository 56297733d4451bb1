//===- TraceTableTest.cpp - The stack traces of an output -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Traces/TraceTable.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof::agent;

namespace {
/// The VM functions that traces require. Method N is named "mN" and belongs to
/// the class "p.C" in C.java; its line is its location divided by 10.
class TinyVm {
public:
  TinyVm() {
    TiTable.GetMethodName = [](jvmtiEnv *, jmethodID M, char **Name,
                               char **Signature, char **) {
      ++Calls;
      *Name = copy("m" + std::to_string(reinterpret_cast<uintptr_t>(M)));
      *Signature = copy("()V");
      return JVMTI_ERROR_NONE;
    };
    TiTable.GetMethodDeclaringClass = [](jvmtiEnv *, jmethodID, jclass *C) {
      *C = reinterpret_cast<jclass>(uintptr_t(8));
      return JVMTI_ERROR_NONE;
    };
    TiTable.GetSourceFileName = [](jvmtiEnv *, jclass, char **Name) {
      *Name = copy("C.java");
      return JVMTI_ERROR_NONE;
    };
    TiTable.GetLineNumberTable = [](jvmtiEnv *, jmethodID, jint *Count,
                                    jvmtiLineNumberEntry **Table) {
      *Count = 3;
      *Table = static_cast<jvmtiLineNumberEntry *>(
          std::malloc(3 * sizeof(jvmtiLineNumberEntry)));
      (*Table)[0] = {20, 2}; // Deliberately out of order.
      (*Table)[1] = {0, 7};
      (*Table)[2] = {10, 1};
      return JVMTI_ERROR_NONE;
    };
    TiTable.GetClassSignature = [](jvmtiEnv *, jclass, char **S, char **) {
      *S = copy("Lp/C;");
      return JVMTI_ERROR_NONE;
    };
    TiTable.GetObjectHashCode = [](jvmtiEnv *, jobject, jint *Hash) {
      *Hash = 5;
      return JVMTI_ERROR_NONE;
    };
    TiTable.GetTag = [](jvmtiEnv *, jobject, jlong *T) {
      *T = Tag;
      return JVMTI_ERROR_NONE;
    };
    TiTable.SetTag = [](jvmtiEnv *, jobject, jlong T) {
      Tag = T;
      return JVMTI_ERROR_NONE;
    };
    TiTable.Deallocate = [](jvmtiEnv *, unsigned char *P) {
      std::free(P);
      return JVMTI_ERROR_NONE;
    };
    JniTable.PushLocalFrame = [](JNIEnv *, jint) { return jint(0); };
    JniTable.ExceptionOccurred = [](JNIEnv *) { return jthrowable(); };
    JniTable.ExceptionCheck = [](JNIEnv *) { return jboolean(0); };
    JniTable.PopLocalFrame = [](JNIEnv *, jobject) { return jobject(); };
    Ti.functions = &TiTable;
    Jni.functions = &JniTable;
    Calls = 0;
    Tag = 0;
  }

  jvmtiEnv Ti;
  JNIEnv Jni;
  static unsigned Calls; ///< Number of calls of GetMethodName.

private:
  static char *copy(const std::string &Text) { return ::strdup(Text.c_str()); }
  static jlong Tag;
  jvmtiInterface_1_ TiTable = {};
  JNINativeInterface_ JniTable = {};
};
unsigned TinyVm::Calls;
jlong TinyVm::Tag;

class TraceTableTest : public testing::Test {
protected:
  Options Opts;
  TinyVm Vm;
  TableMemory Budget{1 << 20};
  const int File = ::memfd_create("output", 0);
  Recorder Out{"output", ::dup(File), /*IsBinary=*/false};
  NumberedClasses Classes{Vm.Ti, Out};

  ~TraceTableTest() override { ::close(File); }

  /// The bytes written, starting with the first trace.
  std::string text() {
    Out.close();
    std::string Result;
    char Buffer[4096];
    ::lseek(File, 0, SEEK_SET);
    for (ssize_t N; (N = ::read(File, Buffer, sizeof(Buffer))) > 0;)
      Result.append(Buffer, size_t(N));
    return Result.substr(Result.find("TRACE 3"));
  }
  void begin() {
    Out.with([](RecordStream &S) { S.begin(0, 1, 4); });
  }
};
} // namespace

static jvmtiFrameInfo frame(uintptr_t Method, jlocation Location) {
  return {reinterpret_cast<jmethodID>(Method), Location};
}

TEST_F(TraceTableTest, WritesATraceOnce) {
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  begin();
  const jvmtiFrameInfo Inner[] = {frame(1, 15), frame(2, 0)};
  const jvmtiFrameInfo Native[] = {frame(3, -1)};
  const Trace *A = Traces.get(Vm.Jni, {Inner});
  const Trace *B = Traces.get(Vm.Jni, {Native, 0, JVMTI_PHASE_START});
  ASSERT_NE(A, nullptr);
  EXPECT_EQ(Traces.get(Vm.Jni, {Inner}), A);
  EXPECT_EQ(Traces.find({Inner}), A);
  EXPECT_EQ(Traces.find({Native}), nullptr);
  EXPECT_EQ(TinyVm::Calls, 3u);
  EXPECT_EQ(A->Serial, 0u);
  EXPECT_EQ(Traces.write(*B), 300001u);
  Traces.writeAll();
  EXPECT_EQ(A->Serial, 300002u);
  Traces.writeAll();
  EXPECT_EQ(text(), "TRACE 300000:\n"
                    "\t<empty>\n"
                    "TRACE 300001: (from start phase of JVM)\n"
                    "\tp.C.m3(C.java:Unknown line)\n"
                    "TRACE 300002:\n"
                    "\tp.C.m1(C.java:1)\n"
                    "\tp.C.m2(C.java:7)\n");
}

TEST_F(TraceTableTest, KnowsTheEmptyTrace) {
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  begin();
  const Trace *T = Traces.get(Vm.Jni, {});
  ASSERT_NE(T, nullptr);
  EXPECT_EQ(T->Serial, 300000u);
  Traces.writeAll();
  EXPECT_EQ(text(), "TRACE 300000:\n\t<empty>\n");
}

TEST_F(TraceTableTest, CutsStacksAtTheDepth) {
  Opts.Depth = 1;
  Opts.LineNumbers = false;
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  begin();
  const jvmtiFrameInfo A[] = {frame(1, 15), frame(2, 0)};
  const jvmtiFrameInfo B[] = {frame(1, 15), frame(3, 0)};
  const Trace *T = Traces.get(Vm.Jni, {A});
  EXPECT_EQ(Traces.get(Vm.Jni, {B}), T);
  Traces.writeAll();
  EXPECT_EQ(text(), "TRACE 300000:\n\t<empty>\n"
                    "TRACE 300001:\n\tp.C.m1(C.java:Unknown line)\n");
}

TEST_F(TraceTableTest, JoinsPlacesOfOneLine) {
  const jvmtiFrameInfo A[] = {frame(1, 15), frame(2, -1)};
  const jvmtiFrameInfo B[] = {frame(1, 12), frame(2, -1)};
  const jvmtiFrameInfo Other[] = {frame(1, 25), frame(2, -1)};
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  begin();
  const Trace *T = Traces.get(Vm.Jni, {A});
  EXPECT_EQ(Traces.get(Vm.Jni, {B}), T);
  EXPECT_EQ(Traces.find({B}), T);
  EXPECT_EQ(Traces.at(T->Index), T);
  EXPECT_NE(Traces.get(Vm.Jni, {Other}), T);
  Traces.writeAll();
  EXPECT_EQ(text(), "TRACE 300000:\n\t<empty>\n"
                    "TRACE 300001:\n\tp.C.m1(C.java:1)\n"
                    "\tp.C.m2(C.java:Unknown line)\n"
                    "TRACE 300002:\n\tp.C.m1(C.java:2)\n"
                    "\tp.C.m2(C.java:Unknown line)\n");
}

TEST_F(TraceTableTest, JoinsPlacesOfOneMethodWithoutLines) {
  Opts.LineNumbers = false;
  const jvmtiFrameInfo A[] = {frame(1, 15)};
  const jvmtiFrameInfo B[] = {frame(1, 25)};
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  EXPECT_EQ(Traces.get(Vm.Jni, {A}), Traces.get(Vm.Jni, {B}));
}

TEST_F(TraceTableTest, SeparatesThreadsOnRequest) {
  const jvmtiFrameInfo A[] = {frame(1, 15)};
  {
    TraceTable Together(Vm.Ti, Out, Classes, Budget, Opts);
    EXPECT_EQ(Together.get(Vm.Jni, {A, 200001}),
              Together.get(Vm.Jni, {A, 200002}));
  }
  Opts.ThreadInTraces = true;
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  begin();
  const Trace *First = Traces.get(Vm.Jni, {A, 200001});
  EXPECT_NE(First, Traces.get(Vm.Jni, {A, 200002}));
  Traces.writeAll();
  EXPECT_EQ(text(), "TRACE 300000:\n\t<empty>\n"
                    "TRACE 300001: (thread=200001)\n\tp.C.m1(C.java:1)\n"
                    "TRACE 300002: (thread=200002)\n\tp.C.m1(C.java:1)\n");
}

TEST_F(TraceTableTest, ReturnsNothingBeyondTheMemory) {
  TraceTable Traces(Vm.Ti, Out, Classes, Budget, Opts);
  uintptr_t N = 1;
  for (;; ++N) {
    const jvmtiFrameInfo A[] = {frame(N, 15)};
    if (!Traces.get(Vm.Jni, {A}))
      break;
    ASSERT_LT(N, 100000u);
  }
  EXPECT_GT(N, 1000u);
  const jvmtiFrameInfo Known[] = {frame(1, 15)};
  EXPECT_NE(Traces.get(Vm.Jni, {Known}), nullptr);
  EXPECT_LE(Budget.used(), Budget.limit());
}
