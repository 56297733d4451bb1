import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Waits until an agent has been attached; then allocates, starts threads, loads classes. */
public class GoesOn {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    System.in.read();
    List<Thread> threads = new ArrayList<>();
    long[] sums = new long[50];
    for (int i = 0; i != sums.length; ++i) {
      int number = i;
      threads.add(new Thread(() -> sums[number] = IntStream.range(0, 10000).boxed()
          .map(n -> "item " + n + " of " + number).collect(Collectors.toList()).size()));
      threads.get(i).start();
    }
    for (Thread t : threads)
      t.join();
    System.gc();
    System.out.println("result " + IntStream.range(0, sums.length).mapToLong(i -> sums[i]).sum());
  }
}
