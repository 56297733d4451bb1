// Uses CPU time, nearly all of it in heavy(), which compilers inline into
// loop(). A second thread blocks in native code in the meantime.
import java.net.ServerSocket;

public class Burn {
  static int heavy(int x) {
    int r = x;
    for (int i = 0; i < 20; i++)
      r = r * 31 + (r ^ i) / ((i & 7) + 3);
    return r;
  }

  static int light(int x) { return x * 7 + 1; }

  static int loop(int n) {
    int s = 1;
    for (int i = 0; i < n; i++) {
      s += heavy(s + i);
      s ^= light(s);
    }
    return s;
  }

  static void burn(int rounds) {
    int s = 0;
    for (int i = 0; i < rounds; i++)
      s += loop(200_000);
    System.out.println("result " + s);
  }

  public static void main(String[] args) throws Exception {
    ServerSocket nobodyCalls = new ServerSocket(0);
    Thread blocked = new Thread(() -> {
      try {
        nobodyCalls.accept();
      } catch (java.io.IOException e) {
      }
    }, "blocked");
    blocked.setDaemon(true);
    blocked.start();
    if (args.length > 1) {
      System.out.println("ready");
      System.in.read();
    }
    burn(Integer.parseInt(args[0]));
  }
}
