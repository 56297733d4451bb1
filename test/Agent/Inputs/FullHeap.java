import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs out of memory in the way named by the argument. */
public class FullHeap {
  static class Held {
    final Held next;
    long value;

    Held(Held next) {
      this.next = next;
    }
  }

  static class After {}

  static Held last;
  static final After[] after = new After[100];

  static void fill() {
    while (true)
      last = new Held(last);
  }

  static void fillInPool() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      pool.submit(FullHeap::fill).get();
    } catch (ExecutionException e) {
      last = null;
      System.out.println("failed: " + e.getCause());
    }
    pool.shutdown();
  }

  /** Each thread uses the memory that another thread's garbage has freed. */
  static void fillInThreads() throws InterruptedException {
    Thread[] threads = new Thread[4];
    CountDownLatch begin = new CountDownLatch(1);
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        Held own = null;
        try {
          begin.await();
          while (true)
            own = new Held(own);
        } catch (InterruptedException | OutOfMemoryError e) {
          own = null;
        }
      });
      threads[i].start();
    }
    begin.countDown();
    for (Thread t : threads)
      t.join();
    System.out.println("joined");
  }

  static void fillAndGoOn() {
    try {
      fill();
    } catch (OutOfMemoryError e) {
      last = null;
    }
    for (int i = 0; i < after.length; i++)
      after[i] = new After();
    System.out.println("goes on");
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "main":
        fill();
      case "pool":
        fillInPool();
        return;
      case "threads":
        fillInThreads();
        return;
      case "caught":
        fillAndGoOn();
        return;
      default:
        System.out.println(new long[Integer.MAX_VALUE].length);
    }
  }
}
