import java.util.function.IntUnaryOperator;

/** Calls methods known numbers of times, in every way that a call can be made. */
public class Calls {
  static int sink;

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static void thrower(int i) {
    if (i % 2 == 0)
      throw new IllegalStateException("even");
    sink++;
  }

  static void catcher(int i) {
    try {
      thrower(i);
    } catch (IllegalStateException e) {
      sink++;
    }
  }

  /** Both of its calls exit by an exception that a callee throws. */
  static void passer() {
    thrower(0);
  }

  static int choose(int i) {
    switch (i) {
      case 0:
        return 1;
      case 1:
        return 2;
      case 1000:
        return 3;
      default:
        return 4;
    }
  }

  static synchronized long counted(long x) {
    synchronized (Calls.class) {
      return x + 1;
    }
  }

  static class Base {
    final int value;

    Base(int value) {
      if (value < 0)
        throw new IllegalArgumentException();
      this.value = value;
    }
  }

  static class Derived extends Base {
    Derived(int value) {
      super(value == 7 ? fail() : value);
    }

    Derived(boolean big) {
      this(big ? 1000 : 1);
    }

    /** Makes the constructor exit before its object is initialised. */
    static int fail() {
      throw new IllegalArgumentException();
    }
  }

  static void make(int i) {
    try {
      new Derived(i);
    } catch (IllegalArgumentException e) {
      sink++;
    }
  }

  interface Shape {
    default int area() {
      return 5;
    }
  }

  static class Square implements Shape {}

  static class Late {
    static int value;

    static {
      value = fib(1);
    }
  }

  static int apply(IntUnaryOperator f) {
    return f.applyAsInt(1);
  }

  static void deep(int n) {
    if (n > 0)
      deep(n - 1);
  }

  static void worker() {
    for (int i = 0; i < 50; i++)
      fib(3);
  }

  public static void main(String[] args) throws Exception {
    sink += fib(15);
    for (int i = 0; i < 20; i++)
      catcher(i);
    for (int i = 0; i < 2; i++)
      try {
        passer();
      } catch (IllegalStateException e) {
        sink++;
      }
    for (int i = 0; i < 30; i++)
      sink += choose(i);
    for (int i = 0; i < 40; i++)
      sink += (int) counted(i);
    for (int i = -3; i < 10; i++)
      make(i);
    for (int i = 0; i < 4; i++)
      new Derived(i == 0);
    Square square = new Square();
    for (int i = 0; i < 6; i++)
      sink += square.area();
    sink += Late.value;
    for (int i = 0; i < 17; i++)
      sink += apply(x -> x + sink);
    deep(3000);
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(Calls::worker, "worker " + i);
      threads[i].start();
    }
    for (Thread t : threads)
      t.join();
    System.out.println("result " + (sink > 0));
    if (args.length > 0)
      System.exit(Integer.parseInt(args[0]));
  }
}
