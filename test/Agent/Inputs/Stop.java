/** Stops threads, even while they start. For JDK 19 and earlier. */
public class Stop {
  public static void main(String[] args) throws Exception {
    int n = Integer.parseInt(args[0]);
    for (int i = 0; i != n; ++i) {
      Thread t = new Thread(() -> {
        for (long k = 0;; ++k)
          if (k == -1)
            return;
      });
      t.setUncaughtExceptionHandler((thread, e) -> {});
      t.start();
      Thread.sleep(0, 1 + i % 5 * 100000);
      t.stop();
      t.join();
    }
    System.out.println("stopped " + n);
  }
}
