/**
 * Computes fib(30), 2.7 million calls of a small method, in each of several
 * threads. Arguments: number of threads, and number of repetitions in each.
 */
public class CallBench {
  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] threads = new Thread[Integer.parseInt(args[0])];
    int rounds = Integer.parseInt(args[1]);
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int r = 0; r < rounds; r++)
          if (fib(30) != 832040)
            throw new AssertionError();
      });
      threads[i].start();
    }
    for (Thread t : threads)
      t.join();
  }
}
