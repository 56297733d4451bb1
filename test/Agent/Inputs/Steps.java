/** Allocates known numbers of objects each time it is told to go on. */
public class Steps {
  static class First {}

  static class Second {}

  static class Third {}

  static final Object[] kept = new Object[400];

  static void next(String what) throws Exception {
    System.out.println(what);
    int read;
    do {
      read = System.in.read();
    } while (read >= 0 && read != '\n');
  }

  static void first() {
    for (int i = 0; i < 100; i++)
      kept[i] = new First();
  }

  static void second() {
    for (int i = 100; i < 200; i++)
      kept[i] = new Second();
  }

  static void third() {
    for (int i = 200; i < 300; i++)
      kept[i] = new Third();
  }

  public static void main(String[] args) throws Exception {
    first();
    next("ready");
    second();
    next("second");
    third();
    next("third");
    System.out.println("the usual result");
    System.exit(7);
  }
}
