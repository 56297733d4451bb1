import java.lang.management.ManagementFactory;
import java.util.*;
import java.util.concurrent.*;

/** Has a secret in each place where a heap can contain one, and dumps itself. */
public class Secret {
  static String narrow = new String("S3cret-narrow");
  static String wide = new String("S3cret-wide-\u4e2d");
  static final String CONSTANT = "S3cret-constant";
  static long number = 0x5333637265743031L; // "S3cret01"
  static char[] chars = "S3cret-chars".toCharArray();
  static byte[] bytes = "S3cret-bytes".getBytes();
  static StringBuilder builder = new StringBuilder("S3cret-builder");
  static Long boxed = Long.valueOf(0x5333637265743032L);
  static Map<String, Object> map = new HashMap<>();
  static long[] longs = {0x5333637265743033L};
  static Object third = new Third();
  static List<Collection<Object>> sized = Arrays.asList(
      new ArrayList<>(), new LinkedList<>(), new Vector<>(), new Stack<>(),
      new ArrayDeque<>(), new PriorityQueue<>(), new ArrayBlockingQueue<>(100),
      new LinkedBlockingDeque<>(), new ConcurrentLinkedQueue<>(),
      new CopyOnWriteArrayList<>(), new TreeSet<>(), new HashSet<>(),
      new ConcurrentSkipListSet<>());
  static List<Map<Object, Object>> maps = Arrays.asList(
      new HashMap<>(), new LinkedHashMap<>(), new Hashtable<>(),
      new Properties(), new IdentityHashMap<>(), new WeakHashMap<>(),
      new TreeMap<>(), new ConcurrentHashMap<>(),
      new ConcurrentSkipListMap<>());
  static Object[] equal = new Object[3];

  static class First {
    long first = 0x5333637265743034L;
  }
  static class Second extends First {
    String text = new String("S3cret-field");
    long second = 0x5333637265743035L;
  }
  static class Third extends Second {
    long third = 0x5333637265743036L;
    double real = 1.5;
  }

  public static void main(String[] args) throws Exception {
    map.put("S3cret-key", "S3cret-value");
    System.setProperty("S3cret.property", "S3cret-set");
    for (int i = 0; i < 77; i++) {
      for (Collection<Object> c : sized)
        c.add(i);
      for (Map<Object, Object> m : maps)
        m.put(i, i);
    }
    equal[0] = "equal-contents-here".toCharArray();
    equal[1] = "equal-contents-here".toCharArray();
    equal[2] = "other-contents-here".toCharArray();
    Thread thread = new Thread(() -> {
      try {
        Thread.sleep(100000);
      } catch (InterruptedException e) {
        // Ends.
      }
    }, "S3cret-thread");
    thread.setDaemon(true);
    thread.start();
    ManagementFactory.newPlatformMXBeanProxy(
        ManagementFactory.getPlatformMBeanServer(),
        "com.sun.management:type=HotSpotDiagnostic",
        com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(args[0], false);
  }
}
