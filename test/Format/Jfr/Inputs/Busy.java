import java.util.ArrayList;
import java.util.List;

/** Computes, allocates and waits for a lock, for two seconds. */
public class Busy {
  private static final Object LOCK = new Object();
  private static final List<byte[]> KEPT = new ArrayList<>();

  private static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

  private static void block(long end) {
    while (System.nanoTime() < end)
      synchronized (LOCK) {
        try {
          Thread.sleep(20);
        } catch (InterruptedException e) {
          return;
        }
      }
  }

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 2_000_000_000L;
    for (int i = 0; i != 2; ++i)
      new Thread(() -> block(end), "waits-" + i).start();
    long sum = 0;
    while (System.nanoTime() < end) {
      sum += fib(25);
      KEPT.add(new byte[1000]);
      if (KEPT.size() > 10000)
        KEPT.clear();
      for (int i = 0; i != 100; ++i)
        sum += new StringBuilder().append(i).append(sum).length();
    }
    System.out.println(sum);
  }
}
