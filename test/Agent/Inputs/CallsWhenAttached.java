/** Waits in the middle of calls until it receives a line of input. */
public class CallsWhenAttached {
  static int sink;

  static int leaf(int i) {
    return i + 1;
  }

  static void inner() throws Exception {
    System.out.println("ready");
    System.in.read();
    for (int i = 0; i < 100; i++)
      sink += leaf(i);
  }

  static void outer() throws Exception {
    leaf(0);
    inner();
    leaf(0);
  }

  public static void main(String[] args) throws Exception {
    outer();
    for (int i = 0; i < 10; i++)
      outer2();
    System.out.println("result " + sink);
  }

  static void outer2() {
    leaf(1);
  }
}
