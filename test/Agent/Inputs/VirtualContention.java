import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that block and wait, in a known order; for JDK 24 and later. */
public class VirtualContention {
  static class Door {}

  static class Bell {}

  static final Door door = new Door();
  static final Bell bell = new Bell();
  static final Object blocker = new StringBuilder();
  static int entered;
  static boolean rung;

  static void enter() {
    synchronized (door) {
      entered++;
    }
  }

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

  static void hold(CountDownLatch holds) {
    synchronized (door) {
      holds.countDown();
      LockSupport.park(blocker);
    }
  }

  /** Waits until the thread has left its carrier, after which the VM reports nothing about it. */
  static void await(Thread thread, String state) throws InterruptedException {
    while (!thread.toString().endsWith("/" + state))
      Thread.sleep(1);
  }

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[Integer.parseInt(args[0])];
    synchronized (door) {
      for (int i = 0; i < threads.length; i++)
        threads[i] = Thread.ofVirtual().name("virtual " + i).start(VirtualContention::enter);
      for (Thread thread : threads)
        await(thread, "blocked");
    }
    for (Thread thread : threads)
      thread.join();
    Thread listener = Thread.ofVirtual().name("listener").start(VirtualContention::listen);
    await(listener, "waiting");
    if (args.length > 1) {
      // A virtual thread owns the door, another one blocks on it.
      CountDownLatch holds = new CountDownLatch(1);
      Thread holder = Thread.ofVirtual().name("holder").start(() -> hold(holds));
      holds.await();
      await(holder, "waiting");
      await(Thread.ofVirtual().name("blocked").start(VirtualContention::enter), "blocked");
      Thread platform = new Thread(VirtualContention::enter, "platform");
      platform.setDaemon(true);
      platform.start();
      while (platform.getState() != Thread.State.BLOCKED)
        Thread.sleep(1);
      System.out.println("holding");
      Thread.sleep(Long.MAX_VALUE);
    }
    synchronized (bell) {
      rung = true;
      bell.notifyAll();
    }
    listener.join();
    System.out.println("entered " + entered);
  }
}
