import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Creates one of each kind of collection in static fields, and a heap dump. */
class Contents {
  enum Colour { RED, GREEN }
  static final Object PLAIN = new Object();
  static ArrayList<Object> arrayList = new ArrayList<>(Arrays.asList("a", null, "c"));
  static Vector<Object> vector = new Vector<>(List.of("a", "b"));
  static LinkedList<Object> linkedList = new LinkedList<>(List.of("a", "b"));
  static ArrayDeque<Object> arrayDeque = new ArrayDeque<>();
  static ArrayBlockingQueue<Object> arrayBlockingQueue = new ArrayBlockingQueue<>(3);
  static PriorityQueue<Object> priorityQueue = new PriorityQueue<>(List.of("a", "b"));
  static LinkedBlockingQueue<Object> linkedBlockingQueue = new LinkedBlockingQueue<>(List.of("a", "b"));
  static LinkedBlockingDeque<Object> linkedBlockingDeque = new LinkedBlockingDeque<>(List.of("a", "b"));
  static ConcurrentLinkedQueue<Object> concurrentLinkedQueue = new ConcurrentLinkedQueue<>(List.of("a", "b"));
  static ConcurrentLinkedDeque<Object> concurrentLinkedDeque = new ConcurrentLinkedDeque<>(List.of("a", "b"));
  static CopyOnWriteArrayList<Object> copyOnWrite = new CopyOnWriteArrayList<>(List.of("a", "b"));
  static List<Object> asList = Arrays.asList("a", "b");
  static List<Object> listOne = List.of("a");
  static List<Object> listTwo = List.of("a", PLAIN);
  static List<Object> listThree = List.of("a", "b", "c");
  static List<Object> unmodifiable = Collections.unmodifiableList(arrayList);
  static List<Object> synchronizedList = Collections.synchronizedList(arrayList);
  static List<Object> singleton = Collections.singletonList("a");
  static Set<Object> setTwo = Set.of("a", "b");
  static Set<Object> setThree = Set.of("a", "b", "c");
  static HashSet<Object> hashSet = new HashSet<>(List.of("a"));
  static LinkedHashSet<Object> linkedHashSet = new LinkedHashSet<>(List.of("z", "y", "x"));
  static TreeSet<Object> treeSet = new TreeSet<>(List.of("b", "a"));
  static ConcurrentSkipListSet<Object> skipListSet = new ConcurrentSkipListSet<>(List.of("b", "a"));
  static Set<Object> keySet = ConcurrentHashMap.newKeySet();
  static HashMap<Object, Object> hashMap = new HashMap<>();
  static HashMap<Object, Object> treeBins = new HashMap<>();
  static LinkedHashMap<Object, Object> linkedHashMap = new LinkedHashMap<>();
  static Hashtable<Object, Object> hashtable = new Hashtable<>();
  static TreeMap<Object, Object> treeMap = new TreeMap<>();
  static WeakHashMap<Object, Object> weakHashMap = new WeakHashMap<>();
  static IdentityHashMap<Object, Object> identityHashMap = new IdentityHashMap<>();
  static EnumMap<Colour, Object> enumMap = new EnumMap<>(Colour.class);
  static ConcurrentHashMap<Object, Object> concurrentHashMap = new ConcurrentHashMap<>();
  static ConcurrentHashMap<Object, Object> concurrentBins = new ConcurrentHashMap<>();
  static ConcurrentSkipListMap<Object, Object> skipListMap = new ConcurrentSkipListMap<>();
  static Map<Object, Object> mapOne = Map.of("k", "v");
  static Map<Object, Object> mapTwo = Map.of("k", "v", "l", "w");
  static Map<Object, Object> unmodifiableMap = Collections.unmodifiableMap(hashMap);
  static Properties properties = new Properties();
  static StringBuilder latin = new StringBuilder("latin").append(1);
  static StringBuffer wide = new StringBuffer("wide \u20ac");
  static Boolean bool = true;
  static Character character = 'x';
  static Long number = 123456789012345L;
  static Double real = -2.5;
  static AtomicInteger atomic = new AtomicInteger(-7);
  static Colour colour = Colour.GREEN;
  static Date date = new Date(-1);
  static Instant instant = Instant.ofEpochSecond(951782400L, 5);
  static LocalDate localDate = LocalDate.of(2024, 2, 29);
  static LocalTime localTime = LocalTime.of(23, 59, 58, 7000000);
  static LocalDateTime localDateTime = LocalDateTime.of(1999, 12, 31, 1, 2, 3);

  /** All objects have the same hash. */
  static final class Same implements Comparable<Same> {
    final int n;
    Same(int n) { this.n = n; }
    public int hashCode() { return 1; }
    public boolean equals(Object o) { return o instanceof Same && ((Same) o).n == n; }
    public int compareTo(Same o) { return Integer.compare(n, o.n); }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i != 12; ++i)
      arrayDeque.add("old");
    for (int i = 0; i != 12; ++i)
      arrayDeque.remove();
    for (int i = 0; i != 6; ++i)
      arrayDeque.add("q" + i);
    arrayBlockingQueue.add("x");
    arrayBlockingQueue.add("y");
    arrayBlockingQueue.remove();
    arrayBlockingQueue.add("z");
    arrayBlockingQueue.add("a");
    keySet.add("a");
    for (Map<Object, Object> m : List.of(hashMap, linkedHashMap, hashtable, treeMap,
        identityHashMap, concurrentHashMap, skipListMap, properties, weakHashMap)) {
      m.put("b", "2");
      m.put("a", "1");
    }
    hashMap.put(null, "none");
    enumMap.put(Colour.GREEN, "g");
    for (int i = 0; i != 30; ++i) {
      treeBins.put(new Same(i), "v");
      concurrentBins.put(new Same(i), "v");
    }
    com.sun.management.HotSpotDiagnosticMXBean bean =
        java.lang.management.ManagementFactory.getPlatformMXBean(
            com.sun.management.HotSpotDiagnosticMXBean.class);
    bean.dumpHeap(args[0], false);
  }
}
