import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Creates a few objects and threads, and dumps its own heap. */
public class DumpSelf {
  static List<Object> kept = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 1000; i++) {
      HashMap<String, Object> map = new HashMap<>();
      map.put("key " + i, new long[i]);
      map.put("\u20ac\ud83d\ude00 " + i, new Object[] {map, i, 'c', 1.5});
      kept.add(map);
    }
    Runnable lambda = () -> {
      synchronized (kept) {
        try {
          Thread.sleep(60000);
        } catch (InterruptedException e) {
          // No thread interrupts this one.
        }
      }
    };
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(lambda, "sleeper " + i);
      thread.setDaemon(true);
      thread.start();
    }
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(args[0], /*live=*/false);
  }
}
