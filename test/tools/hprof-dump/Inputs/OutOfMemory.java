import java.util.ArrayList;
import java.util.List;

/** Fills the heap in a thread of its own. */
public class OutOfMemory {
  static final List<long[]> KEPT = new ArrayList<>();
  static String latin = "Gr\u00fc\u00dfe", wide = "\u65e5\u672c";

  static void fill() {
    for (;;)
      KEPT.add(new long[1 << 16]);
  }

  public static void main(String[] args) throws InterruptedException {
    if (System.getenv("DUMP_TEST_VARIABLE") == null)
      System.exit(2);
    Thread thread = new Thread(OutOfMemory::fill, "filler");
    thread.start();
    thread.join();
  }
}
