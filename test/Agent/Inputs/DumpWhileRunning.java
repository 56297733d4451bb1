import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Has dumps written while it runs. The arguments: the text output of the agent,
 * and the path of the agent if it is to be attached now, with its options.
 */
public class DumpWhileRunning {
  static class Before {}

  static class Between {}

  static final Object[] kept = new Object[1000];

  static void fill(boolean first) {
    for (int i = 0; i < kept.length; i++)
      kept[i] = first ? new Before() : new Between();
  }

  static int sections(Path output) throws IOException {
    if (!Files.exists(output)) // It is made with its first bytes.
      return 0;
    String text = Files.readString(output, StandardCharsets.ISO_8859_1);
    int count = 0;
    for (int at = 0; (at = text.indexOf("SITES END", at)) >= 0; at++)
      count++;
    return count;
  }

  static void quit(Path output, int expected) throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
    while (sections(output) < expected)
      Thread.sleep(10);
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 1) {
      String pid = Long.toString(ProcessHandle.current().pid());
      var vm = com.sun.tools.attach.VirtualMachine.attach(pid);
      vm.loadAgentPath(args[1], args[2]);
      vm.detach();
      // The current thread reports once the interval that it had is over.
      for (int i = 0; i < 100; i++)
        kept[0] = new byte[1 << 20];
    }
    Path output = Path.of(args[0]);
    fill(true);
    quit(output, 1);
    fill(false);
    System.gc();
    quit(output, 2);
  }
}
