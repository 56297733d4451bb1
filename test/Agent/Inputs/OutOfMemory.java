/** Fills the heap and exits, with little memory left for code that runs at exit. */
public class OutOfMemory {
  static class Held {
    Object next;
    byte[] data = new byte[1000];
  }

  static byte[] spare = new byte[32 << 10];
  static Held last;

  public static void main(String[] args) {
    try {
      for (;;) {
        Held h = new Held();
        h.next = last;
        last = h;
      }
    } catch (OutOfMemoryError e) {
      spare = null;
      throw e;
    }
  }
}
