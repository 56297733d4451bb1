import java.util.ArrayList;
import java.util.List;

/** Stacks overflow, the heap fills up, and many threads make calls at once. */
public class StressCalls {
  static int deepest;

  static void recurse(int n) {
    deepest = Math.max(deepest, n);
    recurse(n + 1);
  }

  static void leaf() {}

  static void overflow() {
    try {
      recurse(0);
    } catch (StackOverflowError e) {
      leaf();
    }
  }

  static void fill() {
    List<byte[]> all = new ArrayList<>();
    try {
      for (;;)
        all.add(new byte[1 << 16]);
    } catch (OutOfMemoryError e) {
      all = null;
    }
  }

  static void work() {
    for (int i = 0; i < 1000; i++)
      leaf();
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++)
      overflow();
    fill();
    Thread[] threads = new Thread[200];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(StressCalls::work);
      threads[i].start();
    }
    for (Thread t : threads)
      t.join();
    System.out.println("result " + (deepest > 500));
  }
}
