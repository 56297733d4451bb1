import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Allocates known objects at known places, has the agent dump, drops half of
 * them and has it dump again, while other threads allocate. The argument: the
 * text output of the agent; without it there is no dump before the end.
 */
public class TracedObjects {
  static class Node {
    Object next;
    int value;
  }

  static class Dropped {
    long value;
  }

  static final Object[] kept = new Object[4000];
  static int numKept;
  static volatile boolean isOver;

  static void keep(Object object) {
    kept[numKept++] = object;
  }

  static void nodes() {
    for (int i = 0; i < 1000; i++)
      keep(new Node());
  }

  static void arrays() {
    for (int i = 0; i < 100; i++) {
      keep(new Node[7]);
      keep(new long[3]);
    }
  }

  static void dropped() {
    for (int i = 0; i < 2000; i++)
      keep(new Dropped());
  }

  /** Objects that live for a while, so that some die during a dump. */
  static void allocate() {
    Object[] last = new Object[2000];
    for (int i = 0; !isOver; i = (i + 1) % last.length)
      last[i] = new short[20 + i % 50];
  }

  static int dumps(Path output) throws Exception {
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
    while (dumps(output) < expected)
      Thread.sleep(10);
  }

  public static void main(String[] args) throws Exception {
    nodes();
    arrays();
    dropped();
    if (args.length == 0)
      return;
    Path output = Path.of(args[0]);
    Thread[] threads = {new Thread(TracedObjects::allocate),
                        new Thread(TracedObjects::allocate)};
    for (Thread thread : threads) {
      thread.setDaemon(true); // An error of this thread ends the program.
      thread.start();
    }
    quit(output, 1);
    for (int i = 0; i < 1000; i++)
      kept[--numKept] = null;
    System.gc();
    quit(output, 2);
    isOver = true;
    for (Thread thread : threads)
      thread.join();
    System.gc();
    // The VM reports what it has freed from a thread of its own, which another
    // dump gives the time for.
    quit(output, 3);
    System.out.println("kept " + numKept);
  }
}
