import java.util.HashMap;
import java.util.Map;

/** Holds a known number of objects and threads, then exits or waits. */
public class Holder {
  static class Held {
    final int number;
    final Object next;
    final String name;

    Held(int number, Object next) {
      this.number = number;
      this.next = next;
      this.name = "held " + number;
    }
  }

  static final Map<String, Held> map = new HashMap<>();
  static final Object[] withNulls = new Object[17];
  static final long[] numbers = {1, -2, Long.MAX_VALUE};
  static Thread self;

  public static void main(String[] args) throws Exception {
    self = Thread.currentThread();
    Held last = null;
    for (int i = 0; i < 1000; i++) {
      last = new Held(i, last);
      map.put("key" + i, last);
    }
    withNulls[3] = last;
    Thread sleeper = new Thread(() -> {
      try {
        Thread.sleep(600_000);
      } catch (InterruptedException e) {
        // The end.
      }
    }, "sleeper \"one\"");
    sleeper.setDaemon(true);
    sleeper.start();
    // The objects on this thread's stack are held, too.
    while (sleeper.getState() != Thread.State.TIMED_WAITING)
      Thread.sleep(1);
    System.out.println("holding " + map.size());
    if (args.length == 0)
      return;
    if (args[0].equals("exit"))
      System.exit(7);
    if (args[0].equals("throw"))
      throw new IllegalStateException("as asked for");
    // Wait until the test kills the process.
    Thread.sleep(600_000);
  }
}
