/** Holds 500000 objects. */
public class ManyObjects {
  static class Held {
    Object next;
  }

  static Held last;

  public static void main(String[] args) {
    int count = 0;
    for (; count < 500000; count++) {
      Held held = new Held();
      held.next = last;
      last = held;
    }
    System.out.println("holding " + count);
  }
}
