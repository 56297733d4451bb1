//===- IdleHeap.java - A heap with objects of many classes ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import sun.misc.Unsafe;

/**
 * IdleHeap CONTENTS FOLDER: makes arrays of many lengths; unless CONTENTS is
 * "arrays", also instances of the classes in FOLDER, and if it is "jdk", of
 * those of java.base, without running constructors. Says "ready N", N being
 * the number of classes instantiated, and waits.
 */
public class IdleHeap {
  static final List<Object> Keep = new ArrayList<>();

  public static void main(String[] Args) throws Exception {
    Field Field = Unsafe.class.getDeclaredField("theUnsafe");
    Field.setAccessible(true);
    Unsafe Unsafe = (Unsafe)Field.get(null);
    int Count = 0;
    for (String Name : classNames(Args[0], Args[1]))
      if (instantiate(Unsafe, Name, 1 + Count % 3))
        ++Count;
    Class<?>[] Types = {boolean.class, byte.class,   char.class,  short.class,
                        int.class,     long.class,   float.class, double.class,
                        Object.class,  String.class, int[].class};
    for (Class<?> Type : Types)
      for (int Length = 0; Length < 70; ++Length)
        Keep.add(Array.newInstance(Type, Length));
    System.gc();
    Thread.sleep(300);
    System.out.println("ready " + Count);
    Thread.sleep(1000000);
  }

  static List<String> classNames(String Contents, String Folder)
      throws IOException {
    List<String> Names = new ArrayList<>();
    if (Contents.equals("arrays"))
      return Names;
    if (Contents.equals("jdk")) {
      FileSystem Image = FileSystems.getFileSystem(URI.create("jrt:/"));
      Path Base = Image.getPath("/modules/java.base");
      try (Stream<Path> Tree = Files.walk(Base)) {
        Tree.forEach(File -> addName(Names, Base.relativize(File).toString()));
      }
    }
    for (String File : new File(Folder).list())
      addName(Names, File);
    Collections.sort(Names);
    return Names;
  }

  static void addName(List<String> Names, String File) {
    if (File.endsWith(".class") && !File.endsWith("-info.class"))
      Names.add(File.substring(0, File.length() - 6).replace('/', '.'));
  }

  static boolean instantiate(Unsafe Unsafe, String Name, int Times) {
    // Mirrors and stack chunks are the VM's to make; others act when loaded.
    if (Name.equals("java.lang.Class") || Name.contains("StackChunk") ||
        Name.startsWith("sun.launcher") || Name.equals("IdleHeap"))
      return false;
    try {
      Class<?> Type =
          Class.forName(Name, false, IdleHeap.class.getClassLoader());
      if (Modifier.isAbstract(Type.getModifiers()))
        return false;
      for (int I = 0; I < Times; ++I)
        Keep.add(Unsafe.allocateInstance(Type));
      return true;
    } catch (Throwable E) {
      return false; // not every class can be initialised here
    }
  }
}
