import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Many virtual threads that wait in the middle of calls, and resume on other carriers. */
public class VirtualCalls {
  static final AtomicLong sum = new AtomicLong();
  static CountDownLatch everyone;

  static int leaf(int i) {
    return i + 1;
  }

  static void waiting(int i) throws InterruptedException {
    leaf(i);
    everyone.countDown();
    everyone.await();
    leaf(i);
    Thread.yield();
    leaf(i);
  }

  static void body(int i) {
    try {
      for (int n = 0; n < 10; n++)
        leaf(n);
      waiting(i);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    sum.addAndGet(i);
  }

  public static void main(String[] args) throws Exception {
    int num = Integer.parseInt(args[0]);
    everyone = new CountDownLatch(num);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < num; i++) {
      int value = i;
      threads.add(Thread.ofVirtual().name("virtual " + i).start(() -> body(value)));
    }
    for (Thread t : threads)
      t.join();
    System.out.println("sum " + sum.get());
  }
}
