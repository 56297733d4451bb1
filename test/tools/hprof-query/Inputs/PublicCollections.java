import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Makes each public collection and map of java.util and java.util.concurrent, found by
 * reflection, and each view and wrapper that public methods make of one: empty, with 3
 * and with 1,000 entries. Prints what iteration finds in each, and dumps the heap.
 *
 * <p>A line is: a name, the class, whether it must be known, the entries.
 */
public class PublicCollections {
  /** A collection or map, for queries to find. */
  static class Case {
    final String name;
    final Object it;
    final transient int size;
    final transient boolean mustBeKnown;

    Case(String name, Object it, int size, boolean mustBeKnown) {
      this.name = name;
      this.it = it;
      this.size = size;
      this.mustBeKnown = mustBeKnown;
    }
  }

  /** An element for DelayQueue. */
  static class Late implements Delayed {
    final String name;

    Late(E of) {
      name = of.name();
    }

    public long getDelay(TimeUnit unit) {
      return 0;
    }

    public int compareTo(Delayed other) {
      return name.compareTo(((Late) other).name);
    }

    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES = new ArrayList<>();
  static final int[] SIZES = {0, 3, 1000};

  static boolean isGroup(Class<?> c) {
    return Collection.class.isAssignableFrom(c) || Map.class.isAssignableFrom(c);
  }

  static List<Class<?>> publicClasses() throws Exception {
    List<Class<?>> found = new ArrayList<>();
    for (String pack : new String[] {"java/util", "java/util/concurrent"}) {
      Path folder = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base", pack);
      List<String> names = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.class")) {
        for (Path file : files)
          names.add((pack + "/" + file.getFileName()).replace(".class", "").replace('/', '.'));
      }
      Collections.sort(names);
      for (String name : names) {
        Class<?> c = Class.forName(name, false, null);
        if (isGroup(c) && Modifier.isPublic(c.getModifiers()) && !Modifier.isAbstract(c.getModifiers()))
          found.add(c);
      }
    }
    return found;
  }

  /** An empty one, or null. */
  static Object make(Class<?> c) throws Exception {
    for (Constructor<?> with : c.getConstructors()) {
      Class<?>[] types = with.getParameterTypes();
      if (types.length == 0)
        return with.newInstance();
    }
    for (Constructor<?> with : c.getConstructors()) {
      Class<?>[] types = with.getParameterTypes();
      if (types.length == 1 && types[0] == int.class)
        return with.newInstance(2000);
      if (types.length == 1 && types[0] == Class.class)
        return with.newInstance(E.class);
    }
    return null;
  }

  /**
   * Adds entries until there are SIZE; with null for a value or element if it takes that. As many as
   * CHURN more were there and are gone.
   */
  @SuppressWarnings("unchecked")
  static boolean fill(Object it, int size, int churn) {
    E[] all = E.values();
    int count = size + churn;
    for (int i = 0; i < count; i++) {
      boolean isLast = i == count - 1;
      if (it instanceof Map) {
        Map<Object, Object> map = (Map<Object, Object>) it;
        E key = all[i];
        if (!isLast || !accepts(() -> map.put(key, null)))
          map.put(key, all[(i + 1) % all.length]);
      } else {
        Collection<Object> to = (Collection<Object>) it;
        if (isLast && accepts(() -> to.add(null)))
          continue;
        // Also at the front, where there is one.
        if (isLast && it instanceof Deque)
          ((Deque<Object>) it).addFirst(all[i]);
        else if (!offer(to, all[i]) && !offer(to, new Late(all[i])))
          return false;
      }
    }
    Collection<?> left = it instanceof Map ? ((Map<?, ?>) it).keySet() : (Collection<?>) it;
    for (int i = 0; i < churn; i++)
      left.remove(left.iterator().next());
    return true;
  }

  static boolean offer(Collection<Object> to, Object element) {
    try {
      return to.add(element);
    } catch (ClassCastException | IllegalStateException e) {
      return false;
    }
  }

  static boolean accepts(Runnable add) {
    try {
      add.run();
      return true;
    } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
      return false;
    }
  }

  static void add(String name, Object it, int size, boolean mustBeKnown) {
    CASES.add(new Case(name + "#" + CASES.size(), it, size, mustBeKnown));
  }

  /** Makes each view of IT that public methods make, and the views of these. */
  static void addViews(String name, Object it, int size, int depth, boolean mustBeKnown) {
    for (Method m : viewMethods(it.getClass())) {
      boolean isRange = m.getParameterCount() != 0;
      // Bounds are compared by the program alone.
      boolean isKnown = mustBeKnown && (!isRange || m.getName().equals("subList"));
      try {
        Object view = m.invoke(it, rangeArguments(m, size));
        if (view == null || view == it)
          continue;
        String text = name + "." + m.getName();
        add(text, view, size, isKnown);
        if (depth > 1 && !isRange && size < 1000)
          addViews(text, view, size, depth - 1, isKnown);
      } catch (ReflectiveOperationException | RuntimeException e) {
        // Not every collection has every view.
      }
    }
  }

  static Object[] rangeArguments(Method m, int size) {
    Object[] arguments = new Object[m.getParameterCount()];
    for (int i = 0; i < arguments.length; i++)
      arguments[i] = m.getParameterTypes()[i] == int.class ? (size < 3 ? 0 : i + 1) : E.values()[i + 1];
    return arguments;
  }

  static List<Method> viewMethods(Class<?> of) {
    Map<String, Method> found = new java.util.TreeMap<>();
    List<Class<?>> types = new ArrayList<>(List.of(of));
    for (int i = 0; i < types.size(); i++) {
      Class<?> c = types.get(i);
      types.addAll(Arrays.asList(c.getInterfaces()));
      if (c.getSuperclass() != null)
        types.add(c.getSuperclass());
      if (!Modifier.isPublic(c.getModifiers()))
        continue;
      for (Method m : c.getMethods()) {
        if (Modifier.isStatic(m.getModifiers()) || !isGroup(m.getReturnType()) || m.isBridge())
          continue;
        boolean takesKeys = true;
        for (Class<?> type : m.getParameterTypes())
          takesKeys &= type == int.class || type == Object.class;
        if (takesKeys)
          found.putIfAbsent(m.getName() + m.getParameterCount(), m);
      }
    }
    return new ArrayList<>(found.values());
  }

  /** Calls each public method that makes a collection of others, or of elements. */
  static void addMade(int size) {
    for (Class<?> by : new Class<?>[] {Arrays.class, Collections.class, List.class, Set.class,
        Map.class, EnumSet.class, ConcurrentHashMap.class})
      for (Method m : by.getMethods()) {
        if (!Modifier.isStatic(m.getModifiers()) || !isGroup(m.getReturnType()))
          continue;
        try {
          int[] next = {0};
          Object[] arguments = new Object[m.getParameterCount()];
          for (int i = 0; i < arguments.length; i++)
            arguments[i] = argument(m.getParameterTypes()[i], size, next);
          Object made = m.invoke(null, arguments);
          String name = by.getSimpleName() + "." + m.getName() + "/" + arguments.length + "/" + size;
          if (m.getName().startsWith("new"))
            fill(made, size, 0);
          add(name, made, size, true);
          if (size < 1000)
            addViews(name, made, size, 1, true);
        } catch (Exception e) {
          // Others are made of what is not at hand.
        }
      }
  }

  static Object argument(Class<?> type, int size, int[] next) throws Exception {
    if (type == int.class)
      return size;
    if (type == Class.class)
      return E.class;
    if (type == Object.class || type == Enum.class)
      return E.values()[next[0]++];
    if (type == Object[].class)
      return Arrays.copyOf(E.values(), size, Object[].class);
    if (type == Map.Entry[].class) {
      Map.Entry<?, ?>[] entries = new Map.Entry<?, ?>[size];
      for (int i = 0; i < size; i++)
        entries[i] = Map.entry(E.values()[i], E.values()[0]);
      return entries;
    }
    for (Class<?> c : publicClasses()) {
      Object made = type.isAssignableFrom(c) ? make(c) : null;
      if (made != null && (next[0]++ >= 0) && fill(made, size, 0))
        return made;
    }
    throw new IllegalArgumentException(type.getName());
  }

  static String text(Object entry) {
    if (entry instanceof Map.Entry)
      return ((Map.Entry<?, ?>) entry).getKey() + "=" + ((Map.Entry<?, ?>) entry).getValue();
    return String.valueOf(entry);
  }

  static void print(PrintStream to, Case c) {
    List<String> entries = new ArrayList<>();
    for (Object entry : c.it instanceof Map ? ((Map<?, ?>) c.it).entrySet() : (Collection<?>) c.it)
      entries.add(text(entry));
    to.println(c.name + "\t" + c.it.getClass().getName() + "\t" + c.mustBeKnown + "\t"
        + String.join(",", entries));
  }

  public static void main(String[] args) throws Exception {
    Set<Class<?>> missing = new LinkedHashSet<>(publicClasses());
    for (int size : SIZES) {
      for (Class<?> c : publicClasses())
        for (int churn : new int[] {0, 2}) {
          Object it = make(c);
          if (it == null)
            continue;
          String name = c.getSimpleName() + "/" + size + "/" + churn;
          // A SynchronousQueue never has an element.
          boolean isEmpty = c == SynchronousQueue.class;
          if (!fill(it, isEmpty ? 0 : size, isEmpty || size == 1000 ? 0 : churn))
            throw new IllegalStateException(name);
          add(name, it, size, true);
          if (churn == 0)
            addViews(name, it, size, 2, true);
        }
      addMade(size);
    }
    try (PrintStream to = new PrintStream(args[1])) {
      for (Case c : CASES) {
        print(to, c);
        missing.remove(c.it.getClass());
      }
    }
    if (!missing.isEmpty())
      throw new IllegalStateException("not made: " + missing);
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], /*live=*/true);
  }
}
