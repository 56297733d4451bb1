/** Prints "ready", waits for the end of its input, and prints "done". */
public class Waits {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.read() >= 0) {
    }
    System.out.println("done");
  }
}
