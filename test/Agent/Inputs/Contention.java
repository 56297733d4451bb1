import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that block in a known order: each step begins when the state of a
 * thread shows that the step before has come to its point.
 */
public class Contention {
  static class Door {}

  static class Bell {}

  static class Left {}

  static class Right {}

  static final Door door = new Door();
  static final Bell bell = new Bell();
  static final Left left = new Left();
  static final Right right = new Right();
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition condition = lock.newCondition();

  static void enter() {
    synchronized (door) {
      entered++;
    }
  }

  static int entered;

  static void ring() {
    synchronized (bell) {
      rung = true;
      bell.notifyAll();
    }
  }

  static boolean rung;

  static void listen() {
    synchronized (bell) {
      try {
        while (!rung)
          bell.wait();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void await(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state)
      Thread.sleep(1);
  }

  /** Three threads block on the door, which this thread holds. */
  static void contend() throws InterruptedException {
    Thread[] threads = new Thread[3];
    synchronized (door) {
      for (int i = 0; i < threads.length; i++) {
        threads[i] = start("contender " + i, Contention::enter);
        await(threads[i], Thread.State.BLOCKED);
      }
    }
    for (Thread thread : threads)
      thread.join();
  }

  /** One waits for the bell; this thread waits for it in vain. */
  static void waitForBell() throws InterruptedException {
    Thread listener = start("listener", Contention::listen);
    await(listener, Thread.State.WAITING);
    ring();
    listener.join();
    synchronized (bell) {
      bell.wait(1);
    }
  }

  /** Two threads wait for each other for ever. */
  static void deadlock() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    Thread first = start("first", () -> {
      synchronized (left) {
        synchronized (left) {
          meet(both);
          synchronized (right) {
          }
        }
      }
    });
    await(first, Thread.State.WAITING);
    Thread second = start("second", () -> {
      synchronized (right) {
        meet(both);
        synchronized (left) {
        }
      }
    });
    await(first, Thread.State.BLOCKED);
    await(second, Thread.State.BLOCKED);
  }

  static void meet(CountDownLatch both) {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** This thread holds a lock twice that another one waits for. */
  static void park() throws InterruptedException {
    Thread waiter = start("condition", () -> {
      lock.lock();
      condition.awaitUninterruptibly();
    });
    await(waiter, Thread.State.WAITING);
    lock.lock();
    lock.lock();
    await(start("parked", lock::lock), Thread.State.WAITING);
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("attach")) {
      deadlock();
      System.out.println("ready");
      System.in.read();
    }
    contend();
    waitForBell();
    if (args.length > 0 && args[0].equals("wait")) {
      deadlock();
      park();
      System.out.println("holding");
      Thread.sleep(Long.MAX_VALUE);
    }
    System.out.println("entered " + entered);
  }
}
