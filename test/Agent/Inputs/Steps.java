import java.lang.management.ManagementFactory;

/**
 * Allocates known numbers of objects each time it receives a line; with the
 * argument "burn" it also uses CPU time.
 */
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

  static boolean burns;
  static volatile long sum;

  /** Uses half a second of CPU time, however busy the machine is. */
  static void burn() {
    var bean = ManagementFactory.getThreadMXBean();
    long end = bean.getCurrentThreadCpuTime() + 500_000_000;
    while (burns && bean.getCurrentThreadCpuTime() < end)
      for (int i = 0; i < 100_000; i++)
        sum += i;
  }

  static void first() {
    for (int i = 0; i < 100; i++)
      kept[i] = new First();
    burn();
  }

  static void second() {
    for (int i = 100; i < 200; i++)
      kept[i] = new Second();
    burn();
  }

  static void third() {
    for (int i = 200; i < 300; i++)
      kept[i] = new Third();
    burn();
  }

  public static void main(String[] args) throws Exception {
    burns = args.length > 0;
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
