import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that wait for ever: two for what the other one has, a third for one of
 * these, one that is parked, waits and sleeps each, and as many virtual ones as the
 * argument says. Ends once all have got there, or when standard input does.
 */
public class Stuck {
  static final Object MONITOR = new Object();
  static final ReentrantLock LOCK = new ReentrantLock();
  static final CountDownLatch BOTH = new CountDownLatch(2);

  static void monitorThenLock() {
    synchronized (MONITOR) {
      meet();
      LOCK.lock();
    }
  }

  static void lockThenMonitor() {
    LOCK.lock();
    meet();
    synchronized (MONITOR) {
      System.out.println("never");
    }
  }

  static void meet() {
    BOTH.countDown();
    try {
      BOTH.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void waits() {
    Object own = new Object();
    synchronized (own) {
      try {
        own.wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static void sleeps() {
    try {
      Thread.sleep(3_600_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Thread start(String name, Runnable r) {
    Thread t = new Thread(r, name);
    t.setDaemon(true);
    t.start();
    return t;
  }

  static void await(Thread t, Thread.State... states) throws InterruptedException {
    while (!List.of(states).contains(t.getState()))
      Thread.sleep(1);
  }

  public static void main(String[] args) throws Exception {
    Thread first = start("monitor then \"lock\"", Stuck::monitorThenLock);
    Thread second = start("lock-then-monitor", Stuck::lockThenMonitor);
    await(first, Thread.State.WAITING);
    await(second, Thread.State.BLOCKED);
    await(start("behind", () -> LOCK.lock()), Thread.State.WAITING);
    await(start("parks", () -> LockSupport.park("a reason")), Thread.State.WAITING);
    await(start("waits", Stuck::waits), Thread.State.WAITING);
    await(start("sleeps", Stuck::sleeps), Thread.State.TIMED_WAITING);
    int virtual = args.length > 0 ? Integer.parseInt(args[0]) : 0;
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < virtual; ++i) // By reflection: this is compiled for JDK 17, too.
      all.add((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, (Runnable) Stuck::sleeps));
    for (Thread t : all)
      await(t, Thread.State.TIMED_WAITING);
    System.out.println("ready: stuck");
    System.out.flush();
    if (args.length > 1)
      System.in.read();
  }
}
