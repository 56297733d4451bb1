import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A program with a leak: Leaking FOLDER ROUNDS writes FOLDER/1.hprof and so on,
 * and registers 2,000 sessions of 1 KB in a static map between two dumps. Other
 * classes come (from the second dump on), go (after the first), and change
 * without growth.
 */
public class Leaking {
  static class Session {
    final byte[] state = new byte[1024];
    final String user;

    Session(String user) { this.user = user; }
  }
  static class Early {
    final long[] numbers = new long[100];
  }
  static class Late {
    final int[] numbers = new int[100];
  }

  static class Registry {
    static final Map<Integer, Session> sessions = new HashMap<>();
  }
  static List<Object> phase = new ArrayList<>();
  static List<Supplier<String>> tasks = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    int rounds = Integer.parseInt(args[1]);
    for (int i = 0; i != 3000; ++i)
      phase.add(new Early());
    for (int round = 1; round <= rounds; ++round) {
      int captured = round;
      for (int i = 0; i != 100; ++i)
        tasks.add(() -> "task " + captured);
      for (int i = 0; i != 2000; ++i)
        Registry.sessions.put(round * 2000 + i, new Session("user " + i));
      bean.dumpHeap(args[0] + "/" + round + ".hprof", true);
      if (round == 1)
        phase.clear();
      phase.add(new Late());
    }
  }
}
