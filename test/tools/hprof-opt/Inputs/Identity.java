import java.lang.management.ManagementFactory;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

/** Has values that identity, place and order reveal, and dumps itself. */
public class Identity {
  enum Color { RED, GREEN, BLUE, BLACK, WHITE }

  static class Person {
    Integer age;
    Boolean flag;
    Color color;
    Locale locale;
    String city, birth, password;
    int[] history;
  }

  static final int COUNT = 64;
  static List<Character> letters = new ArrayList<>();
  static List<Person> queue = new ArrayList<>();
  static LinkedList<Person> line = new LinkedList<>();
  static Map<Integer, Person> byNumber = new HashMap<>(8192);
  static Map<Integer, Person> sessions = new ConcurrentHashMap<>(8192);
  static Set<Integer> codes = new HashSet<>(8192);
  static Map<String, Person> byName = new TreeMap<>();
  static Map<String, Person> steps = new LinkedHashMap<>();
  static String[] sorted = new String[COUNT];
  static int[] ints = new int[COUNT];

  public static void main(String[] args) throws Exception {
    Random random = new Random(4711);
    for (char c : "correct horse battery staple".toCharArray())
      letters.add(c);
    Locale[] locales = {Locale.US, Locale.FRANCE, Locale.GERMANY, Locale.JAPAN};
    String[] cities = new String[8];
    for (int i = 0; i < cities.length; ++i)
      cities[i] = new String("city " + i);
    List<String> names = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < COUNT; ++i) {
      Person p = new Person();
      p.age = 1 + random.nextInt(99);
      p.flag = random.nextBoolean();
      p.color = Color.values()[random.nextInt(5)];
      p.locale = locales[random.nextInt(4)];
      p.city = cities[random.nextInt(8)];
      p.birth = cities[random.nextInt(8)];
      p.password = new String("x".repeat(1 + random.nextInt(20)));
      p.history = new int[random.nextInt(30)];
      people.add(p);
    }
    Set<Integer> drawn = new HashSet<>();
    while (drawn.size() < 3 * COUNT)
      drawn.add(200 + random.nextInt(7900));
    for (int n : drawn)
      numbers.add(n);
    for (int i = 0; i < COUNT; ++i)
      names.add("name " + (char) ('A' + i / 26) + (char) ('a' + i % 26));
    Collections.shuffle(numbers, random);
    Collections.shuffle(names, random);
    for (int i = 0; i < COUNT; ++i) {
      byNumber.put(numbers.get(i), people.get(i));
      sessions.put(numbers.get(COUNT + i), people.get(i));
      codes.add(numbers.get(2 * COUNT + i));
      byName.put(names.get(i), people.get(i));
      sorted[i] = new String(names.get(i));
      ints[i] = numbers.get(i);
    }
    Arrays.sort(sorted);
    Arrays.sort(ints);
    Collections.shuffle(names, random);
    Collections.shuffle(people, random);
    queue.addAll(people);
    for (int i = 0; i < COUNT; ++i)
      steps.put(new String(names.get(i)), people.get(i));
    Collections.shuffle(people, random);
    line.addAll(people);
    ManagementFactory.newPlatformMXBeanProxy(
        ManagementFactory.getPlatformMBeanServer(),
        "com.sun.management:type=HotSpotDiagnostic",
        com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
  }
}
