import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Parked virtual threads hold objects on their stacks, others run, and still others
 * begin and end, until the program is ended; for JDK 21 and later.
 */
public class VirtualStorm {
  static class Held {}

  static final Thread[] parked = new Thread[200];
  static final CountDownLatch begun = new CountDownLatch(parked.length);
  static volatile long sum;

  static void hold() {
    Held held = new Held();
    begun.countDown();
    while (held.hashCode() != 0 || begun != null)
      LockSupport.park();
  }

  static void spin() {
    while (true) {
      sum++;
      Thread.yield();
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i != parked.length; ++i)
      parked[i] = Thread.ofVirtual().start(VirtualStorm::hold);
    begun.await();
    for (Thread t : parked)
      while (t.getState() != Thread.State.WAITING)
        Thread.sleep(1);
    Thread.ofVirtual().start(VirtualStorm::spin);
    System.out.println("holding");
    while (true) {
      Thread.ofVirtual().start(() -> sum++);
      Thread.sleep(1);
    }
  }
}
