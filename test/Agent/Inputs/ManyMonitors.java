import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Many threads use a few monitors and a lock in all ways, while dumps are asked
 * for. The arguments: how many threads, how often each uses a monitor, and
 * "virtual" for virtual threads. What it prints depends on nothing else.
 */
public class ManyMonitors {
  static final Object[] monitors = new Object[8];
  static final long[] counts = new long[monitors.length + 1];
  static final ReentrantLock lock = new ReentrantLock();
  static long locked;

  static void use(int seed, int times) {
    Random random = new Random(seed);
    for (int i = 0; i < times; i++) {
      int k = random.nextInt(monitors.length);
      synchronized (monitors[k]) {
        counts[k]++;
        if (random.nextInt(50) == 0)
          waitFor(monitors[k]);
        if (random.nextInt(10) == 0)
          monitors[k].notifyAll();
        // Always in the same order.
        if (k + 1 < monitors.length && random.nextInt(4) == 0)
          synchronized (monitors[k + 1]) {
            counts[k + 1]++;
          }
      }
      if (random.nextInt(10) == 0) {
        lock.lock();
        locked++;
        lock.unlock();
      }
    }
  }

  static void waitFor(Object monitor) {
    try {
      monitor.wait(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static Thread start(Runnable work, boolean isVirtual) throws Exception {
    if (isVirtual)
      return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < monitors.length; i++)
      monitors[i] = new Object();
    int times = Integer.parseInt(args[1]);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      int seed = i;
      threads.add(start(() -> use(seed, times), args.length > 2));
    }
    String pid = Long.toString(ProcessHandle.current().pid());
    for (int i = 0; i < 5; i++)
      new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
    for (Thread thread : threads)
      thread.join();
    for (int i = 0; i < monitors.length; i++)
      System.out.println(counts[i]);
    System.out.println(locked);
  }
}
