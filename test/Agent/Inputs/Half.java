import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Uses half of its CPU time to compute and half to allocate, in turn. A system
 * looks at the timers of a thread every 4 or 10 milliseconds: a turn is much
 * longer, so that it gets the samples that it is due, up to one. Turns shorter
 * than that and of equal length may be in step with the system, so that nearly
 * all samples are in one half.
 */
public class Half {
  static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  static final long TURN = 100_000_000;
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
    long begin = THREADS.getCurrentThreadCpuTime(), used = 0;
    while (used < end) {
      if (used / TURN % 2 == 0)
        compute(200_000);
      else
        allocate(2_000);
      used = THREADS.getCurrentThreadCpuTime() - begin;
    }
  }
}
