import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Writes a thread dump in text and, since JDK 21, in JSON, and a heap dump of the same threads. */
public class Pairs {
  interface Step {
    void run() throws Exception;
  }

  static class First {
    static int x = meet(Pairs.classes, () -> Second.x);
  }

  static class Second {
    static int x = meet(Pairs.classes, () -> First.x);
  }

  interface Value {
    int get();
  }

  static final CyclicBarrier classes = new CyclicBarrier(2);

  static int meet(CyclicBarrier at, Value next) {
    try {
      at.await();
    } catch (Exception e) {
      throw new RuntimeException(e);
    }
    return next.get();
  }

  static void start(String name, Step step) {
    Thread t = new Thread(() -> {
      try {
        step.run();
      } catch (Exception e) {
        e.printStackTrace();
      }
    }, name);
    t.setDaemon(true);
    t.start();
  }

  /** COUNT threads in a circle, each with a monitor. */
  static void monitors(String name, int count) {
    Object[] locks = new Object[count];
    for (int i = 0; i < count; i++)
      locks[i] = new Object();
    CyclicBarrier all = new CyclicBarrier(count);
    for (int i = 0; i < count; i++) {
      Object mine = locks[i], next = locks[(i + 1) % count];
      start(name + "-" + i, () -> {
        synchronized (mine) {
          all.await();
          synchronized (next) {
          }
        }
      });
    }
  }

  static void deadlocks() {
    monitors("monitors", 2);
    monitors("circle", 3);
    ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
    CyclicBarrier locks = new CyclicBarrier(2);
    start("locks-0", () -> {
      a.lock();
      locks.await();
      b.lock();
    });
    start("locks-1", () -> {
      b.lock();
      locks.await();
      a.lock();
    });
    ReentrantLock lock = new ReentrantLock();
    Object monitor = new Object();
    CyclicBarrier mixed = new CyclicBarrier(2);
    start("mixed-0", () -> {
      synchronized (monitor) {
        mixed.await();
        lock.lock();
      }
    });
    start("mixed-1", () -> {
      lock.lock();
      mixed.await();
      synchronized (monitor) {
      }
    });
    start("classes-0", () -> System.out.print(First.x == 1 ? "" : ""));
    start("classes-1", () -> System.out.print(Second.x == 1 ? "" : ""));
    ReentrantReadWriteLock upgraded = new ReentrantReadWriteLock();
    start("upgrade-0", () -> {
      upgraded.readLock().lock();
      upgraded.writeLock().lock();
    });
  }

  static void harmless() {
    Object o = new Object();
    start("waits", () -> {
      synchronized (o) {
        o.wait();
      }
    });
    ReentrantLock held = new ReentrantLock();
    start("holds", () -> {
      held.lock();
      Thread.sleep(1000000);
    });
    Object busy = new Object();
    start("sleeps", () -> {
      synchronized (busy) {
        Thread.sleep(1000000);
      }
    });
    start("enters", () -> {
      Thread.sleep(200);
      synchronized (busy) {
      }
    });
    start("latch", () -> new CountDownLatch(1).await());
    start("condition", () -> {
      ReentrantLock l = new ReentrantLock();
      l.lock();
      l.newCondition().await();
    });
  }

  public static void main(String[] args) throws Exception {
    harmless();
    if (args[1].equals("deadlocks"))
      deadlocks();
    Thread.sleep(1000);
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName command = new ObjectName("com.sun.management:type=DiagnosticCommand");
    String[] text = {String[].class.getName()};
    Object said = beans.invoke(command, "threadPrint", new Object[] {new String[] {"-l"}}, text);
    Path to = Path.of(args[0]).toAbsolutePath();
    Files.writeString(to.resolve("threads.txt"), (String) said);
    if (Runtime.version().feature() >= 21)
      beans.invoke(command, "threadDumpToFile",
          new Object[] {new String[] {"-format=json", to.resolve("threads.json").toString()}}, text);
    beans.invoke(new ObjectName("com.sun.management:type=HotSpotDiagnostic"), "dumpHeap",
        new Object[] {to.resolve("heap.hprof").toString(), true},
        new String[] {"java.lang.String", "boolean"});
  }
}
