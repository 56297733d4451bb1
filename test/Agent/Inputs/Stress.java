import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Until a line comes in: 200 threads that allocate and compute, classes that are
 * loaded and unloaded, threads that start and end, and, where there are virtual
 * threads, 10,000 of them at a time. Everything that is computed is checked.
 */
public class Stress {
  public interface Work {
    long work(int n);
  }

  public static class Sum implements Work {
    public long work(int n) {
      long sum = 0;
      for (int i = 0; i <= n; ++i)
        sum += Integer.valueOf(i);
      return sum;
    }
  }

  static class Loader extends ClassLoader {
    final byte[] code;

    Loader(byte[] code) {
      super(Stress.class.getClassLoader());
      this.code = code;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals("Stress$Sum"))
        return super.loadClass(name, resolve);
      Class<?> c = findLoadedClass(name);
      return c != null ? c : defineClass(name, code, 0, code.length);
    }
  }

  interface Body {
    void run() throws Exception;
  }

  static final AtomicLong wrong = new AtomicLong();
  static final AtomicLong done = new AtomicLong();
  static final CountDownLatch begun = new CountDownLatch(203);
  static volatile boolean isOver;
  static byte[] code;

  static void check(Work w, int n) {
    if (w.work(n) != (long) n * (n + 1) / 2)
      wrong.incrementAndGet();
    done.incrementAndGet();
  }

  static Thread repeat(Body body) {
    Thread t = new Thread(() -> {
      try {
        body.run();
        begun.countDown();
        while (!isOver)
          body.run();
      } catch (Throwable e) {
        e.printStackTrace();
        wrong.incrementAndGet();
      }
    });
    t.start();
    return t;
  }

  static void loadAndUnload() throws Exception {
    check((Work) new Loader(code).loadClass("Stress$Sum").getDeclaredConstructor().newInstance(), 100);
    Thread.sleep(1);
  }

  static void startThreads() throws Exception {
    Thread[] threads = new Thread[20];
    for (int i = 0; i != threads.length; ++i)
      (threads[i] = new Thread(() -> check(new Sum(), 50))).start();
    for (Thread t : threads)
      t.join();
  }

  static void startVirtualThreads() throws Exception {
    Method start;
    try {
      start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      Thread.sleep(1);
      return;
    }
    Runnable work = () -> {
      check(new Sum(), 20);
      Thread.yield();
      check(new Sum(), 30);
    };
    Thread[] threads = new Thread[10000];
    for (int i = 0; i != threads.length; ++i)
      threads[i] = (Thread) start.invoke(null, work);
    for (Thread t : threads)
      t.join();
  }

  public static void main(String[] args) throws Exception {
    try (InputStream in = Stress.class.getResourceAsStream("Stress$Sum.class")) {
      code = in.readAllBytes();
    }
    Thread[] threads = new Thread[203];
    for (int i = 0; i != 200; ++i) {
      int n = i;
      threads[i] = repeat(() -> {
        check(new Sum(), 1000 + n);
        Thread.sleep(1);
      });
    }
    threads[200] = repeat(Stress::loadAndUnload);
    threads[201] = repeat(Stress::startThreads);
    threads[202] = repeat(Stress::startVirtualThreads);
    begun.await();
    System.out.println("started");
    System.in.read();
    isOver = true;
    for (Thread t : threads)
      t.join();
    System.out.println(wrong.get() == 0 && done.get() > 10000 ? "result right" : "result wrong");
  }
}
