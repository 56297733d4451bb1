import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Waits for a line, then does known amounts of everything that the agent records. */
public class Twice {
  static class Thing {}

  static final Thing[] things = new Thing[700];
  static volatile byte[] spare;
  static int sink;

  static void leaf() {
    sink++;
  }

  static void burn() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + 100_000_000;
    while (threads.getCurrentThreadCpuTime() < end)
      for (int i = 0; i < 10000; ++i)
        sink += i * sink;
  }

  static void contend() throws InterruptedException {
    Object lock = new Object();
    Thread other = new Thread(() -> {
      synchronized (lock) {
      }
    });
    synchronized (lock) {
      other.start();
      while (other.getState() != Thread.State.BLOCKED)
        Thread.sleep(1);
    }
    other.join();
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    System.in.read();
    for (int i = 0; i < 300; ++i)
      leaf();
    // An attached agent misses a thread's next half megabyte of allocations.
    for (int i = 0; i < 4000; ++i)
      spare = new byte[1000];
    for (int i = 0; i < things.length; ++i)
      things[i] = new Thing();
    burn();
    contend();
    System.out.println("ended");
  }
}
