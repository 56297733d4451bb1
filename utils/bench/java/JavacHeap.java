//===- JavacHeap.java - A compiler with its trees -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Parses and attributes the given number of source files of java.base, from the
 * JDK's lib/src.zip, prints "ready" with trees and symbols in memory, and
 * waits.
 */
public final class JavacHeap {
  static JavacTask task;
  static Iterable<?> trees;

  public static void main(String[] args) throws Exception {
    Path sources = Files.createTempDirectory("javac-heap");
    try {
      List<Path> files = unpack(sources, Integer.parseInt(args[0]));
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, null);
      List<String> options =
          List.of("-nowarn", "-proc:none", "--patch-module",
                  "java.base=" + sources.resolve("java.base"));
      task = (JavacTask) compiler.getTask(
          null, manager, d -> {}, options, null,
          manager.getJavaFileObjectsFromPaths(files));
      trees = task.parse();
      task.analyze();
    } finally {
      remove(sources);
    }
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // The program exits at the end of its input.
    }
  }

  private static List<Path> unpack(Path to, int count) throws IOException {
    Path zip = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    List<Path> files = new ArrayList<>();
    try (InputStream in = Files.newInputStream(zip);
         ZipInputStream entries = new ZipInputStream(in)) {
      for (ZipEntry e; (e = entries.getNextEntry()) != null && files.size() < count;) {
        if (!e.getName().startsWith("java.base/") || !e.getName().endsWith(".java")) {
          continue;
        }
        Path file = to.resolve(e.getName());
        Files.createDirectories(file.getParent());
        Files.copy(entries, file);
        files.add(file);
      }
    }
    return files;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    }
  }
}
