/** Allocates an object on each of 16384 different stacks. */
public class ManyTraces {
  static volatile Object sink;
  static int count;

  static void a(int depth) {
    next(depth);
  }

  static void b(int depth) {
    next(depth);
  }

  static void next(int depth) {
    if (depth == 0) {
      sink = new Object();
      count++;
      return;
    }
    a(depth - 1);
    b(depth - 1);
  }

  public static void main(String[] args) {
    next(14);
    System.out.println("allocated " + count);
  }
}
