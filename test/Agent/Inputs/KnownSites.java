import java.util.function.IntSupplier;

/** Allocates known numbers of objects, each kind in a method of its own. */
public class KnownSites {
  static class Plain {
    int value;
  }

  static class Copied implements Cloneable {
    long value;

    @Override
    public Copied clone() throws CloneNotSupportedException {
      return (Copied) super.clone();
    }
  }

  public static class Reflected {
    public int value;
  }

  static class Dead {
    long value;
  }

  static final Object[] kept = new Object[20000];
  static int numKept;

  static void keep(Object object) {
    kept[numKept++] = object;
  }

  static void objects() {
    for (int i = 0; i < 1000; i++)
      keep(new Plain());
  }

  static void arrays() {
    for (int i = 0; i < 50; i++)
      keep(new int[100]);
    for (int i = 0; i < 60; i++)
      keep(new String[7]);
    for (int i = 0; i < 5; i++)
      keep(new long[3][4]);
  }

  static void clones() throws Exception {
    Copied first = new Copied();
    long[] array = {1, 2, 3, 4, 5};
    for (int i = 0; i < 300; i++)
      keep(first.clone());
    for (int i = 0; i < 70; i++)
      keep(array.clone());
  }

  static void reflection() throws Exception {
    var constructor = Reflected.class.getConstructor();
    for (int i = 0; i < 200; i++)
      keep(constructor.newInstance());
    for (int i = 0; i < 80; i++)
      keep(java.lang.reflect.Array.newInstance(Reflected.class, 9));
  }

  static void lambdas() {
    for (int i = 0; i < 90; i++) {
      final int captured = i;
      IntSupplier lambda = () -> captured;
      keep(lambda);
    }
  }

  static void boxes() {
    for (int i = 0; i < 400; i++)
      keep(Long.valueOf(1_000_000_000_000L + i));
  }

  static void garbage() {
    for (int i = 0; i < 2000; i++) {
      Dead dead = new Dead();
      dead.value = i;
      keep(dead);
      kept[--numKept] = null;
    }
  }

  public static void main(String[] args) throws Exception {
    objects();
    arrays();
    clones();
    reflection();
    lambdas();
    boxes();
    garbage();
    // Dead objects are no longer live, but still allocated.
    System.gc();
    System.out.println("kept " + numKept);
  }
}
