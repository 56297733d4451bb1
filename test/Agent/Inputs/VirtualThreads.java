/** Allocates in virtual threads; for JDK 21 and later. */
public class VirtualThreads {
  static class Item {}

  static volatile Object sink;

  static void work() {
    for (int i = 0; i < 100; i++)
      sink = new Item();
  }

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++)
      threads[i] = Thread.ofVirtual().name("virtual-" + i).start(VirtualThreads::work);
    for (Thread thread : threads)
      thread.join();
  }
}
