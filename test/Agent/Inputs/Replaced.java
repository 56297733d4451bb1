/** Prints whether an agent has changed this class. */
public class Replaced {
  static String text() {
    return "as it was";
  }

  public static void main(String[] args) {
    for (int i = 0; i < 9; i++)
      text();
    System.out.println(text());
  }
}
