import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Exits while it holds two locks that other threads wait for. */
public class Locks {
  public static void main(String[] args) throws Exception {
    ReentrantReadWriteLock rwl = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    rwl.writeLock().lock();
    rwl.writeLock().lock();
    stamped.writeLock();
    Thread[] threads = {
      new Thread(() -> rwl.writeLock().lock(), "writer"),
      new Thread(() -> stamped.readLock(), "reader"),
    };
    for (Thread t : threads) {
      t.setDaemon(true);
      t.start();
      while (t.getState() != Thread.State.WAITING)
        Thread.sleep(1);
    }
    System.exit(0);
  }
}
