/** Makes the same calls for each line of input. */
public class CallsInSteps {
  static int num;

  static void leaf() {
    num++;
  }

  static void step() {
    for (int i = 0; i < 10; i++)
      leaf();
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    for (int c; (c = System.in.read()) >= 0; )
      if (c == '\n') {
        step();
        System.out.println("calls " + num);
      }
  }
}
