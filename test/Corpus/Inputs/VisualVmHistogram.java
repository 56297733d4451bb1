//===- VisualVmHistogram.java - A dump as read by VisualVM's library ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads each dump named on the command line with the heap library of VisualVM
// and prints, in lines of the form WORD TAB ..., its classes with the number
// and the size of their instances, and counts of everything else. All data that
// the library reads lazily is accessed. Anything it logs, prints or throws
// becomes lines that begin with "fault".
//
//===----------------------------------------------------------------------===//

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.graalvm.visualvm.lib.jfluid.heap.ArrayItemValue;
import org.graalvm.visualvm.lib.jfluid.heap.FieldValue;
import org.graalvm.visualvm.lib.jfluid.heap.GCRoot;
import org.graalvm.visualvm.lib.jfluid.heap.Heap;
import org.graalvm.visualvm.lib.jfluid.heap.HeapFactory;
import org.graalvm.visualvm.lib.jfluid.heap.Instance;
import org.graalvm.visualvm.lib.jfluid.heap.JavaClass;
import org.graalvm.visualvm.lib.jfluid.heap.JavaFrameGCRoot;
import org.graalvm.visualvm.lib.jfluid.heap.ObjectArrayInstance;
import org.graalvm.visualvm.lib.jfluid.heap.ObjectFieldValue;
import org.graalvm.visualvm.lib.jfluid.heap.PrimitiveArrayInstance;
import org.graalvm.visualvm.lib.jfluid.heap.ThreadObjectGCRoot;

public final class VisualVmHistogram {
  private static final PrintStream OUT = System.out;
  private long references, values, roots, dangling, frames;

  private static void fault(String what) {
    OUT.println("fault\t" + what.replace('\n', ' '));
  }

  /** Counts the value of a field; the point is to read it. */
  private void touch(FieldValue field) {
    if (field.getField().getName() == null || field.getField().getType().getName() == null)
      fault("a field of " + field.getDefiningInstance() + " has no name or type");
    if (field instanceof ObjectFieldValue) {
      if (((ObjectFieldValue) field).getInstance() != null)
        ++references;
    } else {
      field.getValue();
      ++values;
    }
  }

  private void touch(Instance object) {
    if (object.getJavaClass() == null)
      fault("object " + Long.toHexString(object.getInstanceId()) + " has no class");
    if (object instanceof ObjectArrayInstance) {
      List<ArrayItemValue> items = ((ObjectArrayInstance) object).getItems();
      for (ArrayItemValue item : items)
        if (item.getInstance() != null)
          ++references;
    } else if (object instanceof PrimitiveArrayInstance) {
      List<String> elements = ((PrimitiveArrayInstance) object).getValues();
      // The first and last elements show whether all of it is there.
      if (!elements.isEmpty()) {
        elements.get(0);
        elements.get(elements.size() - 1);
      }
      values += elements.size();
    } else {
      for (FieldValue field : object.getFieldValues())
        touch(field);
    }
  }

  private void touch(GCRoot root) {
    ++roots;
    if (root.getInstance() == null)
      ++dangling;
    if (root instanceof ThreadObjectGCRoot) {
      StackTraceElement[] trace = ((ThreadObjectGCRoot) root).getStackTrace();
      frames += trace == null ? 0 : trace.length;
    } else if (root instanceof JavaFrameGCRoot) {
      ((JavaFrameGCRoot) root).getThreadGCRoot();
      ((JavaFrameGCRoot) root).getFrameNumber();
    }
  }

  /** Goes through all references once more, in another way. */
  private static String retained(Heap heap) {
    try {
      return heap.getBiggestObjectsByRetainedSize(1).size() == 1 ? "yes" : "nothing";
    } catch (IllegalArgumentException e) {
      return e.getMessage(); // The library does not find the classes of references.
    }
  }

  private void print(Heap heap) {
    OUT.println("classes\t" + heap.getAllClasses().size());
    Map<String, long[]> classes = new TreeMap<>();
    for (JavaClass type : heap.getAllClasses()) {
      long[] sums = classes.computeIfAbsent(type.getName(), name -> new long[2]);
      sums[0] += type.getInstancesCount();
      sums[1] += type.getAllInstancesSize();
      type.getClassLoader();
      type.getSuperClass();
      for (FieldValue field : type.getStaticFieldValues())
        touch(field);
    }
    long objects = 0;
    for (Iterator<Instance> all = heap.getAllInstancesIterator(); all.hasNext(); ++objects)
      touch(all.next());
    for (GCRoot root : heap.getGCRoots())
      touch(root);
    classes.forEach((name, sums) -> {
      if (sums[0] != 0)
        OUT.println("class\t" + name + "\t" + sums[0] + "\t" + sums[1]);
    });
    OUT.println("objects\t" + objects);
    OUT.println("references\t" + references);
    OUT.println("values\t" + values);
    OUT.println("roots\t" + roots);
    OUT.println("dangling\t" + dangling);
    OUT.println("frames\t" + frames);
    OUT.println("properties\t" + (heap.getSystemProperties() == null ? 0 : 1));
    OUT.println("live\t" + heap.getSummary().getTotalLiveInstances());
    OUT.println("retained\t" + retained(heap));
  }

  public static void main(String[] paths) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true));
    Logger all = Logger.getLogger("");
    all.setLevel(Level.INFO); // The library reports guessed sizes below that level.
    for (Handler handler : all.getHandlers())
      all.removeHandler(handler);
    all.addHandler(new Handler() {
      @Override
      public void publish(LogRecord record) {
        // The Java libraries themselves log details.
        if (record.getLoggerName() != null && record.getLoggerName().contains("visualvm"))
          fault(record.getLevel() + ": " + record.getMessage());
      }
      @Override
      public void flush() {}
      @Override
      public void close() {}
    });
    for (String path : paths) {
      OUT.println("file\t" + path);
      try {
        new VisualVmHistogram().print(HeapFactory.createHeap(new File(path)));
      } catch (Exception | Error e) {
        fault(e.toString() + " at " + (e.getStackTrace().length == 0 ? "?" : e.getStackTrace()[0]));
      }
      if (said.size() != 0)
        fault(said.toString());
      said.reset();
    }
  }
}
