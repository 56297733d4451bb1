// Wastes memory in every way that hprof-lint detects, by exact numbers, and
// writes a dump of itself: java Smells out.hprof

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

public class Smells {
    // Classes of our own, so that the JDK's collections are not counted.
    static class List1 extends ArrayList<Object> {}
    static class Map1 extends HashMap<Object, Object> {}
    static class LinkedMap1 extends LinkedHashMap<Object, Object> {}
    static class Set1 extends HashSet<Object> {}
    static class Deque1 extends ArrayDeque<Object> {}
    static class Concurrent1 extends ConcurrentHashMap<Object, Object> {}
    static class Tree1 extends TreeMap<Object, Object> {}
    static class Vector1 extends Vector<Object> {}
    static class Table1 extends Hashtable<Object, Object> {}
    static class Linked1 extends LinkedList<Object> {}
    static class Weak1 extends WeakHashMap<Object, Object> {}
    static class References1 extends HashMap<Object, Object> {}
    static class Key1 {}

    static class Pins {
        static List<ByteBuffer> views = new ArrayList<>();
        static Weak1 weak = new Weak1();
        static References1 references = new References1();
    }
    static class Identity1 extends IdentityHashMap<Object, Object> {}
    static class Big1 extends HashMap<Object, Object> {
        Big1() {
            super(1000);
        }
    }

    static class Thing {}

    static class Texts {
        static Object[] latin = new Object[1000], wide = new Object[500];
    }
    static class Arrays1 {
        static Object[] equal = new Object[200], zero = new Object[50], seven = new Object[10];
        static Object[] empty = new Object[300], sparse = new Object[40];
    }
    static class Collections1 {
        static Object[] empty, cleared, sparse;
    }
    static class Boxes {
        static Object[] integers = new Object[100], doubles = new Object[70];
    }
    static class Buffers {
        static Object[] builders = new Object[20];
        static Object stream;
        static ByteBuffer[] direct = new ByteBuffer[3], views = new ByteBuffer[2];
    }
    static class BadKey {
        @Override
        public int hashCode() {
            return 42;
        }
    }
    static class BadMap extends HashMap<Object, Object> {}
    static class Finalized {
        byte[] data = new byte[100];

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            data = null; // The VM does not count finalizers that do nothing.
        }
    }
    static class Queue1 extends ReferenceQueue<Object> {}
    static class Duplicate {}

    /** Defines Duplicate on its own. */
    static class Loader1 extends ClassLoader {
        Loader1() {
            super(Smells.class.getClassLoader());
        }
        Class<?> define() throws Exception {
            String name = Smells.class.getName() + "$Duplicate";
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    static Object keep1, keep2, keep3, keep4, keep5;

    static void makeTexts() {
        char[] text = new char[20];
        Arrays.fill(text, 'q');
        for (int i = 0; i < 1000; i++) Texts.latin[i] = new String(text);
        text = new char[10];
        Arrays.fill(text, '\u014b');
        for (int i = 0; i < 500; i++) Texts.wide[i] = new String(text);
    }

    static void makeArrays() {
        for (int i = 0; i < 200; i++) {
            int[] a = new int[10];
            for (int j = 0; j < 10; j++) a[j] = j * j + 1000003;
            Arrays1.equal[i] = a;
        }
        for (int i = 0; i < 50; i++) Arrays1.zero[i] = new byte[1001];
        for (int i = 0; i < 10; i++) {
            long[] a = new long[101];
            Arrays.fill(a, 7);
            Arrays1.seven[i] = a;
        }
        for (int i = 0; i < 300; i++) Arrays1.empty[i] = new Thing[0];
        for (int i = 0; i < 40; i++) {
            Thing[] a = new Thing[100];
            a[i] = new Thing();
            Arrays1.sparse[i] = a;
        }
    }

    static void makeCollections() {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < 10; i++)
            Collections.addAll(all, new List1(), new Map1(), new LinkedMap1(), new Set1(),
                new Deque1(), new Concurrent1(), new Tree1(), new Vector1(), new Table1(),
                new Linked1());
        Collections1.empty = all.toArray();
        all.clear();
        for (int i = 0; i < 5; i++) {
            List1 list = new List1();
            list.add(i);
            list.clear();
            Map1 map = new Map1();
            map.put(i, i);
            map.clear();
            Set1 set = new Set1();
            set.add(i);
            set.clear();
            Collections.addAll(all, list, map, set);
        }
        Collections1.cleared = all.toArray();
        all.clear();
        Object one = Integer.valueOf(1), two = Integer.valueOf(2);
        for (int i = 0; i < 30; i++) {
            List1 list = new List1();
            list.add(one);
            Map1 map = new Map1();
            map.put(one, two);
            map.put(two, one);
            Set1 set = new Set1();
            set.add(one);
            Concurrent1 concurrent = new Concurrent1();
            concurrent.put(one, one);
            Deque1 deque = new Deque1();
            deque.add(one);
            Identity1 identity = new Identity1();
            identity.put(one, two);
            Vector1 vector = new Vector1();
            vector.add(one);
            Table1 table = new Table1();
            table.put(one, one);
            Big1 big = new Big1();
            big.put(one, one);
            Collections.addAll(
                all, list, map, set, concurrent, deque, identity, vector, table, big);
        }
        Collections1.sparse = all.toArray();
    }

    @SuppressWarnings({"deprecation", "removal"})
    static void makeBoxes() {
        for (int i = 0; i < 100; i++) Boxes.integers[i] = new Integer(i % 4 == 0 ? 5 : 100000 + i);
        for (int i = 0; i < 70; i++) Boxes.doubles[i] = Double.valueOf(i);
    }

    static void makeBuffers() {
        for (int i = 0; i < 20; i++) Buffers.builders[i] = new StringBuilder(1000).append("0123456789");
        ByteArrayOutputStream stream = new ByteArrayOutputStream(5000);
        stream.write(1);
        Buffers.stream = stream;
        for (int i = 0; i < 3; i++) Buffers.direct[i] = ByteBuffer.allocateDirect(1 << 20);
        for (int i = 0; i < 2; i++) Buffers.views[i] = Buffers.direct[i].duplicate();
    }

    static void makeRest() throws Exception {
        BadMap map = new BadMap();
        for (int i = 0; i < 100; i++) map.put(new BadKey(), "");
        keep1 = map;
        Object[] finalized = new Object[25];
        for (int i = 0; i < 25; i++) finalized[i] = new Finalized();
        keep2 = finalized;
        Queue1 queue = new Queue1();
        Object[] references = new Object[7];
        for (int i = 0; i < 7; i++) {
            WeakReference<Object> r = new WeakReference<>(finalized, queue);
            references[i] = r;
            r.enqueue();
        }
        keep3 = new Object[] {queue, references};
        Object[] classes = new Object[3];
        for (int i = 0; i < 2; i++) classes[i] = new Loader1().define();
        URL here = Smells.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader closed = new URLClassLoader(new URL[] {here}, null);
        classes[2] = closed.loadClass("Smells$Thing");
        closed.close();
        keep4 = classes;
    }

    /** A thread with thread locals, and a context class loader that only this thread holds. */
    static void makePins() {
        for (int i = 0; i < 10; i++) {
            ByteBuffer all = ByteBuffer.allocate(4096);
            all.put(4000, (byte) 1); // A dump without contents has zeros there.
            all.limit(24);
            Pins.views.add(all.slice());
        }
        for (int i = 0; i < 6; i++) {
            Key1 key = new Key1();
            Pins.weak.put(key, new Key1[] {key});
        }
        for (int i = 0; i < 8; i++) {
            WeakReference<Object> reference = new WeakReference<>(new Object());
            reference.clear();
            Pins.references.put(i, reference);
        }
    }

    static void makeThread() throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        Loader1 context = new Loader1();
        context.define();
        Thread thread = new Thread("smelly") {
            ThreadLocal<Object>[] locals;

            @Override
            @SuppressWarnings("unchecked")
            public void run() {
                locals = new ThreadLocal[5];
                for (int i = 0; i < 5; i++) {
                    locals[i] = new ThreadLocal<>();
                    locals[i].set(new byte[1000 + i]);
                }
                for (int i = 0; i < 3; i++) new ThreadLocal<>().set(new Thing[] {new Thing(), null});
                ready.countDown();
                try {
                    Thread.sleep(1 << 30);
                } catch (InterruptedException e) {
                }
            }
        };
        thread.setContextClassLoader(context);
        thread.setDaemon(true);
        thread.start();
        ready.await();
    }

    public static void main(String[] args) throws Exception {
        makeTexts();
        makeArrays();
        makeCollections();
        makeBoxes();
        makeBuffers();
        makeRest();
        makePins();
        makeThread();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
    }
}
