//===- ManyClasses.java - Classes made at run time --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Defines the given number of classes, each with a few fields and instances,
 * with a thousand classes per class loader, prints "ready", and waits.
 */
public final class ManyClasses {
  static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  static final List<Object> instances = new ArrayList<>();

  private static final String[] TYPES = {"I", "J", "Ljava/lang/Object;", "[B", "D", "Z"};

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    Loader loader = null;
    for (int i = 0; i < count; i++) {
      if (i % 1000 == 0) {
        loader = new Loader();
      }
      String name = "bench/generated/p" + i / 1000 + "/Class" + i;
      Class<?> made = loader.define(name.replace('/', '.'), classFile(name, i % 7));
      for (int j = 0; j <= i % 5; j++) {
        instances.add(made.getDeclaredConstructor().newInstance());
      }
    }
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // The program exits at the end of its input.
    }
  }

  /** A public class with that many fields, a static one and a constructor. */
  private static byte[] classFile(String name, int fields) throws IOException {
    // Constants 1 to 9 are fixed; each field adds two.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xCAFEBABE);
    out.writeInt(52); // minor 0, major of Java 8
    out.writeShort(12 + 2 * fields);
    utf8(out, name); // 1
    out.writeByte(7); // 2: Class
    out.writeShort(1);
    utf8(out, "java/lang/Object"); // 3
    out.writeByte(7); // 4: Class
    out.writeShort(3);
    utf8(out, "<init>"); // 5
    utf8(out, "()V"); // 6
    utf8(out, "Code"); // 7
    out.writeByte(12); // 8: NameAndType
    out.writeShort(5);
    out.writeShort(6);
    out.writeByte(10); // 9: Methodref
    out.writeShort(4);
    out.writeShort(8);
    utf8(out, "counter"); // 10
    utf8(out, "J"); // 11
    for (int i = 0; i < fields; i++) {
      utf8(out, "field" + i);
      utf8(out, TYPES[i % TYPES.length]);
    }
    out.writeShort(0x21); // public super
    out.writeShort(2);
    out.writeShort(4);
    out.writeShort(0); // no interfaces
    out.writeShort(fields + 1);
    field(out, 0x9, 10); // public static
    for (int i = 0; i < fields; i++) {
      field(out, 0x1, 12 + 2 * i);
    }
    out.writeShort(1);
    out.writeShort(0x1);
    out.writeShort(5);
    out.writeShort(6);
    out.writeShort(1);
    out.writeShort(7); // Code
    out.writeInt(17);
    out.writeShort(1); // stack
    out.writeShort(1); // locals
    out.writeInt(5);
    out.writeByte(0x2a); // aload_0
    out.writeByte(0xb7); // invokespecial
    out.writeShort(9);
    out.writeByte(0xb1); // return
    out.writeShort(0);
    out.writeShort(0);
    out.writeShort(0); // no attributes
    return bytes.toByteArray();
  }

  private static void utf8(DataOutputStream out, String text) throws IOException {
    out.writeByte(1);
    out.writeUTF(text);
  }

  private static void field(DataOutputStream out, int access, int name) throws IOException {
    out.writeShort(access);
    out.writeShort(name);
    out.writeShort(name + 1);
    out.writeShort(0);
  }
}
