// Loads a class again and again, each time with a new loader, runs it for a
// while and lets the VM unload it.
import java.io.InputStream;

public class Unload {
  public interface Work {
    int work(int n);
  }

  public static class Burner implements Work {
    public int work(int n) {
      int r = n;
      for (int i = 0; i < 400_000; i++)
        r = r * 31 + (r ^ i) / ((i & 7) + 3);
      return r;
    }
  }

  static class Loader extends ClassLoader {
    final byte[] code;

    Loader(byte[] code) {
      super(Unload.class.getClassLoader());
      this.code = code;
    }

    protected Class<?> loadClass(String name, boolean resolve)
        throws ClassNotFoundException {
      if (!name.equals("Unload$Burner"))
        return super.loadClass(name, resolve);
      Class<?> c = findLoadedClass(name);
      return c != null ? c : defineClass(name, code, 0, code.length);
    }
  }

  public static void main(String[] args) throws Exception {
    byte[] code;
    try (InputStream in =
             Unload.class.getResourceAsStream("Unload$Burner.class")) {
      code = in.readAllBytes();
    }
    int s = 0;
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Class<?> c = new Loader(code).loadClass("Unload$Burner");
      s += ((Work)c.getDeclaredConstructor().newInstance()).work(i);
      if (i % 4 == 0)
        System.gc();
    }
    System.out.println("result " + s);
  }
}
