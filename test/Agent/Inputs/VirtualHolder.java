import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Exits while parked virtual threads hold objects on their stacks; for JDK 21 and later. */
public class VirtualHolder {
  static class Held {}

  static final CountDownLatch begun = new CountDownLatch(50);

  static void hold() {
    Held held = new Held();
    begun.countDown();
    while (held.hashCode() != 0 || begun != null)
      LockSupport.park();
  }

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[50];
    for (int i = 0; i != threads.length; ++i)
      threads[i] = Thread.ofVirtual().name("holder-" + i).start(VirtualHolder::hold);
    begun.await();
    // All but the last steps of parking are done when the other threads have started.
    for (Thread t : threads)
      while (t.getState() != Thread.State.WAITING)
        Thread.sleep(1);
    System.out.println("holding");
  }
}
