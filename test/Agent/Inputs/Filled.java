/** Calls work() a thousand times, fills the Java heap and exits. */
public class Filled {
  static Object held;
  static int sum;

  static void work() {
    sum++;
  }

  static void fill(int size) {
    while (true) {
      Object[] more = new Object[size];
      more[0] = held;
      held = more;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 1000; i++)
      work();
    // Some room is left for the VM itself to exit.
    for (int size = 1 << 18; size >= 1 << 10; size /= 2) {
      try {
        fill(size);
      } catch (OutOfMemoryError e) {
        // The next array is smaller.
      }
    }
    System.exit(sum == 1000 ? 3 : 4);
  }
}
