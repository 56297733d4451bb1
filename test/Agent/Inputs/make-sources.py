"""make-sources.py FOLDER N: writes N Java sources that refer to each other."""

import pathlib
import sys

folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
for i in range(count):
    after = (i + 1) % count
    (folder / f"S{i}.java").write_text(
        f"""import java.util.*;
import java.util.function.*;

public class S{i}<T extends Comparable<T>> {{
  enum Kind {{ A, B {{ int of() {{ return {i}; }} }}; int of() {{ return 0; }} }}
  interface Shape {{ default String name() {{ return "s{i}"; }} }}
  private final Map<String, List<T>> all = new TreeMap<>();
  static int sum(int... values) {{
    int s = 0;
    for (int v : values)
      s += switch (v % 3) {{ case 0 -> v; case 1 -> {{ try {{ yield 1 / v; }} finally {{ s++; }} }} default -> 2; }};
    return s;
  }}
  Optional<T> largest(Predicate<? super T> p) {{
    return all.values().stream().flatMap(List::stream).filter(p).max(Comparator.naturalOrder());
  }}
  String text(Object o) {{
    return o instanceof String s && s.length() > {i} ? s + o : "" + S{after}.sum({i}, 2, 3) + Kind.B.of();
  }}
  Runnable later(int x) {{ return () -> {{ synchronized (this) {{ System.out.println(x + text(new Shape() {{}})); }} }}; }}
}}
"""
    )
