import java.util.ArrayList;
import java.util.List;

/** Constructors with much code before their object is initialised (JDK 25). */
public class Constructors {
  static class Base {
    final int value;

    Base(int value) {
      if (value == 13)
        throw new IllegalStateException();
      this.value = value;
    }

    Base(Runnable first, Object object) {
      this(object.hashCode());
      first.run();
    }
  }

  static class Derived extends Base {
    final String text;

    Derived(int rounds, Object object) {
      int sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += switch (i % 3) {
          case 0 -> 1;
          case 1 -> {
            if (object == null)
              yield 5;
            yield 7;
          }
          default -> 0;
        };
      }
      String name;
      try {
        name = object.toString();
      } catch (NullPointerException e) {
        name = "null";
      } finally {
        sum++;
      }
      synchronized (Constructors.class) {
        sum += new ArrayList<>(List.of(1, 2)).size();
      }
      if (sum > 1000)
        throw new IllegalArgumentException("too many rounds");
      text = name;
      super(object == null ? new Object().hashCode() > 0 ? 13 : 13 : sum);
      if (value > 3)
        return;
      try {
        System.out.println(1 / (value - value));
      } catch (ArithmeticException e) {
        return;
      }
    }

    Derived(long number) {
      boolean isLarge = number > 3;
      this(isLarge ? 1 : 2, isLarge ? new Object() {
        public String toString() {
          return "x" + number;
        }
      } : "y");
    }

    Derived(String given) {
      super(() -> System.out.print(given), given.isEmpty() ? given : new StringBuilder(given));
      text = given;
    }
  }

  record Pair(int first, long second) {
    Pair {
      if (first < 0)
        throw new IllegalArgumentException();
    }

    Pair(int first) {
      var doubled = first * 2;
      this(doubled, first);
    }
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 50; i++) {
      try {
        sum += new Derived(i, i % 5 == 0 ? null : "o" + i).value;
      } catch (IllegalStateException e) {
        sum++;
      }
      sum += new Derived((long) i).value;
      sum += new Derived("").text.length();
      sum += new Pair(i).first();
      try {
        new Pair(-1, 2);
      } catch (IllegalArgumentException e) {
        sum++;
      }
      try {
        new Derived(2000, "x");
      } catch (IllegalArgumentException e) {
        sum++;
      }
    }
    System.out.println("sum " + sum);
  }
}
