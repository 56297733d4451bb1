/**
 * Allocates 4 million objects and 1 million int[], most of them short-lived.
 * Arguments: number of threads (1), and number of repetitions in each (1).
 */
public class AllocBench {
  static class Node {
    final Node next;
    final int value;

    Node(Node next, int value) {
      this.next = next;
      this.value = value;
    }
  }

  static final int OBJECTS = 4_000_000, ARRAYS = 1_000_000;
  static volatile Object sink;

  static Node chain(int length) {
    Node head = null;
    for (int i = 0; i < length; i++)
      head = new Node(head, i);
    return head;
  }

  static long run() {
    long sum = 0;
    for (int i = 0; i < OBJECTS / 100; i++) {
      Node head = chain(100);
      sum += head.value;
      sink = head;
    }
    for (int i = 0; i < ARRAYS; i++) {
      int[] array = new int[6];
      array[i % 6] = i;
      sum += array[0];
      sink = array;
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[args.length > 0 ? Integer.parseInt(args[0]) : 1];
    int times = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < times; j++)
          run();
      });
      threads[i].start();
    }
    for (Thread thread : threads)
      thread.join();
  }
}
