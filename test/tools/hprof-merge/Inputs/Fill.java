import java.util.ArrayList;
import java.util.List;

/** Fills the heap, so that a dump takes a while, and waits. */
public class Fill {
  static final class Node {
    final Node next;
    final String name;

    Node(Node next, int number) {
      this.next = next;
      this.name = "node " + number;
    }
  }

  static Object kept;

  public static void main(String[] args) throws Exception {
    List<Object> arrays = new ArrayList<>();
    Node nodes = null;
    for (int i = 0; i < 400_000; i++) {
      nodes = new Node(nodes, i);
      if (i % 5_000 == 0)
        arrays.add(new byte[300_000]);
    }
    kept = new Object[] {nodes, arrays};
    System.out.println("ready");
    System.out.flush();
    Thread.sleep(Long.MAX_VALUE);
  }
}
