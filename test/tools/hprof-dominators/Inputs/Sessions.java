import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Accumulates sessions, then writes a heap dump and the recording: HEAP JFR. */
public class Sessions {
  static class Session {
    final byte[] data = new byte[2000];
  }

  static final Map<String, Session> SESSIONS = new HashMap<>();

  static void open(String user) { SESSIONS.put(user, new Session()); }

  static void jcmd(String... command) throws Exception {
    List<String> all = new ArrayList<>();
    all.add(System.getProperty("java.home") + "/bin/jcmd");
    all.add(Long.toString(ProcessHandle.current().pid()));
    all.addAll(List.of(command));
    if (new ProcessBuilder(all).inheritIO().start().waitFor() != 0)
      throw new IllegalStateException("jcmd failed");
  }

  public static void main(String[] paths) throws Exception {
    for (int i = 0; i < 20000; ++i)
      open("user" + i);
    jcmd("GC.heap_dump", paths[0]);
    jcmd("JFR.dump", "filename=" + paths[1]);
  }
}
