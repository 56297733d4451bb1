import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Uses half of its CPU time to compute and half to allocate, in turn. */
public class Half {
  static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  static volatile Object sink;
  static long sum;

  static void compute(int n) {
    long s = sum;
    for (int i = 0; i < n; ++i)
      s = s * 31 + (s >>> 7) + i;
    sum = s;
  }

  static void allocate(int n) {
    for (int i = 0; i < n; ++i)
      sink = new int[i & 15];
  }

  public static void main(String[] args) {
    long end = Long.parseLong(args[0]) * 1_000_000;
    // What one takes more than its turn, the other gets.
    long computed = 0, allocated = 0, now = THREADS.getCurrentThreadCpuTime();
    while (computed + allocated < end) {
      boolean isTurn = computed <= allocated;
      if (isTurn)
        compute(200_000);
      else
        allocate(2_000);
      long then = now;
      now = THREADS.getCurrentThreadCpuTime();
      if (isTurn)
        computed += now - then;
      else
        allocated += now - then;
    }
    System.out.println("half " + (computed > end / 4 && allocated > end / 4));
  }
}
