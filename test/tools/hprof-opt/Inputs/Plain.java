/** Input of a compiler in a test, without secrets. */
public class Plain {
  interface Visitor<R> { R visit(Plain p); }

  private final java.util.Map<String, Integer> counts = new java.util.TreeMap<>();

  <R> R accept(Visitor<R> v) { return v.visit(this); }

  int count(String word) { return counts.merge(word, 1, Integer::sum); }
}
