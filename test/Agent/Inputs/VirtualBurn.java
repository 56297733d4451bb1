// Virtual threads that use CPU time; needs JDK 21.
import java.util.ArrayList;
import java.util.List;

public class VirtualBurn {
  static int burn(int n) {
    int r = n;
    for (int i = 0; i < 60_000_000; i++)
      r = r * 31 + (r ^ i) / ((i & 7) + 3);
    return r;
  }

  public static void main(String[] args) throws Exception {
    List<Thread> all = new ArrayList<>();
    int[] sum = new int[8];
    for (int i = 0; i < 8; i++) {
      int n = i;
      all.add(Thread.ofVirtual().name("virtual " + i).start(() -> {
        sum[n] = burn(n);
      }));
    }
    for (Thread t : all)
      t.join();
    System.out.println("done");
  }
}
