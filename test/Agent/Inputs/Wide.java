import java.util.Arrays;

/** Has an object whose dump does not fit into the buffers of a connection. */
public class Wide {
  static final Object[] kept = new Object[2_000_000];

  public static void main(String[] args) throws Exception {
    Arrays.fill(kept, kept);
    System.out.println("ready");
    System.in.read();
    System.exit(7);
  }
}
