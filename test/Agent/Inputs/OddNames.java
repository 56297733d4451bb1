import java.util.concurrent.CountDownLatch;

/** Threads with names that the VM's own JSON dump cannot represent. */
public class OddNames {
  public static void main(String[] args) throws Exception {
    CountDownLatch started = new CountDownLatch(2), end = new CountDownLatch(1);
    Runnable run = () -> {
      started.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
      }
    };
    Thread red = new Thread(run, "worker \033[31mred");
    red.setDaemon(true);
    red.start();
    Thread.ofVirtual().name("virtual").start(run);
    started.await();
    while (red.getState() != Thread.State.WAITING)
      Thread.yield();
  }
}
